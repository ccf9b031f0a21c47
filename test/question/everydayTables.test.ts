import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const TABLES = {
  orders: csv(
    'orders',
    'Order,Customer,Product,Total,Discount\n7001,Ann,Lamp,$58,\n7002,Ann,Desk,$900,5%\n7003,Ben,Lamp,$29,\n7004,Cleo,Desk,$450,\n7005,Cleo,Lamp,$31,10%\n',
  ),
  survey: csv(
    'feedback',
    'Response,Course,Would recommend,Remarks\n1,Guitar,yes,\n2,Guitar,no,too loud\n3,Yoga,yes,\n4,Yoga,yes,lovely\n',
  ),
  pantry: csv(
    'pantry',
    'Article,On hand,Min. stock\nRice,40,15\nOat milk,0,12\nLentils,8,10\nFlour,3,5\nSalt,20,2\n',
  ),
  rents: csv(
    'rents',
    'Tenant,Rent due,Paid,Due on,Paid on\nNoor,1150,1150,2025-01-03,2025-01-02\nCarl,980,980,2025-01-03,2025-01-09\nEwa,1020,600,2025-01-03,2025-01-05\nCarl,980,,2025-02-03,\n',
  ),
  loans: csv(
    'loans',
    'Loan ID,Pupil,Book,Taken out,Due back,Came back\nL1,Ella,Skellig,2025-01-01,2025-01-15,2025-01-14\nL2,Tom,Wonder,2025-01-02,2025-01-16,2025-01-20\nL3,Tom,Skellig,2025-01-03,2025-01-17,\n',
  ),
  helpdesk: csv('helpdesk', 'No.,Team,Priority\nH-1,Network,high\nH-2,Network,low\nH-3,Printers,high\n'),
  meters: csv(
    'meters',
    'Reading,Taken on,Cost\nM1,2024-11-30,50\nM2,2024-12-30,40\nM3,2024-12-31,30\nM4,2025-01-31,80\n',
  ),
  visits: csv(
    'visits',
    'Visit,Stylist,Service,Price,Tip,Stars,Status\nV1,Dina,Cut,38,4,4,done\nV2,Dina,Colour,95,,5,no-show\nV3,Dina,Cut,38,2,3,done\nV4,Dina,Colour,95,9,5,done\nV5,Egon,Shave,18,,1,no-show\nV6,Egon,Shave,18,1,2,no-show\n',
  ),
} as const;
type Name = keyof typeof TABLES;

const answer = async (table: Name, question: string) => (await ask(question, [TABLES[table]])).text;
const refusal = (table: Name, question: string) => planOf(question, [TABLES[table]]).problems[0]?.message;

describe('E8 who has both', () => {
  test.each([
    ['orders', 'which customers bought both a Lamp and a Desk', 'Customers (both Lamp and Desk): Ann (2)'],
    ['orders', 'how many customers bought both a Lamp and a Desk', 'with both Lamp and Desk is **2**'],
    ['loans', 'who has borrowed both Skellig and Wonder', 'both Skellig and Wonder'],
  ] as const)('%s: %s', async (table, question, said) => {
    expect(await answer(table, question)).toContain(said);
  });

  test('which is not asked of single rows, nor beside another figure', () => {
    expect(refusal('orders', 'orders with both Lamp and Desk')).toContain(
      '“both” needs who or what has both',
    );
    expect(refusal('orders', 'total of both Lamp and Desk by customer')).toContain('“both” needs who');
    expect(refusal('orders', 'which customers bought both')).toContain('“both”');
  });

  test('either … or says no more than or, but not behind "never"', async () => {
    expect(await answer('orders', 'how many orders of either Lamp or Desk')).toContain('**5**');
    expect(refusal('orders', 'which customers never bought either Lamp or Desk')).toContain('“either”');
  });
});

describe('E8 what was late', () => {
  test.each([
    ['rents', 'how many payments were late', '(Paid on > Due on) is **2**'],
    ['rents', 'who was late most often', 'Carl (1)'],
    ['loans', 'how many came back late', '(Came back > Due back) is **1**'],
  ] as const)('%s: %s', async (table, question, said) => {
    expect(await answer(table, question)).toContain(said);
  });

  test('what was not done yet may be late or not', () => {
    expect(refusal('rents', 'how many payments were not late')).toContain('“late”');
    expect(refusal('orders', 'how many orders were late')).toContain('“late”');
  });
});

describe('E8 numbers that count nothing', () => {
  test('an order and a response have numbers, which are never added up or compared', async () => {
    expect(await answer('orders', 'biggest order of each customer')).toContain('900');
    expect(await answer('survey', 'how many responses have remarks')).toContain('**2**');
    expect(await answer('orders', 'how many orders got a discount')).toContain('**2**');
  });

  test('what a stock is held against is no stock', async () => {
    expect(await answer('pantry', 'which article is out of stock')).toContain('Oat milk');
  });

  test('a difference that some rows do not have is not added up', () => {
    expect(refusal('rents', 'rent due minus paid by tenant')).toContain('some rows have no “Paid”');
  });

  test('of two conditions behind "what percent" neither is the whole', async () => {
    expect(refusal('survey', 'what percent would recommend the guitar course')).toContain(
      'which of them is the whole',
    );
    expect(await answer('survey', 'what percentage of the guitar responses would recommend')).toContain('50');
  });
});

describe('E8 one month beside another', () => {
  test.each([
    ['meters', 'how much did the cost rise from December to January', 'from 2024-12 to 2025-01', 'change 10'],
    ['meters', 'did the cost go down from November to December', 'No. Growth', 'change 20'],
    ['meters', 'how much did readings grow from November to December', 'number of rows', 'change 1'],
  ] as const)('%s: %s', async (table, question, ...said) => {
    for (const one of said) expect(await answer(table, question)).toContain(one);
  });
});

describe('E8 rates and favourites', () => {
  test('behind a value “rate” is its share, of what else is said', async () => {
    expect(await answer('visits', 'what is our no-show rate')).toContain('**50**');
    expect(await answer('visits', 'no-show rate of Dina')).toContain('**25**');
    expect(await answer('visits', 'no-show rate by stylist')).toContain('Egon (percent 100, whole 2)');
    expect(refusal('visits', 'what is the rate of Dina')).toContain('“rate”');
  });

  test('of two that are equally common in a group both are the most common', async () => {
    const text = await answer('visits', 'favourite service of each stylist');
    expect(text).toContain('| Dina | Cut | 2 |');
    expect(text).toContain('| Dina | Colour | 2 |');
  });

  test('best first is highest first where more is better', async () => {
    expect(await answer('visits', 'average stars by service, best first')).toMatch(/Colour.*Shave/);
    expect(refusal('visits', 'average price by service, best first')).toContain('“highest first”');
  });
});

test('E8 two columns of a row are added where it has both', async () => {
  expect(await answer('visits', 'average price plus tip by stylist')).toContain('Dina');
  expect(refusal('visits', 'total price plus tip')).toContain('some rows have no “Tip”');
  expect(await answer('orders', 'biggest order of each customer')).toContain('Ann');
});

test('E8 the rows of a help desk are tickets', async () => {
  expect(await answer('helpdesk', 'which teams have more than 1 ticket')).toContain('Network (2)');
});
