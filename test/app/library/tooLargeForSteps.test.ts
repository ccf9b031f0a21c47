import { describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import type { WorkspaceDocument } from '#plan';
import { memoryBlobs } from '#runtime';
import { tooLargeForSteps } from '../../../src/app/library/documentFromFile';
import { call } from '../../notation/calling';

const table = (rows: number): WorkspaceDocument => ({
  id: 'sales',
  name: 'Sales',
  kind: 'csv',
  text: `day,region,amount\n${Array.from({ length: rows }, (_, row) => `${row},north ${row},${row * 7}`).join('\n')}\n`,
});

describe('fault X11 what no step can read whole is said when it comes in', () => {
  it.each([10_000, 60_000])('V6 a table of %i rows is loaded by reference', async (rows) => {
    const document = table(rows);
    expect(tooLargeForSteps(document)).toBeNull();
    const around = { documents: [document], blobs: memoryBlobs() };
    const loaded = await call('table.load', { document: document.id }, around);
    expect(loaded).toMatchObject({ name: 'Sales', columns: ['day', 'region', 'amount'] });
  });

  it('of a text above the limit, and of none below', () => {
    const text = (bytes: number): WorkspaceDocument => ({ id: 'a', kind: 'text', text: 'a'.repeat(bytes) });
    expect(tooLargeForSteps(text(LIMITS.toolOutputBytes))).toBeNull();
    expect(tooLargeForSteps(text(LIMITS.toolOutputBytes + 1))?.message).toContain('“a” is kept whole');
  });
});
