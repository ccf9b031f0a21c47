import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import type { Body } from '#plan';
import { readReply } from '#planner';
import { plannerState, tools } from './plannerState';

/** A plan as lines: `id TYPE tool {input}`, then its edges. */
function linesOf(plan: Body | null): readonly string[] {
  if (plan === null) return ['no plan'];
  const nodes = plan.nodes.map((node) => {
    const what = node.type === 'CAPABILITY' ? ` ${node.params.capability}` : '';
    return `${node.id} ${node.type}${what}${node.input === undefined ? '' : ` ${JSON.stringify(node.input)}`}`;
  });
  return [...nodes, ...plan.edges.map(({ from, to }) => `${from} -> ${to}`)];
}

function read(reply: Json | string) {
  return readReply(typeof reply === 'string' ? reply : JSON.stringify(reply), plannerState());
}

describe('P4 every plan shape becomes our nodes and edges', () => {
  test.each<[string, Json, string[]]>([
    [
      'our own nodes and edges are kept as they are (R13)',
      {
        nodes: [
          { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input: { text: 'x' } },
          { id: 'end', type: 'END', params: {} },
        ],
        edges: [{ from: 'a', to: 'end' }],
      },
      ['a CAPABILITY echo {"text":"x"}', 'end END', 'a -> end'],
    ],
    [
      'reference 3 with planId and steps is a chain in order',
      {
        planId: 'kiln-7',
        steps: [
          { id: 'weigh', type: 'tool', toolId: 'scale.read', input: { bin: 4 } },
          { id: 'end', type: 'finish' },
        ],
      },
      ['weigh CAPABILITY scale.read {"bin":4}', 'end END', 'weigh -> end'],
    ],
    [
      'reference 3 with maps: edges[a] lists what runs after a',
      {
        nodes: {
          a: { id: 'a', type: 'tool', toolId: 'scale.read', input: { bin: 1 } },
          b: { id: 'b', type: 'message', input: 'Weighed.' },
          c: { id: 'c', type: 'internal', input: { expression: '1 + 1' } },
        },
        edges: { a: ['b', 'c'] },
      },
      [
        'a CAPABILITY scale.read {"bin":1}',
        'b CAPABILITY text.say {"text":"Weighed."}',
        'c TRANSFORM',
        'a -> b',
        'a -> c',
      ],
    ],
    [
      'reference 3, a lone step',
      { id: 'only', type: 'tool', toolId: 'echo', input: { text: 'Hi' } },
      ['only CAPABILITY echo {"text":"Hi"}'],
    ],
    [
      'reference 1, a reply: an array with spaces in a tool id',
      [{ toolId: 'field log', input: { query: 'bees' }, displayName: 'Look' }],
      ['step-1 CAPABILITY field_log {"query":"bees"}'],
    ],
    [
      'reference 1, elements that are JSON strings, in doubled brackets',
      [['{"toolId":"echo","input":{"text":"a"}}', '{"toolId":"echo","input":{"text":"b"}}']],
      ['step-1 CAPABILITY echo {"text":"a"}', 'step-2 CAPABILITY echo {"text":"b"}', 'step-1 -> step-2'],
    ],
    [
      'reference 1, steps[][] are stages of which the inner ones run at the same time',
      {
        steps: [
          [{ toolId: 'echo', input: { text: 'a' } }],
          [
            { toolId: 'echo', input: { text: 'b' } },
            { toolId: 'echo', input: { text: 'c' } },
          ],
          [{ toolId: 'echo', input: { text: 'd' } }],
        ],
      },
      [
        'step-1 CAPABILITY echo {"text":"a"}',
        'step-2 CAPABILITY echo {"text":"b"}',
        'step-3 CAPABILITY echo {"text":"c"}',
        'step-4 CAPABILITY echo {"text":"d"}',
        'step-1 -> step-2',
        'step-1 -> step-3',
        'step-2 -> step-4',
        'step-3 -> step-4',
      ],
    ],
    [
      'reference 2, a CapabilityPlan: a group of several is a GROUP, dependsOnGroupIndices are edges',
      {
        groups: [
          { definitions: [{ name: 'echo' }] },
          {
            definitions: [{ name: 'echo' }, { name: 'text.say' }],
            asyncPolicy: 'ALL',
            dependsOnGroupIndices: [0],
          },
        ],
      },
      ['group-1 CAPABILITY echo "*"', 'group-2 GROUP', 'group-1 -> group-2'],
    ],
    [
      'reference 4, a goal for a tool that takes one text',
      [
        {
          goal: "List today's bees",
          primary_tools: ['field_log'],
          success_criteria: 'One or more',
          context: 'Latin',
        },
      ],
      ['step-1 CAPABILITY field_log {"query":"List today\'s bees\\nLatin"}'],
    ],
    [
      'reference 4, step_num is the order',
      [
        { goal: 'second', primary_tools: ['echo'], success_criteria: '', step_num: 2 },
        { goal: 'first', primary_tools: ['echo'], success_criteria: '', step_num: 1 },
      ],
      [
        'step-1 CAPABILITY echo {"text":"first"}',
        'step-2 CAPABILITY echo {"text":"second"}',
        'step-1 -> step-2',
      ],
    ],
    [
      'R13 function calls with arguments as JSON text have no order among them',
      {
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'echo', arguments: '{"text":"a"}' } },
          { id: 'call_2', type: 'function', function: { name: 'scale.read', arguments: '{"bin":2}' } },
        ],
      },
      ['call_1 CAPABILITY echo {"text":"a"}', 'call_2 CAPABILITY scale.read {"bin":2}'],
    ],
    [
      'R13 of the calls of one message one waits for another where it reads it, or says so',
      {
        tool_calls: [
          { id: 'c3', function: { name: 'echo', arguments: '{"text":"{{ steps[\\"c1\\"].text }}"}' } },
          { id: 'c1', function: { name: 'echo', arguments: '{"text":"a"}' } },
          { id: 'c2', function: { name: 'echo', arguments: '{"text":"b"}' }, depends_on: ['c1'] },
        ],
      },
      [
        'c3 CAPABILITY echo {"text":"{{ steps[\\"c1\\"].text }}"}',
        'c1 CAPABILITY echo {"text":"a"}',
        'c2 CAPABILITY echo {"text":"b"}',
        'c1 -> c3',
        'c1 -> c2',
      ],
    ],
    [
      'a plan in the arguments of one function call',
      {
        choices: [
          {
            message: {
              tool_calls: [
                {
                  type: 'function',
                  function: {
                    name: 'submit_plan',
                    arguments: '{"steps":[{"id":"a","toolId":"echo","input":{"text":"x"}}]}',
                  },
                },
              ],
            },
          },
        ],
      },
      ['a CAPABILITY echo {"text":"x"}'],
    ],
    [
      'a single call by name and arguments',
      { name: 'echo', arguments: { text: 'x' } },
      ['step-1 CAPABILITY echo {"text":"x"}'],
    ],
    [
      'tool_use parts of a message',
      {
        content: [
          { type: 'text', text: 'Sure' },
          { type: 'tool_use', id: 'one', name: 'echo', input: { text: 'x' } },
        ],
      },
      ['one CAPABILITY echo {"text":"x"}'],
    ],
    [
      'a plan inside {plan: …}, as JSON text',
      { plan: '[{"tool":"echo","args":{"text":"x"}}]' },
      ['step-1 CAPABILITY echo {"text":"x"}'],
    ],
    [
      'dependsOn lists are the edges of a list of steps, and a finish without one comes last',
      {
        steps: [
          { id: 'a', toolId: 'echo', input: { text: 'a' } },
          { id: 'b', toolId: 'echo', input: { text: 'b' } },
          { id: 'c', toolId: 'echo', input: { text: 'c' }, dependsOn: ['a', 'b'] },
          { id: 'end', type: 'finish' },
        ],
      },
      [
        'a CAPABILITY echo {"text":"a"}',
        'b CAPABILITY echo {"text":"b"}',
        'c CAPABILITY echo {"text":"c"}',
        'end END',
        'a -> c',
        'b -> c',
        'c -> end',
      ],
    ],
    [
      'edges as pairs, or with source and target; "source": "none" is no edge (case E2)',
      {
        nodes: [
          { id: 'a', toolId: 'echo', input: { text: 'a' } },
          { id: 'b', toolId: 'echo', input: { text: 'b' } },
          { id: 'c', toolId: 'echo', input: { text: 'c' } },
        ],
        edges: [['a', 'b'], { source: 'b', target: 'c' }, { source: 'none', target: 'a' }],
      },
      [
        'a CAPABILITY echo {"text":"a"}',
        'b CAPABILITY echo {"text":"b"}',
        'c CAPABILITY echo {"text":"c"}',
        'a -> b',
        'b -> c',
      ],
    ],
  ])('%s', (_title, reply, lines) => {
    const reading = read(reply);
    expect(reading.problems).toEqual([]);
    expect(linesOf(reading.plan)).toEqual(lines);
    expect(reading.verdict).toBe('accepted');
  });
});

