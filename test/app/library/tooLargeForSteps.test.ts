import { describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import type { WorkspaceDocument } from '#plan';
import { tooLargeForSteps } from '../../../src/app/library/tooLargeForSteps';
import { call } from '../../notation/calling';

const table = (rows: number): WorkspaceDocument => ({
  id: 'sales',
  name: 'Sales',
  kind: 'csv',
  text: `day,region,amount\n${Array.from({ length: rows }, (_, row) => `${row},north ${row},${row * 7}`).join('\n')}\n`,
});

/** Whether the step itself refuses it. */
const isRefused = (document: WorkspaceDocument): Promise<boolean> =>
  call('table.load', { document: document.id }, { documents: [document] }).then(
    () => false,
    () => true,
  );

describe('fault X11 what no step can load whole is said when it comes in', () => {
  it.each([1_000, 5_000, 10_000, 12_000, 16_000, 20_000, 30_000, 60_000])(
    'of a table of %i rows just when table.load refuses it',
    async (rows) => {
      const document = table(rows);
      const said = tooLargeForSteps(document);
      expect(said !== null).toBe(await isRefused(document));
      if (said === null) return;
      expect(said.message).toContain(`at most ${LIMITS.toolOutputBytes / 1_000_000} MB`);
      expect(said.help).toContain('columns');
    },
  );

  it('of a text above the limit, and of none below', () => {
    const text = (bytes: number): WorkspaceDocument => ({ id: 'a', kind: 'text', text: 'a'.repeat(bytes) });
    expect(tooLargeForSteps(text(LIMITS.toolOutputBytes))).toBeNull();
    expect(tooLargeForSteps(text(LIMITS.toolOutputBytes + 1))?.message).toContain('“a” is kept whole');
  });
});
