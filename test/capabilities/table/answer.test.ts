import { describe, expect, test } from 'vitest';
import { call } from '../../notation/calling';

const say = async (input: object) => {
  const said = await call('table.answer', { question: '?', ...input });
  return String(Object(said).text);
};

describe('A2 table.answer says a result', () => {
  test.each([
    [{ value: 1234567.891, label: 'Total revenue' }, 'Total revenue is **1,234,567.89**.'],
    [{ value: 42, label: 'number of orders', count: 42 }, 'Number of orders is **42** (from 42 rows).'],
    [{ value: 0.1234567, count: 1 }, 'The answer is **0.1235** (from 1 row).'],
    [{ value: 16842.7, label: 'Cost' }, 'Cost is **16,842.7**.'],
    [{ value: -1234.5 }, 'The answer is **-1,234.5**.'],
    [{ value: 1e21 }, 'The answer is **1e+21**.'],
    [{ value: '2026-01-05', label: 'Last day' }, 'Last day is **2026-01-05**.'],
    [{ value: null, label: 'Average price', count: 0 }, 'Average price is nothing: no row matches.'],
    [{ rows: [], label: 'Orders in May' }, 'Orders in May: no row matches.'],
    [{ rows: [] }, 'No row matches.'],
    [{}, 'No row matches.'],
  ])('%j', async (input, text) => {
    expect(await say(input)).toBe(text);
  });

  test('rows: one sentence and a table, numbers plain so that they can be copied', async () => {
    const rows = [
      { region: 'North', sum_revenue: 120000.5 },
      { region: 'South', sum_revenue: 9000.25 },
    ];
    expect(await say({ rows, label: 'Revenue by region' })).toBe(
      [
        'Revenue by region: North (120,000.50) and South (9,000.25).',
        '',
        '| region | sum\\_revenue |',
        '| --- | ---: |',
        '| North | 120000.50 |',
        '| South | 9000.25 |',
      ].join('\n'),
    );
  });

  test('several figures are named, positions keep their decimals, computed ones do not', async () => {
    const rows = [{ city: 'Oslo', north: 59.91387, mean: 1 / 3 }];
    expect(await say({ rows })).toContain('Oslo (north 59.91387, mean 0.3333).');
  });

  test('at most 20 rows are shown, and it says how many more there are', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ name: `n${index}`, units: index }));
    const text = await say({ rows });
    expect(text).toMatch(/^25 rows: n0 \(0\); n1 \(1\); n2 \(2\); and 22 more\./);
    expect(text).toContain('| n19 | 19 |');
    expect(text).not.toContain('| n20 | 20 |');
    expect(text).toMatch(/… and 5 more rows\.$/);
  });

  test('case B1 cells are text, whatever they hold', async () => {
    const text = await say({ rows: [{ note: 'a | b\n<img src=x> [x](javascript:1) ![](https://evil)' }] });
    expect(text).toContain('| a \\| b \\<img src=x\\> \\[x\\](javascript:1) !\\[\\](https://evil) |');
  });
});
