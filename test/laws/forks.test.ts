import { describe, expect, test } from 'vitest';
import { seededRandom } from '#base';
import { type Command, type Commit, isFinished, recordOf, replay } from '#kernel';
import type { CapabilityPlan } from '#plan';
import { startOf, TestRun } from '../notation/run';
import { law } from './law';
import { randomRun } from './randomRun';

/** A run forked at a position, up to where it has to ask. */
function forkOf(plan: CapabilityPlan, commits: readonly Commit[], at: number, seed: number): TestRun {
  const reuse = recordOf(commits, at);
  if (!reuse.ok) throw new Error(reuse.problem.message);
  const fork = new TestRun();
  fork.feed({ ...startOf(plan, { seed }), runId: 'run-2', reuse: reuse.value });
  return fork;
}

/** What was asked of the outside, and under which address, whatever attempt it was. */
function questionsIn(commits: readonly Commit[]): readonly string[] {
  return commits.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === 'command' ? questionOf(entry.data.command) : [])),
  );
}

function questionOf(command: Command): readonly string[] {
  if (command.kind === 'timer' || command.kind === 'cancel') return [];
  if (command.kind === 'wait' && command.for === 'approval') return [];
  return [JSON.stringify({ ...command, address: command.address.replace(/#\d+$/, '') })];
}

/** Questions that were answered well before a position. */
function answeredIn(commits: readonly Commit[]): ReadonlySet<string> {
  const asked = new Map<string, Command>();
  const answered = new Set<string>();
  for (const { fact, entries } of commits) {
    const isTaken = entries.every(
      ({ kind }) => !['late', 'refused', 'node.failed', 'node.retrying'].includes(kind),
    );
    const command = 'address' in fact ? asked.get(fact.address) : undefined;
    const isGood =
      fact.type === 'effect.succeeded' || fact.type === 'answer.given' || fact.type === 'plan.replied';
    if (isTaken && isGood && command) for (const question of questionOf(command)) answered.add(question);
    for (const entry of entries) if (entry.kind === 'command') asked.set(entry.address, entry.data.command);
  }
  return answered;
}

describe('K8 a fork of a random run', () => {
  test('K8 D3 asks nothing of its prefix again, at any position, and replays', () => {
    let served = 0;
    law((plan, seed) => {
      const run = randomRun(plan, seed, { pauses: false, cancels: false, viaJson: false });
      const at = 1 + seededRandom(seed).below(run.commits.length);
      const fork = forkOf(plan, run.commits, at, seed);
      const answered = answeredIn(run.commits.slice(0, at));
      expect(questionsIn(fork.commits).filter((question) => answered.has(question))).toEqual([]);
      expect(replay(fork.commits)).toMatchObject({ ok: true, effects: 0 });
      served += fork.commits[0]?.entries.filter(({ kind }) => kind === 'served').length ?? 0;
    }, 300);
    expect(served, 'the law is about something').toBeGreaterThan(100);
  });

  test('K8 at its end, where nothing had failed, is the same run: outputs and variables, without a single call', () => {
    let compared = 0;
    law((plan, seed) => {
      const run = randomRun(plan, seed, { pauses: false, cancels: false, viaJson: false });
      if (run.state === null || !isFinished(run.state) || !wentWell(run.commits)) return;
      const fork = forkOf(plan, run.commits, run.commits.length, seed);
      expect(fork.state?.phase).toBe(run.state.phase);
      expect(fork.state?.outputs).toEqual(run.state.outputs);
      expect(fork.state && [...fork.state.variables].sort()).toEqual([...run.state.variables].sort());
      expect(questionsIn(fork.commits)).toEqual([]);
      compared++;
    }, 300);
    expect(compared, 'the law is about something').toBeGreaterThan(40);
  });

  test('K8 of a fork serves the same again', () => {
    law((plan, seed) => {
      const run = randomRun(plan, seed, { pauses: false, cancels: false, viaJson: false });
      const once = forkOf(plan, run.commits, run.commits.length, seed);
      const twice = forkOf(plan, once.commits, once.commits.length, seed);
      expect(twice.lines).toEqual(once.lines);
    });
  });
});

/** Nothing failed, was asked for approval or ran out of time: all of it is in the record. */
function wentWell(commits: readonly Commit[]): boolean {
  return commits.every(
    ({ fact, entries }) =>
      fact.type !== 'effect.failed' &&
      (fact.type !== 'plan.replied' || fact.plan !== null) &&
      entries.every(
        (entry) =>
          entry.kind !== 'node.failed' &&
          entry.kind !== 'node.cancelled' &&
          !(entry.kind === 'command' && entry.data.command.address.endsWith('!approve')) &&
          !(entry.kind === 'node.succeeded' && (entry.data.handled || entry.data.ports.includes('timeout'))),
      ),
  );
}
