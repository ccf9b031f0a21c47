import { describe, expect, it } from 'vitest';
import { replay } from '#kernel';
import { project } from '#projection';
import type { RunHandle } from '#runtime';
import { hostOf, start } from './notation';

const FIVE = `
  a: CAPABILITY work
  b: CAPABILITY work
  c: CAPABILITY work
  d: CAPABILITY work
  e: CAPABILITY work
  a -> b
  b -> c
  c -> d
  d -> e
`;
const WIDE = `
  all: GROUP ASYNC {merge: COLLECT}
    a: CAPABILITY work
    b: CAPABILITY work
    c: CAPABILITY work
    d: CAPABILITY work
    e: CAPABILITY work
`;

function state({ commits }: RunHandle) {
  const { status, pausedBecause } = project(commits);
  return { status, pausedBecause };
}

describe('K10 budgets', () => {
  it.each([
    ['in a row', FIVE],
    ['side by side', WIDE],
  ])(
    'calls %s: never one more; the run pauses, and goes on when the budget is raised',
    async (_title, text) => {
      const host = hostOf({ work: () => 1 });
      const run = start(host, text, { budget: { calls: 3 } });
      await run.atRest();
      expect(host.calls).toHaveLength(3);
      expect(state(run)).toEqual({ status: 'paused', pausedBecause: 'budget' });
      await run.send({ type: 'budget.raised', budget: { calls: 4 } });
      await run.resume();
      await run.atRest();
      expect(host.calls).toHaveLength(4);
      await run.send({ type: 'budget.raised', budget: { calls: 9 } });
      await run.resume();
      await run.done;
      expect(host.calls).toHaveLength(5);
      expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
    },
  );

  it('resumed without being raised, it pauses again and calls nothing', async () => {
    const host = hostOf({ work: () => 1 });
    const run = start(host, FIVE, { budget: { calls: 2 } });
    await run.atRest();
    await run.resume();
    await run.atRest();
    expect(host.calls).toHaveLength(2);
    expect(state(run)).toEqual({ status: 'paused', pausedBecause: 'budget' });
  });

  it('a budget of nothing calls nothing', async () => {
    const host = hostOf({ work: () => 1 });
    const run = start(host, FIVE, { budget: { calls: 0 } });
    await run.atRest();
    expect(host.calls).toEqual([]);
    expect(state(run)).toEqual({ status: 'paused', pausedBecause: 'budget' });
  });
});
