import { describe, expect, test } from 'vitest';
import { type Json, LIMITS } from '#base';
import type { CapabilityDescriptor, Catalogue } from '#plan';
import { machineStream, planStream, readReply } from '#planner';
import { plannerState, tools } from './plannerState';

const read = (reply: Json | string) =>
  readReply(typeof reply === 'string' ? reply : JSON.stringify(reply), plannerState());

const codesOf = (reply: Json | string): readonly string[] => {
  const { plan, problems } = read(reply);
  expect(plan).toBeNull();
  return problems.map(({ code }) => code);
};

const step = (id: Json, more: Json = {}) => ({
  ...(id === null ? {} : { id }),
  toolId: 'echo',
  input: { text: 'x' },
  ...Object(more),
});

describe('fault X6 a number that is not finite is a problem with its place, never a throw', () => {
  test.each<[string, string, string]>([
    ['in a plan', '{"steps":[{"toolId":"echo","input":{"text":1e400}}]}', '/steps/0/input/text'],
    [
      'deep in a list',
      '{"steps":[{"toolId":"echo","input":{"text":[[-1e999]]}}]}',
      '/steps/0/input/text/0/0',
    ],
    [
      'of many digits',
      `{"steps":[{"toolId":"echo","input":{"text":1${'0'.repeat(309)}}}]}`,
      '/steps/0/input/text',
    ],
    [
      'in a line of a stream',
      '{"type":"step","step":{"toolId":"echo","input":{"text":1e400}}}',
      '/step/input/text',
    ],
    [
      'in a reply with a trailing comma',
      '{"steps":[{"toolId":"echo","input":{"text":1E+0400,}}]}',
      '/steps/0/input/text',
    ],
    [
      'in a state machine',
      '{"initial_state":"a","states":{"a":{"action":{"event_type":"echo","data":{"x":1e400}}}}}',
      '/states/a/action/data/x',
    ],
  ])('%s', (_title, reply, field) => {
    expect(read(reply).problems).toMatchObject([{ code: 'NUMBER_NOT_FINITE', where: { field } }]);
    for (const stream of [planStream(plannerState()), machineStream(plannerState())]) {
      stream.push(reply);
      expect(stream.end()).toEqual(read(reply));
    }
  });

  test('in arguments that are a text, in the arguments of a call, in a plan that is a text', () => {
    const input = '{"text":1e400}';
    expect(codesOf([step('a', { input })])).toEqual(['NUMBER_NOT_FINITE']);
    expect(codesOf({ tool_calls: [{ function: { name: 'echo', arguments: input } }] })).toEqual([
      'NUMBER_NOT_FINITE',
    ]);
    expect(codesOf({ plan: `{"steps":[{"toolId":"echo","input":${input}}]}` })).toEqual([
      'NUMBER_NOT_FINITE',
    ]);
  });

  test.each(['NaN', '-NaN', 'Infinity', '-Infinity', '+inf'])('the word %s', (word) => {
    expect(codesOf(`{"steps":[{"toolId":"echo","input":{"text":${word}}}]}`)).toEqual(['NUMBER_NOT_FINITE']);
  });
});

