import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, LIMITS } from '#base';
import { accountedBy, checkJsonata, compileExpression, evaluate } from '#plan';
import { effortOf } from '../tools/effort';

/** The value of an expression, or the message of what keeps it from having one. */
function value(source: string, scope: JsonObject = {}): Json {
  const expression = compileExpression(source);
  if (!expression.ok) return expression.problem.message;
  const result = evaluate(expression.value, scope);
  return result.ok ? result.value : result.problem.message;
}

function refused(source: string): string {
  const expression = compileExpression(source);
  if (expression.ok) throw new Error(`${source} was read`);
  expect(expression.problem).toMatchObject({
    code: 'EXPRESSION_INVALID',
    help: expect.stringContaining('CEL'),
  });
  return expression.problem.message;
}

describe('V3 every number is a double, and literals mix with them', () => {
  test.each<[string, Json]>([
    ['n + 1', 4],
    ['1 + n', 4],
    ['n - 1', 2],
    ['n * 2', 6],
    ['n / 2', 1.5],
    ['7 % n', 1],
    ['n % 2', 1],
    ['n > 2', true],
    ['n == 3', true],
    ['n == 3.0', true],
    ['n >= 3 && n <= 3', true],
    ['3 == 3.0', true],
    ['items[1]', 'b'],
    ['items[i]', 'b'],
    ['"n = " + n', 'n = 3'],
    ['n + " pieces"', '3 pieces'],
    ['[1, "a", null, true, 2.5]', [1, 'a', null, true, 2.5]],
    ['{"a": 1, "b": [n]}', { a: 1, b: [3] }],
    ['size(items)', 2],
    ['1u + 1u', 2],
    ['[2u, {"a": 3u}]', [2, { a: 3 }]],
    ['n > 2 ? "many" : 0', 'many'],
    ['-n', -3],
    ['!(n > 2)', false],
    ['n in [1, 2, 3]', true],
    ['rows.filter(r, r.x > 1).map(r, r.x)', [2]],
    ['rows.exists(r, r.x == 2)', true],
    ['rows.all(r, r.x > 0)', true],
    ['["a", "b"].join("-")', 'a-b'],
    ['has(deep.a)', true],
    ['has(deep.b)', false],
    ['deep.?b.orValue("none")', 'none'],
    ['cel.bind(x, n * 2, x + x)', 12],
    ['"abc".matches("^a.c$")', true],
    ['"abc".startsWith("ab")', true],
    ['string(n)', '3'],
    ['double("2.5")', 2.5],
    ['int("7")', 7],
    ['null', null],
  ])('%s', (source, expected) => {
    expect(
      value(source, { n: 3, i: 1, items: ['a', 'b'], rows: [{ x: 1 }, { x: 2 }], deep: { a: 1 } }),
    ).toEqual(expected);
  });

  test('nothing depends on whether a value happens to be whole', () => {
    for (const n of [2, 2.5])
      for (const source of ['n + 1', '1 - n', 'n * 2', '2 / n', 'n % 2', 'n < 3', 'n == n'])
        expect(typeof value(source, { n })).toBe(typeof value(source.replaceAll('n', String(n)), {}));
  });

  test('a value that is passed on is the value, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        expect(value('x', { x: json as Json })).toEqual(json);
      }),
      { seed: 3 },
    );
  });
});

describe('V3 what an expression refers to', () => {
  const of = (source: string) => {
    const expression = compileExpression(source);
    if (!expression.ok) throw new Error(expression.problem.message);
    const { variables, steps } = expression.value.references;
    return { variables: [...variables], steps: [...steps] };
  };
  test.each<[string, readonly string[], readonly string[]]>([
    ['a + b.c', ['a', 'b'], []],
    ['rows.map(r, r.x + y)', ['rows', 'y'], []],
    ['cel.bind(x, a, x + b)', ['a', 'b'], []],
    ['rows.map(r, r.map(s, s + r))', ['rows'], []],
    ['steps["load"].rows', [], ['load']],
    ['steps.load.rows + steps[x]', ['steps', 'x'], ['load']],
    ['[1].map(steps, steps)', [], []],
    ['has(a.b) ? "result" : result.text', ['a', 'result'], []],
  ])('%s', (source, variables, steps) => {
    expect(of(source)).toEqual({ variables, steps });
  });
});

