import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, LIMITS } from '#base';
import { readReply } from '#planner';
import { effortOf } from '../tools/effort';
import { plannerState } from './plannerState';

const STEP = { id: 'a', toolId: 'echo', input: { text: 'Hi' } };
const PLAN = JSON.stringify({ steps: [STEP] });
const OTHER = JSON.stringify({ steps: [{ id: 'b', toolId: 'echo', input: { text: 'Ho' } }] });

function read(reply: Json | string) {
  return readReply(typeof reply === 'string' ? reply : JSON.stringify(reply), plannerState());
}

function codes(reply: Json | string): readonly string[] {
  const reading = read(reply);
  expect(reading.plan).toBeNull();
  for (const problem of reading.problems) {
    expect(problem.message).not.toBe('');
    expect(problem.help).not.toBe('');
  }
  return reading.problems.map(({ code }) => code);
}

/** A planner in a plan, with these tools. */
const nested = (tools: readonly string[]): Json => ({
  nodes: [{ id: 'p', type: 'PLANNER', params: { goal: 'more', tools: [...tools] } }],
  edges: [],
});

/** A step of two, with the second as given. */
const withSecond = (second: Json) => [STEP, second];

describe('case E1 tools and parameters that are not there', () => {
  test.each<[string, Json, string]>([
    ['an unknown tool', [{ ...STEP, toolId: 'web_search' }], 'UNKNOWN_TOOL'],
    [
      'a tool in the wrong case is unknown, never matched by similarity',
      [{ ...STEP, toolId: 'Echo' }],
      'UNKNOWN_TOOL',
    ],
    ['a tool with a suffix too many', [{ ...STEP, toolId: 'echo()' }], 'UNKNOWN_TOOL'],
    ['a blank tool', [{ ...STEP, toolId: ' ' }], 'BLANK_TOOL'],
    ['a step of type tool without a tool', [{ id: 'a', type: 'tool', input: { text: 'x' } }], 'BLANK_TOOL'],
    ['a goal without tools', [{ goal: 'Look', primary_tools: [] }], 'BLANK_TOOL'],
    ['a goal for an unknown tool', [{ goal: 'Look', primary_tools: ['web_search'] }], 'UNKNOWN_TOOL'],
    [
      'a goal for a tool that takes more than a text',
      [{ goal: 'Draw', primary_tools: ['plot'] }],
      'AGENT_UNAVAILABLE',
    ],
    [
      'a parameter that the tool has not',
      [{ ...STEP, input: { text: 'x', loud: true } }],
      'PARAMETER_UNKNOWN',
    ],
    ['a required parameter that is missing', [{ ...STEP, input: {} }], 'PARAMETER_MISSING'],
    ['no input at all', [{ id: 'a', toolId: 'echo' }], 'PARAMETER_MISSING'],
    [
      'a parameter of the wrong type',
      [{ id: 'a', toolId: 'scale.read', input: { bin: 'four' } }],
      'PARAMETER_INVALID',
    ],
    ['a bare text where an object is expected', [{ ...STEP, input: 'Hi' }], 'PARAMETER_INVALID'],
    ['a message without a text', [{ id: 'm', type: 'message' }], 'MESSAGE_EMPTY'],
    ['a type that nobody knows', { steps: [{ id: 'a', type: 'teleport' }] }, 'STEP_UNREADABLE'],
    [
      'an unknown node type of ours',
      { nodes: [{ id: 'a', type: 'ITERATE', params: {} }], edges: [] },
      'STEP_UNREADABLE',
    ],
    [
      'an unknown key of ours',
      { nodes: [{ id: 'a', type: 'END', params: {}, colour: 'red' }], edges: [] },
      'UNKNOWN_KEY',
    ],
  ])('%s', (_title, reply, code) => {
    expect(codes(reply)).toContain(code);
  });

  const machineWith = (tool: string) => ({
    initial_state: 'work',
    states: {
      work: { action: { event_type: tool, response_event: 'worked', data: {} }, default_next: 'done' },
      done: { is_terminal: true },
    },
  });

  test.each<[string, (tool: string) => Json]>([
    ['a step', (toolId) => ({ steps: [{ ...STEP, toolId }] })],
    ['a call', (name) => ({ tool_calls: [{ function: { name, arguments: '{}' } }] })],
    ['a goal', (tool) => [{ goal: 'Look', primary_tools: [tool] }]],
    ['a definition in a group', (name) => ({ groups: [{ definitions: [{ name }] }] })],
    [
      'a node of ours',
      (capability) => ({ nodes: [{ id: 'a', type: 'CAPABILITY', params: { capability } }] }),
    ],
    ['the tools of a planner', (tool) => nested([tool])],
    ['an event of a machine', machineWith],
  ])(
    'fault S9 P8 a tool that is there and not allowed is told from one that is not there: %s',
    (_title, of) => {
      const codesOf = (forbidden: readonly string[]) => {
        const state = plannerState({ forbidden: new Set(forbidden), variables: { dynamicPlan: null } });
        return readReply(JSON.stringify(of('mail.send')), state).problems.map(({ code, message }) => [
          code,
          message,
        ]);
      };
      expect(codesOf(['mail.send'])).toContainEqual([
        'TOOL_NOT_ALLOWED',
        'The tool "mail.send" is not allowed here.',
      ]);
      expect(codesOf([])).not.toContainEqual(expect.arrayContaining(['TOOL_NOT_ALLOWED']));
      expect(codesOf([])).toContainEqual([
        expect.stringMatching(/UNKNOWN/),
        expect.stringMatching(/^There is no (tool|capability) "mail.send"/),
      ]);
    },
  );

  test('fault S9 a pattern in the tools of a planner means what is allowed of it', () => {
    const state = plannerState({ forbidden: new Set(['scale.write']), variables: { dynamicPlan: null } });
    const { problems } = readReply(JSON.stringify(nested(['scale.*'])), state);
    expect(problems.filter(({ code }) => code === 'TOOL_NOT_ALLOWED')).toEqual([]);
  });

  test('the nearest name is told and never taken', () => {
    const { problems, plan } = read([{ ...STEP, toolId: 'ecco' }]);
    expect(plan).toBeNull();
    expect(problems[0]?.help).toMatch(/exactly/);
  });
});