describe('fault X7 what changes a value or drops a text is a problem', () => {
  const inText = (value: string) => `{"steps":[{"id":"a","toolId":"echo","input":{"text":${value}}}]}`;

  test.each<[string, string, RegExp]>([
    ['a sign without a number', inText('-'), /^Write a number/],
    ['a constant in capitals', inText('FALSE'), /^Write true, false or null/],
    ['undefined', inText('undefined'), /^Write true, false or null/],
    ['an escape that is none', inText('"\\d+"'), /^Write a backslash in a text as two/],
    ['a path with single backslashes', inText('"C:\\data\\new"'), /^Write a backslash in a text as two/],
    ['no value', inText(''), /exactly one valid JSON object/],
    ['an element that is missing', inText('["a",]'), /exactly one valid JSON object/],
    ['a comma that is missing', '{"steps":[{"id":"a" "toolId":"echo"}]}', /exactly one valid JSON object/],
    ['a comment that may have been a text', inText('[\n//cdn/x",\n"b"]'), /Leave comments out/],
    [
      'a brace too early',
      '{"nodes":{"a":{"toolId":"echo","input":{"text":"x"}},"b":{"toolId":"echo","input":{"text":"x"}}}}, "edges":{"a":["b"]}}',
      /brackets and quotes/,
    ],
    ['a brace too late', '"edges":{"a":["b"]},"steps":[{"toolId":"echo","input":{"text":"x"}}]}', /brackets/],
    ['a quote that is lost before the plan', `{plan": ${inText('"x"')}}`, /brackets/],
    ['a last digit behind its brace', `${inText('"x"').slice(0, -1)},"limit":1}2`, /brackets/],
    [
      'a line that cannot be read beside one that can',
      `${inText('"x"')}\n{"type":"step","step":{"id":}}`,
      /JSON/,
    ],
  ])('%s is refused', (_title, reply, help) => {
    const { plan, problems } = read(reply);
    expect(plan).toBeNull();
    expect(problems).toMatchObject([{ code: 'REPLY_NOT_JSON', where: { offset: expect.any(Number) } }]);
    expect(problems[0]?.help).toMatch(help);
  });

  test('a key that is there twice is refused with its place, and so is one in arguments that are a text', () => {
    expect(read('{"steps":[{"toolId":"echo","toolId":"plot","input":{"text":"x"}}]}').problems).toMatchObject(
      [{ code: 'DUPLICATE_KEY', where: { field: '/steps/0/toolId', offset: 27 } }],
    );
    expect(codesOf([step('a', { input: '{"text":"x","text":"y"}' })])).toEqual(['DUPLICATE_KEY']);
  });

  test('a whole number that a double cannot keep is refused; one that it can is not', () => {
    const bin = (number: string) => `{"steps":[{"toolId":"scale.read","input":{"bin":${number}}}]}`;
    expect(read(bin('12345678901234567890')).problems).toMatchObject([
      { code: 'NUMBER_NOT_EXACT', where: { field: '/steps/0/input/bin' } },
    ]);
    expect(codesOf(bin('9007199254740993'))).toEqual(['NUMBER_NOT_EXACT']);
    expect(codesOf(bin('1e-400'))).toEqual(['NUMBER_NOT_EXACT']);
    for (const number of ['9007199254740992', '1e23', '-0.1', '0.30000000000000004', '0e9', '1.50'])
      expect(read(bin(number)).plan?.nodes[0]?.input).toEqual({ bin: Number(number) });
  });

  test('arguments that are a text and no JSON are refused; a hole is one', () => {
    expect(codesOf([step('a', { input: '{"text": "x' })])).toEqual(['ARGUMENTS_NOT_JSON']);
    const holes = read([step('a'), step('b', { input: '{{ steps["a"] }}' })]);
    expect(holes.plan?.nodes[1]?.input).toBe('{{ steps["a"] }}');
  });

  test('what is forgiven is told: what was changed into what, where, and how often', () => {
    const { plan, repairs } = read(
      '{\'steps\': [ // one step\n{id: \'a\', "toolId": "echo", "input": {"text": "two\nlines"}, "meta": {"x": True, "y": True,},},]}',
    );
    expect(plan?.nodes[0]).toMatchObject({
      input: { text: 'two\nlines' },
      source: { meta: { x: true, y: true } },
    });
    expect(repairs).toEqual([
      "Read single quotes as double ones: 'steps' → steps (2 times, first at character 1).",
      'Left out a comment: // one step (at character 12).',
      'Put quotes around a key: id → "id" (at character 25).',
      'Read a line break in a text as its escape: "two\nlines" → two\\nlines (at character 70).',
      "Read Python's constant: True → true (2 times, first at character 98).",
      'Left out a trailing comma: , (3 times, first at character 113).',
    ]);
  });

  test('lines that nobody says are all of them may have been cut', () => {
    const lines = `${JSON.stringify(step('a'))}\n${JSON.stringify(step('b'))}`;
    expect(codesOf(lines)).toEqual(['TRUNCATED_REPLY']);
    expect(readReply(lines, plannerState(), 'whole').plan?.nodes).toHaveLength(2);
  });

  test('of states nothing is left out in silence', () => {
    const states = (more: Json) => ({
      initial_state: 'a',
      states: { a: { action: { event_type: 'echo' } }, ...Object(more) },
    });
    expect(codesOf(states({ b: { transitions: ['a'], is_terminal: true } }))).toContain('STATE_UNREADABLE');
    expect(codesOf(states({ b: { action: 'echo' } }))).toContain('STATE_UNREADABLE');
    const twice = [
      { state_name: 'a', is_terminal: true },
      { state_name: 'a', action: { event_type: 'echo' } },
    ];
    expect(codesOf({ initial_state: 'a', states: twice })).toContain('DUPLICATE_ID');
  });
});

