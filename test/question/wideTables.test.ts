import { describe, expect, test } from 'vitest';
import { own } from '#base';
import { call, csv, failureOf } from '../notation/calling';
import { ask, planOf } from './asking';

const HEADS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CELLS = {
  Rent: [900, 900, 900, 900, 900, 900, 900, 900, 900, 900, 900, 900],
  Food: [400, 380, 410, 390, 450, 420, 400, 430, 410, 400, 390, 500],
  Power: [90, 95, '', 70, 60, 55, 50, 52, 60, 75, 85, 92],
};
const HOUSEHOLD = csv(
  'household',
  [
    `Category,${HEADS.join(',')}`,
    ...Object.entries(CELLS).map(([name, cells]) => `${name},${cells.join(',')}`),
  ].join('\n'),
);

/** What the months of these categories come to, computed apart from anything in src. */
function totals(names: readonly (keyof typeof CELLS)[] = ['Rent', 'Food', 'Power']): readonly number[] {
  return HEADS.map((_, month) => names.reduce((sum, name) => sum + Number(CELLS[name][month]), 0));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('A5 a table with a column per month is asked as one with a row per month', () => {
  test.each<[string, number]>([
    ['total for the first quarter', sum(totals().slice(0, 3))],
    ['how much did we spend on rent in Q1', 2700],
    ['total spending from March to June', sum(totals().slice(2, 6))],
    ['total spending in the second half of the year', sum(totals().slice(6))],
    ['average over all months for Food', sum(totals(['Food'])) / 12],
    ['average monthly food', sum(totals(['Food'])) / 12],
    ['what do we spend in a typical month', sum(totals()) / 12],
    ['average per month', sum(totals()) / 12],
    ['average monthly power', sum(totals(['Power'])) / 11],
    ['in how many months was Power over 80', 4],
    ['what did we spend in total', sum(totals())],
  ])('%s', async (question, value) => {
    const { said, text } = await ask(question, [HOUSEHOLD]);
    expect(own(said, 'value')).toBeCloseTo(value, 4);
    expect(text).toContain('“Jan” to “Dec” as rows');
  });

  test.each([
    ['which month was the most expensive', 'Dec'],
    ['lowest month for Food', 'Feb'],
    ['which category was highest', 'Rent'],
    ['which categories were over 450 in December', 'Rent'],
    ['which categories went up from January to December', 'Food'],
  ])('%s', async (question, name) => {
    expect(JSON.stringify((await ask(question, [HOUSEHOLD])).said.rows)).toContain(`"${name}"`);
  });

  test('two columns are two sides', async () => {
    expect((await ask('did we spend more on Power in January than in July', [HOUSEHOLD])).text).toMatch(
      /^Yes/,
    );
    expect((await ask('did we spend more in May than June', [HOUSEHOLD])).text).toMatch(/^Yes/);
  });

  test('months stand in the order of the columns', async () => {
    const { said } = await ask('total by month', [HOUSEHOLD]);
    expect(said.rows).toMatchObject(HEADS.map((Month) => ({ Month })));
  });

  test.each([
    ['how many cells are there per month on average'],
    ['total for the first quarter and for December'],
    ['categories over 450'],
  ])('%s is refused', (question) => {
    expect(planOf(question, [HOUSEHOLD]).plan).toBeNull();
  });

  test('columns that hold text are none that could be added up', () => {
    const noted = csv('noted', 'Item,Q1,Q2,Q3\nA,1,2,x\nB,3,4,y');
    expect(planOf('total for the first quarter and the second quarter by quarter', [noted]).plan).toBeNull();
  });
});

test('A5 months that are heads stand in their own order, not in that of their letters', async () => {
  const { text } = await ask('total by month sorted by month', [HOUSEHOLD]);
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  expect(rows.slice(2).map((line) => line.split('|')[1]?.trim())).toEqual(HEADS);
});

describe('A2 table.unpivot', () => {
  test('a row of each filled cell, in the order of the columns', async () => {
    const rows = [
      { item: 'A', Q1: 1, Q2: 2 },
      { item: 'B', Q1: null, Q2: 4 },
    ];
    expect(
      await call('table.unpivot', { rows, columns: ['Q1', 'Q2'], name: 'quarter', value: 'units' }),
    ).toEqual({
      rows: [
        { item: 'A', quarter: 'Q1', units: 1 },
        { item: 'A', quarter: 'Q2', units: 2 },
        { item: 'B', quarter: 'Q2', units: 4 },
      ],
      count: 3,
    });
  });

  test.each([
    [{ columns: ['Q1'], name: 'item', value: 'units' }, 'NAME_TAKEN'],
    [{ columns: ['Q1'], name: 'units', value: 'units' }, 'NAME_TAKEN'],
    [{ columns: ['Q9'], name: 'quarter', value: 'units' }, 'COLUMN_UNKNOWN'],
  ])('%o is refused', async (input, code) => {
    expect(await failureOf('table.unpivot', { rows: [{ item: 'A', Q1: 1 }], ...input })).toMatchObject({
      code,
    });
  });
});
