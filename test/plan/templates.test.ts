import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import { accountedBy, compileTemplate, fill, fillText, holesIn } from '#plan';

function filled(template: Json, scope: JsonObject): Json {
  const read = compileTemplate(template);
  if (!read.ok) throw new Error(read.problem.map(({ message }) => message).join());
  const result = fill(read.value, scope);
  return result.ok ? result.value : result.problem.message;
}

describe('V3 JSON whose strings may hold {{ expressions }}', () => {
  const scope = { name: 'Ada', n: 3, items: [1, { a: 'x' }], none: null };
  test.each<[string, Json, Json]>([
    ['one hole keeps the type', '{{ n }}', 3],
    ['lists and objects too', '{{ items }}', [1, { a: 'x' }]],
    ['null too', '{{ none }}', null],
    ['in a longer text it is text', 'Hi {{ name }}, {{ n }}!', 'Hi Ada, 3!'],
    ['a space makes a longer text', ' {{ n }}', ' 3'],
    [
      'what is no text is inserted as canonical JSON',
      'all: {{ {"b": 1, "a": items} }}',
      'all: {"a":[1,{"a":"x"}],"b":1}',
    ],
    ['at any depth', { a: ['{{ n }}', { b: '{{ name }}' }], c: 1 }, { a: [3, { b: 'Ada' }], c: 1 }],
    ['braces in strings close nothing', '{{ "}}" + name }}', '}}Ada'],
    ['nor do those of maps', '{{ {"a": {"b": 1}} }}', { a: { b: 1 } }],
    ['text without holes is itself', 'a { b } c', 'a { b } c'],
    ['the characters themselves', '{{ "{{" }} name }}', '{{ name }}'],
    ['holes side by side', '{{ n }}{{ n }}', '33'],
  ])('%s', (_title, template, expected) => {
    expect(filled(template, scope)).toEqual(expected);
  });

  test('keys are data: never filled', () => {
    expect(filled({ '{{ n }}': 1 }, scope)).toEqual({ '{{ n }}': 1 });
  });

  test('FILL_TEMPLATE and prompts always give text', () => {
    const text = (template: Json) => {
      const read = compileTemplate(template);
      return read.ok ? fillText(read.value, scope) : null;
    };
    expect(text('{{ n }}')).toEqual({ ok: true, value: '3' });
    expect(text('{{ items }}')).toEqual({ ok: true, value: '[1,{"a":"x"}]' });
    expect(text('{{ none }}')).toEqual({ ok: true, value: 'null' });
  });

  test('case C6 what is inserted is never read again', () => {
    const hostile = `{{ secret }} \${secret} {{ name }}`;
    expect(filled('{{ text }}', { text: hostile, secret: 'k' })).toBe(hostile);
    expect(filled('<{{ text }}>', { text: hostile, secret: 'k' })).toBe(`<${hostile}>`);
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const text = `${left}{{ secret }}${right}`;
        expect(filled('a{{ text }}b', { text, secret: 'k' })).toBe(`a${text}b`);
      }),
      { seed: 6 },
    );
  });

  test('T8 every problem is told, with the place of the text and the place in it', () => {
    const read = compileTemplate({ a: ['{{ 1 + }}'], 'b/c': 'x {{ y', d: 'ok {{ z + }}' });
    expect(!read.ok && read.problem.map(({ code, where }) => [code, where])).toEqual([
      ['EXPRESSION_INVALID', { field: '/a/0', offset: 7 }],
      ['TEMPLATE_INVALID', { field: '/b~1c', offset: 2 }],
      ['EXPRESSION_INVALID', { field: '/d', offset: 10 }],
    ]);
  });

  test('what it refers to, through all its holes', () => {
    const read = compileTemplate({ a: '{{ x }} {{ steps["s"].y }}', b: ['{{ z.map(q, q) }}'] });
    expect(read.ok && read.value.references).toEqual({
      variables: new Set(['x', 'z']),
      steps: new Set(['s']),
    });
  });

  test('holes have their places', () => {
    expect(holesIn('Hi {{ name }}!')).toEqual({
      ok: true,
      value: ['Hi ', { source: ' name ', offset: 5 }, '!'],
    });
    expect(holesIn('')).toEqual({ ok: true, value: [''] });
    expect(holesIn('a {{ "x }} b')).toEqual({ ok: false, problem: 2 });
  });
});

describe('case C3 the expressions of a template share what they may use up', () => {
  const rows = Array.from({ length: 9_000 }, (_, index) => index);
  const filled = (template: Json, scope: JsonObject = { rows }) => {
    const compiled = compileTemplate(template);
    if (!compiled.ok) throw new Error(compiled.problem[0]?.message);
    return fill(compiled.value, scope);
  };
  const holes = (count: number, hole: string): readonly Json[] => Array.from({ length: count }, () => hole);

  test('ten times what one may take, and the one that is too many says so and where', () => {
    expect(filled(holes(10, '{{ rows.all(r, r >= 0.0) }}'))).toMatchObject({ ok: true });
    expect(filled({ deep: [...holes(12, '{{ rows.all(r, r >= 0.0) }}')] })).toMatchObject({
      ok: false,
      problem: {
        code: 'EXPRESSION_ERROR',
        field: '/deep/11',
        message: expect.stringMatching(
          /more than 100000 operations, all expressions of its template together/,
        ),
      },
    });
  });

  test.each([
    ['make', '{{ text }}', 'larger than 50000000 characters'],
    ['go through', '{{ size(text) }}', 'more than 200000000 characters'],
    ['match', '{{ text.matches("b") }}', 'more than 50000000 steps'],
  ])('what they %s counts together too', (_, hole, told) => {
    const text = 'a'.repeat(3_000_000);
    expect(JSON.stringify(filled(holes(100, hole), { text, list: [text] }))).toContain(told);
  });

  test('each hole costs something', () => {
    expect(JSON.stringify(filled(holes(100_001, '{{ 1 }}')))).toContain('more than 100000 operations');
  });

  test('K5 not in a run that was recorded before; and one template does not pay for the next', () => {
    const many = holes(12, '{{ rows.all(r, r >= 0.0) }}');
    expect(accountedBy('loops', () => filled(many))).toMatchObject({ ok: true });
    for (let round = 0; round < 3; round++) expect(filled(many.slice(0, 10))).toMatchObject({ ok: true });
  });
});
