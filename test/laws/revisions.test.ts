import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '#base';
import {
  type Command,
  type Fact,
  isFinished,
  openCommands,
  type PlanAgain,
  persist,
  replay,
  restore,
} from '#kernel';
import type { Body } from '#plan';
import { attempt } from '../notation/ledger';
import { plan } from '../notation/plan';
import { startOf, TestRun } from '../notation/run';
import { randomSteps } from './randomPlan';

const PLAN = plan(`
  var a   var b   var c = 1   var plan2   var dynamicPlan
  both: GROUP ASYNC
    think: PLANNER rules {goal: x, execute: inline}
    other: PLANNER rules {goal: y, planVariable: plan2}
    do: PLAN_EXECUTOR {planVariable: plan2}
    other -> do
`);

const ASK_AGAIN = ['whenDone', 'whenDone', 'whenFailed', undefined] as const;

/** Plans as planners grow them: what was there, and random steps after it. */
class Planners {
  readonly #plans = new Map<string, Body>();
  #next = 0;

  constructor(private readonly random: Random) {}

  reply(command: Extract<Command, { kind: 'plan' }>): Fact {
    const key = command.node;
    const before = command.again === undefined ? null : (this.#plans.get(key) ?? null);
    const plan = grown(before, command.again, this.#fresh());
    this.#plans.set(key, plan);
    const askAgain = ASK_AGAIN[this.random.below(ASK_AGAIN.length)];
    const { address } = command;
    return {
      ...{ type: 'plan.replied', address, attempt: attempt('accepted'), plan },
      ...(askAgain === undefined ? {} : { askAgain }),
    };
  }

  /** Random steps with ids that no plan of the run has. */
  #fresh(): Body {
    const steps = randomSteps(this.random);
    const text = JSON.stringify(steps).replaceAll(/"n(\d+)"/g, `"r${this.#next++}n$1"`);
    return JSON.parse(text);
  }
}

function grown(before: Body | null, again: PlanAgain | undefined, added: Body): Body {
  if (before === null) return added;
  const failed = again?.failed?.step;
  const last = before.nodes.filter(({ id, type }) => id !== failed && type === 'CAPABILITY').at(-1);
  const followed = new Set(added.edges.map(({ to }) => to));
  const joints = added.nodes
    .filter(({ id, type }) => last !== undefined && type !== 'START' && !followed.has(id))
    .map(({ id }) => ({ from: last?.id ?? '', port: 'out', to: id }));
  return { nodes: [...before.nodes, ...added.nodes], edges: [...before.edges, ...joints, ...added.edges] };
}

function answerTo(command: Command, random: Random, planners: Planners): Fact | null {
  const { address } = command;
  if (command.kind === 'plan') return planners.reply(command);
  if (command.kind === 'timer') return { type: 'timer.fired', address };
  if (command.kind === 'wait') {
    const [first] = command.decisions;
    return { type: 'answer.given', address, value: first ? { decision: first.id } : 'fine' };
  }
  if (command.kind !== 'call' && command.kind !== 'evaluate') return null;
  return random.below(10) < 8
    ? { type: 'effect.succeeded', address, result: 1 }
    : { type: 'effect.failed', address, error: { code: 'BROKEN', message: 'It broke.' } };
}

test('R13 R23 plans that grow and go other ways: nothing runs twice, every run ends with nothing left open, and replays', () => {
  let revisions = 0;
  const property = fc.property(fc.nat(1_000_000), (seed) => {
    const random = seededRandom(seed);
    const planners = new Planners(random);
    const run = new TestRun();
    run.feed(startOf(PLAN, { seed }));
    for (let round = 0; round < 500 && run.state && !isFinished(run.state); round++) {
      if (random.below(10) === 0) run.state = restore(persist(run.state));
      const open = openCommands(run.state);
      const command = open[random.below(open.length)];
      const fact = command && answerTo(command, random, planners);
      if (!fact) break;
      run.feed(fact);
      revisions += run.lines.filter((line) => /^open .*@([2-9]|\d\d)$/.test(line)).length;
    }
    expect(run.state && isFinished(run.state), 'the run has ended').toBe(true);
    expect(run.state?.frames.size).toBe(0);
    const started = run.history.filter((line) => line.startsWith('start ')).map((line) => line.split(' ')[1]);
    expect(new Set(started).size, 'nothing starts twice').toBe(started.length);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });
  fc.assert(property, { seed: 20_240, numRuns: 150 });
  expect(revisions, 'the law is about something').toBeGreaterThan(60);
});
