import { describe, expect, test } from 'vitest';
import type { Diagnostic, Json, JsonObject } from '#base';
import { type CapabilityDescriptor, type Catalogue, checkPlan, readPlan } from '#plan';
import { readReply } from '#planner';
import { workspace } from '../notation/plan';
import { plannerState } from '../planner/plannerState';

function tool(id: string, input: JsonObject, output: JsonObject): [string, CapabilityDescriptor] {
  return [id, { id, description: '', input, output, effect: 'read' }];
}

const closed = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...rest,
});

const FOUND = {
  text: { type: 'string' },
  count: { type: 'integer' },
  sure: { type: ['boolean', 'null'] },
  rows: { type: 'array', items: closed({ name: { type: 'string' }, size: { type: 'number' } }) },
  extra: {},
  by: { $ref: '#/$defs/person' },
};

const CATALOGUE: Catalogue = new Map([
  tool('find', {}, closed(FOUND, { $defs: { person: closed({ mail: { type: 'string' } }) } })),
  tool('open', {}, { type: 'object', properties: { text: { type: 'string' } } }),
  tool(
    'say',
    { type: 'object', properties: { text: { type: 'string' } } },
    closed({ said: { type: 'string' } }),
  ),
  tool('either', {}, { anyOf: [closed({ a: { type: 'string' } }), closed({ b: { type: 'number' } })] }),
  tool('both', {}, { allOf: [{ properties: { a: {} } }, closed({ a: { type: 'string' } })] }),
  tool('plain', {}, { type: 'string' }),
  tool('loop', {}, { $ref: '#' }),
  tool('broken', {}, { $ref: 'https://example.org/none' }),
  tool('conditional', {}, { type: 'object', if: { required: ['a'] }, else: closed({ a: {} }) }),
  tool('patterned', {}, closed({ a: {} }, { patternProperties: { '^x': {} } })),
  tool(
    'take',
    closed({
      n: { type: 'number' },
      s: { type: ['string', 'null'] },
      o: closed({ deep: { type: 'array', items: { type: 'string' } } }),
      any: {},
    }),
    {},
  ),
]);

const describeOne = ({ code, severity, where, message, help }: Diagnostic) => ({
  code,
  severity,
  where,
  message,
  help,
});

/** What is told of a proposed plan that calls a tool, `a`, and then another with this input. */
function proposed(first: string, input: Json, second = 'take'): readonly Diagnostic[] {
  const steps: Json = [
    { id: 'a', toolId: first, input: {} },
    { id: 'b', toolId: second, input },
  ];
  return readReply(JSON.stringify({ steps }), plannerState({ catalogue: CATALOGUE })).problems.map(
    describeOne,
  );
}

const read = (first: string, expression: string) => proposed(first, { any: `{{ ${expression} }}` });