describe('fault X8 two steps that are called the same are refused, however that is spelt', () => {
  test.each<[string, Json, Json]>([
    ['numbers', 1, 1],
    ['a number and its text', 1, '1'],
    ['names that are no ids', 'load data', 'load data'],
    ['ids of ours', 'a', 'a'],
    ['names of JavaScript', 'constructor', 'constructor'],
  ])('%s', (_title, first, second) => {
    const reader = step('c', { input: { text: `{{ steps["${first}"].text }}` }, dependsOn: [first] });
    const { plan, problems } = read({ steps: [step(first), step(second), reader] });
    expect(plan).toBeNull();
    expect(problems).toMatchObject([{ code: 'DUPLICATE_ID', where: { node: expect.any(String) } }]);
  });

  test('a step of a map that calls itself like another', () => {
    const nodes = { a: step('b'), b: step('a') };
    expect(codesOf({ nodes, edges: {} })).toEqual(['DUPLICATE_ID', 'DUPLICATE_ID']);
  });

  test('steps without a name are not called the same', () => {
    expect(read([step(null), step(null)]).plan?.nodes.map(({ id }) => id)).toEqual(['step-1', 'step-2']);
  });
});

describe('fault M5 a mistake is told once, at its place', () => {
  test.each<[string, Json, object]>([
    ['a map of edges', { nodes: { a: step('a') }, edges: { a: ['z'] } }, { field: '/edges/a/0' }],
    ['a list of edges', { nodes: [step('a')], edges: [{ from: 'a', to: 'z' }] }, { field: '/edges/0' }],
    ['dependsOn', [step('a'), step('b', { dependsOn: ['z'] })], { node: 'b', field: '/dependsOn' }],
    ['a number', [step('a'), step('b', { depends_on: [7] })], { node: 'b', field: '/depends_on' }],
  ])('an edge to an unknown step has a place: %s', (_title, reply, where) => {
    const { problems } = read(reply);
    expect(problems.map((one) => one.where)).toEqual([where]);
  });

  test('every refusal has a place', () => {
    for (const reply of [
      '',
      'prose',
      '{"a":1}',
      '{"steps":[]}',
      '{"steps":[',
      'x'.repeat(LIMITS.plannerReplyBytes + 1),
    ])
      for (const { where } of read(reply).problems) expect(where).not.toEqual({});
  });

  test('a step that cannot be read is one problem, whatever reads it or comes after it', () => {
    const steps = [
      step('a'),
      { id: 'bad', type: 'teleport' },
      ...Array.from({ length: 40 }, (_, index) =>
        step(`s${index}`, { input: { text: '{{ steps["a"].text + steps["bad"].text }}' } }),
      ),
    ];
    expect(codesOf({ steps })).toEqual(['STEP_UNREADABLE']);
    expect(codesOf({ steps: [...steps, step('end', { input: { text: '{{ steps["none"] }}' } })] })).toEqual([
      'STEP_UNREADABLE',
      'STEP_REFERENCE',
    ]);
  });

  test('a name that nobody has is one problem, however many edges lead there', () => {
    const steps = Array.from({ length: 40 }, (_, index) => step(`s${index}`, { dependsOn: ['z'] }));
    expect(codesOf({ steps })).toEqual(['UNKNOWN_STEP']);
  });

  test('T4 more problems than anybody mends are counted', () => {
    const steps = Array.from({ length: 50 }, (_, at) => ({
      id: `s${at}`,
      toolId: 'nope',
      output: { [`v${at}`]: 'result' },
    }));
    const { problems } = read({ steps });
    expect(problems).toHaveLength(LIMITS.replyProblems + 1);
    expect(problems.at(-1)?.message).toMatch(/^There are \d+ more problems; 50 are told/);
  });

  test.each<[string, Json]>([
    ['a map', { nodes: { a: step('a'), b: step('b') }, edges: { a: ['b', 'none'], b: [null], none: ['a'] } }],
    [
      'a list',
      {
        nodes: [step('a'), step('b')],
        edges: [['a', 'b'], ['a', 'none'], { from: 'b', to: null }, { source: 'none', target: 'a' }],
      },
    ],
  ])('an edge from or to nothing is left out with a note: %s', (_title, reply) => {
    const { plan, repairs } = read(reply);
    expect(plan?.edges).toEqual([{ from: 'a', port: 'out', to: 'b' }]);
    const left = [
      'Left out an edge from "a" to nothing.',
      'Left out an edge from "b" to nothing.',
      'Left out an edge from nothing to "a".',
    ];
    expect(repairs).toEqual(expect.arrayContaining(left));
  });

  test('a step that is called "none" is one', () => {
    const { plan } = read({ nodes: { none: step('none'), b: step('b') }, edges: { none: ['b'] } });
    expect(plan?.edges).toEqual([{ from: 'none', port: 'out', to: 'b' }]);
  });

  test('what an edge says besides its ends is not dropped', () => {
    const edges = [{ from: 'a', to: 'b', condition: 'x > 1' }];
    expect(read({ nodes: [step('a'), step('b')], edges }).problems).toMatchObject([
      { code: 'EDGE_UNREADABLE', where: { field: '/edges/0/condition' } },
    ]);
    expect(codesOf({ plan: [step('a')], edges: { a: [] } })).toEqual(['EDGE_UNREADABLE']);
  });
});