describe('case E2 steps that do not fit together', () => {
  test.each<[string, Json, string]>([
    ['two steps of one id', withSecond({ ...STEP, input: { text: 'again' } }), 'DUPLICATE_ID'],
    [
      'a cycle of dependencies',
      [
        { ...STEP, dependsOn: ['b'] },
        { ...STEP, id: 'b', dependsOn: ['a'] },
      ],
      'CYCLE',
    ],
    ['a step that follows itself', [{ ...STEP, dependsOn: ['a'] }], 'SELF_DEPENDENCY'],
    ['a step that follows an unknown one', [{ ...STEP, dependsOn: ['z'] }], 'UNKNOWN_STEP'],
    [
      'a number that may count from 0 or from 1',
      withSecond({ ...STEP, id: 'b', dependsOn: [1] }),
      'STEP_NUMBER_AMBIGUOUS',
    ],
    [
      'an input that reads a later step',
      [
        { ...STEP, input: { text: '{{ steps["b"].text }}' } },
        { ...STEP, id: 'b' },
      ],
      'STEP_REFERENCE',
    ],
    [
      'an input that reads an unknown step',
      [{ ...STEP, input: { text: '{{ steps["z"].text }}' } }],
      'STEP_REFERENCE',
    ],
    [
      'an input that reads an unknown variable',
      [{ ...STEP, input: { text: '{{ weather }}' } }],
      'VARIABLE_UNDECLARED',
    ],
    [
      'an output into an unknown variable',
      [{ ...STEP, output: { weather: 'result.text' } }],
      'OUTPUT_UNDECLARED',
    ],
    ['an edge from nowhere', { nodes: { a: STEP }, edges: { z: ['a'] } }, 'UNKNOWN_STEP'],
    ['an edge that is none', { nodes: [STEP], edges: ['a to b'] }, 'EDGE_UNREADABLE'],
    ['no steps', { steps: [] }, 'PLAN_EMPTY'],
    ['an expression that is none', [{ ...STEP, input: { text: '{{ 1 + }}' } }], 'EXPRESSION_INVALID'],
    [
      'a condition of reference 2 without branches',
      { groups: [{ definitions: [{ name: 'echo' }], conditionDefinition: { name: 'echo' } }] },
      'STEP_UNREADABLE',
    ],
    [
      'an id from Object.prototype (case C1)',
      { nodes: [{ id: 'constructor', type: 'END', params: {} }], edges: [] },
      'ACCEPTED',
    ],
  ])('%s', (_title, reply, code) => {
    if (code === 'ACCEPTED') {
      const { plan, repairs } = read(reply);
      expect(plan?.nodes[0]?.id).toBe('step-1');
      expect(repairs).toContain('Called the step "constructor" "step-1".');
    } else expect(codes(reply)).toContain(code);
  });

  test('T4 more steps than allowed, with the number', () => {
    const steps = Array.from({ length: 4 }, (_, index) => ({ ...STEP, id: `s${index}` }));
    const { problems } = readReply(
      JSON.stringify({ steps }),
      plannerState({ limits: { maxSteps: 3, maxDepth: 3 } }),
    );
    expect(problems.map(({ code, message }) => [code, message.includes('4 > 3')])).toEqual([
      ['PLAN_TOO_LONG', true],
    ]);
  });

  test('case E5 a planner inside planners: "depth 4 > 3"', () => {
    const reply = { nodes: [{ id: 'p', type: 'PLANNER', params: { goal: 'more' } }], edges: [] };
    const at = (depth: number) =>
      readReply(JSON.stringify(reply), plannerState({ depth, variables: { dynamicPlan: null } }));
    expect(at(2).problems.find(({ code }) => code === 'PLANNER_DEPTH')?.message).toContain('depth 4 > 3');
    expect(at(1).problems.filter(({ code }) => code === 'PLANNER_DEPTH')).toEqual([]);
  });
});

