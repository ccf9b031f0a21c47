import { describe, expect, it } from 'vitest';
import type { Row } from '#capabilities';
import { chartOf, compactNumber, scaleFor, type TableColumn } from '#tables';

const REGION: TableColumn = { name: 'region', label: 'region', type: 'text' };
const MONTH: TableColumn = { name: 'month', label: 'month', type: 'text' };
const TOTAL: TableColumn = { name: 'sum_net', label: 'total net', type: 'number', unit: 'EUR' };
const AVERAGE: TableColumn = { name: 'average_net', label: 'average net', type: 'number' };

function groups(count: number, figure = 'sum_net'): readonly Row[] {
  return Array.from({ length: count }, (_, index) => ({ region: `R${index}`, [figure]: count - index }));
}

describe('the chart of a result', () => {
  it('draws groups as bars in their order, also below zero', () => {
    const rows = [
      { region: 'South', sum_net: 12 },
      { region: null, sum_net: -3 },
      { region: 'West', sum_net: null },
    ];
    expect(chartOf([REGION, TOTAL], rows)).toEqual({
      kind: 'bar',
      by: REGION,
      figure: TOTAL,
      points: [
        { label: 'South', value: 12 },
        { label: '(empty)', value: -3 },
        { label: 'West', value: null },
      ],
      leftOut: 0,
    });
  });

  it('draws periods as a line in the order of time, with a gap where one is missing', () => {
    const rows = ['2026-03', '2025-11', '2026-01'].map((month, index) => ({ month, sum_net: index }));
    expect(chartOf([MONTH, TOTAL], rows)).toMatchObject({
      kind: 'line',
      points: [
        { label: 'Nov 2025', value: 1 },
        { label: 'Dec 2025', value: null },
        { label: 'Jan 2026', value: 2 },
        { label: 'Feb 2026', value: null },
        { label: 'Mar 2026', value: 0 },
      ],
    });
  });

  it.each([
    [
      ['2024', '2026'],
      ['2024', '2025', '2026'],
    ],
    [
      ['2025-Q3', '2026-Q1'],
      ['2025-Q3', '2025-Q4', '2026-Q1'],
    ],
    [
      ['2024-02-28', '2024-03-01'],
      ['28 Feb 2024', '29 Feb 2024', '1 Mar 2024'],
    ],
  ])('fills the gaps of %j', (months, labels) => {
    const rows = months.map((month) => ({ month, sum_net: 1 }));
    expect(chartOf([MONTH, TOTAL], rows)?.points.map(({ label }) => label)).toEqual(labels);
  });

  it('a question may ask for bars of periods; a line of groups there is none', () => {
    const rows = ['2026-02', '2026-01'].map((month) => ({ month, sum_net: 1 }));
    expect(chartOf([MONTH, TOTAL], rows, 'bar')?.kind).toBe('bar');
    expect(chartOf([REGION, TOTAL], groups(3), 'line')?.kind).toBe('bar');
  });

  it('puts the smallest of many groups together where they add up, and counts what it leaves out where not', () => {
    const added = chartOf([REGION, TOTAL], groups(40));
    expect(added?.points).toHaveLength(12);
    expect(added?.points.at(-1)).toEqual({ label: '29 others', value: (29 * 30) / 2 });
    const averages = chartOf([REGION, AVERAGE], groups(40, 'average_net'));
    expect([averages?.points.length, averages?.leftOut]).toEqual([12, 28]);
  });

  it('there is none of rows that no one column names, or that have no figure', () => {
    expect(chartOf([REGION, MONTH, TOTAL], groups(3))).toBeNull();
    expect(chartOf([REGION], groups(3))).toBeNull();
    expect(chartOf([REGION, TOTAL], [...groups(2), ...groups(2)])).toBeNull();
    expect(chartOf([REGION, TOTAL], groups(1))).toBeNull();
  });

  it('shows the figure that its rows are sorted by', () => {
    const rows = [
      { region: 'South', average_net: 1, sum_net: 9 },
      { region: 'West', average_net: 2, sum_net: 5 },
    ];
    expect(chartOf([REGION, AVERAGE, TOTAL], rows)?.figure).toBe(TOTAL);
  });
});

describe('an axis', () => {
  it.each([
    [[3, 9.5], 5, [0, 2, 4, 6, 8, 10]],
    [[284_910.4, 77_441], 3, [0, 100_000, 200_000, 300_000]],
    [[-40, 90], 4, [-50, 0, 50, 100]],
    [[0.1, 0.29], 3, [0, 0.1, 0.2, 0.3]],
    [[-5, -1], 3, [-6, -4, -2, 0]],
    [[0, 0], 2, [0, 0.5]],
    [[], 2, [0, 0.5]],
  ])('of %j with room for %i steps has zero on it', (values, most, ticks) => {
    expect(scaleFor(values, most).ticks).toEqual(ticks);
  });

  it.each([
    [231_406.15, '231k'],
    [12_345, '12.3k'],
    [9_999.4, '9,999'],
    [-1_003.91, '-1,004'],
    [-1_500_000, '-1.5M'],
    [99, '99'],
    [0.25, '0.25'],
    [0, '0'],
  ])('writes %d as %s', (value, text) => {
    expect(compactNumber(value)).toBe(text);
  });
});
