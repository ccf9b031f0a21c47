import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { type PlanNode, shapeOf, shapesOfVariables, type WorkspaceDocument } from '#plan';
import { resultOfStep } from '../../../src/app/design/useSuggestionsOfPlan';
import { completionsAt, type ExpressionLanguage } from '../../../src/app/forms/completion';
import type { ExpressionScope } from '../../../src/app/forms/form';

const ORDERS: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      amount: { type: 'number' },
      customer: { type: 'object', properties: { name: { type: 'string' }, city: { type: 'string' } } },
    },
  },
};

const SCOPE = {
  variables: ['question', 'Question', 'query', 'rows', 'orders', 'seen'],
  values: null,
  shapes: new Map([
    ['orders', shapeOf(ORDERS)],
    ['question', shapeOf({ type: 'string' })],
  ]),
};

const IN_RUN = { ...SCOPE, values: { seen: [{ id: 7, 'a b': 1 }, { late: true }], rows: 'a text' } };

/** What is offered; the caret stands where the bar is. */
function offered(
  marked: string,
  language: ExpressionLanguage = 'cel',
  { scope = SCOPE, asked = false }: { scope?: ExpressionScope; asked?: boolean } = {},
): readonly string[] {
  const text = marked.replace('|', '');
  const found = completionsAt(text, marked.indexOf('|'), language, scope, asked);
  return (found?.options ?? []).map(({ name }) => name);
}

describe('E5 variables are completed where one can stand', () => {
  it.each([
    ['que|', ['question', 'query', 'Question']],
    ['size(que|', ['question', 'query', 'Question']],
    ["'it' + que|", ['question', 'query', 'Question']],
    ['a + |', []],
    ['"que|', []],
    ["'it\\'s que|", []],
    ['12|', []],
    ['rows|', []],
    ['r|', ['rows']],
  ])('CEL %s: %j', (text, names) => {
    expect(offered(text)).toEqual(names);
  });

  it.each([
    ['que|', []],
    ['Hello {{ ro|', ['rows']],
    ['Hello {{ a }} ro|', []],
    ['{{ a }} {{ orders[0].cu|', ['customer']],
  ])('template %s: %j', (text, names) => {
    expect(offered(text, 'template')).toEqual(names);
  });

  it('functions from the second letter on, with a line that says what they do; all with Ctrl+Space', () => {
    expect(offered('si|')).toEqual(['size']);
    expect(offered('s|')).toEqual(['seen']);
    expect(offered('|', 'cel', { asked: true })).toEqual(expect.arrayContaining(['orders', 'size', 'has']));
    expect(offered('$su|', 'jsonata')).toEqual(['$sum']);
    expect(completionsAt('siz', 3, 'cel', SCOPE, false)?.options).toEqual([
      { name: 'size', insert: 'size(', note: 'How many items, fields or characters' },
    ]);
  });
});

describe('E5 after a dot the fields of a value are completed', () => {
  it.each([
    ['orders[0].|', ['amount', 'customer']],
    ['orders[size(rows) - 1].customer.|', ['name', 'city']],
    ['orders[0]["customer"].n|', ['name']],
    ['orders.filter(o, o.|', ['amount', 'customer']],
    ['orders.filter(o, o.amount > 1).map(p, p.|', ['amount', 'customer']],
    ['orders.filter(o, o.amount > 1).map(p, o.|', []],
    ['orders.all(o, orders.exists(p, o.customer.|', ['name', 'city']],
    ['orders.filter(item, it|', ['item']],
    ['orders.filter(ordering, ord|', ['ordering', 'orders']],
    ['orders.filter(ord|', ['orders']],
    ['orders.filter(ordering, true) + ord|', ['orders']],
    ['orders.fi|', ['filter']],
    ['question.|', []],
    ['question.st|', ['startsWith']],
    ['unknown.|', []],
    ['(a + b).|', []],
  ])('CEL %s: %j', (text, names) => {
    expect(offered(text)).toEqual(names);
  });

  it('JSONata reads through lists', () => {
    expect(offered('orders.|', 'jsonata')).toEqual(['amount', 'customer']);
    expect(offered('$sum(orders[amount > 1].customer.c|', 'jsonata')).toEqual(['city']);
  });

  it('what a value is in the shown run is known too, and told', () => {
    expect(offered('seen[0].|', 'cel', { scope: IN_RUN })).toEqual(['id']);
    expect(offered('seen[1].|', 'cel', { scope: IN_RUN })).toEqual(['late']);
    expect(completionsAt('seen[0].', 8, 'cel', IN_RUN, false)?.options).toEqual([{ name: 'id', note: '7' }]);
    expect(offered('rows.si|', 'cel', { scope: IN_RUN })).toEqual(['size']);
    expect(offered('rows.fi|', 'cel', { scope: IN_RUN })).toEqual([]);
  });

  it('of a variable that a step writes, by what the capability gives', () => {
    const step = {
      id: 'load',
      type: 'CAPABILITY' as const,
      params: { capability: 'table.load' },
      output: { table: 'result' },
    };
    const shapes = shapesOfVariables([], [step], (node) => resultOfStep(node, BUILT_IN_CATALOGUE, []));
    expect(shapes.get('table')?.fields.length).toBeGreaterThan(0);
  });

  it('W8 of a table that a step loads, by the columns of its document', () => {
    const load = (document: string): PlanNode => ({
      ...{ id: 'load', type: 'CAPABILITY', params: { capability: 'table.load' } },
      ...{ input: { document }, output: { sales: 'result.rows', whole: 'result' } },
    });
    const lines = Array.from({ length: 20_000 }, (_, line) => `Bonn,${line},2026-01-01\n`);
    const documents: WorkspaceDocument[] = [
      { id: 'sales', kind: 'csv', text: `city,units,sold on\n${lines.join('')}` },
      { id: 'visits', kind: 'tsv', text: 'country\tcount\nItaly\t2\n' },
      { id: 'notes', kind: 'markdown', text: '# Notes' },
    ];
    const fieldsWith = (document: string, marked: string) => {
      const shapes = shapesOfVariables([], [load(document)], (node) =>
        resultOfStep(node, BUILT_IN_CATALOGUE, documents),
      );
      return offered(marked, 'cel', { scope: { ...SCOPE, variables: ['sales', 'whole'], shapes } });
    };
    expect(fieldsWith('sales', 'sales[0].|')).toEqual(['city', 'units']);
    expect(fieldsWith('sales', 'sales.filter(sale, sale.u|')).toEqual(['units']);
    expect(fieldsWith('visits', 'sales[0].|')).toEqual(['country', 'count']);
    expect(fieldsWith('sales', 'whole.rows[0].c|')).toEqual(['city']);
    expect(fieldsWith('sales', 'whole.col|')).toEqual(['columns']);
    for (const other of ['notes', 'nowhere', '{{ which }}'])
      expect(fieldsWith(other, 'sales[0].c|')).not.toContain('city');
  });

  it('says the type of a field where no run is shown', () => {
    expect(completionsAt('orders[0].am', 12, 'cel', SCOPE, false)?.options).toEqual([
      { name: 'amount', note: 'number' },
    ]);
  });
});