describe('P4 step types', () => {
  test('a finish keeps its result, an internal step its expression or null', () => {
    const { plan } = read([
      { id: 'think', type: 'internal' },
      { id: 'end', type: 'finish', input: { done: true } },
    ]);
    expect(plan?.nodes.map((node) => node.params)).toEqual([
      { expression: 'null' },
      { result: { done: true } },
    ]);
  });

  test('what has no place in ours is kept under source: planId, meta, the original id', () => {
    const { plan } = read({
      planId: 'p-1',
      steps: [{ id: 'step one', toolId: 'echo', input: { text: 'x' }, meta: { why: 'because' } }],
    });
    expect(plan?.nodes[0]?.source).toEqual({ planId: 'p-1', meta: { why: 'because' }, id: 'step one' });
  });

  test('reference 1, a dynamic step: mappings become holes and outputs', () => {
    const step = {
      nodeId: 'n1',
      activityType: 'PLUGIN:echo',
      pluginRef: 'echo',
      displayName: 'step-0-echo',
      inputMappings: [{ pluginParameter: 'text', variable: '__planner_step_0_prompt' }],
      outputMappings: [{ pluginParameter: 'text', variable: '__planner_step_0_response' }],
    };
    const variables = { __planner_step_0_prompt: 'p', __planner_step_0_response: null };
    const { plan, problems } = readReply(JSON.stringify([step]), plannerState({ variables }));
    expect(problems).toEqual([]);
    expect(plan?.nodes[0]).toMatchObject({
      id: 'n1',
      name: 'step-0-echo',
      input: { text: '{{ __planner_step_0_prompt }}' },
      output: { __planner_step_0_response: 'result.text' },
    });
  });
});