describe('case E3 replies in which the JSON has to be found', () => {
  test.each<[string, string]>([
    ['a fence with prose around', `Sure, here it is:\n\`\`\`json\n${PLAN}\n\`\`\`\nHave fun!`],
    ['a fence in a fence', `\`\`\`\n\`\`\`json\n${PLAN}\n\`\`\`\n\`\`\``],
    ['a fence that never closes', `\`\`\`json\n${PLAN}`],
    ['thinking with braces before it', `<think>maybe {"steps": [ … ]} or {x}</think>\n${PLAN}`],
    [
      'thinking whose opening tag was cut off',
      `so {"steps":[{"toolId":"echo","input":{"text":"no"}}]}\n</think>\n${PLAN}`,
    ],
    ['prose with brackets around', `See [1] and {goal}; use {{ x }}. ${PLAN} (as in [2], [see above])`],
    ['a byte order mark', `\ufeff${PLAN}`],
    ['JSON in a JSON string', JSON.stringify(PLAN)],
    ['JSON in a JSON string in a fence', `\`\`\`\n${JSON.stringify(PLAN)}\n\`\`\``],
    ['trailing commas', '{"steps":[{"id":"a","toolId":"echo","input":{"text":"Hi",},},],}'],
    [
      'comments',
      '{"steps":[ // the { only } step\n{"id":"a","toolId":"echo","input":{"text":"Hi"}} /* ] */ ]}',
    ],
    ['single quotes', "{'steps':[{'id':'a','toolId':'echo','input':{'text':'Hi'}}]}"],
    ['bare keys', '{steps:[{id:"a",toolId:"echo",input:{text:"Hi"}}]}'],
    ['smart quotes', '{“steps”:[{“id”:“a”,“toolId”:“echo”,“input”:{“text”:“Hi”}}]}'],
    ['over-escaped quotes', PLAN.replaceAll('"', '\\"')],
    [
      'the same plan twice is one',
      `${PLAN}\n\nIn short:\n\`\`\`json\n${JSON.stringify({ steps: [STEP] }, null, 2)}\n\`\`\``,
    ],
    [
      'an unfinished first attempt, then the whole one',
      `\`\`\`json\n{"steps":[{"id":"a",\n\`\`\`\nOnce more:\n\`\`\`json\n${PLAN}\n\`\`\``,
    ],
    [
      'NDJSON',
      `{"type":"reasoning","text":"easy"}\n{"type":"step","step":${JSON.stringify(STEP)}}\n{"type":"finish"}`,
    ],
    [
      'NDJSON in a fence with prose',
      `Here:\n\`\`\`\n{"type":"step","step":${JSON.stringify(STEP)}}\n{"type":"finish"}\n\`\`\`\nDone.`,
    ],
  ])('%s', (_title, reply) => {
    const { plan, problems } = read(reply);
    expect(problems).toEqual([]);
    expect(plan?.nodes).toMatchObject([{ id: 'a', params: { capability: 'echo' }, input: { text: 'Hi' } }]);
    expect(plan?.nodes).toHaveLength(1);
  });

  test("Python's True and None are read, and told", () => {
    const { plan, repairs } = read(
      '{"steps":[{"id":"a","toolId":"echo","input":{"text":"Hi"},"meta":{"x":True,"y":None}}]}',
    );
    expect(plan?.nodes[0]?.source).toEqual({ meta: { x: true, y: null } });
    expect(repairs.join()).toMatch(/Python/);
  });

  test('"```json", braces and quotes inside a value stay in the value', () => {
    const text = 'Use ```json\n{"a": [1}\n``` and "quotes"';
    const { plan } = read({ steps: [{ ...STEP, input: { text: text.replaceAll('{', '(') } }] });
    expect(plan?.nodes[0]?.input).toEqual({ text: text.replaceAll('{', '(') });
  });

  test('bare steps one after the other are lines of one plan, once it is said that they are all', () => {
    const lines = `${JSON.stringify(STEP)}\n${JSON.stringify({ ...STEP, id: 'b' })}`;
    expect(codes(lines)).toEqual(['TRUNCATED_REPLY']);
    const edges = [{ from: 'a', port: 'out', to: 'b' }];
    expect(readReply(lines, plannerState(), 'whole').plan?.edges).toEqual(edges);
    expect(read(`${lines}\n{"type":"finish"}`).plan?.edges).toEqual(edges);
  });

  test.each<[string, string, string]>([
    ['nothing', '', 'EMPTY_REPLY'],
    ['white space', ' \n\t ', 'EMPTY_REPLY'],
    ['prose', 'I am sorry, I cannot help with that.', 'NO_PLAN_IN_REPLY'],
    ['JSON that is no plan', '{"answer": 42}', 'NO_PLAN_IN_REPLY'],
    ['thinking that never ends', `<think>${PLAN}`, 'NO_PLAN_IN_REPLY'],
    ['NaN', '{"steps":[{"id":"a","toolId":"scale.read","input":{"bin":NaN}}]}', 'NUMBER_NOT_FINITE'],
    ['100 levels', `${'['.repeat(100)}${']'.repeat(100)}`, 'JSON_TOO_DEEP'],
    ['two different plans', `${PLAN}\nor rather\n${OTHER}`, 'AMBIGUOUS_REPLY'],
    ['the last bracket missing', PLAN.slice(0, -1), 'TRUNCATED_REPLY'],
    ['cut inside a string', PLAN.slice(0, PLAN.indexOf('Hi') + 1), 'TRUNCATED_REPLY'],
    [
      'NDJSON with a cut last line',
      `{"type":"step","step":${JSON.stringify(STEP)}}\n{"type":"step","step":{"id":"b","to`,
      'TRUNCATED_REPLY',
    ],
    [
      'a line of NDJSON that is broken',
      `{"type":"step","step":${JSON.stringify(STEP)}}\n{"type":"step","step":{"id":::}}\n{"type":"finish"}`,
      'REPLY_NOT_JSON',
    ],
  ])('%s is refused', (_title, reply, code) => {
    expect(codes(reply)).toEqual([code]);
  });

  test('P4 several valid plans are refused with their positions', () => {
    const reply = `${PLAN}\nor\n${OTHER}`;
    expect(read(reply).problems[0]?.message).toContain(`0, ${PLAN.length + 4}`);
  });

  test('exactly one valid among several is taken', () => {
    const broken = JSON.stringify({ steps: [{ ...STEP, toolId: 'nonsense' }] });
    expect(read(`${broken}\nno:\n${PLAN}`).plan?.nodes[0]?.id).toBe('a');
  });

  test('a reply that the service cut is never accepted, however whole it looks', () => {
    expect(readReply(PLAN, plannerState(), 'cut').problems[0]?.code).toBe('TRUNCATED_REPLY');
  });

  test('case E3 a reply cut at any character is the whole plan or refused', () => {
    const whole = `Here you are:\n\`\`\`json\n${JSON.stringify({ steps: [STEP, { ...STEP, id: 'b', input: { text: 'x: {"[\\"' } }] }, null, 1)}\n\`\`\`\nGood luck with [it]!`;
    const accepted = read(whole).plan;
    expect(accepted?.nodes).toHaveLength(2);
    for (let end = 0; end < whole.length; end++) {
      const { plan } = read(whole.slice(0, end));
      if (plan !== null) expect(plan).toEqual(accepted);
    }
  });

  test('case E3 of a list of steps, too, no cut is taken for a shorter plan', () => {
    const whole = JSON.stringify([STEP, { ...STEP, id: 'b' }, { ...STEP, id: 'c' }]);
    for (let end = 0; end < whole.length; end++) expect(read(whole.slice(0, end)).plan).toBeNull();
  });
});