describe('P3 a field that the output schema of a tool closes off', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['find', 'steps["a"].txt', 'steps["a"] has no field "txt".', ['text', 'extra']],
    ['find', 'steps.a["rwos"]', 'steps.a has no field "rwos".', ['rows']],
    ['find', 'steps.a.rows[0].nmae', 'steps.a.rows[0] has no field "nmae".', ['name', 'size']],
    ['find', 'steps.a.rows.map(r, r.weight)', 'r has no field "weight".', ['size', 'name']],
    ['find', 'steps.a.rows.filter(r, r.size > 1.0)[0].weight', 'has no field "weight".', ['size', 'name']],
    ['find', 'cel.bind(x, steps.a, x.nothing)', 'x has no field "nothing".', ['count']],
    ['find', 'steps.a.by.phone', 'steps.a.by has no field "phone".', ['mail']],
    ['find', 'true ? steps.a.nothing : 1', 'steps.a has no field "nothing".', ['count']],
    ['find', 'has(steps.a.nothing.more)', 'steps.a has no field "nothing".', ['count']],
    ['either', 'steps.a.c', 'steps.a has no field "c".', ['a', 'b']],
    ['both', 'steps.a.c', 'steps.a has no field "c".', ['a']],
  ])(
    'of %s: %s is refused with the fields that there are, the nearest first',
    (first, expression, message, fields) => {
      const [found, ...more] = read(first, expression);
      expect(more).toEqual([]);
      expect(found).toMatchObject({
        code: 'FIELD_UNKNOWN',
        severity: 'error',
        where: { node: 'b', field: '/input/any' },
      });
      expect(found?.message).toContain(message);
      const listed = /Its fields are ([^.]*)\./.exec(found?.help ?? '')?.[1]?.split(', ');
      expect(listed?.slice(0, fields.length)).toEqual(fields);
    },
  );

  test('the place is that of the value that is read', () => {
    const [found] = proposed('find', { any: 'In short: {{ 1.0 + steps["a"].cuont }}' });
    expect(found?.where).toEqual({ node: 'b', field: '/input/any', offset: 'In short: {{ 1.0 + '.length });
    expect(found?.help).toMatch(/^Did you mean "count"\? Its fields are count, /);
  });

  test('what is no object has no fields', () => {
    expect(read('plain', 'steps.a.text')).toMatchObject([
      {
        code: 'FIELD_UNKNOWN',
        message: 'steps.a has no field "text".',
        help: expect.stringContaining('as it is'),
      },
    ]);
    expect(read('find', 'steps.a.count.value')).toMatchObject([{ code: 'FIELD_UNKNOWN' }]);
  });

  test.each([
    ['find', 'steps["a"].text'],
    ['find', 'steps.a.extra.whatever[3].deep'],
    ['find', 'steps.a.?nothing.orValue(1)'],
    ['find', 'has(steps.a.nothing)'],
    ['find', 'steps.a[string(steps.a.count)]'],
    ['find', 'steps.a.rows.columns'],
    ['find', 'steps.a.map(k, k)'],
    ['open', 'steps.a.anything'],
    ['either', 'steps.a.a'],
    ['both', 'steps.a.a'],
    ['loop', 'steps.a.anything.at.all'],
    ['broken', 'steps.a.anything'],
    ['conditional', 'steps.a.b'],
    ['patterned', 'steps.a.x1'],
  ])('of %s: %s is not certain to be missing', (first, expression) => {
    expect(read(first, expression)).toEqual([]);
  });

  test('case audit: an invented field of a built-in tool, in a template of text', () => {
    expect(proposed('find', { s: 'Total: {{ steps.a.result }}' })).toMatchObject([{ code: 'FIELD_UNKNOWN' }]);
  });

  test('a result that an output reads, too', () => {
    const steps = [{ id: 'a', toolId: 'find', input: {}, output: { found: 'result.txt' } }];
    const state = plannerState({ catalogue: CATALOGUE, writable: ['found'] });
    expect(readReply(JSON.stringify({ steps }), state).problems).toMatchObject([
      { code: 'FIELD_UNKNOWN', where: { node: 'a', field: '/output/found' } },
    ]);
  });
});

