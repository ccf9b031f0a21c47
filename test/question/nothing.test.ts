import { describe, expect, test } from 'vitest';
import type { WorkspaceDocument } from '#plan';
import { ask, planOf } from './asking';

const SALES: WorkspaceDocument = {
  id: 'sales',
  kind: 'csv',
  text: 'Month,Region,Product,Net\n2026-01-05,North,Lamp,10\n2026-01-09,South,Desk,\n2026-02-02,North,Desk,30\n2026-02-03,West,Lamp,\n',
};

describe('A5 what has no value has no sum', () => {
  test('a group whose cells are all empty is empty, and is no 0', async () => {
    const { said, text } = await ask('total net by region', [SALES]);
    expect(said.rows).toEqual([
      { Region: 'North', sum_Net: 40 },
      { Region: 'South', sum_Net: null },
      { Region: 'West', sum_Net: null },
    ]);
    expect(text).not.toContain('(0)');
    expect(text).toContain('South (no value)');
    expect(text).toContain('| South |  |');
  });

  test('so is the one figure of rows that have none', async () => {
    expect((await ask('total net in West', [SALES])).text).toBe(
      'Total Net (Region = West): no value, since 1 row has none.',
    );
  });

  test('shares are of what is there', async () => {
    const { said } = await ask('share of net by region', [SALES]);
    expect(said.rows).toEqual([
      { Region: 'North', sum_Net: 40, percent: 100 },
      { Region: 'South', sum_Net: null, percent: null },
      { Region: 'West', sum_Net: null, percent: null },
    ]);
  });

  test('shares by group need no tools but those of tables', () => {
    expect(planOf('share of net by region', [SALES], ['table.', 'documents.', 'text.']).plan).not.toBeNull();
  });
});
