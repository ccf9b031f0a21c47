import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const SALES = csv(
  'orders',
  'Date,Region,Amount\n2025-01-05,North,100\n2025-01-20,South,50\n2025-02-03,North,25\n2025-03-09,South,200\n2025-03-30,North,75\n',
);
const RENTS = csv(
  'ledger',
  'Flat,Tenant,Rent due,Due on,Amt paid,Paid on,How\n1,Ann,€800,2024-12-03,€800,2024-12-05,cash\n2,Ben,€700,2024-12-03,€300,2025-01-08,card\n3,Cleo,€900,2025-01-03,,,\n1,Ann,€800,2025-01-03,€800,2025-01-04,card\n',
);
const TICKETS = csv(
  'tickets',
  'Ticket,Opened,Closed,Agent,1st reply after\nT1,2025-03-03 09:00,2025-03-03 11:00,Kim,5m\nT2,2025-03-03 09:00,2025-03-05 13:00,Lee,1h 30m\nT3,2025-03-06 10:00,,Kim,20m\n',
);
const REPAIRS = csv(
  'boat_repairs',
  'Job,Date in,Date out,Owner,Cost\nB1,2025-05-02,2025-05-06,Ida,$90.00\nB2,2025-05-09,,Max,$120.00\nB3,2025-05-11,2025-05-12,Ida,$40.00\n',
);
const DIGITS = csv(
  'measures',
  `Probe,Reading\n${Array.from({ length: 11 }, (_, index) => `P${index},${index * 10}`).join('\n')}\n`,
);
const BILLS = csv(
  'jobs',
  'Job,Client,Done on,Invoice total,Invoice paid on\nJ1,Ada,2025-01-04,€100.00,2025-02-01\nJ2,Bob,2025-01-09,€80.00,\nJ3,Ada,2025-02-10,€60.00,\n',
);
const reasonOf = (question: string, table: typeof SALES) => planOf(question, [table]).problems[0]?.message;

describe('E8 totals as they go along a time', () => {
  test.each([
    ['running total of amount by month', '2025-03 (total Amount 275, running total 450)'],
    ['cumulative amount by month', 'running total 150'],
    ['running total of orders by month', 'count 2, running total 2'],
  ] as const)('%s', async (question, said) => {
    expect((await ask(question, [SALES])).text).toContain(said);
  });

  test('along anything else, and along nothing, it is refused with what would work', () => {
    expect(reasonOf('running total of amount by region', SALES)).toContain('by month');
    expect(reasonOf('running total of amount', SALES)).toContain('by month');
  });
});

describe('E8 percentiles', () => {
  test.each([
    ['90th percentile of reading', '90th percentile of Reading is **90**'],
    ['what is the 25th percentile of reading', '**25**'],
    ['p95 of reading', '95th percentile of Reading is **95**'],
    ['21st percentile of reading', '21st percentile of Reading is **21**'],
  ] as const)('%s', async (question, said) => {
    expect((await ask(question, [DIGITS])).text).toContain(said);
  });
});

describe('E8 money that came in', () => {
  test.each([
    ['total rent that came in', 'is **1,900**'],
    ['how much rent did we collect', 'is **1,900**'],
    ['which month was best for rent received', '2025-01 (€1,100'],
    ['by how many percent did the rent received change from december to january', 'percent 37.5'],
    ['what share of the payments was in cash', '**33.33**'],
    ['which ones are missing a payment date', 'Cleo'],
  ] as const)('%s', async (question, said) => {
    expect((await ask(question, [RENTS])).text).toContain(said);
  });

  test('what Ann has collected is hers, and fees are collected where cells say that they were paid', async () => {
    const club = csv('club', 'No,Name,Fee,Paid\n1,Ann,$10.00,yes\n2,Ben,$20.00,no\n3,Cleo,$30.00,yes\n');
    expect((await ask('total fees collected', [club])).text).toMatch(/Paid = true.*\*\*40\*\*/);
  });

  test('bills that are open have not been paid', async () => {
    const { text } = await ask('which invoices are still open', [BILLS]);
    expect(text).toContain('Invoice paid on is empty');
    expect(text).toContain('J2');
    expect(text).not.toContain('J1');
  });
});

describe('E8 lengths of time', () => {
  test.each([
    ['how many tickets were closed within 24 hours of being opened', TICKETS, 'Opened to Closed ≤ 24'],
    ['how many were closed within 24 hours', TICKETS, 'is **1**'],
    ['average first response time', TICKETS, '**0.6389**'],
    ['which agent has the slowest first reply on average', TICKETS, 'Lee (1.50)'],
    ['did tickets go up from march 3 to march 6, and by how much', TICKETS, 'change -1'],
    ['which boats are still here', REPAIRS, 'B2'],
    ['on average how many days does a boat stay', REPAIRS, '**2.5**'],
    ['how many boats came in in may', REPAIRS, '**3**'],
    ['when was the highest amount', SALES, '2025-03-09'],
  ] as const)('%s', async (question, table, said) => {
    expect((await ask(question, [table])).text).toContain(said);
  });

  test('a day that nobody says is asked for, with what to say', () => {
    expect(reasonOf('amount last month', SALES)).toContain('name the month or the dates instead');
  });
});
