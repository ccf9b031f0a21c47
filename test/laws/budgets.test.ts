import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Address, type Json, seededRandom } from '#base';
import type { Budget, Command, Fact, Usage } from '#kernel';
import type { ModelSpec, PlannerFlavour } from '#plan';
import { answers } from '../notation/models';
import { body, plan } from '../notation/plan';
import { startOf, TestRun, tool } from '../notation/run';

/** What a call may take at most is known of `bounded`, and of nobody else. */
const PRICE = { input: 1_000_000, output: 3_000_000, currency: 'EUR', date: '2026-11-01' };
const MODELS: readonly ModelSpec[] = [
  { id: 'bounded', connection: 'server', model: 'a', maxOutputTokens: 200, price: PRICE },
  { id: 'endless', connection: 'server', model: 'b', price: PRICE },
];
const CAPABILITIES = [
  { ...tool('ask', 'read'), tags: ['model'] },
  { ...tool('model.generate', 'read'), tags: ['model'] },
  tool('echo', 'pure'),
];

/**
 * A plan that asks models side by side, in rounds and one after the other, with retries, agents, planners that make several plans, plans that
 * are made anew on the way, and steps that ask nobody. Calls are withdrawn while they are in flight: by time-outs, by a CANCEL, and where the
 * first success decides.
 */
function asking(seed: number): string {
  const random = seededRandom(seed);
  const call = (id: string): string => {
    const dice = random.below(12);
    const models = `models: [${pick(random.below(2))}]`;
    if (dice < 2) return `${id}: CAPABILITY echo`;
    if (dice < 4) return `${id}: PLANNER llm {goal: x, ${models}, repairRetries: 1}`;
    if (dice < 5) return `${id}: PLANNER llm {goal: x, ${models}, candidates: 3, ranking: model}`;
    if (dice < 7)
      return `${id}: AGENT x {tools: [echo, ask], ${models}, successCriteria: y, maxIterations: 4, onError: continue}`;
    const retry = random.below(3) === 0 ? ', retry: {maxAttempts: 3, initialIntervalMs: 5}' : '';
    const timeout = random.below(3) === 0 ? ', timeoutMs: 50' : '';
    return `${id}: CAPABILITY ask {input: {prompt: hi, model: ${pick(random.below(2))}}, onError: continue${retry}${timeout}}`;
  };
  const branches = Array.from(
    { length: 2 + random.below(5) },
    (_, index) =>
      [
        `  ${call(`b${index}`)}`,
        `  s${index}: GROUP SYNC\n    ${call(`c${index}`)}\n    ${call(`d${index}`)}`,
        `  e${index}: ITERATOR [1, 2, 3] {concurrency: 2, completion: ALL_SETTLED}\n    ${call(`f${index}`)}`,
        `  l${index}: LOOP {until: "i == 2", maxIterations: 5, indexVariable: i}\n    ${call(`g${index}`)}`,
        `  r${index}: GROUP SYNC\n    p${index}: PLANNER llm {goal: x, models: [${pick(random.below(2))}], planVariable: plan${index}}\n    x${index}: PLAN_EXECUTOR {planVariable: plan${index}, replan: {viability: 0.5}}`,
        `  w${index}: GROUP ASYNC {completion: FIRST_SUCCESS, onError: continue}\n    ${call(`m${index}`)}\n    ${call(`n${index}`)}\n    ${call(`o${index}`)}`,
        `  k${index}: GROUP ASYNC\n    ${call(`q${index}`)}\n    ${call(`u${index}`)}\n    v${index}: CAPABILITY echo\n    y${index}: CANCEL {nodes: [q${index}, u${index}]}\n    v${index} -> y${index}`,
      ][random.below(7)] ?? '',
  );
  const plans = branches.map((_, index) => `var plan${index}`).join('\n');
  return `var dynamicPlan\n${plans}\nall: GROUP ASYNC {completion: ALL_SETTLED}\n${branches.join('\n')}\n${call('z')}\nall -> z`;
}

/** What planners reply with: asked again, they reply with the same. */
const STEPS = body(
  'one: CAPABILITY ask {input: {prompt: hi}, onError: continue}\ntwo: CAPABILITY echo\none -> two',
);

const pick = (index: number): string => (index === 0 ? 'bounded' : 'endless');

/** A run on a clock of its own: calls last and take what chance says, and are answered when they are due. */
class Timed {
  readonly run = new TestRun();
  /** The most that one call has taken. */
  largest = { tokens: 0, microUnits: 0 };
  #due: { at: number; order: number; fact: Fact }[] = [];
  #now = 0;
  #order = 0;

