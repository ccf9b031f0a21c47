import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withMade } from '#capabilities';
import { evaluate, readSuite, reportOf, type Suite } from '#proving';
import { pathOfSample, pathOfSuite, SAMPLES } from '#samples';
import { offlineHost, sample } from './hosting';

function suiteOf(id: string): Suite {
  const path = new URL(`../../public/${pathOfSuite(id)}`, import.meta.url);
  const suite = readSuite(JSON.parse(readFileSync(path, 'utf8')));
  if (!suite.ok) throw new Error(JSON.stringify(suite.problem, null, 2));
  return suite.value;
}

describe.each(SAMPLES.map(({ id }) => id))('H5 the suite of template %s', (id) => {
  test('is about its file, and passes without a key and without a network', async () => {
    const suite = suiteOf(id);
    expect(`samples/${String(suite.workspace)}`).toBe(pathOfSample(id));
    const done = await evaluate({
      // Nothing in it is chance: a second run would come to the same.
      suite: { ...suite, repeat: 1 },
      workspace: sample(id),
      ground: {
        capabilitiesFor: (workspace) => withMade(offlineHost().capabilities, workspace),
        hostFor: (_, capabilities) => ({ ...offlineHost(), capabilities }),
      },
    });
    if (!done.ok) throw new Error(JSON.stringify(done.problem, null, 2));
    const failed = done.value.results.runs.filter(({ checks }) => checks.some(({ held }) => !held));
    expect(failed).toEqual([]);
    expect(reportOf(suite, done.value.results).ok).toBe(true);
  });
});
