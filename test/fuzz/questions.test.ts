import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, own } from '#base';
import { csv } from '../notation/calling';
import { ask, planOf } from '../planner/asking';
import { fuzzTimeout, samples } from './samples';

interface Order {
  readonly region: string;
  readonly product: string;
  readonly status: string;
  readonly date: string;
  readonly units: number;
  readonly revenue: number | null;
}

const REGIONS = ['North', 'South', 'West'] as const;
const PRODUCTS = ['Lamp', 'Desk', 'Chair', 'Bed'] as const;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const order: fc.Arbitrary<Order> = fc.record({
  region: fc.constantFrom(...REGIONS),
  product: fc.constantFrom(...PRODUCTS),
  status: fc.constantFrom('shipped', 'Shipped', 'open', ''),
  date: fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([month, day]) => `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`),
  units: fc.integer({ min: 1, max: 40 }),
  revenue: fc.option(fc.integer({ min: 10, max: 4_000 }), { freq: 9 }),
});

/** What is kept, in words, and the test that says the same. */
interface Condition {
  readonly words: string;
  readonly keeps: (order: Order) => boolean;
}

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant({ words: '', keeps: () => true }),
  fc
    .tuple(fc.constantFrom(...REGIONS), fc.constantFrom('in', 'for', 'from', 'where region is'))
    .map(([region, by]) => ({
      words: ` ${by} ${region}`,
      keeps: (one: Order) => one.region === region,
    })),
  fc
    .tuple(
      fc.constantFrom(...REGIONS),
      fc.constantFrom('not in', 'excluding', 'except', 'leaving out', 'other than'),
    )
    .map(([region, by]) => ({ words: ` ${by} ${region}`, keeps: (one: Order) => one.region !== region })),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('more than', 'over', 'above'))
    .map(([limit, by]) => ({
      words: ` with ${by} ${limit} units`,
      keeps: (one: Order) => one.units > limit,
    })),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('at most', 'up to', 'no more than'))
    .map(([limit, by]) => ({
      words: ` with ${by} ${limit} units`,
      keeps: (one: Order) => one.units <= limit,
    })),
  fc.integer({ min: 0, max: 11 }).map((month) => ({
    words: ` in ${MONTHS[month]}`,
    keeps: (one: Order) => Number(one.date.slice(5, 7)) === month + 1,
  })),
  fc.integer({ min: 1, max: 12 }).map((month) => {
    const date = `2025-${String(month).padStart(2, '0')}-15`;
    return { words: ` before ${date}`, keeps: (one: Order) => one.date < date };
  }),
  fc.integer({ min: 1, max: 4 }).map((quarter) => ({
    words: ` in Q${quarter} 2025`,
    keeps: (one: Order) => Math.ceil(Number(one.date.slice(5, 7)) / 3) === quarter,
  })),
  fc.constantFrom('without a status', 'with no status', 'where status is empty').map((words) => ({
    words: ` ${words}`,
    keeps: (one: Order) => one.status === '',
  })),
  fc.constantFrom('with status shipped', 'where status is shipped', 'that were shipped').map((words) => ({
    words: ` ${words}`,
    keeps: (one: Order) => one.status.toLowerCase() === 'shipped',
  })),
);

/** A kind of question: its wordings, and what the rows say. */
interface Kind {
  readonly wordings: readonly string[];
  readonly answer: (orders: readonly Order[]) => unknown;
}

const filled = (orders: readonly Order[]) => orders.flatMap(({ revenue }) => revenue ?? []);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((left, right) => left - right);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function by(
  orders: readonly Order[],
  of: (order: Order) => string,
  figure: (of: readonly Order[]) => unknown,
) {
  const names = [...new Set(orders.map(of))].toSorted();
  return names.map((name) => [name, figure(orders.filter((one) => of(one) === name))]);
}

