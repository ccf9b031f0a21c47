import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#base';
import { planForSentence } from '#editor';
import { answerSources, answerSteps, type RunView } from '#projection';
import { filterWords, rowsWords } from '../../../src/app/run/AnswerSources';
import { workspace } from '../../notation/plan';
import { runToRest } from '../../samples/hosting';

const ORDERS = [
  'Order,Region,Status,Units',
  'a,South,Paid,5',
  'b,West,Paid,3',
  'c,South,Open,2',
  'd,North,Paid,1',
].join('\n');

const HARBOUR = '# Opening hours\n\nThe harbour garden opens at nine.\n';

async function answered(question: string, document: JsonObject): Promise<RunView> {
  const empty = workspace([], { documents: [document] });
  const { view } = await runToRest({ ...empty, plans: [planForSentence(question, empty).plan] });
  expect(view.status).toBe('completed');
  return view;
}

const stepsOf = (view: RunView) => answerSteps(String(view.outputs.answer), view);

test('A5 why an answer is what it is: its steps by name, with what became of the rows', async () => {
  const view = await answered('Total units by region where status is Paid, largest first', {
    id: 'orders',
    kind: 'csv',
    text: ORDERS,
  });
  const steps = stepsOf(view);
  expect(steps.map((step) => [step.title, step.tool, rowsWords(step)])).toEqual([
    ['Load orders', 'table.load', '4 rows'],
    ['Keep Status = Paid', 'table.filter', '3 of 4 rows'],
    ['Total Units by Region', 'table.group', 'all 3 rows'],
    ['Sort by Units', 'table.sort', 'all 3 rows'],
  ]);
});

test('A5 where an answer comes from: its tables, its filters, and the columns that were counted or grouped by', async () => {
  const view = await answered('Total units by region where status is Paid', {
    id: 'orders',
    name: 'Orders',
    kind: 'csv',
    text: ORDERS,
  });
  expect(answerSources(stepsOf(view))).toMatchObject([
    { kind: 'table', document: 'orders', name: 'Orders', rows: 4 },
    { kind: 'filter', document: 'orders', test: { column: 'Status', operator: '=', value: 'Paid' }, or: [] },
    { kind: 'column', document: 'orders', column: 'Units' },
    { kind: 'column', document: 'orders', column: 'Region' },
  ]);
});

test('A5 a filter that two steps share is told once, another of the same column beside it', async () => {
  const view = await answered('Total units by region where status is Paid', {
    id: 'orders',
    kind: 'csv',
    text: ORDERS,
  });
  const steps = stepsOf(view);
  const [filter] = steps.filter(({ tool }) => tool === 'table.filter');
  if (filter === undefined || !isJsonObject(filter.input)) throw new Error('a filter');
  const other = { ...filter, input: { ...filter.input, value: 'Open' } };
  const told = answerSources([...steps, { ...filter }, other]).filter(({ kind }) => kind === 'filter');
  expect(told).toMatchObject([
    { step: filter.address, test: { column: 'Status', value: 'Paid' } },
    { test: { column: 'Status', value: 'Open' } },
  ]);
});

test('A5 of an answer from texts: each text once', async () => {
  const view = await answered('What does it say about opening hours?', {
    id: 'notes',
    name: 'Notes',
    kind: 'markdown',
    text: HARBOUR,
  });
  expect(answerSources(stepsOf(view))).toEqual([{ kind: 'text', document: 'notes', name: 'Notes' }]);
});

test('V6 rows that are handed on by reference are counted, too; without a sayer every step is one', async () => {
  const view = await answered('Total units', { id: 'orders', kind: 'csv', text: ORDERS });
  const columns = [{ name: 'Units', type: 'number' }];
  const handle = { $table: { hash: 'a'.repeat(64), rows: 200_000, bytes: 9, columns } };
  const nodes = new Map(
    [...view.nodes].map(([address, record]) => {
      const { result } = record;
      const isTable = isJsonObject(result) && Array.isArray(result.rows);
      return [address, isTable ? { ...record, result: { ...result, rows: handle } } : record];
    }),
  );
  const steps = answerSteps('something else', { ...view, nodes });
  expect(steps.map(({ tool, rowsOut }) => [tool, rowsOut])).toEqual([
    ['table.load', 200_000],
    ['table.aggregate', 200_000],
    ['table.answer', null],
  ]);
});

test.each([
  [{ column: 'Status', operator: '=', value: 'Paid' }, 'Status = Paid'],
  [{ column: 'Region', operator: '=', value: ['North', 'South'] }, 'Region is North or South'],
  [{ column: 'Region', operator: '!=', value: 'North' }, 'Region ≠ North'],
  [{ column: 'Net', operator: '=', value: null }, 'Net is empty'],
  [
    { column: 'Due', operator: 'between', value: ['2026-01-01', '2026-03-31'] },
    'Due 1 Jan 2026 to 31 Mar 2026',
  ],
  [{ column: 'Due', operator: '>', value: '2026-03-15T99' }, 'Due after 15 Mar 2026'],
  [{ column: 'Due', operator: '<=', value: '2026-03-99' }, 'Due up to March 2026'],
  [{ column: 'Due', operator: '<', value: '2026-04' }, 'Due before April 2026'],
  [{ column: 'Due', operator: '>=', value: '2026-04-01' }, 'Due from 1 Apr 2026'],
  [{ column: 'Due', operator: 'contains', value: '-03-' }, 'Due in March'],
  [{ column: 'Due', operator: 'contains', value: '2026-03-' }, 'Due in March 2026'],
  [{ column: 'Due', operator: 'contains', value: '2026-' }, 'Due in 2026'],
  [{ column: 'Due quarter', operator: 'contains', value: '-Q1' }, 'Due quarter in Q1'],
  [{ column: 'Due quarter', operator: 'contains', value: '2026-Q1' }, 'Due quarter in Q1 2026'],
  [
    { column: 'Due', operator: 'between', value: ['2026-01-01', '2026-03-31T99'] },
    'Due 1 Jan 2026 to 31 Mar 2026',
  ],
  [{ column: 'Due', operator: 'filled', value: null }, 'Due is not empty'],
  [{ column: 'Note', operator: 'contains', value: '-' }, 'Note has -'],
  [{ column: 'Note', operator: 'contains', value: 'A-12' }, 'Note has A-12'],
  [{ column: 'Units', operator: '>=', value: 10_000 }, 'Units ≥ 10,000'],
  [{ column: 'Gift', operator: '=', value: true }, 'Gift = yes'],
] as const)('a filter in a few words: %j', (one, words) => {
  expect(filterWords(one)).toBe(words);
});

test('a filter with others that would do as well', () => {
  const paid = { column: 'Status', operator: '=', value: 'Paid' };
  expect(filterWords(paid, [{ column: 'Gift', operator: '=', value: true }])).toBe(
    'Status = Paid, or Gift = yes',
  );
});