describe('case E4 size and time', () => {
  test('a reply of more than 1 MB is not read', () => {
    expect(codes(`${PLAN}${' '.repeat(LIMITS.plannerReplyBytes)}`)).toEqual(['REPLY_TOO_LARGE']);
    expect(read(PLAN.padEnd(LIMITS.plannerReplyBytes)).verdict).toBe('accepted');
  });

  test.each([
    ['brackets', '['],
    ['braces with keys', '{"a":'],
    ['quotes', '"'],
    ['citations', '[1] '],
    ['bare braces', '{ '],
    ['single quotes', "{'a': 'b"],
    ['thinking', '<think>'],
    ['fences', '```json\n{"a":1}\n'],
    ['comments', '[ /* '],
    ['steps', `${JSON.stringify(STEP)} `],
    ['unquoted words', '{a: b c d, '],
  ])('time is linear in %s', (_title, unit) => {
    const ofSize = (bytes: number) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes);
    expect(effortOf(() => read(ofSize(200_000)))).toBeLessThan(4_000);
  });

  test('whatever comes, there is a verdict and no exception', () => {
    const parts = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '\n',
      '```',
      '<think>',
      '</think>',
      "'",
      'a',
      '1',
      PLAN,
      '//',
      '/*',
      '{{ x }}',
      '\ufeff',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (pieces) => {
        const reading = read(pieces.join(''));
        expect(reading.verdict === 'accepted').toBe(reading.plan !== null);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
