import { expect, test } from 'vitest';
import { type Command, type Commit, type Fact, isFinished, openCommands, replay } from '#kernel';
import { type Body, type CapabilityPlan, type PlanNode, withBodies } from '#plan';
import { forkOf } from '#runtime';
import { workspace } from '../notation/plan';
import { startOf, TestRun } from '../notation/run';
import { answerByAddress } from './answersByAddress';
import { randomPlan } from './randomPlan';

const PLANS = 60;

test('K8 D3 a fork with a changed variable asks, writes and ends like the same run with that value there, and asks nothing of before', () => {
  let compared = 0;
  let asked = 0;
  for (let seed = 0; seed < PLANS; seed++) {
    const plan = planAround(seed);
    const one = runOf(plan, seed, 1);
    const at = answeredAt(one.commits);
    if (at === null) continue;
    const other = runOf(plan, seed, 2);
    const branch = forkOf(one.commits, workspace([plan]), 'current', at, { set: { c: 2 } });
    if (!branch.ok) throw new Error(JSON.stringify(branch.problem));
    const { reuse } = branch.value;
    const fork = driven({ ...startOf(plan, { seed }), runId: 'run-2', reuse }, seed, 2);
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
  expect(compared, 'the law is about something').toBeGreaterThan(PLANS / 2);
  expect(asked).toBeGreaterThan(PLANS);
});

/**
 * Two random parts, and between them a call whose answer is the variable that the second part reads. A person is asked after it:
 * what follows from the answer by itself has been decided at the position, and a fork there leaves it so.
 */
function planAround(seed: number): CapabilityPlan {
  const before = randomPlan(seed, { nodes: 3, depth: 1, planners: false });
  const after = randomPlan(seed + 10_000, { nodes: 5, depth: 2, planners: true });
  return {
    ...after,
    nodes: [
      part('before', before),
      { id: 'edit', type: 'CAPABILITY', params: { capability: 'echo' }, output: { c: 'result' } },
      { id: 'hold', type: 'HUMAN_INPUT', params: { message: 'Go on?', timeoutMs: null } },
      part('after', after),
    ],
    edges: [
      { from: 'before', port: 'out', to: 'edit' },
      { from: 'edit', port: 'out', to: 'hold' },
      { from: 'hold', port: 'out', to: 'after' },
    ],
  };
}

function part(id: 'before' | 'after', plan: CapabilityPlan): PlanNode {
  return { id, type: 'GROUP', params: { mode: 'ASYNC' }, body: inPart(id, plan) };
}

/** The nodes of a part have ids of their own, and its calls read the variable. */
function inPart(part: string, { nodes, edges }: Body): Body {
  const named = (id: string) => `${part}-${id}`;
  return {
    nodes: nodes.map((node) => {
      const inside = withBodies(node, (body) => inPart(part, body));
      const own = { ...inside, id: named(node.id) };
      return own.type === 'CAPABILITY' ? { ...own, input: { c: '{{ c }}' } } : own;
    }),
    edges: edges.map((edge) => ({ ...edge, from: named(edge.from), to: named(edge.to) })),
  };
}

const EDIT = '/edit#1';

function runOf(plan: CapabilityPlan, seed: number, edit: number): TestRun {
  return driven(startOf(plan, { seed }), seed, edit);
}

/** The commit that brings the answer of the call in the middle, counted from 1. */
function answeredAt(commits: readonly Commit[]): number | null {
  const index = commits.findIndex(({ fact }) => 'address' in fact && fact.address === EDIT);
  return index < 0 ? null : index + 1;
}

/** Runs against an outside that answers in the order in which it was asked, each question by its address alone. */
function driven(start: Fact, seed: number, edit: number): TestRun {
  const run = new TestRun();
  run.feed(start);
  for (let round = 0; round < 500 && run.state && !isFinished(run.state); round++) {
    const command = nextOf(openCommands(run.state));
    if (command === undefined) break;
    const { address } = command;
    run.feed(
      address === EDIT
        ? { type: 'effect.succeeded', address, result: edit }
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

/** All that is asked for. A timeout that is set and withdrawn while an answer is served asks nobody. */
function commandsIn(commits: readonly Commit[]): readonly Command[] {
  return commits.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (entry.kind !== 'command') return [];
      const { command } = entry.data;
      const isTimeout = command.kind === 'timer' || command.kind === 'cancel';
      return isTimeout && command.address.startsWith('/before') ? [] : [command];
    }),
  );
}
