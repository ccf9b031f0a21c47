import type { Json, JsonObject } from '#base';

/** A reply as a model would write it, undamaged. */
export interface WrittenPlan {
  readonly title: string;
  readonly text: string;
  /** Where its JSON begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly isMachine: boolean;
}

/** Texts, numbers and constants that plans really hold, each awkward in its own way. */
const VALUES: readonly JsonObject[] = [
  { text: 'Weigh bin 4, then "tare" it', amount: -12.5, dryRun: false, limit: 120 },
  { path: 'C:\\data\\new\\table.csv', pattern: '^\\d{3}-[a-z]+\\.csv$', columns: ['a', 'b', null] },
  {
    url: '//cdn.example.org/x/*.js',
    query: {
      q: 'näch“stes” ‘Jahr’',
      page: 1,
      deep: [
        [1, 2],
        [3, null],
      ],
    },
  },
  {
    body: '{"a":[1,"x"],"b":{"c":null,"d":"\\\\server\\\\share"}}',
    retries: 0,
    verbose: true,
    flags: [true, null],
  },
  {
    sql: "select 'a', 'b' from t where n = -1",
    params: [-1, -0.5, 1e21, 0],
    comment: '/* none */ // or',
    empty: '',
  },
  {
    text: 'Zürich – 東京 🚀',
    note: 'line one\nline two\ttabbed',
    list: [],
    map: {},
    sep: '","',
    colon: '":"',
  },
  {
    text: '```json\n{"x": 1}\n```',
    quote: "it's {not} [json], isn't it?",
    odd: '\\',
    odder: '\\"',
    n: 9007199254740991,
  },
  {
    prompt: 'Answer with True, False or None; not null',
    keys: { 'a b': 1, '//x': 2, "it's": 3 },
    on: true,
    off: false,
  },
  { regex: '"[^"]*"|\'[^\']*\'', brackets: '}{][', commas: ',,', tail: [{ a: 1 }, { b: [] }], missing: null },
  { text: 'Total: {{ 1 + 1 }}', from: '2026-01-31', share: 0.1, deltas: [-1, 2, -3], ratio: 1.5e-7 },
];

const TOOLS = ['echo', 'http.request', 'text.say'] as const;

type Shape = (values: readonly JsonObject[]) => Json | readonly Json[];

const tool = (index: number): string => TOOLS[index % TOOLS.length] ?? 'echo';

/** Every shape that P4 knows, of three steps; a list under `lines` is a stream. */
const SHAPES: readonly (readonly [string, Shape])[] = [
  [
    'steps',
    (values) => ({
      planId: 'p',
      steps: values.map((input, at) => ({ id: `s${at}`, toolId: tool(at), input })),
    }),
  ],
  ['list', (values) => values.map((input, at) => ({ toolId: tool(at), input, displayName: `Step ${at}` }))],
  [
    'map and edges',
    (values) => ({
      nodes: Object.fromEntries(
        values.map((input, at) => [`n${at}`, { type: 'tool', toolId: tool(at), input }]),
      ),
      edges: { n0: ['n1', 'n2'] },
    }),
  ],
  [
    'nodes and edges of ours',
    (values) => ({
      nodes: values.map((input, at) => ({
        id: `n${at}`,
        type: 'CAPABILITY',
        params: { capability: tool(at) },
        input,
      })),
      edges: [
        { from: 'n0', to: 'n2' },
        { from: 'n1', to: 'n2' },
      ],
    }),
  ],
  [
    'steps and edges',
    (values) => ({
      steps: values.map((input, at) => ({ id: at + 1, toolId: tool(at), input })),
      edges: [
        [1, 3],
        [2, 3],
      ],
    }),
  ],
  [
    'dependsOn',
    (values) => ({
      steps: [
        ...values.map((input, at) => ({
          id: `s${at}`,
          tool: tool(at),
          args: input,
          dependsOn: at === 0 ? [] : ['s0'],
        })),
        { id: 'end', type: 'finish', result: { ok: true, of: null } },
      ],
    }),
  ],
  [
    'stages',
    (values) => ({
      steps: [
        [{ toolId: 'echo', input: values[0] ?? {} }],
        values.slice(1).map((input) => ({ toolId: 'echo', input })),
      ],
    }),
  ],
  [
    'function calls',
    (values) => ({
      tool_calls: values.map((input, at) => ({
        id: `call_${at}`,
        type: 'function',
        function: { name: tool(at), arguments: JSON.stringify(input) },
      })),
    }),
  ],
  [
    'plan in a function call',
    (values) => ({
      choices: [
        {
          message: {
            content: null,
            tool_calls: [
              {
                type: 'function',
                function: {
                  name: 'submit_plan',
                  arguments: JSON.stringify({
                    steps: values.map((input, at) => ({ id: `s${at}`, toolId: tool(at), input })),
                  }),
                },
              },
            ],
          },
        },
      ],
    }),
  ],
  ['wrapped', (values) => ({ reason: 'because', plan: values.map((input) => ({ tool: 'echo', input })) })],
  [
    'messages and conditions',
    (values) => ({
      nodes: [
        { id: 'ask', type: 'message', input: { text: 'Is it "so"?' } },
        { id: 'if', type: 'IF', params: { condition: 'steps["ask"] != null && size("a\\"b") > 1' } },
        { id: 'a', type: 'tool', toolId: 'echo', input: values[0] ?? {} },
        { id: 'b', type: 'internal', expression: '{"n": -1, "list": [1, null]}' },
      ],
      edges: [
        { from: 'ask', to: 'if' },
        { from: 'if', port: 'then', to: 'a' },
        { from: 'if', port: 'else', to: 'b' },
      ],
    }),
  ],
  [
    'machine',
    (values) => ({
      plan_type: 'research',
      description: 'Look, then "tell"',
      initial_state: 'look',
      states: {
        look: { action: { event_type: 'echo', data: values[0] ?? {} }, default_next: 'tell' },
        tell: {
          action: { event_type: 'http.request', data: values[1] ?? {} },
          transitions: [{ on_event: 'retry', to_state: 'look', condition: 'event.data.n > 1' }],
          default_next: 'done',
        },
        done: { is_terminal: true },
      },
    }),
  ],
];

const LINES: readonly (readonly [string, Shape])[] = [
  [
    'stream',
    (values) => [
      { type: 'reasoning', text: 'First, "weigh"; then {tell}.' },
      ...values.map((input, at) => ({ type: 'step', step: { id: `s${at}`, toolId: tool(at), input } })),
      { type: 'finish', result: { ok: true, left: null } },
    ],
  ],
  [
    'bare lines',
    (values) => [
      ...values.map((input, at) => ({ id: `s${at}`, type: 'tool', toolId: tool(at), input })),
      { type: 'finish' },
    ],
  ],
];

/** 50 replies: each shape with values of several kinds, compact and over several lines, bare, fenced and with prose around. */
export const WRITTEN_PLANS: readonly WrittenPlan[] = [
  ...SHAPES.flatMap(([name, shape], at) =>
    [0, 1, 2, 3].slice(0, at % 2 === 0 ? 4 : 3).map((turn) => {
      const values = [0, 1, 2].map((step) => VALUES[(at + turn * 3 + step) % VALUES.length] ?? {});
      const indent = turn % 2 === 0 ? 0 : 2;
      return written(
        `${name} ${turn}`,
        JSON.stringify(shape(values), null, indent),
        turn,
        name === 'machine',
      );
    }),
  ),
  ...LINES.flatMap(([name, shape], at) =>
    [0, 1, 2, 3].map((turn) => {
      const values = [0, 1, 2].map((step) => VALUES[(at + turn * 3 + step) % VALUES.length] ?? {});
      const lines = shape(values);
      const text = (Array.isArray(lines) ? lines : [lines]).map((line) => JSON.stringify(line)).join('\n');
      return written(`${name} ${turn}`, text, turn, false);
    }),
  ),
];

function written(title: string, json: string, turn: number, isMachine: boolean): WrittenPlan {
  const before = ['', 'Here is the plan (see [1]):\n', 'Sure!\n```json\n', ''][turn] ?? '';
  const after = ['', '\nIt has "three" steps.', '\n```\nGood luck.', '\n'][turn] ?? '';
  return {
    title,
    text: `${before}${json}${after}`,
    from: before.length,
    to: before.length + json.length,
    isMachine,
  };
}
