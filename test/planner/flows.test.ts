import { describe, expect, test } from 'vitest';
import { own } from '#base';
import { csv } from '../notation/calling';
import { ask, planOf } from '../question/asking';

const SPENDING = csv(
  'spending',
  `date,shop,category,amount
2025-01-06,Aldi,Food,10
2025-01-07,Aldi,Food,20
2025-02-03,Lidl,Food,30
2025-02-04,Lidl,Travel,60
2025-03-03,Aldi,Travel,40
2025-03-08,Rewe,-,5`,
);

/** The capabilities that a question becomes, between loading the table and saying the answer. */
function stepsOf(question: string): readonly string[] {
  const { plan } = planOf(question, [SPENDING]);
  const tools = (plan?.nodes ?? []).map((node) =>
    node.type === 'CAPABILITY' ? node.params.capability : node.type,
  );
  return tools.slice(1, -1).map((tool) => tool.replace('table.', ''));
}

async function answerTo(question: string) {
  const { said, text } = await ask(question, [SPENDING]);
  return { value: own(said, 'value'), rows: own(said, 'rows'), text };
}

describe('A5 a figure of figures', () => {
  test.each([
    ['what do we spend in a typical month', 55],
    ['how much do we spend per month on average', 55],
    ['average monthly amount', 55],
    ['median total amount per month', 45],
    ['average number of rows per shop', 2],
  ])('%s', async (question, value) => {
    expect(stepsOf(question).slice(-2)).toEqual(['group', 'aggregate']);
    expect((await answerTo(question)).value).toBe(value);
  });

  test('of each group of another column it is a row a group, and says that months without rows are not in it', async () => {
    const { rows, text } = await answerTo('average monthly amount by category');
    expect(rows).toMatchObject([
      { category: 'Food', average_sum_amount: 30 },
      { category: 'Travel', average_sum_amount: 50 },
    ]);
    expect(text).toContain('of the months that have rows');
  });

  test('of two things that it could be per, it refuses', () => {
    expect(planOf('average number of rows per shop per category', [SPENDING]).plan).toBeNull();
  });
});

describe('A5 conditions on groups', () => {
  test.each([
    ['shops that appear at least twice', ['Aldi', 'Lidl']],
    ['which shops appear more than 2 times', ['Aldi']],
    ['which categories have more than 95 in total', ['Travel']],
  ])('%s', async (question, shops) => {
    const { rows } = await answerTo(question);
    expect(JSON.stringify(rows)).toSatisfy((text: string) => shops.every((shop) => text.includes(shop)));
    expect(rows).toHaveLength(shops.length);
  });

  test('how many of them there are is counted; what has no group is none of them', async () => {
    expect((await answerTo('how many categories have more than 1 row')).value).toBe(2);
    expect((await answerTo('how many categories are there')).value).toBe(2);
    expect((await answerTo('in how many months did we spend more than 40')).value).toBe(2);
  });
});

describe('A5 how often and how far', () => {
  test('most common counts, and shows all that are equally common', async () => {
    expect((await answerTo('most common shop')).rows).toMatchObject([{ shop: 'Aldi', count: 3 }]);
    const { rows, text } = await answerTo('what is the most common category');
    expect(rows).toMatchObject([{ category: 'Food', count: 3 }]);
    expect(text).toContain('without those that have no category');
    expect((await answerTo('least common shop')).rows).toMatchObject([{ shop: 'Rewe', count: 1 }]);
  });

  test('ties', async () => {
    expect((await answerTo('which month has the most rows')).rows).toHaveLength(3);
  });

  test.each([['range of amounts'], ['difference between the highest and the lowest amount']])(
    '%s',
    async (question) => {
      expect((await answerTo(question)).value).toBe(55);
    },
  );

  test('weekdays stand in the order of the week', async () => {
    const { rows } = await answerTo('total amount by weekday');
    expect(rows).toMatchObject([{ weekday: 'Monday' }, { weekday: 'Tuesday' }, { weekday: 'Saturday' }]);
  });
});

describe('A5 two sides', () => {
  test.each([
    ['did we spend more on Food than on Travel', 'No'],
    ['did we spend more on Food than on Travel in January', 'Yes'],
    ['was the average amount for Travel higher than for Food', 'Yes'],
  ])('%s', async (question, said) => {
    expect((await answerTo(question)).text.startsWith(said)).toBe(true);
  });

  test('of two the one with more, and how much lies between them', async () => {
    expect((await answerTo('which shop had more, Aldi or Lidl')).rows).toMatchObject([{ shop: 'Lidl' }]);
    expect((await answerTo('difference between Travel and Food')).rows).toMatchObject([{ change: 40 }]);
  });

  test('a third one beside them is refused', () => {
    expect(planOf('did we spend more at Aldi than at Lidl and Rewe', [SPENDING]).plan).toBeNull();
  });
});

describe('A5 a question over two tables is not answered from one', () => {
  const payments = csv('payments', 'Reference,Payee,Amount,account\nR1,Ann,10,A1\nR2,Bob,20,A2');
  const accounts = csv('accounts', 'account,zone,headcount\nA1,Coast,4\nA2,Hill,5');
  const branches = csv('branches', 'branch,zone,headcount\nB1,Coast,4\nB2,Hill,5');

  test.each([['total amount per zone'], ['average amount in zone Coast']])('%s', async (question) => {
    expect(planOf(question, [payments, branches]).problems[0]?.message).toContain('cannot join');
    expect((await ask(question, [payments, accounts])).text).toContain('payments and accounts by “account”');
  });
});
