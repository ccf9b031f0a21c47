import { describe, expect, it } from 'vitest';
import { replay } from '#kernel';
import { project } from '#projection';
import type { RunHandle } from '#runtime';
import { factAt, facts, gate, hostOf, settle, start, takeUp } from './notation';

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

describe('K10 R17 calls that were withdrawn', () => {
  const RACE = `
    g: GROUP ASYNC {completion: FIRST_SUCCESS}
      a: CAPABILITY ask {input: {prompt: hi}}
      e: CAPABILITY work
    b: CAPABILITY ask {input: {prompt: hi}}
    g -> b
  `;
  const REST = {
    connections: [{ id: 'server' }],
    models: [{ id: 'm', connection: 'server', model: 'scripted', maxOutputTokens: 100 }],
  };
  const ASK = { ask: { tags: ['model'] } };
  const tokens = { budget: { tokens: 200 }, rest: REST };

  it('that have left let the next one go when they come back', async () => {
    const answer = gate<string>();
    const works = {
      ask: ({ prompt }: { prompt?: unknown }) => (prompt === 'hi' ? answer.opened : null),
      work: () => 1,
    };
    const host = hostOf(works, {}, ASK);
    const run = start(host, RACE, tokens);
    await settle();
    expect(host.calls, 'b waits for what a may have taken').toEqual(['ask /g/a#1', 'work /g/e#1']);
    answer.open('late');
    await run.done;
    expect(host.calls).toContain('ask /b#1');
    expect(facts(run.commits).slice(-3)).toEqual([
      'effect.succeeded /g/e#1',
      'effect.succeeded /g/a#1',
      'effect.succeeded /b#1',
    ]);
  });

  it('that had not left are told at once to have come to nothing', async () => {
    // Of one place the first has it, and what asks a model waits.
    const race = RACE.replace('a: CAPABILITY', 'z: CAPABILITY').replace(
      /( +)z: (.*)\n +e: (.*)\n/,
      '$1e: $3\n$1z: $2\n',
    );
    const host = hostOf({ ask: () => 'x', work: () => 1 }, { effectsInFlight: 1 }, ASK);
    const run = start(host, race, tokens);
    await run.done;
    expect(host.calls).toEqual(['work /g/e#1', 'ask /b#1']);
    expect(factAt(run.commits, '/g/z#1')).toMatchObject({ error: { code: 'CALL_WITHDRAWN' } });
  });

  it('and of which nobody will hear, because their page is gone, keep nothing', async () => {
    const host = hostOf({ ask: () => new Promise(() => {}), work: () => 1 }, {}, ASK);
    const lost = start(host, RACE, tokens);
    await settle();
    lost.close();
    const again = hostOf({ ask: () => 'x', work: () => 1 }, {}, ASK);
    const run = takeUp(again, RACE, lost.commits);
    await run.resume();
    await run.done;
    expect(again.calls).toEqual(['ask /b#1']);
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });
});
