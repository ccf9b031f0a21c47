import { describe, expect, it } from 'vitest';
import { isOpenable, receiveForeign } from '../../../../src/app/share/reading/judge';

import { HARBOUR } from '../../../formats/engine/configurations';

describe('S3 a file of another system in the import dialog', () => {
  it('is recognised, and brings what has no counterpart with where it is kept', async () => {
    const received = await receiveForeign(JSON.stringify(HARBOUR), null);
    if (received?.kind !== 'foreign') throw new Error('not recognised');
    expect(received.format).toBe('engine');
    expect(received.recognised).toContainEqual({ theirs: 'pipelines', ours: 'plans', count: 1 });
    expect(received.kept).toContainEqual({
      path: '/worker',
      at: 'workspace source.engine.worker',
      reason: 'The workspace has no counterpart of it.',
    });
    expect(isOpenable(received)).toBe(true);
  });

  it('is read as what a person says that it is, and refused with all problems where it is not', async () => {
    const received = await receiveForeign('{"planId": "p", "steps": []}', 'engine');
    expect(received).toMatchObject({
      kind: 'refused',
      diagnostics: [{ code: 'NOT_AN_ENGINE_CONFIGURATION' }],
    });
  });

  it('is nothing where nobody knows it', async () => {
    expect(await receiveForeign('Dear all,', null)).toBeNull();
  });
});