describe('T8 what cannot be read says where', () => {
  test.each<[string, number]>([
    ['score >', 7],
    ['a + + b', 4],
    ['(a', 2],
    ['a b', 2],
  ])('%s', (source, offset) => {
    const expression = compileExpression(source);
    expect(!expression.ok && expression.problem.where.offset).toBe(offset);
  });

  test('what fails while it runs says what and where', () => {
    const expression = compileExpression('1 + missing.name');
    if (!expression.ok) throw new Error('not read');
    const result = evaluate(expression.value, {});
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'EXPRESSION_ERROR', message: expect.stringMatching(/missing/) },
    });
    expect(value('{"a": 1}.b')).toMatch(/has no value/);
    expect(value('[1][5]')).toMatch(/has no value/);
    expect(value('1 / 0')).toMatch(/has no value/);
    expect(value('timestamp("2026-01-01T00:00:00Z")')).toMatch(/which is no JSON/);
    expect(value('b"ab"')).toMatch(/which is no JSON/);
  });
});

describe('case C2 nothing of the host is within reach', () => {
  test.each([
    'this',
    'globalThis',
    'window.alert',
    'constructor',
    'constructor.constructor("return 1")()',
    '"a".constructor',
    'x.__proto__',
    'x.constructor.prototype',
    'x["constructor"]',
    'x["__proto__"]',
    'x.toString()',
    'x.valueOf',
    'x.hasOwnProperty("a")',
    '(() => 1)()',
    '`a`',
    'new Date()',
    'import("x")',
    'x = 1',
    'delete x.a',
    'eval("1")',
    'fetch("https://evil.example")',
    'setTimeout',
    'process.env',
    'Symbol.iterator',
    '[...x]',
    'x?.a',
    'with (x) a',
    'x.map(y, y.constructor)',
    '{"__proto__": 1}',
    '{"constructor": 1}',
    '{"prototype": 1}',
    '__proto__',
    '__protoX',
  ])('%s has no value', (source) => {
    const expression = compileExpression(source);
    if (expression.ok) expect(evaluate(expression.value, { x: { a: 1 } })).toMatchObject({ ok: false });
    else expect(expression.problem.code).toBe('EXPRESSION_INVALID');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('case C1 own properties only, of maps that were made by hostile JSON too', () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "toString": 1}') as JsonObject;
    expect(value('x.polluted', { x: hostile })).toMatch(/has no value/);
    expect(value('x.toString', { x: hostile })).toBe(1);
    expect(value('x.toString', { x: {} })).toMatch(/has no value/);
    expect(value('toString')).toMatch(/has no value/);
    expect(value('has(x.toString)', { x: {} })).toBe(false);
  });

  test('random text is read or refused, and never throws', () => {
    const words = fc.constantFrom(
      'x',
      '.',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '"a"',
      '1',
      '+',
      '&&',
      '?',
      ':',
      ',',
      'map',
      'constructor',
      '__proto__',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 15 }).map((list) => list.join('')),
        ),
        (source) => {
          expect(() => value(source, { x: [1, { a: 2 }] })).not.toThrow();
        },
      ),
      { seed: 8, numRuns: 500 },
    );
  });
});

