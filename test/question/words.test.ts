import { describe, expect, test } from 'vitest';
import { isDone, verbBase } from '../../src/question/text/verbForms';
import { stemsOf, tokensOf } from '../../src/question/text/words';
import { misspelt } from '../../src/question/words/unknownWords';
import { isVerb, verbOf } from '../../src/question/words/verbs';

describe('A5 words of a question', () => {
  test.each([
    ["who hasn't paid", 'who has not paid'],
    ['which were not sent', "which weren't sent"],
    ['do not count', 'dont count'],
    ['unitPrice', 'unit_price'],
  ])('%s and %s are the same words', (left, right) => {
    expect(stemsOf(left)).toEqual(stemsOf(right));
  });

  test('a word that ends like a negation is none', () => {
    expect(stemsOf('want a front door')).toEqual(['want', 'a', 'front', 'door']);
  });

  test.each([
    ['Rosa’s', 'rosa'],
    ["Tom's", 'tom'],
    ['people', 'person'],
    ['categories', 'category'],
    ['boxes', 'box'],
    ['address', 'address'],
    ['species', 'species'],
  ])('%s is compared as %s', (word, stem) => {
    expect(stemsOf(word)).toEqual([stem]);
  });

  test('a number keeps its sign, its factor and its percent', () => {
    expect(tokensOf('-5, 3k, 10 %')).toMatchObject([
      { kind: 'number', value: -5 },
      { kind: 'number', value: 3_000 },
      { kind: 'number', value: 10, percent: true },
    ]);
  });
});

describe('A5 forms of verbs', () => {
  test.each([
    ['won', 'win'],
    ['shipment', 'shipped'],
    ['planned', 'plan'],
    ['borrower', 'borrowed'],
    ['director', 'directed'],
    ['expiry', 'expires'],
  ])('%s and %s are forms of one verb', (left, right) => {
    expect(verbBase(left)).toBe(verbBase(right));
  });

  test('what is open and what was opened are two things', () => {
    expect(verbBase('open')).not.toBe(verbBase('opened'));
  });

  test.each(['returned', 'paid', 'Lent', 'married to'])('%s says what was done', (word) => {
    expect(isDone(word)).toBe(true);
  });

  test.each(['return', 'price', 'red', 'bed', 'speed'])('%s does not', (word) => {
    expect(isDone(word)).toBe(false);
  });

  test('a verb says for what is asked which heads of columns answer it', () => {
    expect(verbOf('lives')?.where).toContain('city');
    expect(verbOf('Bought')?.when).toContain('bought');
    expect(isVerb('lamp')).toBe(false);
  });
});

describe('A5 misspelt words', () => {
  const known = ['different', 'customer', 'revenue', 'region'];
  test.each([
    ['diffrent', 'different'],
    ['custommer', 'customer'],
    ['revneue', 'revenue'],
  ])('%s is %s', (word, meant) => {
    expect(misspelt(word, known)).toBe(meant);
  });

  test.each([
    ['short words are too near to others', 'regio', ['regal']],
    ['the first letter is never wrong', 'bustomer', known],
    ['of two that are equally near neither is meant', 'statin', ['station', 'stating']],
    ['a number is no word', '12345', ['12346']],
  ])('%s', (_, word, words) => {
    expect(misspelt(word, words)).toBeNull();
  });
});
