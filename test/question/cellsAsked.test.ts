import { describe, expect, test } from 'vitest';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

const TICKETS = csv(
  'tickets',
  [
    'Ticket,Opened,Closed,Customer,Priority,Agent,Minutes,Rating,Refund',
    'T-1,2026-01-05,2026-01-09,Acme,High,Mira,40,4,',
    'T-2,2026-01-07,2026-01-09,Blue,Low,Mira,10,2,€5.00',
    'T-3,2026-02-02,2026-02-09,Acme,Low,Sam,30,,',
    'T-4,2026-02-12,,Acme,High,Sam,,,',
    'T-5,2026-03-01,2026-03-02,Blue,Low,Mira,25,4,€2.50',
    'T-6,2026-03-03,,Corvus,High,,,,',
  ].join('\n'),
);

const said = async (question: string): Promise<string> => {
  const [sentence = ''] = (await ask(question, [TICKETS])).text.split('\n');
  return sentence;
};

describe('E8 an answer says the cells that were asked for', () => {
  test.each([
    ['What priority does T-3 have?', 'T-3 (Low)'],
    ['When was T-2 closed?', 'T-2 (2026-01-09)'],
    ['Who handled T-3?', 'T-3 (Sam)'],
    ['When was the last ticket opened?', 'T-6 (2026-03-03)'],
    ['When were the tickets of Blue opened?', 'T-2 (2026-01-07) and T-5 (2026-03-01)'],
    ['Show the two longest tickets', 'T-1 (40) and T-3 (30)'],
  ])('%s', async (question, words) => {
    expect(await said(question)).toContain(words);
  });

  test('the column that names the rows and those that were asked for stand first', async () => {
    const { text } = await ask('What priority does T-3 have?', [TICKETS]);
    expect(text).toContain('| Ticket | Priority | Opened |');
  });
});

describe('E8 what those did who are asked for is no group', () => {
  test.each([
    ['Which agent closed the most tickets?', 'Mira (3)'],
    ['Who closed the most tickets?', 'Mira (3)'],
    ['Which customer opened the most tickets?', 'Acme (3)'],
    ['Which customer opened the most tickets in March?', 'Blue (1) and Corvus (1)'],
    ['Which agent opened and closed the most tickets?', 'Mira (3)'],
    ['How many tickets were opened?', '**6**'],
    ['How many tickets did Acme open?', '**3**'],
    ['When did Acme last open a ticket?', 'T-4 (2026-02-12)'],
    ['How many tickets does Sam still have open?', '**1**'],
    ['How many tickets were opened but not closed?', '**2**'],
  ])('%s', async (question, words) => {
    expect(await said(question)).toContain(words);
  });
});

describe('E8 a distribution is how many rows each has', () => {
  test.each([
    ['rating distribution', 'Rating 2, count 1, Rating 4, count 2'],
    ['distribution of priorities', 'High (3) and Low (3)'],
    ['breakdown of tickets by priority', 'High (3) and Low (3)'],
    ['breakdown of refunds by customer', 'Blue (€7.50)'],
  ])('%s', async (question, words) => {
    expect(await said(question)).toContain(words);
  });

  test('that of amounts by something else could be many things, and the longest split is one of them', () => {
    expect(planOf('distribution of refunds by customer', [TICKETS]).plan).toBeNull();
    expect(planOf('longest minutes split', [TICKETS]).plan).toBeNull();
  });
});

describe('E8 orders: what an order is worth, how many units, how long until it was shipped', () => {
  const ORDERS = csv(
    'orders',
    [
      'Order No,Order Date,Ship Date,Customer,Product,Qty,Unit Price,Total',
      '5001,2026-01-03,2026-01-05,Nova,Lamp,3,$24.50,$73.50',
      '5002,2026-01-09,2026-01-13,Orchid,Desk,2,$420.00,$840.00',
      '5003,2026-02-02,,Nova,Paper,20,$4.80,$96.00',
    ].join('\n'),
  );
  test.each([
    ['What is our total revenue?', 'Total in $ is **1,009.50**'],
    ['Average order value', 'Average Total in $ (“order value” is read as “Total”) is **336.50**'],
    [
      'How many units did we sell in January?',
      'Total Qty (Order Date in January, “units” is read as “Qty”) is **5**',
    ],
    ['How long does it take to ship on average?', 'is **3**'],
    ['What is the biggest order?', 'Orchid (Order No 5002, Total $840)'],
  ])('%s', async (question, words) => {
    expect((await ask(question, [ORDERS])).text).toContain(words);
  });
});