describe('P4 safe normalisations are listed', () => {
  test.each<[string, Json, RegExp]>([
    ['numbering steps', [{ toolId: 'echo', input: { text: 'x' } }], /Called a step without an id "step-1"/],
    [
      'an id that is none of ours',
      [{ id: 7, toolId: 'echo', input: { text: 'x' } }],
      /Called the step 7 "step-1"/,
    ],
    [
      'arguments given as text',
      [{ id: 'a', toolId: 'echo', input: '{"text":"x"}' }],
      /given as a JSON string/,
    ],
    [
      'spaces in a tool id',
      [{ id: 'a', toolId: 'field log', input: { query: 'x' } }],
      /"field log" as "field_log"/,
    ],
    [
      'a dependency on nothing',
      [{ id: 'a', toolId: 'echo', input: { text: 'x' }, dependsOn: 'none' }],
      /nothing/,
    ],
  ])('%s', (_title, reply, words) => {
    const reading = read(reply);
    expect(reading.verdict).toBe('accepted');
    expect(reading.repairs.join('\n')).toMatch(words);
  });

  test('expressions follow a step that was renamed', () => {
    const { plan, problems } = read([
      { id: 'first step', toolId: 'echo', input: { text: 'x' } },
      { id: 'b', toolId: 'echo', input: { text: '{{ steps["first step"].text }}' } },
    ]);
    expect(problems).toEqual([]);
    expect(plan?.nodes[1]?.input).toEqual({ text: '{{ steps["step-1"].text }}' });
  });

  test('steps that follow numbers are found by the numbers that they are given', () => {
    const { plan } = read([
      { id: 0, toolId: 'echo', input: { text: 'x' } },
      { id: 1, toolId: 'echo', input: { text: 'y' }, dependsOn: [0] },
    ]);
    expect(plan?.edges).toEqual([{ from: 'step-1', port: 'out', to: 'step-2' }]);
  });

  test('a plan that is wholly our own is accepted without a word', () => {
    const own = {
      nodes: [{ id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input: { text: 'x' } }],
      edges: [],
    };
    expect(read(own).repairs).toEqual([]);
  });
});

describe('P4 what a reply leaves out, or says twice', () => {
  const codes = (reply: Json, state = plannerState()) =>
    readReply(JSON.stringify(reply), state).problems.map(({ code }) => code);

  test('a message needs no tool: it is allowed whatever the tools are', () => {
    const only = plannerState({ catalogue: tools({ 'scale.read': { bin: 'number' } }) });
    const reply = [{ id: 'a', type: 'message', input: 'Weighed.' }];
    expect(linesOf(readReply(JSON.stringify(reply), only).plan)).toEqual([
      'a CAPABILITY text.say {"text":"Weighed."}',
    ]);
  });

  test('a step without a tool among others is refused with its code', () => {
    expect(codes([{ input: { text: 'x' } }, { toolId: 'echo', input: { text: 'x' } }])).toEqual([
      'STEP_UNREADABLE',
    ]);
    expect(codes([{ type: 'tool', input: { text: 'x' } }])).toEqual(['BLANK_TOOL']);
  });

  test('case E2 an id that is there twice is that, and no dependency on itself', () => {
    const step = { id: 'a', toolId: 'echo', input: { text: 'x' } };
    expect(codes([step, step])).toEqual(['DUPLICATE_ID']);
    expect(codes({ nodes: { a: step }, edges: { a: ['a'] } })).toEqual(['SELF_DEPENDENCY']);
  });

  test('a type that nobody knows is told', () => {
    const reply = JSON.stringify([{ id: 'a', type: 'execute', toolId: 'echo', input: { text: 'x' } }]);
    expect(readReply(reply, plannerState()).repairs).toContain(
      'Read a step of type "execute" as one that calls a tool.',
    );
  });

  test('JSON that is no plan is called that', () => {
    const [found] = readReply('{"answer": 42}', plannerState()).problems;
    expect(found).toMatchObject({ code: 'NO_PLAN_IN_REPLY', message: 'The reply holds JSON, but no plan.' });
  });

  test('R21 an END of a dynamic plan may give any value', () => {
    expect(codes([{ id: 'f', type: 'finish', result: 'done' }])).toEqual([]);
  });
});
