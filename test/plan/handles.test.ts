import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Json, type JsonObject, reservedAt } from '#base';
import { compileExpression, compileTemplate, evaluate, fill, fillText, readBody, readPlan } from '#plan';

const HASH = 'ab'.repeat(32);
const table = {
  $table: {
    hash: HASH,
    rows: 200_000,
    bytes: 14_000_000,
    columns: [
      { name: 'region', type: 'text' },
      { name: 'revenue', type: 'number', unit: 'EUR' },
    ],
  },
};
const blob = { $blob: { hash: HASH, bytes: 12, type: 'application/pdf' } };
const scope: JsonObject = { t: table, b: blob, result: { rows: table, count: 3 }, many: [table], n: 2 };

function valued(source: string, handles = true): Json {
  const read = compileExpression(source);
  if (!read.ok) throw new Error(read.problem.message);
  const value = evaluate(read.value, scope, handles);
  return value.ok ? value.value : `${value.problem.code} ${value.problem.message}`;
}

describe('V6 expressions see rows, bytes and columns of a handle', () => {
  test.each<[string, Json]>([
    ['t.rows', 200_000],
    ['t.rows > 1000 && t.bytes > t.rows', true],
    ['t.columns.map(c, c.name)', ['region', 'revenue']],
    ['result.rows.rows + n', 200_002],
    ['b.bytes', 12],
    ['t', table],
    ['result', { rows: table, count: 3 }],
    ['[t, 1]', [table, 1]],
    ['{"rows": result.rows}', { rows: table }],
    ['many[0]', table],
    ['n > 1 ? t : b', table],
  ])('%s', (source, expected) => {
    expect(valued(source)).toEqual(expected);
  });

  test.each([
    't[0]',
    't["$table"]',
    'size(t)',
    't.size()',
    't.hash',
    't.filter(r, r.revenue > 1)',
    't.map(r, r)',
    '"all: " + t',
    't + t',
    't < t',
    'result.rows.region',
    't.columns[0].nothing',
  ])('V6 %s is EXPRESSION_ERROR, and names table.limit', (source) => {
    expect(valued(source)).toMatch(/^EXPRESSION_ERROR .*table\.limit/);
  });

  it('V6 a table is not written into text, in holes or in prompts', () => {
    for (const template of ['rows: {{ t }}', 'all {{ result }}']) {
      const read = compileTemplate(template);
      const filled = read.ok ? fill(read.value, scope) : null;
      expect(filled).toMatchObject({ ok: false, problem: { code: 'EXPRESSION_ERROR' } });
    }
    const read = compileTemplate('{{ t }}');
    expect(read.ok && fillText(read.value, scope)).toMatchObject({ ok: false });
    expect(read.ok && fill(read.value, scope)).toEqual({ ok: true, value: table });
  });

  it('V6 no expression makes a handle', () => {
    expect(valued('{"$table": 1}')).toMatch(/^EXPRESSION_ERROR .*only a host/);
    expect(valued('[{"a": {"$blob": n}}]')).toMatch(/^EXPRESSION_ERROR .*only a host/);
  });

  it('K5 runs from before read such objects as any other', () => {
    expect(valued('t["$table"].rows', false)).toBe(200_000);
    expect(valued('{"$table": 1}', false)).toEqual({ $table: 1 });
  });

  it('V6 what only looks like a handle is an object, and cannot be told apart in values without one', () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(values, (value) => {
        fc.pre(reservedAt(value as Json) === null);
        const read = compileExpression('value');
        const plain = { value: value as Json };
        if (!read.ok) throw new Error('unread');
        expect(evaluate(read.value, plain, true)).toEqual(evaluate(read.value, plain, false));
      }),
      { seed: 12, numRuns: 100 },
    );
  });
});

describe('V6 a document brings no handle', () => {
  const call = (input: Json): Json => ({
    nodes: [{ id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input }],
    edges: [],
  });

  test.each<[string, Json]>([
    ['whole', { rows: table }],
    ['with holes in it', { rows: { $table: { hash: '{{ h }}' } } }],
    ['deep', { a: [{ b: { $blob: null } }] }],
  ])('in the input of a node: %s', (_title, input) => {
    const read = readBody(call(input));
    expect(read.ok ? [] : read.problem.map(({ code }) => code)).toEqual(['VALUE_RESERVED']);
  });

  it('nor as the default of a variable', () => {
    const plan = {
      id: 'main',
      kind: 'capability',
      name: 'Main',
      variables: [{ id: 'rows', scope: 'IN', schema: {}, default: table }],
      nodes: [],
      edges: [],
    };
    const read = readPlan(plan);
    expect(read.ok ? [] : read.problem.map(({ code }) => code)).toEqual(['VALUE_RESERVED']);
  });

  it('but a text may say so, and a foreign leftover is kept', () => {
    const body = { ...(call({ text: '$table' }) as JsonObject) };
    expect(readBody(body).ok).toBe(true);
  });
});
