import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf, tool } from '../notation/run';

/** The closed unions and tables that every other file of the kernel speaks in. */
const VOCABULARY = ['closure', 'fact', 'frame', 'work'];

test('K1 K2 one step of a chain, a result that comes and the next call that leaves, runs through twelve files of the kernel', async () => {
  const run = runOf(
    plan(`
      a: CAPABILITY find {output: {x: "result"}}
      b: CAPABILITY find {input: {q: "{{ x }}"}}
      a -> b
    `),
    { closure: { capabilities: [tool('find')] } },
  );
  const crossed = await filesRunBy(() => run.done('/a#1', 'rain'));
  expect(crossed.filter((file) => !VOCABULARY.includes(file))).toEqual([
    'admission',
    'budget',
    'draft',
    'facts/answers',
    'node',
    'nodes/call',
    'nodes/capability',
    'policies',
    'scopes/scope',
    'step',
    'taint',
    'variables',
  ]);
  expect(crossed.filter((file) => VOCABULARY.includes(file))).toEqual(VOCABULARY);
});

test('K10 R20 an input is filled once, for the budget and for the call that leaves', async () => {
  const run = runOf(
    plan(`
      a: CAPABILITY find {output: {x: "result"}}
      b: CAPABILITY ask {input: {prompt: "Say {{ x }}"}}
      a -> b
    `),
    {
      closure: { capabilities: [tool('find'), { ...tool('ask'), tags: ['model'] }] },
      budget: { tokens: 10_000 },
    },
  );
  const calls = await callsDuring(() => run.done('/a#1', 'rain'));
  expect(run.command('/b#1')).toMatchObject({ input: { prompt: 'Say rain' } });
  const count = (name: string) => calls.find((call) => call.name === name)?.count;
  expect(count('needOfNode')).toBe(1);
  expect(count('resolveInput')).toBe(2);
  expect(count('inputNow')).toBe(1);
});

/** Files of the kernel that any function runs of; sealing comes after the step. */
async function filesRunBy(act: () => void): Promise<readonly string[]> {
  const files = (await callsDuring(act))
    .map(({ file }) => file)
    .filter((file) => !file.startsWith('ledger/'));
  return [...new Set(files)].sort();
}

/** The functions of the kernel that run meanwhile, as the engine counts them. */
async function callsDuring(
  act: () => void,
): Promise<readonly { readonly file: string; readonly name: string; readonly count: number }[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(({ url, functions }) => {
    const file = /\/src\/kernel\/(.*)\.ts$/.exec(url)?.[1];
    if (file === undefined) return [];
    return functions
      .map(({ functionName: name, ranges }) => ({ file, name, count: ranges[0]?.count ?? 0 }))
      .filter(({ name, count }) => name !== '' && count > 0);
  });
}
