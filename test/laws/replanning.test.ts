import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '#base';
import { type Command, type Fact, isFinished, openCommands, persist, replay, restore } from '#kernel';
import type { Body } from '#plan';
import { attempt } from '../notation/ledger';
import { body, plan } from '../notation/plan';
import { startOf, TestRun } from '../notation/run';

const EXECUTORS = [
  '{replan: {afterAttempts: 1, keywords: [lost], max: 4}}',
  '{replan: {afterAttempts: 2, keywords: [lost], viability: 0.5, max: 3}, retry: {maxAttempts: 2}}',
  '{replan: {viability: 0.5}, approve: whenWidened}',
  '{replan: {}, retry: {maxAttempts: 3}}',
] as const;

/** Plans whose revisions keep what has settled, keep or drop what has not, and add random steps. */
class Planners {
  #before: Body | null = null;
  #next = 0;

  constructor(private readonly random: Random) {}

  reply({ address, again }: Extract<Command, { kind: 'plan' }>, run: TestRun): Fact {
    const refused = again !== undefined && this.random.below(8) === 0;
    if (refused) return { type: 'plan.replied', address, attempt: attempt('refused'), plan: null };
    const plan =
      again === undefined || this.#before === null ? this.#fresh() : this.#revised(this.#before, run);
    this.#before = plan;
    const askAgain = this.random.below(4) === 0 ? ('whenFailed' as const) : undefined;
    const more = askAgain === undefined ? {} : { askAgain };
    return { type: 'plan.replied', address, attempt: attempt('accepted'), plan, ...more };
  }

  #revised(before: Body, run: TestRun): Body {
    const begun = new Set(
      run.history.flatMap((line) => /^(?:start|skip|cancel) \/do@\d+\/(\w+)/.exec(line)?.[1] ?? []),
    );
    const kept = before.nodes.filter(({ id }) => begun.has(id) || this.random.below(2) === 0);
    const there = new Set(kept.map(({ id }) => id));
    const added = this.#fresh();
    return {
      nodes: [...kept, ...added.nodes],
      edges: [...before.edges.filter(({ from, to }) => there.has(from) && there.has(to)), ...added.edges],
    };
  }

  /** Three to six steps, side by side or one after another, with ids that no plan of the run has. */
  #fresh(): Body {
    const ids = Array.from({ length: 3 + this.random.below(4) }, () => `s${this.#next++}`);
    const lines = ids.map((id) => this.#line(id));
    const edges = ids.flatMap((id, at) =>
      at > 0 && this.random.below(3) > 0 ? [`${ids[this.random.below(at)]} -> ${id}`] : [],
    );
    return body([...lines, ...edges].join('\n'));
  }

  #line(id: string): string {
    const kinds = [
      `${id}: CAPABILITY echo`,
      `${id}: CAPABILITY echo {onError: continue}`,
      `${id}: CAPABILITY echo {retry: {maxAttempts: 2}}`,
      `${id}: GROUP ASYNC\n  ${id}a: CAPABILITY echo\n  ${id}b: CAPABILITY echo`,
      `${id}: CAPABILITY echo {mutex: one}`,
    ];
    return kinds[this.random.below(kinds.length)] ?? '';
  }
}

function answerTo(command: Command, random: Random, planners: Planners, run: TestRun): Fact | null {
  const { address } = command;
  if (command.kind === 'plan') return planners.reply(command, run);
  if (command.kind === 'timer') return { type: 'timer.fired', address };
  if (command.kind === 'wait') {
    const [first] = command.decisions;
    return { type: 'answer.given', address, value: first ? { decision: first.id } : 'fine' };
  }
  if (command.kind !== 'call' && command.kind !== 'evaluate') return null;
  const error = { code: 'BROKEN', message: random.below(3) === 0 ? 'It is lost.' : 'It broke.' };
  if (random.below(10) < 2) return { type: 'effect.failed', address, error };
  const isJudge = address.includes('!judge-');
  const given = random.below(2) === 0 ? 'It is lost.' : 1;
  return { type: 'effect.succeeded', address, result: isJudge ? { text: `0.${random.below(10)}` } : given };
}

test('P9 R23 plans that are re-planned at random: nothing runs twice, every run ends with nothing left open, and replays', () => {
  let revisions = 0;
  const property = fc.property(fc.nat(1_000_000), (seed) => {
    const random = seededRandom(seed);
    const executor = EXECUTORS[random.below(EXECUTORS.length)] ?? '{}';
    const text = `var a   var b   var c = 1   var dynamicPlan\nthink: PLANNER llm {goal: x, models: [m], repairRetries: 0}\ndo: PLAN_EXECUTOR ${executor}\nthink -> do`;
    const planners = new Planners(random);
    const run = new TestRun();
    run.feed(startOf(plan(text), { seed }));
    for (let round = 0; round < 400 && run.state && !isFinished(run.state); round++) {
      if (random.below(5) === 0) run.state = restore(persist(run.state));
      if (random.below(25) === 0) run.pause();
      if (run.state.gate.kind === 'closed' && random.below(2) === 0) run.resume();
      const open = openCommands(run.state);
      const command = open[random.below(open.length)];
      const fact = command && answerTo(command, random, planners, run);
      if (fact) run.feed(fact);
      else run.resume();
      revisions += run.lines.filter((line) => /^open .*@([2-9]|\d\d)$/.test(line)).length;
    }
    expect(run.state && isFinished(run.state), 'the run has ended').toBe(true);
    expect(run.state?.frames.size).toBe(0);
    expect(run.state?.reviews).toEqual([]);
    const steps = run.history.flatMap((line) => /^start \/do@\d+\/(\S+)/.exec(line)?.[1] ?? []);
    expect(new Set(steps).size, 'no step starts twice, in whatever revision').toBe(steps.length);
    const asked = run.history.filter((line) => line.startsWith('plan.doubted')).length;
    expect(asked, 'at most so often as its author says').toBeLessThanOrEqual(4);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });
  fc.assert(property, { seed: 20_262, numRuns: 200 });
  expect(revisions, 'the law is about something').toBeGreaterThan(60);
});