describe('case C3 work and size are bounded', () => {
  const many: JsonObject = { rows: Array.from({ length: LIMITS.expressionOperations }, (_, index) => index) };

  test('10,000 operations, and one more', () => {
    expect(value('rows.filter(r, r < 3)', many)).toEqual([0, 1, 2]);
    const one = { rows: [...(many.rows as readonly number[]), 0] };
    expect(value('rows.filter(r, r < 3)', one)).toMatch(/more than 10000 operations/);
  });

  test('nested loops are paid for in all their rounds', () => {
    const rows = Array.from({ length: 110 }, (_, index) => index);
    expect(value('rows.map(a, rows.map(b, a * b))', { rows })).toMatch(/more than 10000 operations/);
    expect(value('rows.map(a, rows.map(b, rows.map(c, rows.map(d, rows.map(e, 1)))))', { rows })).toMatch(
      /operations/,
    );
  });

  test('an `exists` or `||` around it does not hide that it ran dry', () => {
    const rows = Array.from({ length: 200 }, (_, index) => index);
    expect(value('rows.exists(a, rows.all(b, a == b)) || true', { rows })).toMatch(/operations/);
    expect(value('true || rows.map(a, rows.map(b, 1)) == []', { rows })).toBe(true);
  });

  test('text that doubles itself stops at 5,000,000 characters', () => {
    const doubled = Array.from({ length: 30 }).reduce<string>(
      (inner) => `cel.bind(s, ${inner}, s + s)`,
      '"xxxxxxxx"',
    );
    const effort = effortOf(() => {
      expect(value(doubled)).toMatch(/larger than 5000000/);
      expect(value('rows.map(r, rows)', { rows: Array.from({ length: 3_000 }, () => 0) })).toMatch(
        /larger than 5000000/,
      );
      expect(value('rows.map(r, s).join("")', { rows: [1, 2, 3], s: 'x'.repeat(2_000_000) })).toMatch(
        /larger than/,
      );
    });
    expect(effort).toBeLessThan(2_000);
  });

  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
  const items = Array.from({ length: 1_000 }, (_, index) => ({ a: index, b: 'x' }));
  const letters = 'a'.repeat(10_000);
  const walked: JsonObject = {
    times: Array.from({ length: 30 }, () => 0),
    items,
    same: structuredClone(items),
    wide,
    alike: { ...wide },
    letters,
    nearly: `${letters.slice(1)}b`,
    needle: `${'a'.repeat(100)}b`,
    words: Array.from({ length: 1_000 }, () => ''),
    classy: { constructor: 1, items },
  };
  /** With little to go through, so that what pays nothing is noticed and not waited for. */
  const withLittle = (source: string): Json => {
    const whole = LIMITS.expressionWalk;
    try {
      Reflect.set(LIMITS, 'expressionWalk', 50_000);
      return value(source, walked);
    } finally {
      Reflect.set(LIMITS, 'expressionWalk', whole);
    }
  };

  test.each([
    'times.all(t, items == same)',
    'times.all(t, wide == alike)',
    'times.exists(t, wide < t)',
    'times.exists(t, -wide == t)',
    'times.exists(t, wide)',
    'times.exists(t, wide || t)',
    'times.exists(t, (wide ? 1 : 2) == t)',
    'times.exists(t, wide.exists(k, k == "none"))',
    'times.all(t, size(wide) > t)',
    'times.all(t, [wide][0] != null)',
    'times.all(t, !("none" in words + ["some"]))',
    'times.all(t, !(items[0].b in words))',
    'times.all(t, size(letters) > t)',
    'times.all(t, letters != nearly)',
    'times.all(t, letters < nearly)',
    'times.all(t, !letters.contains(needle))',
    'times.all(t, letters.startsWith(letters))',
    'times.all(t, letters.indexOf(needle) < t)',
    'letters.lastIndexOf(needle) < 0',
    'letters.lastIndexOf(needle, 9999) < 0',
    'times.all(t, letters.split("").size() > t)',
    'times.map(t, letters.upperAscii() == "").size() > 0',
    'times.all(t, letters.trim() != needle)',
    'times.exists(t, words.join("") == needle)',
    'times.all(t, {words: 1} != {})',
    'times.exists(t, wide[words] == t)',
    'times.exists(t, double(letters) == t)',
    'times.exists(t, bytes(letters) == bytes(nearly))',
    'times.all(t, classy.items == same)',
    'times.exists(t, cel.bind(w, wide, w == t))',
    'times.map(t, wide) == []',
    'times.exists(t, (true ? wide : t) == 1)',
  ])('what is compared, searched and measured is paid for: %s', (source) => {
    expect(withLittle(source)).toMatch(/goes through more than 50000 characters|more than 10000 operations/);
  });

  test('K5 a run that was recorded before goes on without', () => {
    const source = 'times.all(t, items == same && size(letters) == 10000 && !letters.contains(needle))';
    expect(withLittle(source)).toMatch(/goes through/);
    expect(accountedBy('loops', () => withLittle(source))).toBe(true);
  });

  test('what is small beside what is large is paid for as far as it goes', () => {
    const rows = Array.from({ length: 9_000 }, (_, index) => ({
      id: index,
      name: `row ${index}`,
      wide: items,
    }));
    const scope = {
      rows,
      other: { ...rows[0], id: -1 },
      items,
      names: ['row 1', 'row 2'],
      longer: [...items, 1],
    };
    expect(value('rows.filter(r, r.name in names && r.id != 1).map(r, r.id)', scope)).toEqual([2]);
    expect(value('rows.exists(r, r == other)', scope)).toBe(false);
    expect(value('rows.all(r, r.wide != longer)', scope)).toBe(true);
    expect(
      value('rows.filter(r, r.name.startsWith("row 99") && r.name.lastIndexOf("9") == 5).size()', scope),
    ).toBe(10);
  });

  test('its own guards are nobody else’s', () => {
    expect(refused('rows.all(a, __equal(a) == 1)')).toMatch(/no function/);
    expect(value('"a".lastIndexOf(1)')).toMatch(/'string\.lastIndexOf\(int\)'/);
    expect(value('"abcabc".lastIndexOf("b") + "abcabc".lastIndexOf("b", 3)')).toBe(5);
    expect(value('"abc".lastIndexOf("b", 9)')).toMatch(/out of range/);
    expect(value('"abc".lastIndexOf("", 2)')).toBe(2);
  });

  test.each([
    '1 + n < row',
    'n < row',
    'flag && row',
    '!row',
    '[n, -row]',
    'n > 1 ? row.none : 1',
    'row.none && flag',
    'row.x.contains("a")',
    'rows.exists(r, r < row)',
  ])('an error stands where it stands in what was written: %s', (source) => {
    const variables = { n: 2, row: { a: 1 }, flag: true, rows: [1] };
    const written = new Environment({ unlistedVariablesAreDyn: true }).parse(source);
    const expression = compileExpression(source);
    if (!expression.ok) throw new Error('not read');
    const result = evaluate(expression.value, variables);
    let plain: unknown;
    try {
      written(variables);
    } catch (cause) {
      plain = cause instanceof EvaluationError ? cause.range?.start : cause;
    }
    expect(result.ok ? null : result.problem.offset).toBe(plain);
  });

  test('an expression of 10,000 characters is read, a longer one and a deeper one are refused', () => {
    const sum = `1${' + 1'.repeat(600)}`;
    expect(sum.length).toBeLessThan(LIMITS.expressionCharacters);
    expect(compileExpression(`"${'x'.repeat(LIMITS.expressionCharacters - 2)}"`).ok).toBe(true);
    expect(refused(`"${'x'.repeat(LIMITS.expressionCharacters - 1)}"`)).toMatch(
      /longer than 10000 characters/,
    );
    expect(refused(`${'('.repeat(4_000)}1${')'.repeat(4_000)}`)).toMatch(/cannot be read/);
    expect(refused(`${'!'.repeat(9_000)}true`)).toMatch(/cannot be read/);
    expect(refused(`${'['.repeat(4_900)}${']'.repeat(4_900)}`)).toMatch(/cannot be read/);
  });
});

