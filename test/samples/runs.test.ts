import { describe, expect, test } from 'vitest';
import { type Address, own } from '#base';
import { replay } from '#kernel';
import { project, type RunView } from '#projection';
import { SAMPLES } from '#samples';
import { runToRest, sample } from './hosting';

function expectOutputs(view: RunView, expected: Readonly<Record<string, readonly string[]>>) {
  for (const [name, texts] of Object.entries(expected)) {
    for (const text of texts) expect(String(own(view.outputs, name))).toContain(text);
  }
}

describe.each(SAMPLES)('A5 template $id runs without a key and without a network', ({ id, expected }) => {
  test('to its expected result', async () => {
    const { view } = await runToRest(sample(id));
    expect(view.error).toBeNull();
    expect(view.status).toBe(expected.status);
    expectOutputs(view, expected.outputs);
  });

  test.runIf(expected.steps)('its planner makes as many steps as it says', async () => {
    const { view } = await runToRest(sample(id));
    const steps = [...view.planning.values()].flatMap(({ accepted }) => accepted?.nodes ?? []);
    expect(steps.length).toBeGreaterThanOrEqual(expected.steps?.least ?? 0);
    expect(steps.length).toBeLessThanOrEqual(expected.steps?.most ?? 0);
  });

  test.runIf(expected.answer)('answered by a person it comes to its end', async () => {
    const { run } = await runToRest(sample(id));
    await run.answer((expected.answer?.address ?? '') as Address, expected.answer?.value ?? null);
    await run.atRest();
    const view = project(run.commits);
    expect([view.error, view.status]).toEqual([null, 'completed']);
    expectOutputs(view, expected.answer?.outputs ?? {});
  });

  test('K4 replays to the same hash with no effect', async () => {
    const { run, view } = await runToRest(sample(id));
    expect(replay(run.commits)).toMatchObject({
      ok: true,
      commits: run.commits.length,
      hash: run.commits.at(-1)?.hash,
      effects: 0,
      outputs: view.outputs,
    });
  });

  test('two runs give equal ledgers', async () => {
    const [one, other] = [await runToRest(sample(id)), await runToRest(sample(id))];
    expect(one.run.commits).toEqual(other.run.commits);
  });
});

describe('parallel-review, decision by decision', () => {
  const decided = async (decision: string) => {
    const { run } = await runToRest(sample('parallel-review'));
    await run.answer('/editor' as Address, { decision });
    await run.atRest();
    return project(run.commits).outputs;
  };

  test.each([
    ['approve', 'is published'],
    ['changes', 'Please change this'],
    ['reject', 'do not publish'],
  ])('%s', async (decision, message) => {
    expect(await decided(decision)).toEqual({ decision, message: expect.stringContaining(message) });
  });

  test('a draft without a remark is published without asking anybody', async () => {
    const draft = 'From Monday the bakery on Mill Square opens at six.';
    const { view } = await runToRest(sample('parallel-review'), { draft });
    expect(view).toMatchObject({ status: 'completed', outputs: { decision: 'approve' } });
  });
});

describe('search-state-machine, event by event (M2)', () => {
  const states = (view: RunView) => [...view.nodes.values()].map(({ address }) => address);

  test('what is found is answered from, with citations', async () => {
    const { view } = await runToRest(sample('search-state-machine'));
    expect(states(view)).toEqual(['/start[0]', '/searching[0]', '/analyzing[0]', '/done[0]']);
  });

  test('where nothing is found it looks again, then asks, then goes on with what a person says', async () => {
    const { run, view } = await runToRest(sample('search-state-machine'), { question: 'Zyzzyva?' });
    expect(view.status).toBe('waiting');
    expect(states(view)).toEqual(['/start[0]', '/searching[0]', '/retry-search[0]', '/ask-user[0]']);
    await run.answer('/ask-user[0]#1' as Address, { question: 'How much did a garden cost to build?' });
    await run.atRest();
    const after = project(run.commits);
    expect([after.error, after.status]).toEqual([null, 'completed']);
    expectOutputs(after, { answer: ['2,300', '[1]'] });
    expect(states(after).slice(4)).toEqual(['/searching[1]', '/analyzing[0]', '/done[0]']);
  });
});

describe('one-activity-per-step, activity by activity (reference 1, K2)', () => {
  const activities = async (input = {}) => {
    const { run, view } = await runToRest(sample('one-activity-per-step'), input);
    const commands = run.commits.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'command');
    return { view, addresses: commands.map(({ address }) => address) };
  };

  test('PLANNER is one command, then each step of its plan is one, then the result is mapped', async () => {
    const { view, addresses } = await activities();
    expect(addresses).toEqual([
      '/plan!1',
      '/plan@1/research#1',
      '/plan@1/answer#1',
      '/plan@1/evaluate#1',
      '/plan@1/write#1',
    ]);
    expect(view.outputs).toEqual({
      reply: expect.stringContaining('Dear customer'),
      readability: 'easy',
    });
  });

  test('a letter without a complaint gets a shorter plan', async () => {
    const { view, addresses } = await activities({ letter: 'When are you open on Saturday?' });
    expect(addresses).toEqual(['/plan!1', '/plan@1/research#1', '/plan@1/answer#1', '/plan@1/write#1']);
    expectOutputs(view, { reply: ['from nine to two'], readability: ['not measured'] });
  });
});
