import { expect, test } from 'vitest';
import type { Address, JsonObject } from '#base';
import { type Command, type Commit, type Fact, isFinished, openCommands, replay } from '#kernel';
import { type Body, type CapabilityPlan, withBodies } from '#plan';
import { type ForkChanges, forkOf } from '#runtime';
import { workspace } from '../notation/plan';
import { startOf, TestRun } from '../notation/run';
import { answerByAddress } from './answersByAddress';
import { type Answers, answeredAt, commandsIn, planAround } from './forkedPlan';
import { lawTimeout } from './law';

/** `npm run laws` holds them against more. */
const PLANS = Number(process.env.LAWS_RUNS ?? 200);

test(
  'K8 D3 a fork with a changed variable asks, writes and ends like the same run with that value there, and asks nothing of before',
  () => {
    holds((seed) => {
      const plan = planAround(seed);
      const one = runOf(plan, seed, { edit: 1 });
      const at = answeredAt(one.commits, 'edit');
      if (at === null) return null;
      const fork = forked(plan, seed, one.commits, at, plan, { set: { c: 2 } });
      return { fork, other: runOf(plan, seed, { edit: 2 }), at };
    });
  },
  lawTimeout(),
);

test(
  'K8 D3 a fork with another input of a step asks, writes and ends like the same run of a plan that says so',
  () => {
    holds((seed) => {
      const plan = planAround(seed);
      const one = runOf(plan, seed, { edit: 1 });
      const at = answeredAt(one.commits, 'edit');
      const step = at === null ? null : calledAfter(one.commits, at);
      if (at === null || step === null) return null;
      const inputs = [{ address: `/after/${step}` as Address, input: { c: 'mine' } }];
      const fork = forked(plan, seed, one.commits, at, plan, { inputs });
      const saysSo = withInput(plan, (id) => (id === step ? { c: 'mine' } : null));
      return { fork, other: runOf(saysSo, seed, { edit: 1 }), at };
    }, 4);
  },
  lawTimeout(),
);

test(
  'K8 D3 a fork with an edited plan asks, writes and ends like a run of that plan, and asks nothing of before, edited or not',
  () => {
    holds((seed) => {
      const plan = planAround(seed);
      const one = runOf(plan, seed, { edit: 1 });
      const at = answeredAt(one.commits, 'edit');
      if (at === null) return null;
      const edited = withInput(plan, (id) => (id === 'edit' ? null : { c: '{{ c }}', edited: true }));
      const fork = forked(plan, seed, one.commits, at, edited, {});
      return { fork, other: runOf(edited, seed, { edit: 1 }), at };
    });
  },
  lawTimeout(),
);

test(
  'K8 D3 a fork of a fork that sets the same variable again asks nothing that had read the first value',
  () => {
    holds((seed) => {
      const plan = planAround(seed, { twice: true });
      const one = runOf(plan, seed, { edit: 1, edit2: 3 });
      const first = answeredAt(one.commits, 'edit');
      if (first === null) return null;
      const fork = forked(plan, seed, one.commits, first, plan, { set: { c: 2 } }, { edit2: 3 });
      const second = answeredAt(fork.commits, 'edit2');
      const other = runOf(plan, seed, { edit: 2, edit2: 9 });
      const at = answeredAt(other.commits, 'edit2');
      if (second === null || at === null) return null;
      return { fork: forked(plan, seed, fork.commits, second, plan, { set: { c: 9 } }), other, at };
    });
  },
  lawTimeout(),
);

/** A fork, and the run without one that it has to be like from a position on. */
interface Pair {
  readonly fork: TestRun;
  readonly other: TestRun;
  readonly at: number;
}

/** @param share of how many plans one at least says something */
function holds(pairOf: (seed: number) => Pair | null, share = 2): void {
  let compared = 0;
  let asked = 0;
  for (let seed = 0; seed < PLANS; seed++) {
    const pair = pairOf(seed);
    if (pair === null) continue;
    const { fork, other, at } = pair;
    expect(commandsIn(fork.commits), `seed ${seed}`).toEqual(commandsIn(other.commits.slice(at - 1)));
    expect(fork.status).toBe(other.status);
    expect(fork.state?.outputs).toEqual(other.state?.outputs);
    expect(fork.state && [...fork.state.variables].sort()).toEqual(
      other.state && [...other.state.variables].sort(),
    );
    expect(replay(fork.commits)).toMatchObject({ ok: true, effects: 0 });
    compared++;
    asked += commandsIn(fork.commits).length;
  }
  expect(compared, 'the law is about something').toBeGreaterThan(PLANS / share);
  expect(asked).toBeGreaterThan(compared);
}

/** A run of a plan forked into one that goes on with what the workspace holds now. */
function forked(
  plan: CapabilityPlan,
  seed: number,
  commits: readonly Commit[],
  at: number,
  now: CapabilityPlan,
  changes: ForkChanges,
  answers: Answers = {},
): TestRun {
  const branch = forkOf(commits, workspace([now]), plan === now ? 'recorded' : 'current', at, changes);
  if (!branch.ok) throw new Error(JSON.stringify(branch.problem));
  const { reuse } = branch.value;
  return driven({ ...startOf(now, { seed }), runId: 'run-2', reuse }, seed, answers);
}

/** The plan with other inputs of its calls, by their ids; null leaves one as it is. */
function withInput(plan: CapabilityPlan, inputOf: (id: string) => JsonObject | null): CapabilityPlan {
  return { ...plan, ...changed(plan) };

  function changed({ nodes, edges }: Body): Body {
    return {
      nodes: nodes.map((node) => {
        const inside = withBodies(node, changed);
        const input = inside.type === 'CAPABILITY' ? inputOf(inside.id) : null;
        return input === null ? inside : { ...inside, input };
      }),
      edges,
    };
  }
}

function runOf(plan: CapabilityPlan, seed: number, answers: Answers): TestRun {
  return driven(startOf(plan, { seed }), seed, answers);
}

/** A call of the last part, in no round, by its id: one that the run makes after a position. */
function calledAfter(commits: readonly Commit[], at: number): string | null {
  for (const { entries } of commits.slice(at))
    for (const entry of entries) {
      if (entry.kind !== 'command' || entry.data.command.kind !== 'call') continue;
      const id = /^\/after\/(after-[^/[!]+)#1$/.exec(entry.address)?.[1];
      if (id !== undefined) return id;
    }
  return null;
}

/** Runs against an outside that answers in the order in which it was asked, each question by its address alone. */
function driven(start: Fact, seed: number, answers: Answers): TestRun {
  const run = new TestRun();
  run.feed(start);
  for (let round = 0; round < 500 && run.state && !isFinished(run.state); round++) {
    const command = nextOf(openCommands(run.state));
    if (command === undefined) break;
    const { address } = command;
    const result = address === '/edit#1' ? answers.edit : address === '/edit2#1' ? answers.edit2 : undefined;
    run.feed(
      result !== undefined
        ? { type: 'effect.succeeded', address, result }
        : // What comes before the edit succeeds: what has failed would be called again.
          answerByAddress(command, seed, address.startsWith('/after')),
    );
  }
  return run;
}

/** Nothing that comes before the edit runs out of time: it would be called again. */
function nextOf(open: readonly Command[]): Command | undefined {
  return open.find(({ kind, address }) => kind !== 'timer' || address.startsWith('/after')) ?? open[0];
}
