import { describe, expect, test } from 'vitest';
import { own } from '#base';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const CUSTOMERS = csv(
  'customers',
  [
    'Customer no,Company,City,Country,Customer since,Discount',
    'C-1,Huber,Graz,Austria,2017-11-19,10',
    'C-2,Sorella,Zurich,Switzerland,2018-02-01,5',
    'C-3,Delta,Vienna,Austria,2024-03-05,20',
    'C-4,Elbe,Hamburg,Germany,2020-05-05,5',
    'C-5,Nova,Graz,Austria,2021-01-01,15',
  ].join('\n'),
);
const INVOICES = csv(
  'invoices',
  [
    'Invoice,Customer number,Issued,Net,Status',
    'I-1,C-1,2024-01-05,100,open',
    'I-2,c-1 ,2024-02-05,200,paid',
    'I-3,C-2,2024-02-09,50,open',
    'I-4,C-3,2024-03-01,400,paid',
    'I-5,C-3,2025-01-10,70,open',
    'I-6,C-4,2025-02-11,30,paid',
    'I-7,C-9,2025-02-12,5,open',
    'I-8,,2025-02-13,6,open',
  ].join('\n'),
);
const BOTH = [INVOICES, CUSTOMERS];

const MEMBERS = csv('members', 'Member no,Name,City\n1,Ada,Leeds\n2,Ben,York\n3,Cleo,Leeds\n4,Dan,Hull');
const RUNS = csv('runs', 'Run,Member,Time (min)\nr1,1,24\nr2,1,27\nr3,2,22\nr4,3,31');
const STAFF = csv('staff', 'Name,Department,Salary\nAnn,Sales,100\nBob,Sales,200\nCid,Legal,300');
const DEPARTMENTS = csv('departments', 'Department,Zone,Budget\nSales,North,9\nLegal,South,5\nHR,South,2');

const reasonOf = (question: string, documents = BOTH) => {
  const { plan, problems } = planOf(question, documents);
  expect(plan).toBeNull();
  return problems[0]?.message ?? '';
};

describe('A5 two tables are asked as one by the column that they have in common', () => {
  test.each<[string, number]>([
    ['total net of customers in Austria', 770],
    ['total net for Huber', 300],
    ['how many customers from Austria have an open invoice', 2],
    ['how many companies have open invoices', 3],
    ['share of invoices from Austria', 50],
  ])('%s', async (question, value) => {
    const { said, text } = await ask(question, BOTH);
    expect(own(said, 'value')).toBe(value);
    expect(text).toContain('invoices and customers by “Customer number” = “Customer no”');
  });

  test('what stands in one of them alone is said with the answer', async () => {
    const { said, text } = await ask('total net per country', BOTH);
    expect(said.rows).toEqual([
      { Country: 'Austria', sum_Net: 770 },
      { Country: 'Switzerland', sum_Net: 50 },
      { Country: 'Germany', sum_Net: 30 },
      { Country: null, sum_Net: 11 },
    ]);
    expect(text).toContain('1 “Customer number” not in customers, 1 of customers in no row of invoices');
  });

  test('what has no partner is none of those that are chosen', async () => {
    const { said } = await ask('which companies have more than 1 invoice', BOTH);
    expect(said.rows).toMatchObject([{ Company: 'Huber' }, { Company: 'Delta' }]);
  });

  test('keys may be numbers, and heads shorter on one side', async () => {
    const { said } = await ask('how many runs per city', [MEMBERS, RUNS]);
    expect(said.rows).toEqual([
      { City: 'Leeds', count: 3 },
      { City: 'York', count: 1 },
    ]);
  });

  test('rows are listed with their own columns first', async () => {
    const { said } = await ask('open invoices from Austria', BOTH);
    expect(said.rows).toMatchObject([{ Invoice: 'I-1' }, { Invoice: 'I-5' }]);
    expect(said.columns).toEqual(['Invoice', 'Customer number', 'Issued', 'Net', 'Status']);
  });
});

describe('A5 what no row of the other table names', () => {
  test.each([
    ['customers without invoices', BOTH, 'Nova'],
    ['which customers have never had an invoice', BOTH, 'Nova'],
    ['which customers from Austria do not have any invoices yet', BOTH, 'Nova'],
    ['members without runs', [MEMBERS, RUNS], 'Dan'],
    ['which departments have no employees', [STAFF, DEPARTMENTS], 'HR'],
  ])('%s', async (question, documents, name) => {
    const { said } = await ask(question, documents);
    expect(said.rows).toHaveLength(1);
    expect(JSON.stringify(said.rows)).toContain(`"${name}"`);
  });

  test('who has never ordered', async () => {
    const orders = csv('orders', 'Order,Customer no,Total\n1,C-1,5\n2,C-2,5\n3,C-3,5\n4,C-5,9');
    const { said } = await ask('who has never ordered', [orders, CUSTOMERS]);
    expect(said.rows).toMatchObject([{ Company: 'Elbe' }]);
  });

  test.each([
    ['which countries have no invoices', 'some or of all'],
    ['customers without invoices in 2025', ''],
    ['customers without an open invoice', 'whether rows of “invoices” or of “customers”'],
    ['which customers have no open invoice', ''],
    ['customers with and without invoices', ''],
    ['how many customers in 2021 have no invoices', 'some or of all'],
  ])('%s is refused', (question, reason) => {
    expect(reasonOf(question)).toContain(reason);
  });
});

describe('A5 two tables are not joined', () => {
  test.each([
    ['total discount per status', 'stands in several rows and would be counted more than once'],
    ['which customer has the fewest invoices', 'may have no row in “invoices”'],
    ['companies with the lowest total net', 'may have no row in “invoices”'],
    ['average number of invoices per country', 'may have no row in “invoices”'],
    ['what percentage of customers have open invoices', 'whether rows of “invoices” or of “customers”'],
    ['customers by number of invoices', 'whether rows of “invoices” or of “customers”'],
    ['net of customers since 2020', 'the date could be one of “invoices” or of “customers”'],
  ])('%s: the answer would be to another question', (question, reason) => {
    expect(reasonOf(question)).toContain(reason);
  });

  test('where a key is unique on neither side', () => {
    const pays = csv('pays', 'Customer number,Paid\nC-1,4\nC-1,6\nC-2,5\nC-3,1');
    const visits = csv('visits', 'Customer number,Room\nC-1,A\nC-1,B\nC-2,B\nC-3,A');
    expect(reasonOf('total paid per room', [pays, visits])).toContain('their rows would multiply');
  });

  test('where two pairs of columns belong together', () => {
    const calls = csv('calls', 'Name,Room,Blots\nAnn,x,4\nBob,y,5\nAnn,x,6');
    const people = csv('people', 'Name,Room,Town\nAnn,x,Rye\nBob,y,Ely');
    expect(reasonOf('total blots per town', [calls, people])).toContain('several columns in common');
  });

  test('where heads are alike and values are not', () => {
    const pets = csv('pets', 'Name,Weight\nRex,4\nMax,6\nRex,5');
    const people = csv('people', 'Name,Town\nAnn,Rye\nBob,Ely');
    expect(planOf('total weight per town', [pets, people]).plan).toBeNull();
  });

  test('where the right to it is withheld', () => {
    expect(
      planOf('total net per country', BOTH, ['table.load', 'table.group', 'table.answer']).plan,
    ).toBeNull();
  });
});
