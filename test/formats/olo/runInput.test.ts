import { describe, expect, it } from 'vitest';
import { importOlo, readOloRunInput } from '#formats';
import { ORCHARD } from './orchard';

describe('S3 run inputs and execution plans of reference 1', () => {
  it('L8 a run input gives the input, the labels, the run id and the pipeline', () => {
    const read = readOloRunInput({
      version: '1.0',
      inputs: [
        { name: 'userQuery', type: 'STRING', storage: { mode: 'LOCAL' }, value: '12 trees' },
        { name: 'count', type: 'NUMBER', value: '12' },
        { name: 'map', type: 'JSON', value: '{"rows": [1, 2]}' },
        { name: 'photo', type: 'FILE', storage: { mode: 'CACHE', cache: { provider: 'REDIS', key: 'p' } } },
      ],
      context: { tenantId: 'valley', sessionId: 's-9', runId: 'r-9' },
      routing: { pipeline: 'orchard', transactionType: 'WORKFLOW_RUN' },
    });
    expect(read).toMatchObject({
      pipeline: 'orchard',
      input: { userQuery: '12 trees', count: 12, map: { rows: [1, 2] } },
      labels: { tenantId: 'valley', sessionId: 's-9' },
      runId: 'r-9',
    });
    expect(read.diagnostics.map(({ code }) => code)).toEqual(['VALUE_ELSEWHERE']);
  });

  it('W3 what is no run input says so', () => {
    expect(readOloRunInput('[]').diagnostics.map(({ code }) => code)).toEqual(['NOT_OLO']);
  });

  it('reference 1 §2 an execution plan is its configuration; the rest follows from it and is kept', () => {
    const plan = { configJson: JSON.stringify(ORCHARD), pipelineName: 'orchard', linear: true, nodes: [] };
    const outcome = importOlo(plan);
    expect(outcome.workspace?.plans.map(({ id }) => id)).toEqual(['orchard', 'cellar']);
    expect(outcome.kept.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/pipelineName', '/linear', '/nodes']),
    );
  });
});
