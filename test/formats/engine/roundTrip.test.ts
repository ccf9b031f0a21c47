import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json, type JsonObject } from '#base';
import { exportEngine, importEngine } from '#formats';
import { readJson, toJson, type Workspace } from '#plan';
import { HARBOUR, OBSERVATORY } from './configurations';
import { anyConfiguration } from './randomConfiguration';

describe('S3 engine configurations in and out', () => {
  it.each([
    ['a condition, an iterative block, parallel models', HARBOUR],
    ['every field of the format', OBSERVATORY],
  ])('S3 %s: import, then export gives the same file', (_title, configuration) => {
    const { value, leftOut } = exported(imported(configuration));
    expect(value).toEqual(configuration);
    expect(leftOut).toEqual([]);
  });

  it('S3 import → export → import: random configurations lose nothing, and nothing is left out', () => {
    fc.assert(
      fc.property(anyConfiguration, (configuration) => {
        const first = imported(configuration);
        const { value, leftOut } = exported(first);
        expect(canonicalJson(value)).toBe(canonicalJson(configuration));
        expect(leftOut).toEqual([]);
        expect(toJson(imported(value))).toEqual(toJson(first));
      }),
      { seed: 42, numRuns: 150 },
    );
  });

  it('W3 what an import makes is a document that our own door reads to the same bytes', () => {
    fc.assert(
      fc.property(anyConfiguration, (configuration) => {
        const workspace = imported(configuration);
        expect(readJson(toJson(workspace))).toMatchObject({ kind: 'document', workspace });
      }),
      { seed: 7, numRuns: 50 },
    );
  });
});

function imported(value: Json): Workspace {
  const outcome = importEngine(value);
  if (outcome.workspace === null) throw new Error(JSON.stringify(outcome.diagnostics, null, 1));
  return outcome.workspace;
}

function exported(workspace: Workspace): { readonly value: Json; readonly leftOut: readonly object[] } {
  const [plan] = workspace.plans;
  const result = plan === undefined ? null : exportEngine(plan, workspace);
  if (!result?.ok) throw new Error('not exported');
  return result.value as { value: JsonObject; leftOut: readonly object[] };
}
