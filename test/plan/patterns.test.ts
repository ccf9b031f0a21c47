import { describe, expect, test } from 'vitest';
import { Fuel, type Json, type JsonObject, LIMITS } from '#base';
import { checkJsonata, compileExpression, evaluate, validateJson } from '#plan';
import { compilePattern, compileSchemaPattern } from '../../src/plan/patterns/pattern';

function value(source: string, scope: JsonObject = {}): Json {
  const expression = compileExpression(source);
  if (!expression.ok) return expression.problem.message;
  const result = evaluate(expression.value, scope);
  return result.ok ? result.value : result.problem.message;
}

const matches = (pattern: string, x: string): Json => value(`x.matches(${JSON.stringify(pattern)})`, { x });

/** Patterns on which a backtracking engine tries for ever, and a text that shows it. */
const SLOW: readonly (readonly [pattern: string, text: string])[] = [
  ['^[^](a+)+[b]', 'a'.repeat(5_000)],
  ['[]|^(a+)+[b]', 'a'.repeat(5_000)],
  ['^(\\w+\\s?)*$', `${'a'.repeat(5_000)}!`],
  ['^(a|a)*$', `${'a'.repeat(5_000)}!`],
  ['((a?){9})+b', 'a'.repeat(5_000)],
  ['.*.*.*x', 'a'.repeat(5_000)],
  ['(?=(a+)+b)a', 'a'.repeat(5_000)],
  ['(?<!(a+)+b)c', 'a'.repeat(5_000)],
];

describe('case C4 patterns cannot run away', () => {
  test.each(SLOW)('fault X2 %s has a verdict, in steps that are counted', (pattern, text) => {
    expect(matches(pattern, text)).toBe(false);
    expect(validateJson({ pattern }, text)).toMatchObject([{ keyword: 'pattern' }]);
    const read = compilePattern(pattern);
    const fuel = new Fuel(LIMITS.patternSteps);
    expect(read.ok && read.value.test(text, fuel)).toBe(false);
    expect(fuel.spent).toBeLessThanOrEqual((read.ok ? read.value.size : 0) * (text.length + 2));
  });

  test('fault X2 what has too many states is refused when it is read, with the number', () => {
    for (const pattern of ['a{1,1000000}b', '(a{1,200}){1,200}', '(?:a|b){99999999999999999999}'])
      expect(matches(pattern, 'ab')).toMatch(/needs more than 10000 states, its repetitions written out/);
    expect(matches('^(?:){99}[^]{1,2000}$', 'a'.repeat(2_000))).toBe(true);
  });

  test('fault X2 what takes too many steps is an error with the number, not a verdict', () => {
    const x = 'a'.repeat(100_000);
    expect(matches('^a{0,999}a{0,999}a{0,999}b', x)).toMatch(/patterns take more than 5000000 steps/);
    expect(value('rows.exists(r, r.matches("a{999}b")) || true', { rows: [x, 'a'] })).toMatch(/more than/);
    const few = () => new Fuel(100_000);
    expect(validateJson({ pattern: 'a{1,999}b' }, x, few())).toEqual([
      { path: '', keyword: '', message: expect.stringContaining('more than 100000 steps') },
    ]);
    expect(validateJson({ not: { pattern: 'a{1,999}b' } }, x, few()), 'no wrong acceptance').toHaveLength(1);
  });

  test.each([
    ['(a)\\1', 'refers back to a group'],
    ['(?<n>a)\\k<n>', 'refers back to a group'],
    ['(?i:a)', 'has a group of a kind that is not known here'],
    ['(', 'is no regular expression: a "(" that is never closed'],
    ['[b-a]', 'is no regular expression: a range that runs backwards'],
    ['a**', 'is no regular expression: nothing to repeat'],
  ])('%s is refused: it %s', (pattern, reason) => {
    expect(matches(pattern, 'a')).toContain(`the pattern of matches() ${reason}`);
    expect(validateJson({ type: 'object', patternProperties: { [pattern]: {} } }, {})).toMatchObject([
      { keyword: '', message: expect.stringContaining(reason) },
    ]);
    expect(checkJsonata(`$match(text, /${pattern}/)`)?.code).toBe('JSONATA_INVALID');
  });

  test('a pattern is written out, and no longer than 1,000 characters; the text may be long', () => {
    expect(value('x.matches(y)')).toMatch(/written out as text/);
    expect(matches('a'.repeat(LIMITS.patternCharacters + 1), '')).toMatch(/longer than 1000/);
    expect(matches('^a+$', 'a'.repeat(200_000))).toBe(true);
    expect(validateJson({ pattern: '^[a-z]+$' }, 'a'.repeat(200_000))).toEqual([]);
    expect(value('x.matches("a")', { x: 1 })).toMatch(/needs a text/);
  });

  test('schemas read them with the flag u, and without it where that does not go', () => {
    expect(validateJson({ pattern: '^.$' }, '😀')).toEqual([]);
    expect(validateJson({ pattern: '^\\p{Lu}$' }, 'É')).toEqual([]);
    expect(validateJson({ pattern: '^a\\-b$' }, 'a-b')).toEqual([]);
    expect(compileSchemaPattern('^\\p{Nothing}$\\-')).toMatchObject({ ok: true });
    expect(matches('^..$', '😀')).toBe(true);
    // By code points nothing lies between the two halves of one (ECMA-262, AdvanceStringIndex).
    expect(validateJson({ pattern: '\\B' }, 'a😀a')).not.toEqual([]);
  });

  test('JSONata says the place of a pattern that is refused', () => {
    expect(checkJsonata('$match(text, /(a)\\1/)')).toMatchObject({
      code: 'JSONATA_INVALID',
      message: expect.stringContaining('refers back'),
      where: { offset: expect.any(Number) },
    });
    expect(checkJsonata('$match(text, /^(\\w+\\s?)*$/)')).toBeNull();
    expect(checkJsonata('$split(text, /, */)')).toBeNull();
  });
});
