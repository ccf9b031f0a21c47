import { afterEach, expect } from 'vitest';
import { type Commit, persist, type RunState, replay, restore, step } from '#kernel';
import type { Plan } from '#plan';
import { type RunSetup, runOf, type TestRun } from '../../notation/run';

const RUNS: TestRun[] = [];

/** A run that is held to the laws when its test is over: K4 replay, K1 the state through JSON at every step. */
export function begun(plan: Plan, setup: RunSetup = {}, ...others: readonly Plan[]): TestRun {
  const run = runOf(plan, { ...setup, closure: { plans: [plan, ...others], ...setup.closure } });
  RUNS.push(run);
  return run;
}

export function holdToTheLaws(): void {
  afterEach(() => {
    for (const { commits } of RUNS.splice(0)) {
      expect(replay(commits)).toMatchObject({ effects: 0, ok: true });
      expect(throughJson(commits)).toEqual(commits.map(({ entries }) => entries));
    }
  });
}

export function throughJson(commits: readonly Commit[]): readonly unknown[] {
  let state: RunState | null = null;
  return commits.map(({ fact }) => {
    const stepped = step(state && restore(persist(state)), fact);
    state = stepped.state;
    return stepped.entries;
  });
}
