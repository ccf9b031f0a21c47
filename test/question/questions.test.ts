import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, own, seededRandom } from '#base';
import type { WorkspaceDocument } from '#plan';
import { csv } from '../notation/calling';
import { ask, planOf } from './asking';

/** Rows of a shop: dates, so that periods can be asked for, and two columns of numbers besides the prices. */
function orders(seed: number) {
  const { below } = seededRandom(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  return Array.from({ length: 200 }, (_, index) => ({
    order_id: index + 1,
    date: `${pick(['2024', '2025'])}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`,
    zone: pick(['Quay', 'Hill', 'Old Town']),
    product: pick(['Lamp', 'Desk', 'Chair', 'Shelf']),
    units: 1 + below(20),
    unit_price: 1 + below(90),
    revenue: 10 + below(2_000),
  }));
}
type Order = ReturnType<typeof orders>[number];

const ROWS = orders(11);
const DOCUMENTS = [tableOf('orders', ROWS)];

function tableOf(id: string, rows: readonly object[]): WorkspaceDocument {
  const header = Object.keys(rows[0] ?? {}).join(',');
  return csv(id, [header, ...rows.map((row) => Object.values(row).join(','))].join('\n'));
}

/** What the answer was made of: rows without what an answer adds, or one value. */
async function answerTo(
  question: string,
  documents: readonly WorkspaceDocument[] = DOCUMENTS,
): Promise<Json> {
  const { said } = await ask(question, documents);
  return own(said, 'value') ?? own(said, 'rows') ?? null;
}

type Measure = 'units' | 'revenue' | 'unit_price';
type Of = (row: Order) => string;
const sum = (rows: readonly Order[], column: Measure) => rows.reduce((total, row) => total + row[column], 0);
const average = (rows: readonly Order[], column: Measure) => sum(rows, column) / rows.length;
const where = (keep: (row: Order) => boolean) => ROWS.filter(keep);
const inYear = (year: number) => where(({ date }) => date.startsWith(`${year}-`));
const zone: Of = (row) => row.zone;
const product: Of = (row) => row.product;
const month: Of = ({ date }) => date.slice(0, 7);
const quarter: Of = ({ date }) => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

/** Groups in order of first appearance, each with a figure. */
function groups(rows: readonly Order[], of: Of, figure: (rows: readonly Order[]) => number) {
  const names = [...new Set(rows.map(of))];
  return names.map((name) => ({ name, figure: figure(rows.filter((row) => of(row) === name)) }));
}

/** An answer's groups, whatever its columns are called: the first text and the first number of each row. */
function groupsOf(rows: Json): readonly { name: Json; figure: Json }[] {
  if (!Array.isArray(rows)) throw new Error(`no rows but ${JSON.stringify(rows)}`);
  return rows.filter(isJsonObject).map((row) => ({
    name: Object.values(row).find((cell) => typeof cell === 'string') ?? null,
    figure: Object.values(row).find((cell) => typeof cell === 'number') ?? null,
  }));
}

const byName = (list: readonly { name: Json; figure: Json }[]) =>
  list.toSorted((left, right) => (String(left.name) < String(right.name) ? -1 : 1));
const highestFirst = (list: readonly { name: string; figure: number }[]) =>
  list.toSorted((left, right) => right.figure - left.figure);

describe('A5 one figure, asked for in different words', () => {
  const quay = where((row) => row.zone === 'Quay');
  test.each<[string, number]>([
    ['How many orders are there?', ROWS.length],
    ['number of records', ROWS.length],
    ['How many orders in Old Town?', where((row) => row.zone === 'Old Town').length],
    ['count the rows where units is more than 10', where(({ units }) => units > 10).length],
    ['How many sales had at least 15 units?', where(({ units }) => units >= 15).length],
    [
      'orders in 2025 with revenue over 1,500: how many?',
      inYear(2025).filter(({ revenue }) => revenue > 1500).length,
    ],
    ['total revenue', sum(ROWS, 'revenue')],
    ['What is the sum of revenue for Quay?', sum(quay, 'revenue')],
    [
      'How much revenue did Lamp bring in?',
      sum(
        where((row) => row.product === 'Lamp'),
        'revenue',
      ),
    ],
    [
      'How many units were sold in Hill or Quay?',
      sum(
        where((row) => row.zone !== 'Old Town'),
        'units',
      ),
    ],
    ['How much did we sell in 2024?', sum(inYear(2024), 'revenue')],
    [
      'total units not in Quay',
      sum(
        where((row) => row.zone !== 'Quay'),
        'units',
      ),
    ],
    ['average revenue per order', average(ROWS, 'revenue')],
    ['On average, how big was the revenue where zone is Quay?', average(quay, 'revenue')],
    [
      'mean unit price of Desk',
      average(
        where((row) => row.product === 'Desk'),
        'unit_price',
      ),
    ],
    ['highest revenue', Math.max(...ROWS.map(({ revenue }) => revenue))],
    ['What was the minimum number of units?', Math.min(...ROWS.map(({ units }) => units))],
    ['How many different products are there?', new Set(ROWS.map(product)).size],
    [
      'revenue between 2024-03-01 and 2024-06-30',
      sum(
        where(({ date }) => date >= '2024-03-01' && date <= '2024-06-30'),
        'revenue',
      ),
    ],
    [
      'revenue in March 2025',
      sum(
        where(({ date }) => date.startsWith('2025-03')),
        'revenue',
      ),
    ],
    [
      'revenue in March and April 2025',
      sum(
        where(({ date }) => /^2025-0[34]/.test(date)),
        'revenue',
      ),
    ],
    [
      'units in Q2 2024',
      sum(
        where((row) => quarter(row) === '2024-Q2'),
        'units',
      ),
    ],
    ['revenue from 2024 to 2025', sum(ROWS, 'revenue')],
    ['revenue in 2024 and 2025', sum(ROWS, 'revenue')],
  ])('%s', async (question, expected) => {
    const value = await answerTo(question);
    expect(value).toBeCloseTo(expected, 4);
  });

  test('What share of revenue comes from Lamp?', async () => {
    const share =
      (sum(
        where((row) => row.product === 'Lamp'),
        'revenue',
      ) /
        sum(ROWS, 'revenue')) *
      100;
    expect(await answerTo('What share of revenue comes from Lamp?')).toBeCloseTo(share, 1);
    expect(await answerTo('what percentage of the revenue is from Lamp')).toBeCloseTo(share, 1);
  });
});

const revenueOf = (rows: readonly Order[]) => sum(rows, 'revenue');
const countOf = (rows: readonly Order[]) => rows.length;

describe('A5 groups, asked for in different words', () => {
  test.each<[string, { name: string; figure: number }[]]>([
    ['total revenue by zone', groups(ROWS, zone, revenueOf)],
    ['revenue per zone', groups(ROWS, zone, revenueOf)],
    ['What is the revenue for each zone?', groups(ROWS, zone, revenueOf)],
    ['revenue broken down by zone in 2025', groups(inYear(2025), zone, revenueOf)],
    [
      'compare Quay and Hill by revenue',
      groups(
        where((row) => row.zone !== 'Old Town'),
        zone,
        revenueOf,
      ),
    ],
    ['average units per zone', groups(ROWS, zone, (rows) => average(rows, 'units'))],
    ['orders per product', groups(ROWS, product, countOf)],
    ['sales by zone', groups(ROWS, zone, revenueOf)],
    ['sales per product in 2025', groups(inYear(2025), product, revenueOf)],
    ['how many records are there for every product?', groups(ROWS, product, countOf)],
    ['number of orders by month', groups(ROWS, month, countOf)],
    ['monthly revenue', groups(ROWS, month, revenueOf)],
    ['revenue by quarter', groups(ROWS, quarter, revenueOf)],
    ['revenue over time in 2024', groups(inYear(2024), month, revenueOf)],
    ['Compare 2024 and 2025 revenue', groups(ROWS, ({ date }) => date.slice(0, 4), revenueOf)],
    ['total revenue per year', groups(ROWS, ({ date }) => date.slice(0, 4), revenueOf)],
    [
      'which products had more than 45 orders?',
      groups(ROWS, product, countOf).filter(({ figure }) => figure > 45),
    ],
  ])('%s', async (question, expected) => {
    expect(byName(groupsOf(await answerTo(question)))).toEqual(
      byName(expected.map(({ name, figure }) => ({ name, figure: expect.closeTo(figure, 4) }))),
    );
  });

  test('periods come in the order of time', async () => {
    const names = groupsOf(await answerTo('revenue by month')).map(({ name }) => String(name));
    expect(names).toEqual(names.toSorted());
    expect(names.length).toBeGreaterThan(20);
  });
});

describe('A5 rankings, asked for in different words', () => {
  test.each<[string, readonly { name: string; figure: number }[]]>([
    ['Top 3 products by revenue', highestFirst(groups(ROWS, product, revenueOf)).slice(0, 3)],
    [
      'the three products with the highest revenue',
      highestFirst(groups(ROWS, product, revenueOf)).slice(0, 3),
    ],
    ['which zone has the most orders?', highestFirst(groups(ROWS, zone, countOf)).slice(0, 1)],
    ['top 2 products by sales', highestFirst(groups(ROWS, product, revenueOf)).slice(0, 2)],
    ['best product', highestFirst(groups(ROWS, product, revenueOf)).slice(0, 1)],
    ['which month had the highest revenue', highestFirst(groups(ROWS, month, revenueOf)).slice(0, 1)],
    ['zones by revenue, highest first', highestFirst(groups(ROWS, zone, revenueOf))],
    [
      'worst 2 zones by total units',
      highestFirst(groups(ROWS, zone, (rows) => sum(rows, 'units')))
        .toReversed()
        .slice(0, 2),
    ],
  ])('%s', async (question, expected) => {
    expect(groupsOf(await answerTo(question))).toEqual(expected);
  });

  test('show the 5 largest orders: by the column of money, and it says so', async () => {
    const { said, text } = await ask('show the 5 largest orders', DOCUMENTS);
    const rows = own(said, 'rows');
    const top = ROWS.map(({ revenue }) => revenue)
      .toSorted((left, right) => right - left)
      .slice(0, 5);
    expect(Array.isArray(rows) && rows.map((row) => isJsonObject(row) && row.revenue)).toEqual(top);
    expect(text).toContain('5 rows of orders with the highest revenue');
  });
});

describe('A5 growth from one year to another', () => {
  const growthOf = (of: Of) => {
    const figures = (year: number) =>
      new Map(groups(inYear(year), of, revenueOf).map(({ name, figure }) => [name, figure]));
    const [before, after] = [figures(2024), figures(2025)];
    return [...before].map(([name, first]) => {
      const change = (after.get(name) ?? 0) - first;
      return { name, change, percent: Number(((change / first) * 100).toFixed(2)) };
    });
  };

  test.each([
    'which zones grew most in 2025',
    'growth of revenue by zone',
    'year over year revenue growth per zone',
  ])('%s', async (question) => {
    const { said, text } = await ask(question, DOCUMENTS);
    const rows = own(said, 'rows');
    const expected = growthOf(zone).toSorted((left, right) => right.percent - left.percent);
    expect(
      Array.isArray(rows) &&
        rows.filter(isJsonObject).map(({ zone: name, change, percent }) => ({ name, change, percent })),
    ).toEqual(expected);
    expect(text).toMatch(/^Growth of the total revenue from 2024 to 2025 by zone/);
  });

  test('which product fell most in 2025?', async () => {
    const [worst] = growthOf(product).toSorted((left, right) => left.percent - right.percent);
    expect(await answerTo('which product fell most in 2025?')).toEqual([
      expect.objectContaining({ product: worst?.name, percent: worst?.percent }),
    ]);
  });

  test('which zones declined? names those alone', async () => {
    const rows = await answerTo('which zones declined in 2025');
    const fallen = growthOf(zone).filter(({ change }) => change < 0);
    expect(
      groupsOf(rows)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(fallen.map(({ name }) => name).toSorted());
  });

  test('did revenue change?', async () => {
    const [before, after] = [revenueOf(inYear(2024)), revenueOf(inYear(2025))];
    for (const question of [
      'did revenue grow in 2025?',
      'how did revenue change from 2024 to 2025',
      'difference in revenue between 2024 and 2025',
    ])
      expect(await answerTo(question)).toEqual([
        expect.objectContaining({ 2024: before, 2025: after, change: after - before }),
      ]);
  });

  test('a year that is not over is compared with the same months of the year before', async () => {
    const rows = ROWS.filter(({ date }) => date < '2025-08');
    const { said, text } = await ask('revenue growth in 2025', [tableOf('orders', rows)]);
    const until = (year: number) =>
      revenueOf(rows.filter(({ date }) => date >= `${year}` && date < `${year}-08`));
    expect(own(said, 'rows')).toEqual([expect.objectContaining({ 2024: until(2024), 2025: until(2025) })]);
    expect(text).toContain('Jan to Jul of both years');
  });
});

describe('E8 what it does not understand it refuses plainly, with what it can', () => {
  test.each<[string, RegExp]>([
    ['Will it rain tomorrow?', /“rain”|future/],
    ['total revenue by colour', /“colour”/],
    ['variance of revenue', /a statistic beyond/],
    ['products with revenue over 5,000', /of single rows, or in total/],
    ['What sold best in 2025?', /ranked by what|of what/],
    ['forecast the revenue of next month', /the future/],
    ['most orders per zone', /how many of each group/],
    ['total revenue until', /“until”/],
    ['revenue by zone than product', /“than”/],
    ['total revenue up', /“up”/],
    ['customers and products bought together', /“customers”/],
    ['which zones bought only Lamp', /“only”/],
    ['which zones bought Lamp and Desk', /either of them, or both/],
    ['average orders per zone', /“average” of which column|figure of a count/],
    ['total revenue in euros', /no column of orders counts in euro/],
    ['Wie viele Bestellungen gibt es?', /reads English/],
    ['revenue growth in 2031', /goes from 2024 to 2025/],
    ['growth of revenue by month', /whole years only/],
    ['revenue for Quayside', /“Quayside”/],
    ['average by zone', /“average” of which column: units, unit_price, revenue\?$/],
    ['', /asks nothing/],
    ['asdf qwer', /“asdf” and “qwer” mean here/],
  ])('%s', (question, reason) => {
    const { plan, problems } = planOf(question, DOCUMENTS);
    expect(plan).toBeNull();
    expect(problems[0]).toMatchObject({
      code: 'CANNOT_PLAN',
      message: expect.stringMatching(/^I cannot plan this: /),
    });
    expect(problems[0]?.message).toMatch(reason);
    expect(problems[0]?.help).toMatch(/What I can plan: .*filter.*Tables at hand: orders \(order_id, date/);
  });

  test('a table without dates has no growth and no months', () => {
    const undated = [
      tableOf(
        'stock',
        ROWS.map(({ zone: place, units }) => ({ place, units })),
      ),
    ];
    expect(planOf('which places grew most?', undated).problems[0]?.message).toMatch(
      /no single column of dates/,
    );
    expect(planOf('units by month', undated).problems[0]?.message).toMatch(/no column “month”/);
  });

  test('two columns of dates: which one is asked for', () => {
    const twice = (one: string, other: string) => [
      tableOf(
        'orders',
        ROWS.map(({ date, units }) => ({ [one]: date, [other]: date, units })),
      ),
    ];
    expect(planOf('units by month', twice('packed', 'shipped')).problems[0]?.message).toMatch(
      /“packed month” or “shipped month”/,
    );
    expect(planOf('units by packed month', twice('packed', 'shipped')).plan).not.toBeNull();
  });

  test('two columns of dates: orders are of the day on which they were ordered, and the answer says so', async () => {
    const orders = [
      csv('orders', 'ordered,shipped,units\n2026-01-30,2026-02-02,3\n2026-02-27,2026-03-02,4\n'),
    ];
    const { text } = await ask('units by month', orders);
    expect(text).toContain('by ordered month: 2026-01 (3) and 2026-02 (4)');
  });

  test('a tool that the plan would need and may not have is named', () => {
    const { problems } = planOf('share of revenue by zone', DOCUMENTS, [
      'table.load',
      'table.group',
      'table.answer',
    ]);
    expect(problems[0]?.message).toBe('I cannot plan this: the tool table.compute is not allowed here.');
  });
});

describe('P12 the cards of a plan', () => {
  const QUESTIONS = [
    'Top 3 products by revenue',
    'which zones grew most in 2025',
    'average unit price by product in Old Town',
    'number of different products per zone',
    'share of revenue by product',
    'monthly revenue of Lamp and Desk',
    'orders not in Old Town with between 5 and 10 units',
    'which products had more than 45 orders?',
    'revenue by zone and product sorted by revenue descending',
  ];
  test.each(QUESTIONS)('fit a node of about 24 characters, and say what is done: %s', (question) => {
    const names = planOf(question, DOCUMENTS).plan?.nodes.map(({ name = '' }) => name) ?? [];
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(24);
      expect(name).not.toMatch(/sum_|average_|count_|memory|\{/);
    }
  });

  test('names of columns and plurals are a person’s', async () => {
    const { planned, text } = await ask('Top 3 products by revenue', DOCUMENTS);
    expect(planned.plan?.nodes.map(({ name }) => name)).toEqual([
      'Load orders',
      'Total revenue by product',
      'Sort by revenue',
      'Top 3',
      'Say it',
    ]);
    expect(text).toMatch(/^Top 3 products by total revenue: /);
  });

  test('K4 an answer shows what it is grouped by first, whatever the order of keys', async () => {
    const { text } = await ask('average units by zone', DOCUMENTS);
    expect(text).toContain('| zone | average units |');
  });
});

describe('A5 more of what tables are asked', () => {
  const middle = (numbers: readonly number[]) => {
    const sorted = numbers.toSorted((left, right) => left - right);
    const at = Math.floor(sorted.length / 2);
    return sorted.length % 2 === 1 ? sorted[at] : ((sorted[at - 1] ?? 0) + (sorted[at] ?? 0)) / 2;
  };
  const MESSY = [
    'ticket,opened,closed,agent,state,rating,list_price,price',
    't1,2025-03-03,2025-03-05,Ann,Closed Won,5,100,90',
    't2,2025-03-04,,Bob,open,,80,80',
    't3,2025-03-08,2025-03-09,Ann,closed won,3,50,45',
    't4,2025-04-07,2025-04-07,n/a,Closed Lost,4,70,70',
    'Total,,,,,,300,285',
  ].join('\n');
  const TICKETS = [csv('tickets', MESSY)];
  const rowsOf = (rows: Json) => (Array.isArray(rows) ? rows.filter(isJsonObject) : []);

  test('a median', async () => {
    expect(await answerTo('median revenue')).toBe(middle(ROWS.map(({ revenue }) => revenue)));
  });

  test.each([
    ['units from June 2025 on', '2025-06'],
    ['units from June 2025 onwards', '2025-06'],
    ['units from Q3 2025 on', '2025-07'],
    ['units from 2025-03-15 on', '2025-03-15'],
    ['units from June 2025 on and where units is more than 0', '2025-06'],
  ])('%s are all from then', async (question, start) => {
    const kept = where(({ date }) => date >= start);
    expect(await answerTo(`total ${question}`)).toBe(sum(kept, 'units'));
  });

  test('"on" that begins something else opens no period', async () => {
    const kept = where(
      ({ date }) => date.startsWith('2025-06') && new Date(`${date}T00:00:00Z`).getUTCDay() === 5,
    );
    expect(rowsOf(await answerTo('orders from June 2025 on Friday'))).toHaveLength(kept.length);
  });

  test('nothing is no value that could be counted, though another one is left out', async () => {
    const visits = [csv('visits', 'ref,doctor\na1,Ann\na2,\na3,Bob\na4,n/a\na5,Cleo')];
    expect(await answerTo('number of different doctors where doctor is not Ann', visits)).toBe(2);
  });

  test('how many of each group are wanted is not passed over', async () => {
    const rows = rowsOf(
      await answerTo('top 2 by fee per doctor', [
        csv('visits', 'ref,doctor,fee\na1,Ann,4\na2,Ann,6\na3,Bob,5\na4,Bob,9\na5,Bob,2'),
      ]),
    );
    expect(rows.map(({ ref }) => ref)).toEqual(['a4', 'a3', 'a2', 'a1']);
  });

  test('the top of each group', async () => {
    const rows = rowsOf(await answerTo('top 2 products in each zone by revenue'));
    const expected = groups(ROWS, zone, countOf).flatMap(({ name }) =>
      highestFirst(
        groups(
          where((row) => row.zone === name),
          product,
          revenueOf,
        ),
      ).slice(0, 2),
    );
    expect(rows.map((row) => row.sum_revenue).toSorted()).toEqual(
      expected.map(({ figure }) => figure).toSorted(),
    );
    expect(byName(groupsOf(await answerTo('highest revenue per zone'))).map(({ figure }) => figure)).toEqual(
      byName(groups(ROWS, zone, (of) => Math.max(...of.map(({ revenue }) => revenue)))).map(
        ({ figure }) => figure,
      ),
    );
  });

  test('weekdays of the date in which a row begins', async () => {
    expect(await answerTo('how many tickets were opened on Monday', TICKETS)).toBe(2);
  });

  test.each<[string, readonly string[]]>([
    ['tickets without an agent', ['t4']],
    ['tickets with no closed date', ['t2']],
    ['tickets that are not closed', ['t2']],
    ['tickets with a rating', ['t1', 't3', 't4']],
    ['tickets where rating is empty', ['t2']],
    ['tickets with state won', ['t1', 't3']],
    ['tickets where list price minus price is more than 5', ['t1']],
  ])('%s', async (question, names) => {
    expect(rowsOf(await answerTo(question, TICKETS)).map((row) => row.ticket)).toEqual(names);
  });

  test('spellings that differ in capitals alone are one group', async () => {
    expect(byName(groupsOf(await answerTo('tickets by state', TICKETS))).map(({ figure }) => figure)).toEqual(
      [1, 2, 1],
    );
  });

  test('a row of totals is never added up with the others, and the answer says so', async () => {
    const { said, text } = await ask('total list price', TICKETS);
    expect(own(said, 'value')).toBe(300);
    expect(text).toContain('without the row “Total”');
  });

  test('days from one date to another', async () => {
    expect(await answerTo('average days from opened to closed', TICKETS)).toBe(1);
  });

  test('a condition on how many rows a group has', async () => {
    const twice = [csv('orders', 'order_id,customer_id,units\n1,a,9\n2,a,1\n3,b,12')];
    expect(groupsOf(await answerTo('customers with more than 1 order', twice))).toEqual([
      { name: 'a', figure: 2 },
    ]);
    expect(await answerTo('how many customers are there', twice)).toBe(2);
  });
});
