import { describe, expect, it } from 'vitest';
import { type Diagnostic, LIMITS, parseExactJson, problem, type Result } from '#base';
import { checkJsonata, compileExpression, compileTemplate } from '#plan';
import { faultAt, faultIn } from '../../../src/app/forms/form';

/** What is underlined of a text. */
function underlined(text: string, found: Diagnostic | null): string | null {
  const fault = faultIn(text, found);
  return fault === null ? null : text.slice(fault.from, fault.to);
}

function problemOf(read: Result<unknown, Diagnostic | readonly Diagnostic[]>): Diagnostic {
  if (read.ok) throw new Error('Nothing is wrong with it.');
  const [first] = [read.problem].flat();
  if (first === undefined) throw new Error('It has no problem.');
  return first;
}

describe('E5 a problem is underlined where it is', () => {
  it.each([
    ['score >> 2', '>'],
    ['size(que', 'que'],
    ['size( ', '('],
    ['a + matches', null],
    ['name.matches(pattern)', 'name'],
  ])('CEL %j: %j', (text, part) => {
    const read = compileExpression(text);
    expect(read.ok ? null : underlined(text, read.problem)).toBe(part);
  });

  it.each([
    ['a +* b', 'b'],
    ['$sum(rows.amount', 'amount'],
    ['rows[amount > ].name', ']'],
    ['12 34', '34'],
  ])('JSONata %j: %j', (text, part) => {
    expect(underlined(text, checkJsonata(text))).toBe(part);
  });

  it('a template: the place in its hole, also where it is a string of JSON', () => {
    const text = "It's {{ a + }}";
    expect(faultIn(text, problemOf(compileTemplate(text)))).not.toBeNull();
    const value = { note: 'say "hi"', list: ['{{ a }}', 'a "quoted" {{ b ++ c }}'] };
    const found = problemOf(compileTemplate(value));
    const shown = JSON.stringify(value);
    const fault = faultIn(shown, found);
    expect(shown.slice(fault?.from ?? 0)).toMatch(/^\+ c/);
  });

  it('JSON: the place where it stops being JSON', () => {
    const text = '{ "a": 1, b: 2 }';
    const found = problemOf(parseExactJson(text, LIMITS.jsonDepth));
    const fault = faultAt(text, found, found.where.offset ?? 0);
    expect(text.slice(fault?.from, fault?.to)).toBe('b');
  });

  it('nothing where no place is told, or where the text does not have it', () => {
    expect(faultIn('abc', null)).toBeNull();
    expect(faultIn('abc', problem('X', 'It is wrong.', 'Mend it.'))).toBeNull();
    expect(faultIn('', problem('X', 'It is wrong.', 'Mend it.', { offset: 3 }))).toBeNull();
    expect(
      faultIn('abc', problem('X', 'It is wrong.', 'Mend it.', { field: '/gone', offset: 3 })),
    ).toBeNull();
  });
});
