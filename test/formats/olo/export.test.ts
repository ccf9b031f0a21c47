import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#base';
import { exportOlo, importOlo } from '#formats';
import { check, type Workspace } from '#plan';
import { ORCHARD } from './orchard';
import { randomPipelines } from './randomPipelines';

function imported(value: Json): Workspace {
  const { workspace, diagnostics } = importOlo(value);
  if (workspace === null) throw new Error(JSON.stringify(diagnostics));
  return workspace;
}

function exported(workspace: Workspace): { readonly value: Json; readonly leftOut: readonly string[] } {
  const [plan] = workspace.plans;
  const outcome = plan === undefined ? null : exportOlo(plan, workspace);
  if (!outcome?.ok) throw new Error(outcome?.problem.message ?? 'no plan');
  return { value: outcome.value.value, leftOut: outcome.value.leftOut.map(({ message }) => message) };
}

describe('S3 a workspace becomes a pipeline configuration', () => {
  it('S3 what was imported is exported as it was, with every node type', () => {
    const workspace = imported(ORCHARD);
    expect(exported(workspace)).toEqual({ value: ORCHARD, leftOut: [] });
    expect(imported(exported(workspace).value)).toEqual(workspace);
  });

  it('S3 import, export, import are equal for pipelines of any shape', () => {
    fc.assert(
      fc.property(randomPipelines, (pipelines) => {
        const workspace = imported(pipelines);
        const { value, leftOut } = exported(workspace);
        expect(leftOut).toEqual([]);
        expect(value).toEqual(pipelines);
        expect(imported(value)).toEqual(workspace);
      }),
      { seed: 11, numRuns: 120 },
    );
  });

  it('W3 what was imported has no error but names that their document left out', () => {
    fc.assert(
      fc.property(randomPipelines, (pipelines) => {
        const workspace = imported(pipelines);
        const catalogue = new Map(workspace.capabilities.map((one) => [one.id, one]));
        const errors = check(workspace, catalogue).filter(({ severity }) => severity === 'error');
        const known = ['CAPABILITY_UNKNOWN', 'NOT_SUPPORTED'];
        expect(errors.filter(({ code }) => !known.includes(code))).toEqual([]);
      }),
      { seed: 12, numRuns: 80 },
    );
  });
});
