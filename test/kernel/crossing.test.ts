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

/** Files of the kernel that any function runs of, as the engine counts them; sealing comes after the step. */
async function filesRunBy(act: () => void): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ functions }) =>
      functions.some(
        ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
      ),
    )
    .flatMap(({ url }) => /\/src\/kernel\/(?!ledger\/)(.*)\.ts$/.exec(url)?.[1] ?? [])
    .sort();
}
