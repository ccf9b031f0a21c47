import { describe, expect, test } from 'vitest';
import { call, failureOf } from '../../notation/calling';

describe('A2 text utilities', () => {
  test.each([
    ['text.say', { text: 'Hello' }, { text: 'Hello' }],
    ['text.upper', { text: 'straße' }, { text: 'STRASSE' }],
    ['text.lower', { text: 'ÉCOLE' }, { text: 'école' }],
    ['text.trim', { text: ' \n a b\t' }, { text: 'a b' }],
    ['text.join', { items: ['a', 2, null, { b: 1 }] }, { text: 'a 2 {"b":1}' }],
    ['text.join', { items: ['a', 'b'], separator: ', ' }, { text: 'a, b' }],
    ['text.split', { text: 'a\n\n b \nc' }, { items: ['a', 'b', 'c'], count: 3 }],
    ['text.split', { text: 'a;b', separator: ';' }, { items: ['a', 'b'], count: 2 }],
    ['text.replace', { text: 'a.b.c', find: '.', replace: '-' }, { text: 'a-b-c', count: 2 }],
    ['text.replace', { text: '$&', find: '$&', replace: '$1' }, { text: '$1', count: 1 }],
    [
      'text.template',
      { template: 'Hi {who.name}, {n} {{x}}', values: { who: { name: 'Ada' }, n: 3, x: 'y' } },
      { text: 'Hi Ada, 3 {y}' },
    ],
    ['echo', { text: 'as', it: ['is'] }, { text: 'as', it: ['is'] }],
    ['echo', [1, null], [1, null]],
  ])('%s %j', async (id, input, output) => {
    expect(await call(id, input)).toEqual(output);
  });

  test('text.count counts what a reader would', async () => {
    const text = 'The U-turn cost 1.5 crowns. Why? E.g. for a well-known 🌳.\n\nSecond paragraph';
    expect(await call('text.count', { text })).toEqual({
      characters: [...text].length,
      words: 13,
      sentences: 4,
      lines: 3,
      paragraphs: 2,
    });
    expect(await call('text.count', { text: '' })).toEqual({
      characters: 0,
      words: 0,
      sentences: 0,
      lines: 0,
      paragraphs: 0,
    });
  });

  test('text.readability tells an easy text from a hard one, and names long sentences', async () => {
    const easy = await call('text.readability', {
      text: 'The cat sat on the mat. It was a big cat. We like cats.',
    });
    expect(easy).toMatchObject({ level: 'easy', longSentences: [] });
    const long = `${'Considerable organisational responsibilities necessitate comprehensive deliberation '.repeat(5)}now.`;
    expect(await call('text.readability', { text: long })).toMatchObject({
      ease: 0,
      level: 'very hard',
      longSentences: [long],
    });
    expect(await call('text.readability', { text: '' })).toMatchObject({ longSentences: [] });
  });

  test('case C6 what is filled in is never filled again', async () => {
    const values = { a: '{b}', b: 'secret' };
    expect(await call('text.template', { template: '{a}', values })).toEqual({ text: '{b}' });
  });

  test.each(['{constructor}', '{a.constructor.name}', '{__proto__}', '{missing}'])(
    'case C1 only own values fill %s',
    async (template) => {
      expect(await failureOf('text.template', { template, values: { a: {} } })).toMatchObject({
        code: 'VALUE_MISSING',
        help: 'The values are: "a".',
      });
    },
  );

  test('T8 an input of another shape is refused, and its field named', async () => {
    expect(await failureOf('text.upper', { text: 3 })).toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('"text"'),
    });
    expect(await failureOf('text.upper', null)).toMatchObject({ code: 'INPUT_INVALID' });
  });

  test('human.ask says which node waits for people', async () => {
    expect(await failureOf('human.ask', { message: 'Go on?' })).toMatchObject({ code: 'HUMAN_NODE_NEEDED' });
  });
});

describe('A2 data.jsonata', () => {
  test('computes over a value', async () => {
    const value = { items: [{ price: 2 }, { price: 3.5 }] };
    expect(await call('data.jsonata', { expression: '$sum(items.price)', value })).toEqual({ value: 5.5 });
    expect(await call('data.jsonata', { expression: 'items.price', value })).toEqual({ value: [2, 3.5] });
    expect(await call('data.jsonata', { expression: 'nothing.here' })).toEqual({ value: null });
  });

  test.each([
    ['a broken expression', '$sum('],
    ['case C3 endless recursion', '($f := function($n) { $f($n + 1) }; $f(0))'],
    ['case C3 a sequence without end', '[1..9000000].($ * 2)'],
    ['an unknown function', '$fetch("https://evil.example")'],
  ])('refuses %s', async (_, expression) => {
    expect(await failureOf('data.jsonata', { expression, value: {} })).toMatchObject({
      code: 'EXPRESSION_ERROR',
    });
  });

  test.each(['constructor', 'a.constructor', 'a.__proto__.polluted', '"x".constructor', 'a.toString'])(
    'case C2 %s reaches no host object',
    async (expression) => {
      expect(await call('data.jsonata', { expression, value: { a: {} } })).toEqual({ value: null });
    },
  );
});
