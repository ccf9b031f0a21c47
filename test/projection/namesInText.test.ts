import { describe, expect, test } from 'vitest';
import { type Address, warning } from '#base';
import { inNames, inNamesAt } from '#projection';
import { problemsOf } from '../../src/projection/graph';
import { plan } from '../notation/plan';

const NAMED = plan('b: SWITCH {name: "Which way", cases: []}\nx: CAPABILITY echo {name: "Load it"}');

describe('T8 sentences speak the names that people gave', () => {
  test.each([
    ['When no case of "b" matches, its way ends.', `When no case of “Which way” matches, its way ends.`],
    ['The edge from "b" to "x" crosses.', 'The edge from “Which way” to “Load it” crosses.'],
    ['There is no variable "b".', 'There is no variable "b".'],
    ['"b" has no port "x".', '“Which way” has no port "x".'],
    ['The default of "x" is not of its type.', 'The default of "x" is not of its type.'],
    ['There is no node "gone".', 'There is no node "gone".'],
  ])('%s', (said, shown) => {
    expect(inNames(said, NAMED, null)).toBe(shown);
    expect(inNames(said, undefined, null)).toBe(said);
  });

  test('of a call without a name it says what it calls, as its card does', () => {
    const nameless = plan('x: CAPABILITY echo');
    const echo = { id: 'echo', title: 'Say it again', description: '', input: {}, output: {} };
    const catalogue = new Map([['echo', { ...echo, effect: 'pure' as const }]]);
    expect(inNames('"x" needs an input.', nameless, catalogue)).toBe('“Say it again” needs an input.');
    expect(inNames('"x" needs an input.', nameless, null)).toBe('“echo” needs an input.');
  });

  test('on the card, too', () => {
    const found = problemsOf(
      NAMED,
      [warning('X', '"x" waits for "b".', '', { plan: NAMED.id, node: 'x' })],
      null,
    );
    expect(found.get('x')?.reason).toBe('“Load it” waits for “Which way”.');
  });
});

test('T8 a sentence about a place in a run says the names of its nodes', () => {
  const names = (address: Address) =>
    ({ '/gate': 'Wait here', '/each[0]/look': 'Look it up', '/orders': 'Orders' })[String(address)] ??
    address.slice(address.lastIndexOf('/') + 1);
  const at = (address: string) => (text: string) => inNamesAt(text, address as Address, names);
  expect(at('/gate#2')('gate took longer than 50 ms.')).toBe('“Wait here” took longer than 50 ms.');
  expect(at('/each[0]/look')('"look" was not done.')).toBe('“Look it up” was not done.');
  expect(at('/gate')('There is no document "orders", "nothing" or "gate/x".')).toBe(
    'There is no document "orders", "nothing" or "gate/x".',
  );
});
