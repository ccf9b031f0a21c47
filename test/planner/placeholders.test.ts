import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { planStream, readReply } from '#planner';
import { plannerState } from './plannerState';

/** Tools that take anything. */
const OPEN = plannerState({
  catalogue: new Map([...plannerState().catalogue].map(([id, tool]) => [id, { ...tool, input: {} }])),
});
const read = (reply: Json, state = plannerState()) => readReply(JSON.stringify(reply), state);
/** As shells write it. */
const braced = (inner: string) => `\${${inner}}`;
const say = (id: Json, text: Json) => ({ ...(id === null ? {} : { id }), toolId: 'echo', input: { text } });
const textOf = (reply: Json, index = 1) => read(reply).plan?.nodes[index]?.input;

describe('P4 what other systems write for the result of a step, as a whole text', () => {
  test.each<[string, Json, string, string]>([
    ['<node-0> by its name', 'node-0', '<node-0>', 'steps["node-0"]'],
    ['<node-0> with a field', 'node-0', '<node-0>.text', 'steps["node-0"].text'],
    ['$1 by a number', 1, '$1', 'steps["step-1"]'],
    ['$1 with a field and an item', 1, '$1.rows[0].text', 'steps["step-1"].rows[0].text'],
    ['#E1 by its name', 'E1', '#E1', 'steps["E1"]'],
    ['#E1 where that is the name itself', '#E1', '#E1', 'steps["step-1"]'],
    ['as shells write it', 'a', braced('a'), 'steps["a"]'],
    ['as shells write it, with a field', 'a', braced('a.b'), 'steps["a"].b'],
    ['$a of a step of that id', 'a', '$a', 'steps["a"]'],
    ['$a with a field', 'a', '$a.text', 'steps["a"].text'],
    ['{a}', 'a', '{a}', 'steps["a"]'],
    ['{a.b} whose field is a word of CEL', 'a', '{a.in}', 'steps["a"]["in"]'],
  ])('%s is our reference, and that is said', (_title, id, written, reference) => {
    const { plan, problems, repairs } = read([say(id, 'x'), say('b', written)]);
    expect(problems).toEqual([]);
    expect(plan?.nodes[1]?.input).toEqual({ text: `{{ ${reference} }}` });
    expect(repairs).toContain(`Read ${JSON.stringify(written)} as {{ ${reference} }}.`);
  });

  test.each([
    ['<node-0>', 'step-1'],
    ['$1', 'step-1'],
    ['#E2', 'step-2'],
  ])('steps that are called nothing are counted as that system counts: %s', (written, id) => {
    expect(textOf([say(null, 'x'), say(null, 'y'), say(null, written)], 2)).toEqual({
      text: `{{ steps["${id}"] }}`,
    });
  });

  test('in any depth of an input, in an input that is one, in the result of an end, in nodes of ours', () => {
    const deep = read([say('a', 'x'), say('b', ['$x', { y: braced('a') }])], OPEN);
    expect(deep.plan?.nodes[1]?.input).toEqual({ text: ['$x', { y: '{{ steps["a"] }}' }] });
    const whole = read([say('a', 'x'), { id: 'b', toolId: 'echo', input: '{a}' }], OPEN);
    expect(whole.plan?.nodes[1]?.input).toBe('{{ steps["a"] }}');
    const end = read([say('a', 'x'), { id: 'end', type: 'finish', result: { answer: '{a.text}' } }]);
    expect(end.plan?.nodes[1]?.params).toEqual({ result: { answer: '{{ steps["a"].text }}' } });
    const node = (id: string, text: string) => ({
      id,
      type: 'CAPABILITY',
      params: { capability: 'echo' },
      input: { text },
    });
    const ours = {
      nodes: [
        node('a', 'x'),
        {
          id: 'g',
          type: 'GROUP',
          params: { mode: 'SYNC' },
          body: { nodes: [node('b', '$a'), node('c', '{b}')], edges: [] },
        },
      ],
      edges: [{ from: 'a', to: 'g' }],
    };
    expect(JSON.stringify(read(ours).plan)).toContain('{{ steps[\\"b\\"] }}');
  });

  test.each(['<node-9>', '$5', '#E7', braced('z.text'), '{z}'])(
    'one that names no step is a problem with its place, told once: %s',
    (written) => {
      const reply = [say('a', 'x'), { id: 'b', toolId: 'scale.read', input: { bin: written } }];
      expect(read(reply).problems).toMatchObject([
        { code: 'PLACEHOLDER_UNKNOWN', where: { node: 'b', field: '/input/bin' } },
      ]);
      expect(read(reply).problems[0]?.message).toContain(JSON.stringify(written));
    },
  );

  test.each([
    'It costs $5',
    '<node-0> and $1 and #E1',
    '{x} marks it',
    '$5.50',
    '<b>',
    '#E',
    '{}',
    '{ a }',
    '$',
    '$HOME',
    '<b>',
    'the result of step 1',
    braced(''),
    '{{ "$5" }}',
  ])('anything else is text: %s', (text) => {
    const reading = read([say('x', 'x'), say('b', text)]);
    expect(reading.problems).toEqual([]);
    expect(reading.plan?.nodes[1]?.input).toEqual({ text });
    expect(reading.repairs).toEqual([]);
  });

  test.each(['<result of step 1>', '[output from x]', '(the final answer of the search)'])(
    'words in brackets for a result name no step: %s',
    (text) => {
      expect(read([say('x', 'x'), say('b', text)]).problems).toMatchObject([
        { code: 'PLACEHOLDER_UNKNOWN', where: { node: 'b', field: '/input/text' } },
      ]);
    },
  );

  test('one that names a later step is a reference that comes too early, like any other', () => {
    expect(read([say('a', '{b}'), say('b', 'x')]).problems).toMatchObject([
      { code: 'STEP_REFERENCE', where: { node: 'a', field: '/input' } },
    ]);
  });

  test('R13 calls of one message wait for those that they name', () => {
    const call = (id: string, text: string) => ({ id, function: { name: 'echo', arguments: { text } } });
    const { plan } = read({ tool_calls: [call('a', 'x'), call('b', braced('a.text')), call('c', 'y')] });
    expect(plan?.edges).toEqual([{ from: 'a', port: 'out', to: 'b' }]);
  });

  test('while a reply arrives, a name that may come yet is no ghost', () => {
    const stream = planStream(plannerState());
    const steps = stream.push(`${JSON.stringify(say(1, 'x'))}\n${JSON.stringify(say(2, '$1'))}\n`);
    expect(steps.map(({ problems }) => problems)).toEqual([[], []]);
    expect(stream.end('whole').plan?.nodes[1]?.input).toEqual({ text: '{{ steps["step-1"] }}' });
  });
});
