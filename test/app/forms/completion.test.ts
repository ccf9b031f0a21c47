import { describe, expect, it } from 'vitest';
import { completionAt, matching } from '../../../src/app/forms/completion';

/** The caret stands where the bar is. */
function at(marked: string, language: 'cel' | 'template' | 'jsonata' = 'cel') {
  return completionAt(marked.replace('|', ''), marked.indexOf('|'), language)?.prefix ?? null;
}

describe('E5 variables are completed where one can stand', () => {
  it.each([
    ['que|', 'que'],
    ['size(que|', 'que'],
    ['a + |', ''],
    ['question.|', null],
    ['question.si|', null],
    ['"que|', null],
    ["'it' + que|", 'que'],
    ["'it\\'s que|", null],
    ['12|', null],
  ])('CEL %s: %j', (text, prefix) => {
    expect(at(text)).toBe(prefix);
  });

  it.each([
    ['que|', null],
    ['Hello {{ que|', 'que'],
    ['Hello {{ a }} que|', null],
    ['{{ a }} {{ b|', 'b'],
  ])('template %s: %j', (text, prefix) => {
    expect(at(text, 'template')).toBe(prefix);
  });

  it('names that begin so, the exact case first; none when it is written out', () => {
    expect(matching(['Question', 'question', 'query', 'rows'], 'que')).toEqual([
      'question',
      'query',
      'Question',
    ]);
    expect(matching(['rows'], 'rows')).toEqual([]);
  });
});
