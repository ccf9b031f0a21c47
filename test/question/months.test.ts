import { describe, expect, test } from 'vitest';
import { call, csv } from '../notation/calling';
import { ask, planOf } from './asking';

const METER = csv(
  'meter',
  'Month,Electricity kWh,Gas m3,Electricity cost,Gas cost\n' +
    '2024-01,200,90,60,50\n2024-02,180,80,55,45\n2024-06,150,10,45,8\n2025-01,210,100,70,60\n2025-03,170,60,56,35\n',
);

describe('E8 a column of months is one of dates, though it names no days', () => {
  test.each([
    ['total gas cost in 2025', '**95**'],
    ['gas cost in January 2024', '**50**'],
    ['gas cost in January', '**110**'],
    ['gas cost since February 2024', '**148**'],
    ['gas cost before March 2024', '**95**'],
    ['gas cost after 2024', '**95**'],
    ['gas cost from January to March 2024', '**95**'],
    ['gas cost from 2024 to 2025', '**198**'],
    ['gas cost by year', '2024 (103) and 2025 (95)'],
    ['gas cost by quarter', '2024-Q1 (95)'],
    ['compare gas cost in January 2024 and January 2025', 'change 10'],
  ])('%s', async (question, said) => {
    expect((await ask(question, [METER])).text).toContain(said);
  });

  test.each([
    ['gas cost on 15 March 2025', 'says months and no days'],
    ['gas cost by weekday', '“weekday”'],
    ['change of gas cost from month to month', 'ask for the totals by month'],
  ])('%s', (question, why) => {
    const { plan, problems } = planOf(question, [METER]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain(why);
  });

  test('beside a column of days it is text: "in March" is about the days', async () => {
    const bills = csv('bills', 'Bill,Sent,For,Amount\n1,2025-03-02,2025-02,10\n2,2025-04-02,2025-03,20\n');
    expect((await ask('total amount in March', [bills])).text).toContain('Sent in March');
  });
});

describe('E8 a thing that is used and paid for, in two columns', () => {
  test.each([
    ['how much gas did we use in 2024', 'Total Gas m3', '**180**'],
    ['which month did we use the most electricity', 'highest total Electricity kWh', '2025-01'],
    ['what did we pay for gas in 2025', 'Total Gas cost', '**95**'],
    ['how much did we spend on electricity', 'Total Electricity cost', '**286**'],
    ['did our electricity use go up from 2024 to 2025', 'No.', 'change -150'],
  ])('%s', async (question, figure, value) => {
    const { text } = await ask(question, [METER]);
    expect(text).toContain(figure);
    expect(text).toContain(value);
  });

  test('and without the verb which of them is asked', () => {
    const { plan, problems } = planOf('gas in 2024', [METER]);
    expect(plan).toBeNull();
    expect(problems[0]?.message).toContain('“Gas m3” or “Gas cost”');
  });
});

describe('W8 table.period and table.span take months', () => {
  const rows = [{ month: '2025-03' }, { month: null }];

  test.each([
    ['year', '2025'],
    ['quarter', '2025-Q1'],
    ['month', '2025-03'],
  ])('the %s of one', async (period, value) => {
    const input = { rows, column: 'month', period, as: 'it' };
    expect(await call('table.period', input)).toEqual({
      rows: [
        { month: '2025-03', it: value },
        { month: null, it: null },
      ],
    });
  });

  test.each(['week', 'day', 'weekday', 'hour'])('it has no %s', async (period) => {
    await expect(call('table.period', { rows, column: 'month', period, as: 'it' })).rejects.toThrow(
      'not a date',
    );
  });

  test('it lies in spans of months, and may not in one of days', async () => {
    const spanning = (from: string, to: string) =>
      call('table.span', { rows, column: 'month', spans: [{ name: 'spring', from, to }], as: 'it' });
    expect(await spanning('2025-03', '2025-05')).toEqual({
      rows: [
        { month: '2025-03', it: 'spring' },
        { month: null, it: null },
      ],
    });
    await expect(spanning('2025-03-20', '2025-06-20')).rejects.toThrow('not a date');
  });
});
