import { describe, expect, test } from 'vitest';
import { readReply } from '#planner';
import { plannerState } from './plannerState';

const read = (reply: string) => readReply(reply, plannerState());
const inputsOf = (reply: string) => read(reply).plan?.nodes.map(({ input }) => input);
const codesOf = (reply: string) => read(reply).problems.map(({ code }) => code);

const echo = (value: string) =>
  `<tool_call>echo\n<arg_key>text</arg_key>\n<arg_value>${value}</arg_value>\n</tool_call>`;
const weigh = (bin: string) => `<function=scale.read><parameter=bin>${bin}</parameter></function>`;

describe('R13 arguments in tags', () => {
  test('what is no JSON is text, as it stands', () => {
    expect(inputsOf(echo('Rain <b>& "wind"</b>,\n{so} to say'))).toEqual([
      { text: 'Rain <b>& "wind"</b>,\n{so} to say' },
    ]);
    expect(inputsOf(echo('007'))).toEqual([{ text: '007' }]);
    expect(inputsOf(weigh('4'))).toEqual([{ bin: 4 }]);
  });

  test('T4 digits that a number would not keep stay, and an object with them is refused', () => {
    expect(inputsOf(echo('12345678901234567890'))).toEqual([{ text: '12345678901234567890' }]);
    expect(inputsOf(echo('1e400'))).toEqual([{ text: '1e400' }]);
    expect(codesOf(weigh('{"n":12345678901234567890}'))).toContain('NUMBER_NOT_EXACT');
  });

  test('an argument that is said twice is refused', () => {
    const twice = '<function=scale.read><parameter=bin>1</parameter><parameter=bin>2</parameter></function>';
    expect(codesOf(twice)).toEqual(['DUPLICATE_KEY']);
  });

  test('a tool that takes nothing, prose before and behind', () => {
    expect(codesOf('<function=none></function>')).toEqual(['UNKNOWN_TOOL']);
    expect(inputsOf(`I weigh it.\n${weigh('4')}\nThat is all.`)).toEqual([{ bin: 4 }]);
  });

  test.each([
    '<function=scale.read><parameter=bin>4',
    '<function=scale.read><parameter=bin>4</parameter>',
    '<tool_call>echo\n<arg_key>text</arg_key>\n<arg_value>x</arg_value>',
    '<invoke name="echo">',
  ])('one that breaks off is no call: %s', (reply) => {
    expect(codesOf(reply)).toEqual(['NO_PLAN_IN_REPLY']);
  });

  test('T4 many that never end take time that grows with their text', () => {
    const reply = '<function=scale.read><parameter=bin>4'.repeat(5_000);
    expect(codesOf(reply)).toEqual(['NO_PLAN_IN_REPLY']);
  });
});