describe('case C1 data may have members of any name', () => {
  const row = { constructor: 'Lotus', __proto__x: 1, points: 3, inner: { constructor: 1, toString: 2 } };

  test.each<[string, Json]>([
    ['row', row],
    ['row.constructor', 'Lotus'],
    ['row["constructor"] + "!"', 'Lotus!'],
    ['[row, {"k": row}]', [row, { k: row }]],
    ['rows.filter(r, r.constructor == "Lotus").map(r, r.points)', [3]],
    ['rows.exists(r, r.constructor == "Ligier")', false],
    ['size(row)', 4],
    ['"constructor" in row', true],
    ['has(row.constructor)', true],
    ['row.inner.toString', 2],
    ['row == rows[0]', true],
  ])('%s', (source, wanted) => {
    expect(value(source, { row, rows: [row] })).toEqual(wanted);
  });

  test('case C3 and they count like others', () => {
    const many = Array.from({ length: 200 }, () => row);
    expect(value('rows.map(a, rows.map(b, rows.map(c, 1)))', { rows: many })).toMatch(/operations/);
  });
});

describe('V3 JSONata is read here and run elsewhere', () => {
  test('what can be read, what cannot, what is too long', () => {
    expect(checkJsonata('$sum(rows.amount)')).toBeNull();
    expect(checkJsonata('$sum(rows.amount')).toMatchObject({
      code: 'JSONATA_INVALID',
      where: { offset: expect.any(Number) },
    });
    expect(checkJsonata('x'.repeat(LIMITS.expressionCharacters + 1))).toMatchObject({
      message: expect.stringContaining('10000'),
    });
  });
});