describe('P3 an argument whose reference is certain to have another type', () => {
  test.each<[string, Json, string, string]>([
    ['a text for a number', { n: '{{ steps["a"].text }}' }, 'a number', 'a text'],
    ['a list for a number', { n: '{{ steps.a.rows }}' }, 'a number', 'a list'],
    ['the whole result for a number', { n: '{{ steps.a }}' }, 'a number', 'an object'],
    ['a number for a text', { s: '{{ steps.a.count }}' }, 'null or a text', 'a number'],
    ['a flag or null for a number', { n: '{{ steps.a.sure }}' }, 'a number', 'null or true or false'],
    ['a comparison for a number', { n: '{{ steps.a.count > 1.0 }}' }, 'a number', 'true or false'],
    ['deep in the input', { o: { deep: ['{{ steps.a.count }}'] } }, 'a text', 'a number'],
    ['a text that is written out', { n: '{{ "four" }}' }, 'a number', 'a text'],
    ['either of two texts', { n: '{{ true ? steps.a.text : "none" }}' }, 'a number', 'a text'],
  ])('%s is refused with both types', (_title, input, takes, is) => {
    const found = proposed('find', input);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'PARAMETER_INVALID', severity: 'error', where: { node: 'b' } });
    expect(found[0]?.message).toContain(`takes ${takes}, and `);
    expect(found[0]?.message).toMatch(new RegExp(`is ${is}\\.$`));
  });

  test.each<[string, Json]>([
    ['a number for a number', { n: '{{ steps.a.count }}' }],
    ['a sum', { n: '{{ steps.a.count * 2 + 1 }}' }],
    ['what is not known', { n: '{{ steps.a.extra }}' }],
    ['what may be null for what may be null', { s: '{{ true ? null : steps.a.count }}' }],
    ['a conversion', { n: '{{ double(steps.a.text) }}', s: '{{ string(steps.a.count) }}' }],
    ['text around it is text', { s: 'n = {{ steps.a.count }}' }],
    ['either of two types, one of which fits', { n: '{{ true ? steps.a.text : 1 }}' }],
    ['a variable', { any: '{{ steps.a.rows }}' }],
  ])('%s is not certain to be wrong', (_title, input) => {
    expect(proposed('find', input)).toEqual([]);
  });

  test('a fault is told once: what is read in vain has no type', () => {
    expect(proposed('find', { n: '{{ steps.a.txt }}' }).map(({ code }) => code)).toEqual(['FIELD_UNKNOWN']);
    expect(proposed('nothing', { n: '{{ steps.a.txt }}' }).map(({ code }) => code)).toEqual(['UNKNOWN_TOOL']);
  });
});

describe('E4 people are warned of the same, and run what they drew', () => {
  function drawn(input: Json, output: JsonObject): readonly Diagnostic[] {
    const plan = readPlan({
      id: 'main',
      kind: 'capability',
      variables: [
        { id: 'who', scope: 'IN', schema: closed({ name: { type: 'string' } }) },
        { id: 'found', scope: 'OUT' },
      ],
      nodes: [
        { id: 'a', type: 'CAPABILITY', params: { capability: 'find' }, output },
        { id: 'b', type: 'CAPABILITY', params: { capability: 'take' }, input },
      ],
      edges: [{ from: 'a', to: 'b' }],
    });
    if (!plan.ok) throw new Error('the plan was not read');
    return checkPlan(plan.value, workspace([]), CATALOGUE);
  }

  test('a field of a result, a field of an input, a type', () => {
    expect(drawn({}, { found: 'result.txt' })).toMatchObject([
      {
        code: 'FIELD_UNKNOWN',
        severity: 'warning',
        where: { plan: 'main', node: 'a', field: '/output/found' },
      },
    ]);
    expect(drawn({ any: '{{ who.nmae }}' }, {})).toMatchObject([
      { code: 'FIELD_UNKNOWN', severity: 'warning' },
    ]);
    expect(drawn({ n: '{{ who.name }}' }, {})).toMatchObject([
      { code: 'PARAMETER_INVALID', severity: 'warning', where: { node: 'b', field: '/input/n' } },
    ]);
  });

  test('an expression for an argument that the tool has not', () => {
    expect(drawn({ nothing: '{{ who.name }}' }, {})).toMatchObject([
      { code: 'PARAMETER_UNKNOWN', severity: 'warning', where: { field: '/input/nothing' } },
    ]);
    expect(proposed('find', { nothing: '{{ steps.a.text }}' })).toMatchObject([
      { code: 'PARAMETER_UNKNOWN', severity: 'error' },
    ]);
    expect(drawn({ nothing: 'a text' }, {})).toMatchObject([
      { code: 'PARAMETER_UNKNOWN', severity: 'error' },
    ]);
  });

  test('a variable that is written later may be anything', () => {
    expect(drawn({ n: '{{ found }}', any: '{{ who.name }}' }, { found: 'result.text' })).toEqual([]);
    expect(drawn({ any: '{{ who.nmae }}' }, { who: 'result' })).toMatchObject([
      { code: 'INPUT_OVERWRITTEN' },
    ]);
  });
});
