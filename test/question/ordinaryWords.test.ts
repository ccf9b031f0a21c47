import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const TABLES = {
  orders: csv(
    'orders',
    'Order#,order_dt,Cust. Name,Qty,Amt (EUR),Shipped on\nA1,2025-01-03,Mey,4,100,2025-01-05\nA2,2025-02-07,Luna,6,300,2025-02-20\nA3,2025-02-15,Mey,1,50,\nA4,2025-03-01,Luna,2,150,2025-03-02\n',
  ),
  visits: csv(
    'gym',
    'visit_id,Member,visit_date,Activity,Duration (min)\n1,Ruth,2025-05-05,Yoga,60\n2,Sam,2025-05-05,Weights,85\n3,Ruth,2025-05-07,Yoga,45\n4,Ruth,2025-05-12,Weights,50\n',
  ),
  league: csv(
    'league',
    'Match day,Date,Home team,Home goals,Away goals\n1,2024-08-17,Falcons,2,1\n1,2024-08-18,Comets,0,0\n2,2024-08-24,Rangers,1,2\n2,2024-08-25,Falcons,3,0\n',
  ),
  loans: csv(
    'loans',
    'Loan no.,Title,Borrower,Loaned,Due,Returned\n1,Tide,Ann,2025-01-06,2025-01-27,2025-01-20\n2,Glass,Ben,2025-01-08,2025-01-29,2025-02-04\n3,Tide,Cara,2025-01-22,2025-02-12,2025-02-10\n',
  ),
  bank: csv(
    'bank',
    'Booking date,Payee,Category,Amount\n2025-01-03,Bank,Rent,-900\n2025-01-15,Rewe,Food,-60\n2025-01-31,Acme,Income,2800\n2025-02-09,Rewe,Food,-40\n',
  ),
  store: csv(
    'store',
    'SKU,Item,Category,Qty on hand,Reorder lvl,Supplier,Supplier e-mail\nP1,Hammer,Tools,14,10,Iron,a@iron.example\nP2,Screws,Metal,3,20,Bolt,b@bolt.example\nP3,Roller,Paint,0,5,Colo,c@colo.example\n',
  ),
} as const;
const answer = async (table: keyof typeof TABLES, question: string) =>
  (await ask(question, [TABLES[table]])).text;
const refusal = (table: keyof typeof TABLES, question: string) =>
  planOf(question, [TABLES[table]]).problems[0]?.message ?? '';

describe('E8 questions in the words of people', () => {
  test.each([
    ['orders', 'total amount by customer', 'Mey (150) and Luna (450)'],
    ['orders', 'total quantity', '**13**'],
    ['orders', 'orders above the average amount', 'A2 '],
    ['orders', 'how many orders are above the average amount', 'is **1**'],
    ['visits', 'how many visits did Ruth make', '**3**'],
    ['visits', 'Who came most often?', 'Ruth'],
    ['visits', 'visits per day of the week', 'Monday'],
    ['visits', 'total minutes Ruth spent on yoga', '**105**'],
    ['visits', 'How long is a visit on average?', '**60**'],
    ['league', 'how many matches were played on a Sunday', '**2**'],
    ['league', 'number of matches per month', '2024-08 (4)'],
    ['league', 'How many matches had more away goals than home goals?', 'is **1**'],
    ['loans', 'how many loans where returned is after due', 'is **1**'],
    ['loans', 'What is the most borrowed title?', 'Tide (2)'],
    ['bank', 'how many payments to Rewe', '**2**'],
    ['store', 'Which items are below their reorder level?', 'P2'],
    ['store', "What's the e-mail of the supplier of Screws?", 'b@bolt.example'],
    ['store', 'what is out of stock', 'P3'],
  ] as const)('%s: %s', async (table, question, said) => {
    expect(await answer(table, question)).toContain(said);
  });

  test.each([
    ['bank', 'What did I spend the most on?', /“on what” could be “Payee” or “Category”/],
    ['store', 'What is the total value of the stock?', /“value”/],
    ['orders', 'what share of orders are above the average amount', /above average|share/],
  ] as const)('%s: %s is refused with its reason', (table, question, reason) => {
    expect(refusal(table, question)).toMatch(reason);
  });

  test('since a year is said of a column of years, whatever its head', async () => {
    const books = csv('books', 'Title,Published,Pages\nTide,2019,300\nGlass,2020,250\nMaps,2023,410\n');
    const text = (await ask('Which books were published since 2020?', [books])).text;
    expect(text).toContain('Glass');
    expect(text).not.toContain('Tide');
  });

  test('rows that are listed are no total: all payments to somebody', async () => {
    const text = await answer('bank', 'list all payments to Rewe');
    expect(text).toContain('2025-01-15');
    expect(text).toContain('2025-02-09');
  });

  test('a number that says which match day it is, is never added up', async () => {
    expect(await answer('league', 'which match had the most home goals')).toContain('2024-08-25');
  });
});
