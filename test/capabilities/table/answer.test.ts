import { describe, expect, test } from 'vitest';
import type { WorkspaceDocument } from '#plan';
import { call, csv } from '../../notation/calling';

const say = async (input: object, documents: readonly WorkspaceDocument[] = []) => {
  const said = await call('table.answer', { question: '?', ...input }, { documents });
  return String(Object(said).text);
};

const headerOf = (text: string) => text.split('\n').find((line) => line.startsWith('|'));

describe('A2 table.answer says a result', () => {
  test('a figure with the decimals of its column; a total that comes out whole has them too', async () => {
    expect(
      await call('table.answer', { question: '?', value: 81.1, decimals: 2, label: 'Total fee' }),
    ).toEqual({
      text: 'Total fee is **81.10**.',
    });
    const fees = { id: 'fees', kind: 'csv', text: 'city,fee\nOslo,40.5\nOslo,40.5\n' } as const;
    const rows = [{ city: 'Oslo', sum_fee: 81 }];
    expect(await call('table.answer', { question: '?', rows }, { documents: [fees] })).toMatchObject({
      text: expect.stringContaining('Oslo (81.00)'),
    });
  });

  test.each([
    [{ value: 1234567.891, label: 'Total revenue' }, 'Total revenue is **1,234,567.89**.'],
    [{ value: 42, label: 'number of orders', count: 42 }, 'Number of orders is **42**.'],
    [{ value: 12.5, label: 'Average', count: 42 }, 'Average is **12.5** (from 42 rows).'],
    [{ value: 0.1234567, count: 1 }, 'The answer is **0.1235** (from 1 row).'],
    [{ value: 16842.7, label: 'Cost' }, 'Cost is **16,842.7**.'],
    [{ value: -1234.5 }, 'The answer is **-1,234.5**.'],
    [{ value: 2021, label: 'Latest year built' }, 'Latest year built is **2021**.'],
    [{ value: 1886, label: 'Earliest Founded' }, 'Earliest Founded is **1886**.'],
    [{ value: 2021, label: 'Number of orders in the year' }, 'Number of orders in the year is **2,021**.'],
    [{ value: 2021, label: 'Highest units' }, 'Highest units is **2,021**.'],
    [{ value: 1e21 }, 'The answer is **1e+21**.'],
    [{ value: '2026-01-05', label: 'Last day' }, 'Last day is **2026-01-05**.'],
    [{ value: null, label: 'Average price', count: 0 }, 'Average price is nothing: no row matches.'],
    [{ rows: [], label: 'Orders in May' }, 'Orders in May: no row matches.'],
    [{ rows: [] }, 'No row matches.'],
    [{}, 'No row matches.'],
  ])('%j', async (input, text) => {
    expect(await say(input)).toBe(text);
  });

  test('years are written without a comma, by the head of their column and all of its numbers', async () => {
    const built = [
      { house: 'A', 'Year built': 2021, 'Sales per year': 2021 },
      { house: 'B', 'Year built': 1886, 'Sales per year': 12040 },
    ];
    const said = await say({ rows: built, columns: ['house', 'Year built', 'Sales per year'] });
    expect(said).toContain('| A | 2021 | 2,021 |');
    expect(said).toContain('| B | 1886 | 12,040 |');
  });

  test('K4 a row whose name is empty says so, and its figure is not read as that of the one before it', async () => {
    const rows = [
      { region: 'North', net: 5 },
      { region: null, net: 7 },
    ];
    expect(await say({ rows, label: 'Net by region' })).toMatch(
      /^Net by region: North \(5\) and no region \(7\)\.\n/,
    );
  });

  test('a row is called by what names the rows of its table, though of a few rows other texts differ too', async () => {
    const stock = csv('stock', 'Group,Item,Left\nWood,Oak,12\nPaint,White,9\nPaint,Blue,0\n');
    const rows = [{ Group: 'Paint', Item: 'Blue', Left: 0 }];
    expect(await say({ rows, label: 'Out of stock' }, [stock])).toMatch(/^Out of stock: Blue \(0\)\.\n/);
    const pulse = csv(
      'pulse',
      'When,Arm,Pulse\n2026-10-01 08:00,left,60\n2026-10-02 08:00,right,70\n2026-10-03 08:00,left,65\n',
    );
    const latest = [{ When: '2026-10-03T08:00', Arm: 'left', Pulse: 65 }];
    expect(await say({ rows: latest, label: 'Latest' }, [pulse])).toMatch(
      /^Latest: 2026-10-03T08:00 \(65\)\.\n/,
    );
  });

  test('rows: one sentence and a table, figures named and numbers written alike in both', async () => {
    const rows = [
      { region: 'North', sum_revenue: 120000.5 },
      { region: 'South', sum_revenue: 9000.25 },
    ];
    expect(await say({ rows, label: 'Revenue by region' })).toBe(
      [
        'Revenue by region: North (120,000.50) and South (9,000.25).',
        '',
        '| region | total revenue |',
        '| --- | ---: |',
        '| North | 120,000.50 |',
        '| South | 9,000.25 |',
      ].join('\n'),
    );
  });

  test('several figures are named, positions keep their decimals, computed ones do not', async () => {
    const rows = [{ city: 'Oslo', north: 59.91387, mean: 1 / 3 }];
    expect(await say({ rows })).toContain('Oslo (mean 0.3333, north 59.91387).');
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

  describe('K4 the order of columns is that of the tables of the workspace', () => {
    const sales = csv('sales', 'region,product,units,unit_price\nNorth,Tea,3,1.5');
    const managers = csv('managers', 'region,manager\nNorth,Ana');
    const row = { count: 2, manager: 'Ana', product: 'Tea', region: 'North', sum_units: 3, unit_price: 1.5 };

    test('then that of other tables, then computed columns', async () => {
      const text = await say({ rows: [row] }, [managers, sales]);
      expect(headerOf(text)).toBe('| region | product | unit\\_price | manager | count | total units |');
    });

    test('columns that are asked for come first', async () => {
      const text = await say({ rows: [row], columns: ['sum_units', 'product'] }, [sales]);
      expect(headerOf(text)).toBe('| total units | product | region | unit\\_price | count | manager |');
    });

    test('a document that is no table, or none that can be read, is passed over', async () => {
      const broken = csv('broken', 'unit_price,region\n1');
      const text = await say({ rows: [row] }, [broken, { id: 'notes', kind: 'text', text: 'region' }, sales]);
      expect(headerOf(text)).toBe('| region | product | unit\\_price | count | manager | total units |');
    });
  });

  test('a row is named by what no other has, then by two texts, dates last', async () => {
    const table = csv('trips', 'day,kind,city,minutes\n2026-01-01,tram,Oslo,3');
    const trip = (day: string, kind: string, city: string) => ({ city, day, kind, minutes: 5 });
    const first = [trip('2026-01-01', 'tram', 'Oslo'), trip('2026-01-02', 'tram', 'Oslo')];
    expect(await say({ rows: first }, [table])).toMatch(/^2 rows: 2026-01-01 \(5\) and 2026-01-02 \(5\)\./);
    const second = [trip('2026-01-01', 'tram', 'Oslo'), trip('2026-01-01', 'bus', 'Lyon')];
    expect(await say({ rows: second }, [table])).toMatch(/^2 rows: tram \(5\) and bus \(5\)\./);
    const third = [...second, trip('2026-01-03', 'bus', 'Oslo'), trip('2026-01-03', 'bus', 'Oslo')];
    expect(await say({ rows: third }, [table])).toMatch(/^4 rows: tram, Oslo \(5\); bus, Lyon \(5\);/);
  });

  test('numbers of a column have equal decimals: none, or two and more', async () => {
    const rows = [
      { name: 'a', units: 3, cost: 1136, weight: 0.125 },
      { name: 'b', units: 1200, cost: 951.4, weight: 2 },
    ];
    const text = await say({ rows, columns: ['name', 'units', 'cost', 'weight'] });
    expect(text).toContain('| a | 3 | 1,136.00 | 0.125 |');
    expect(text).toContain('| b | 1,200 | 951.40 | 2.000 |');
  });

  test('years and ids are no amounts', async () => {
    const text = await say({ rows: [{ name: 'x', order_id: 12345, year: 2026, units: 2026 }] });
    expect(text).toContain('| x | 12345 | 2,026 | 2026 |');
  });
});

describe('W8 the unit goes along', () => {
  const orders = csv(
    'orders',
    'Region;Net;Discount;Use\nSouth;€ 1.117,31;5 %;5 kWh\nNorth;€ -3,00;26 %;7 kWh',
  );

  test('into the cells of rows and of figures, not into counts', async () => {
    const rows = [{ Region: 'South', sum_Net: -1117.31, average_Discount: 15.5, max_Use: 7, count_Net: 2 }];
    const said = await call('table.answer', { question: '', rows }, { documents: [orders] });
    expect(Object(said).text).toContain('| South | 15.50% | 2 | 7 kWh | -€1,117.31 |');
  });
});
