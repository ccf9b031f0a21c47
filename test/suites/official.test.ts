import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scoreOf } from './official';

/** A checkout of the official JSON Schema Test Suite; given by `npm run suites -- PATH`. */
const suite = process.env.SUITE_PATH ?? '';

const DRAFTS = [
  ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema'],
  ['draft7', 'http://json-schema.org/draft-07/schema#'],
] as const;

describe.skipIf(!existsSync(join(suite, 'tests')))('fault F10 the official JSON Schema Test Suite', () => {
  test.each(DRAFTS)('%s: 97 % of the required tests, and nothing wrongly accepted', (draft, uri) => {
    const { count, misses } = scoreOf(suite, draft, uri);
    const share = (count - misses.length) / count;
    console.log(
      [
        `${draft}: ${count - misses.length} of ${count} (${(100 * share).toFixed(1)} %)`,
        ...misses.map(({ title, said }) => `  ${title}: ${said.split('\n')[0]}`),
      ].join('\n'),
    );
    expect(misses.filter(({ isWronglyAccepted }) => isWronglyAccepted)).toEqual([]);
    expect(share).toBeGreaterThanOrEqual(0.97);
  });
});