/** Counts how often it is gone through: once for each plan that is judged. */
class Counting extends Map<string, CapabilityDescriptor> {
  judged = 0;

  override [Symbol.iterator](): MapIterator<[string, CapabilityDescriptor]> {
    this.judged++;
    return super[Symbol.iterator]();
  }
}

describe('fault M6 the work on one reply has a bound', () => {
  const judgedIn = (reply: string): number => {
    const catalogue: Catalogue & Counting = new Counting([...tools({ echo: { text: 'string' } })]);
    const { verdict } = readReply(reply, plannerState({ catalogue }));
    expect(verdict).toBe('refused');
    return catalogue.judged;
  };
  const bad = (index: number) => ({ steps: [{ id: `s${index}`, toolId: 'echo', input: {} }] });

  test('3,000 plans that would be refused are counted and not judged', () => {
    const plans = Array.from({ length: 3_000 }, (_, index) => JSON.stringify(bad(index)));
    const few = judgedIn(plans.slice(0, LIMITS.replyCandidates).join('\nor\n'));
    expect(few).toBe(LIMITS.replyCandidates);
    expect(judgedIn(plans.join('\nor\n'))).toBe(0);
    expect(read(plans.join('\nor\n')).problems[0]?.message).toBe(
      'The reply holds 3000 different plans or steps; at most 20 are looked at.',
    );
  });

  test('the same plan 3,000 times is one', () => {
    const reply = Array.from({ length: 3_000 }, () => JSON.stringify(bad(0))).join('\nor\n');
    expect(judgedIn(reply)).toBe(judgedIn(JSON.stringify(bad(0))));
  });

  test('a plan of 3,000 steps is refused before they are judged', () => {
    const steps = Array.from({ length: 3_000 }, (_, index) => step(`s${index}`, { input: {} }));
    expect(codesOf({ steps })).toEqual(['PLAN_TOO_LONG']);
    expect(judgedIn(JSON.stringify({ steps }))).toBe(0);
  });
});

describe('P4 what a step says of whether and how often it runs is never left out', () => {
  test.each<[string, Json]>([
    ['if', 'steps.a.text == "no"'],
    ['run_if', 'no'],
    ['unless', { a: 1 }],
    ['condition', false],
    ['repeat', 5],
    ['for_each', ['a', 'b']],
    ['disabled', true],
    ['enabled', false],
    ['skip', true],
    ['steps', [step('c')]],
    ['then', [step('c')]],
  ])('"%s" is refused, by its name', (key, value) => {
    const { plan, problems } = read({ steps: [step('a'), step('b', { [key]: value })] });
    expect(plan).toBeNull();
    expect(problems[0]?.code).toBe('STEP_UNREADABLE');
    expect(problems[0]?.message).toContain(`"${key}"`);
  });

  test.each<[string, Json]>([
    ['if', null],
    ['condition', ''],
    ['enabled', true],
    ['disabled', false],
    ['repeat', 1],
    ['substeps', []],
  ])('"%s" of what runs once anyway is no problem', (key, value) => {
    expect(read({ steps: [step('a', { [key]: value })] }).plan?.nodes).toHaveLength(1);
  });
});

describe('P4 what is no answer is not read as one', () => {
  test.each(['think', 'thinking', 'thoughts', 'reasoning', 'scratchpad'])(
    'a plan in a fence called %s',
    (name) => {
      const thoughts = `\`\`\`${name}\n${JSON.stringify({ steps: [step('a')] })}\n\`\`\`\n`;
      expect(codesOf(`${thoughts}I am not sure.`)).toEqual(['NO_PLAN_IN_REPLY']);
      const { plan } = read(`${thoughts}${JSON.stringify({ steps: [step('b')] })}`);
      expect(plan?.nodes.map(({ id }) => id)).toEqual(['b']);
    },
  );

  const call = { function: { name: 'echo', arguments: '{"text":"x"}' } };
  test.each<[string, Json]>([
    ['OpenAI', { choices: [{ finish_reason: 'length', message: { tool_calls: [call] } }] }],
    [
      'Anthropic',
      { content: [{ type: 'tool_use', name: 'echo', input: { text: 'x' } }], stop_reason: 'max_tokens' },
    ],
    [
      'Google',
      {
        candidates: [
          {
            content: { parts: [{ functionCall: { name: 'echo', args: { text: 'x' } } }] },
            finishReason: 'MAX_TOKENS',
          },
        ],
      },
    ],
  ])('an answer of %s that says that it was cut', (_service, answer) => {
    expect(codesOf(answer)).toEqual(['TRUNCATED_REPLY']);
  });
});