describe('E8 homes: how large they are, and how long until they are sold', () => {
  const HOMES = csv(
    'homes',
    [
      'Home,Listed on,Sold on,District,Type,Rooms,Size (m²),Price (EUR)',
      'H-1,2026-01-01,2026-01-11,Mitte,Flat,3,78,412000',
      'H-2,2026-01-05,,Mitte,Flat,2,54,239000',
      'H-3,2026-02-01,2026-02-21,Pankow,House,5,140,690000',
      'H-4,2026-02-03,,Pankow,House,4,120,810000',
    ].join('\n'),
  );
  test.each([
    ['Largest house', 'H-3 (140)'],
    ['Smallest flat in Mitte', 'H-2 (54)'],
    ['Cheapest flat in Mitte', 'H-2 (239,000)'],
    ['How long does it take to sell a house on average?', 'is **20**'],
    ['How many homes have not been sold yet?', '**2**'],
  ])('%s', async (question, words) => {
    expect((await ask(question, [HOMES])).text).toContain(words);
  });
});

describe('E8 stock: units are no “Unit cost”, and a thing has a name beside its code', () => {
  const STOCK = csv(
    'inventory',
    [
      'SKU,Item,Supplier,Category,In stock,Unit cost,Retail price,Location',
      'B-200,Ceramic Mug,Clayworks,Kitchen,140,£1.80,£6.50,Aisle 3',
      'B-201,Teapot,Clayworks,Kitchen,0,£7.20,£21.00,Aisle 3',
      'C-301,Cushion,Fjell,Textiles,8,£4.50,£16.00,Aisle 2',
      'C-302,Curtain,Fjell,Textiles,0,£11.00,£34.00,Aisle 2',
    ].join('\n'),
  );
  test.each([
    ['Which category has the fewest units?', 'Textiles (8)'],
    ['Items with more than 100 units', 'Ceramic Mug (140)'],
    ['Average unit cost by supplier', 'Clayworks (£4.50) and Fjell (£7.75)'],
    ['Which items are out of stock?', 'Teapot (Unit cost £7.20, Retail price £21) and Curtain'],
    ['Where is the Teapot?', 'Teapot (Aisle 3)'],
    ['Most expensive item', 'Curtain (£34)'],
    ['What is the cheapest item from Fjell?', 'Cushion (£16)'],
  ])('%s', async (question, words) => {
    expect((await ask(question, [STOCK])).text).toContain(words);
  });
});

describe('E8 a survey: what those say who answered', () => {
  const SURVEY = csv(
    'survey',
    [
      'Response,Submitted,Age group,Country,Satisfaction (1-5),Would recommend,Hours per week',
      '1,2026-01-03,18-24,Germany,4,Yes,3',
      '2,2026-01-03,25-34,France,2,No,1',
      '3,2026-01-04,18-24,Germany,5,Yes,7',
      '4,2026-01-05,25-34,Spain,3,Maybe,2',
    ].join('\n'),
  );
  test.each([
    ['How many would recommend us?', 'Would recommend = Yes) is **2**'],
    ['How many would not recommend us?', 'Would recommend = No) is **1**'],
    ['Average satisfaction of those who would recommend us', 'is **4.5**'],
    ['Satisfaction by country', 'Average Satisfaction (1-5) by Country'],
    ['Responses by would recommend', 'Yes (2), No (1) and Maybe (1)'],
    ['Average hours per week by age group', '18-24 (5.00) and 25-34 (1.50)'],
    ['Median hours per week', 'Median Hours per week is **2.5**'],
  ])('%s', async (question, words) => {
    expect((await ask(question, [SURVEY])).text).toContain(words);
  });
});