  constructor(
    text: string,
    seed: number,
    budget: Budget,
    readonly random = seededRandom(seed),
  ) {
    this.#feed({
      ...startOf(plan(text), { seed, budget, closure: { capabilities: CAPABILITIES, models: MODELS } }),
    });
  }

  /** Goes on until nothing is due any more; `look` is called after every fact. */
  until(look: (timed: Timed) => void): void {
    for (let round = 0; round < 1_000; round++) {
      look(this);
      this.#due.sort((one, other) => one.at - other.at || one.order - other.order);
      const next = this.#due.shift();
      if (next === undefined) return;
      this.#now = next.at;
      this.#feed(next.fact);
    }
    throw new Error('the run does not end');
  }

  raise(budget: Budget): void {
    this.#feed({ type: 'budget.raised', budget });
  }

  #feed(fact: Fact): void {
    this.run.feed(fact);
    for (const entry of this.run.commits.at(-1)?.entries ?? [])
      if (entry.kind === 'command') this.#plan(entry.data.command);
  }

  #plan(command: Command): void {
    const lasts =
      command.kind === 'timer' && command.purpose === 'retry' ? command.afterMs : this.random.below(100);
    const fact = this.#answerTo(command);
    if (fact) this.#due.push({ at: this.#now + lasts, order: this.#order++, fact });
  }

  #answerTo(command: Command): Fact | null {
    const { address } = command;
    if (command.kind === 'timer') return { type: 'timer.fired', address };
    if (command.kind === 'call' && command.capability === 'echo')
      return { type: 'effect.succeeded', address, result: 1 };
    if (command.kind === 'call') {
      const usage = this.#take();
      return this.random.below(4) === 0
        ? { type: 'effect.failed', address, error: { code: 'BROKEN', message: 'No.' }, usage }
        : { type: 'effect.succeeded', address, result: this.#say(), usage };
    }
    return command.kind === 'plan' ? this.#reply(address, command.flavour) : null;
  }

  #reply(address: Address, flavour: PlannerFlavour): Fact {
    const isGood = this.random.below(3) > 0;
    const attempt = {
      ...{
        flavour,
        madeBy: 'm',
        model: 'm',
        template: null,
        prompt: null,
        parameters: {},
        seed: null,
      },
      ...{ reply: '', problems: [], repairs: [], latencyMs: 0 },
      // Rules ask no model.
      usage: flavour === 'rules' ? {} : this.#take(),
      verdict: isGood ? 'accepted' : 'refused',
    } as const;
    return { type: 'plan.replied', address, attempt, plan: isGood ? STEPS : null };
  }

  /** What a model says: to an agent that it shall go on or has its answer, to a judge that it is or is not so. */
  #say(): Json {
    const isDone = this.random.below(3) === 0;
    const next = isDone ? { answer: 'x' } : { action: { tool: 'ask', input: { prompt: 'hi' } } };
    return answers({ thought: 'x', ...next, met: isDone, score: isDone ? 1 : 0, choice: 'plan-1' });
  }

  /** Within what is known of a call: its few words, and at most 200 tokens of answer. */
  #take(): Usage {
    const inputTokens = this.random.below(20);
    const outputTokens = this.random.below(201);
    const microUnits = inputTokens + 3 * outputTokens;
    this.largest = {
      tokens: Math.max(this.largest.tokens, inputTokens + outputTokens),
      microUnits: Math.max(this.largest.microUnits, microUnits),
    };
    return { inputTokens, outputTokens, microUnits, currency: 'EUR' };
  }
}

describe('K10 case E9 budgets on a virtual clock, with parallel branches, loops, retries, agents, planners and plans that are made anew', () => {
  const holds = (budgetOf: (limit: number) => Budget, part: 'tokens' | 'microUnits') => {
    let paused = 0;
    const property = fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 2_000 }), (seed, limit) => {
      const timed = new Timed(asking(seed), seed, budgetOf(limit));
      timed.until(({ run, largest }) => {
        expect(run.state?.spent[part] ?? 0).toBeLessThanOrEqual(limit + largest[part]);
      });
      const { run } = timed;
      if (run.state?.phase !== 'going') return;
      paused++;
      expect(run.state.gate, 'what does not end waits for a higher budget').toEqual({
        kind: 'closed',
        reason: 'budget',
      });
      timed.raise(budgetOf(1_000_000));
      timed.until(() => {});
      expect(run.state.phase, 'raising it resumes').not.toBe('going');
    });
    fc.assert(property, { seed: 20_240, numRuns: 100 });
    expect(paused, 'the law is about something').toBeGreaterThan(30);
  };

  test('K10 tokens are never exceeded by more than one call; used up, the run pauses; raised, it goes on', () => {
    holds((tokens) => ({ tokens }), 'tokens');
  });

  test('K10 nor is money', () => {
    holds((microUnits) => ({ microUnits }), 'microUnits');
  });

  test('K10 nor are calls, not by one', () => {
    const property = fc.property(fc.nat(1_000_000), fc.integer({ min: 0, max: 12 }), (seed, calls) => {
      const timed = new Timed(asking(seed), seed, { calls });
      timed.until(({ run }) => expect(run.state?.calls).toBeLessThanOrEqual(calls));
    });
    fc.assert(property, { seed: 20_240, numRuns: 100 });
  });
});
