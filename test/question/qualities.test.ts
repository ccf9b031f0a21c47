import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const TABLES = {
  runners: csv(
    'runners',
    'Runner,Born,Club,Distance km,Time (min),Weight kg,Joined on\nAnn Bell,1990-03-02,Nord,10,45,61,2020-01-05\nBen Cole,1985-07-12,Nord,10,41,75,2019-03-01\nCid Dorn,2001-11-30,Süd,5,22,68,2021-06-07\nDee East,1978-01-15,Süd,21,110,59,2018-09-09\n',
  ),
  films: csv(
    'films',
    'Film,Director,Year,Runtime (min),Price,Seen on\nAlpha,Ann Bell,1990,120,9.5,2024-02-01\nBeta,Ben Cole,2005,95,12,2024-01-03\nGamma,Ann Bell,2012,150,8,2024-05-06\nDelta,Cid Dorn,1978,88,15,2023-12-24\n',
  ),
  staff: csv(
    'staff',
    'Name,Department,Start date,Hours per week,Salary\nRosa Lind,Sales,2020-01-05,40,50000\nTom Berg,Sales,2018-03-05,32,42000\nUwe Falk,IT,2021-07-05,20,38000\nVera Gold,IT,2015-02-05,40,61000\n',
  ),
  orders: csv(
    'orders',
    'Order,Customer,Order date,Ship date,Total\nA-1,Kern,2025-01-05,2025-01-09,500\nA-2,Moser,2025-02-05,2025-02-19,900\nA-3,Kern,2025-03-05,,1200\nA-4,Huber,2025-03-15,2025-03-16,80\n',
  ),
} as const;
type Name = keyof typeof TABLES;

/** The first cell of each row of the answer. */
async function rowsFor(table: Name, question: string): Promise<readonly string[]> {
  const { text } = await ask(question, [TABLES[table]]);
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) => line.split('|')[1]?.trim() ?? '');
}

function refusal(table: Name, question: string): string {
  return planOf(question, [TABLES[table]]).problems[0]?.message ?? '';
}

describe('A5 superlatives', () => {
  test.each([
    ['runners', 'who is the oldest', 'Dee East'],
    ['runners', 'who is the youngest runner', 'Cid Dorn'],
    ['runners', 'who has the fastest time', 'Cid Dorn'],
    ['runners', 'who is the heaviest', 'Ben Cole'],
    ['runners', 'who joined first', 'Dee East'],
    ['runners', 'who joined last', 'Cid Dorn'],
    ['films', 'what is the longest film', 'Gamma'],
    ['films', 'oldest film', 'Delta'],
    ['films', 'what was the first film we have seen', 'Delta'],
    ['staff', 'newest employee', 'Uwe Falk'],
    ['staff', 'best paid employee', 'Vera Gold'],
    ['orders', 'the first order of Kern', 'A-1'],
    ['orders', 'the oldest order', 'A-1'],
    ['orders', 'which order was shipped last', 'A-4'],
    ['orders', 'latest order that is not shipped', 'A-3'],
    ['orders', 'what is the most expensive order', 'A-3'],
  ] as const)('of %s: %s', async (table, question, found) => {
    expect(await rowsFor(table, question)).toEqual([found]);
  });

  test.each([
    ['whoever started earlier is not older', 'staff', 'who is the oldest'],
    ['hours a week are no length of stay', 'staff', 'who has been here the longest'],
    ['a shorter time over another distance is not faster', 'runners', 'who was the fastest'],
    ['a film is new when it is made, or seen', 'films', 'newest film'],
    ['a customer is none of the rows', 'orders', 'first customer'],
  ] as const)('%s', (_, table, question) => {
    expect(refusal(table, question)).not.toBe('');
  });
});

describe('A5 comparatives', () => {
  test.each([
    ['films', 'films longer than 2 hours', ['Gamma']],
    ['films', 'films shorter than 100 minutes', ['Beta', 'Delta']],
    ['films', 'films with a runtime under 2 hours', ['Beta', 'Delta']],
    ['films', 'films older than 2000', ['Alpha', 'Delta']],
    ['films', 'films cheaper than 10 €', ['Alpha', 'Gamma']],
    ['films', 'which film is more expensive than 10', ['Beta', 'Delta']],
    ['runners', 'runners lighter than 60 kg', ['Dee East']],
    ['orders', 'orders cheaper than 600', ['A-1', 'A-4']],
    ['orders', 'orders newer than February 2025', ['A-3', 'A-4']],
  ] as const)('of %s: %s', async (table, question, found) => {
    expect(await rowsFor(table, question)).toEqual(found);
  });

  test('how old somebody is takes what day it is', () => {
    expect(refusal('runners', 'who is older than 30')).toContain('what day it is now');
  });

  test.each([
    ['runners', 'who ran longer than 8 km'],
    ['films', 'films longer than 10 km'],
    ['films', 'films longer than 2 litres'],
    ['films', 'films cheaper than 2 hours'],
    ['films', 'films longer than 2012 Year'],
  ] as const)('of %s nothing tells: %s', (table, question) => {
    expect(refusal(table, question)).not.toBe('');
  });
});

describe('A5 what a verb and a period are about', () => {
  test.each([
    ['staff', 'who works less than 40 hours', ['Tom Berg', 'Uwe Falk']],
    ['runners', 'who was born between 1980 and 1995', ['Ann Bell', 'Ben Cole']],
    ['orders', 'how many orders did each customer have', ['Kern', 'Moser', 'Huber']],
  ] as const)('of %s: %s', async (table, question, found) => {
    expect(await rowsFor(table, question)).toEqual(found);
  });

  test('the month of what was shipped is that of shipping', async () => {
    const { text } = await ask('how many orders were shipped each month', [TABLES.orders]);
    expect(text).toContain('by Ship date month');
  });

  test('a total of what is counted says it twice', async () => {
    expect((await ask('how many orders of Kern in total', [TABLES.orders])).text).toContain('**2**');
  });
});

describe('A5 the fastest of each is the least of its times, and one of them', () => {
  const race = csv(
    'race',
    'Runner,Race,Time (min)\nAnn,Spring,45\nAnn,Autumn,50\nBen,Spring,41\nCid,Spring,22\nDee,Spring,110\n',
  );
  const answered = async (question: string): Promise<string> =>
    (await ask(question, [race])).text.split('\n')[0] ?? '';

  test.each([
    ['fastest time per race', 'Lowest Time (min) by Race: Spring (22) and Autumn (50).'],
    ['slowest time per race', 'Highest Time (min) by Race: Spring (110) and Autumn (50).'],
    ['who has the fastest time', 'Runner with the lowest Time (min) (“who” is read as “Runner”): Cid (22).'],
    [
      'who has the slowest time',
      'Runner with the highest Time (min) (“who” is read as “Runner”): Dee (110).',
    ],
  ])('%s', async (question, text) => {
    expect(await answered(question)).toBe(text);
  });

  test.each(['best time per runner', 'who has the best time', 'worst time per race'])(
    'what is good there is not guessed: %s',
    (question) => {
      expect(planOf(question, [race]).problems[0]?.message).toContain('the highest or the lowest?');
    },
  );
});