const KINDS: readonly Kind[] = [
  {
    wordings:
      'how many orders|number of orders|count the orders|how many rows are there|count of rows|how many records|the number of orders|how many orders were there|tally the orders|count orders'.split(
        '|',
      ),
    answer: (orders) => orders.length,
  },
  {
    wordings:
      'total revenue|sum of revenue|what is the total revenue|overall revenue|revenue in total|how much revenue|the revenue altogether|combined revenue|add up the revenue|calculate the total revenue'.split(
        '|',
      ),
    answer: (orders) => sum(filled(orders)),
  },
  {
    wordings:
      'average revenue|mean revenue|avg revenue|what is the average revenue|the mean of revenue|average of the revenue|on average how high was the revenue|tell me the average revenue|compute the mean revenue|average revenue per order'.split(
        '|',
      ),
    answer: (orders) => (filled(orders).length === 0 ? null : sum(filled(orders)) / filled(orders).length),
  },
  {
    wordings: 'median revenue|what is the median revenue|the median of revenue|median of the revenue'.split(
      '|',
    ),
    answer: (orders) => median(filled(orders)),
  },
  {
    wordings:
      'total units by product|units per product|units for each product|how many units per product|sum of units by product|total units for every product|units grouped by product|units broken down by product|units across product|the units of each product'.split(
        '|',
      ),
    answer: (orders) =>
      by(
        orders,
        (one) => one.product,
        (of) => sum(of.map(({ units }) => units)),
      ),
  },
  {
    wordings:
      'orders by region|number of orders per region|how many orders per region|count of orders by region|orders per region|how many orders are there in each region'.split(
        '|',
      ),
    answer: (orders) =>
      by(
        orders,
        (one) => one.region,
        (of) => of.length,
      ),
  },
  {
    wordings:
      'how many different products|number of distinct products|how many unique products|count of different products'.split(
        '|',
      ),
    answer: (orders) => new Set(orders.map(({ product }) => product)).size,
  },
  {
    wordings: 'units by month|total units per month|monthly units|units for each month'.split('|'),
    answer: (orders) =>
      by(
        orders,
        (one) => one.date.slice(0, 7),
        (of) => sum(of.map(({ units }) => units)),
      ),
  },
  {
    wordings: 'highest units per product|maximum units by product|the highest units in each product'.split(
      '|',
    ),
    answer: (orders) =>
      by(
        orders,
        (one) => one.product,
        (of) => Math.max(...of.map(({ units }) => units)),
      ),
  },
];

const question = fc
  .constantFrom(...KINDS)
  .chain((kind) =>
    fc.record({ kind: fc.constant(kind), wording: fc.constantFrom(...kind.wordings), condition }),
  );

const table = fc.array(order, { minLength: 4, maxLength: 30 }).map((orders) => ({
  orders,
  document: csv(
    'orders',
    ['region,product,status,date,units,revenue', ...orders.map((one) => Object.values(one).join(','))].join(
      '\n',
    ),
  ),
}));

/** One value, or labels with their numbers in the order of the labels. */
function given(said: Json): unknown {
  if (!isJsonObject(said)) return said;
  const value = own(said, 'value');
  if (value !== undefined) return value;
  const rows = own(said, 'rows');
  return (Array.isArray(rows) ? rows.filter(isJsonObject) : [])
    .map((row) => {
      const cells = Object.values(row);
      return [cells.find((cell) => typeof cell === 'string'), cells.find((cell) => typeof cell === 'number')];
    })
    .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1));
}

function sameAnswer(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((one, index) => sameAnswer(one, right[index]));
  if (typeof left === 'number' && typeof right === 'number') return Math.abs(left - right) < 1e-4;
  return left === right;
}

/** Words that change what is asked wherever they stand, and that nothing at the end of a question can mean. */
const CHANGING = [
  'except',
  'unless',
  'until',
  'than',
  'without',
  'twice',
  'half',
  'minus',
  'instead',
  'only if',
  'nearly',
  'again',
];

describe('A5 random questions about random tables', () => {
  const { seed, numRuns } = samples(1_000);

  test(
    'an answer is the computed one, and most questions have one',
    async () => {
      const count = { right: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(
          table,
          question,
          async ({ orders, document }, { kind, wording, condition: kept }) => {
            const asked = `${wording}${kept.words}`;
            if (planOf(asked, [document]).plan === null) {
              count.refused += 1;
              return;
            }
            const { said, text } = await ask(asked, [document]);
            const expected = kind.answer(orders.filter(kept.keeps));
            if (!sameAnswer(given(said), expected))
              throw new Error(
                `${asked}\n${JSON.stringify(given(said))} for ${JSON.stringify(expected)}\n${text}`,
              );
            count.right += 1;
          },
        ),
        { seed, numRuns },
      );
      if (process.env.FUZZ_RUNS !== undefined)
        console.log(`${count.right} right, ${count.refused} refused, none wrong`);
      expect(count.right).toBeGreaterThan(0.6 * (count.right + count.refused));
    },
    fuzzTimeout(),
  );

  test(
    'a word that changes a question is never passed over',
    () => {
      fc.assert(
        fc.property(
          table,
          question,
          fc.constantFrom(...CHANGING),
          ({ document }, { wording, condition: kept }, word) => {
            expect(planOf(`${wording}${kept.words} ${word}`, [document]).plan).toBeNull();
          },
        ),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );
});
