import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#base';
import { readJson, toJson } from '#plan';
import { HARBOUR, OBSERVATORY } from './configurations';
import { anyConfiguration } from './randomConfiguration';
import { exported, imported } from './running';

describe('S3 engine configurations in and out', () => {
  it.each([
    ['a condition, an iterative block, parallel models', HARBOUR],
    ['every field of the format', OBSERVATORY],
  ])('S3 %s: import, then export gives the same file', (_title, configuration) => {
    const { value, leftOut } = exported(imported(configuration).workspace);
    expect(value).toEqual(configuration);
    expect(leftOut).toEqual([]);
  });

  it('S3 import → export → import: random configurations lose nothing, and nothing is left out', () => {
    fc.assert(
      fc.property(anyConfiguration, (configuration) => {
        const first = imported(configuration).workspace;
        const { value, leftOut } = exported(first);
        expect(canonicalJson(value)).toBe(canonicalJson(configuration));
        expect(leftOut).toEqual([]);
        expect(toJson(imported(value).workspace)).toEqual(toJson(first));
      }),
      { seed: 42, numRuns: 150 },
    );
  });

  it('W3 what an import makes is a document that our own door reads to the same bytes', () => {
    fc.assert(
      fc.property(anyConfiguration, (configuration) => {
        const workspace = imported(configuration).workspace;
        expect(readJson(toJson(workspace))).toMatchObject({ kind: 'document', workspace });
      }),
      { seed: 7, numRuns: 50 },
    );
  });
});
