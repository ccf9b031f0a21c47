import type { Json } from '#base';

/** A reply as a model of some family writes it, and what is to become of it. */
export interface CorpusReply {
  readonly family: string;
  readonly title: string;
  readonly reply: string;
  /** The plan as lines, `id tool input` and `from -> to`; or the codes of the problems, where it is refused. */
  readonly says: readonly string[];
  readonly isAccepted: boolean;
}

const json = (value: Json): string => JSON.stringify(value);
const fenced = (text: string, language = 'json'): string => `\`\`\`${language}\n${text}\n\`\`\``;
/** As shells write a name. */
const braced = (name: string): string => `\${${name}}`;

// --- Plans -------------------------------------------------------------------------------------------------------------------

const WEIGH = { id: 'weigh', toolId: 'scale.read', input: { bin: 4, unit: 'kg' } };
const TELL = { id: 'tell', toolId: 'echo', input: { text: 'Bin 4: {{ steps["weigh"].weight }} "kg"' } };
const CHAIN = [
  'weigh scale.read {"bin":4,"unit":"kg"}',
  'tell echo {"text":"Bin 4: {{ steps[\\"weigh\\"].weight }} \\"kg\\""}',
  'weigh -> tell',
];

/** One plan in every shape that is read. */
const SHAPES: readonly (readonly [title: string, plan: string])[] = [
  ['steps', json({ planId: 'p', steps: [WEIGH, TELL] })],
  ['a list', json([WEIGH, TELL])],
  [
    'dependsOn',
    json({
      steps: [
        { ...WEIGH, dependsOn: [] },
        { ...TELL, dependsOn: ['weigh'] },
      ],
    }),
  ],
  ['maps', json({ nodes: { weigh: WEIGH, tell: TELL }, edges: { weigh: ['tell'] } })],
  ['edges', json({ nodes: [WEIGH, TELL], edges: [['weigh', 'tell']] })],
  ['stages', json({ steps: [[WEIGH], [TELL]] })],
  ['a plan in an object', json({ thought: 'Weigh, then tell.', plan: { steps: [WEIGH, TELL] } })],
  [
    'nodes of ours',
    json({
      nodes: [WEIGH, TELL].map(({ id, toolId, input }) => ({
        id,
        type: 'CAPABILITY',
        params: { capability: toolId },
        input,
      })),
      edges: [{ from: 'weigh', to: 'tell' }],
    }),
  ],
  ['lines', [WEIGH, TELL, { type: 'finish' }].map((one) => json(one)).join('\n')],
  ['steps in envelopes', [WEIGH, TELL].map((step) => json({ type: 'step', step })).join('\n')],
  ['a plan as text', json({ plan: json([WEIGH, TELL]) })],
  [
    'actions',
    json([WEIGH, TELL].map(({ id, toolId, input }) => ({ id, action: toolId, action_input: input }))),
  ],
];

/** How models of a family answer when a plan is asked for: what they write around it. */
const HABITS: readonly (readonly [family: string, title: string, around: (plan: string) => string])[] = [
  ['OpenAI', 'bare', (plan) => plan],
  [
    'OpenAI',
    'in a fence with a sentence',
    (plan) => `Here is the plan:\n\n${fenced(plan)}\n\nLet me know if it needs changes.`,
  ],
  [
    'OpenAI',
    'in the channels of gpt-oss',
    (plan) =>
      `<|channel|>analysis<|message|>Maybe {"steps":[…]}?<|end|><|start|>assistant<|channel|>final<|message|>${plan}<|return|>`,
  ],
  [
    'Claude',
    'with prose and brackets around',
    (plan) =>
      `I'll weigh bin [4] first, since {goal} asks for it.\n\n${fenced(plan)}\n\nThis plan:\n1. Weighs (as in [1]).\n2. Tells.`,
  ],
  ['Claude', 'in a tag of its own', (plan) => `<plan>\n${plan}\n</plan>`],
  ['Gemini', 'in a fence that nobody named', (plan) => fenced(plan, '')],
  [
    'Gemini',
    'with Markdown around',
    (plan) => `## Plan\n\n* **Weigh** the bin\n* **Tell** it\n\n${fenced(plan)}\n`,
  ],
  ['Llama', 'after a sentence, on the same line', (plan) => `Sure! Here you go: ${plan}`],
  ['Llama', 'with the mark of the end', (plan) => `${plan}<|eot_id|>`],
  [
    'Qwen',
    'after its thoughts',
    (plan) => `<think>\nThe user wants {"steps":[{"toolId":"nope"}]}, hm: [4].\n</think>\n\n${plan}`,
  ],
  [
    'DeepSeek',
    'after thoughts whose opening was cut off',
    (plan) => `First I weigh {bin 4}.\n</think>\n\n${fenced(plan)}`,
  ],
  ['Mistral', 'after thoughts in brackets', (plan) => `[THINK]Weigh {first}, [then] tell.[/THINK]${plan}`],
  [
    'Cohere',
    'after its thoughts',
    (plan) =>
      `<|START_THINKING|>I will weigh {it}.<|END_THINKING|><|START_RESPONSE|>${fenced(plan)}<|END_RESPONSE|>`,
  ],
  [
    'Phi',
    'with the question again',
    (plan) => `**Question:** How heavy is bin [4]?\n\n**Answer:**\n${plan}\n`,
  ],
];

// --- Function calls ----------------------------------------------------------------------------------------------------------

/** A call: id, tool and arguments. */
type Call = readonly [id: string, tool: string, input: Json];

/** How a family calls functions; `ids` where each call has one. */
const DIALECTS: readonly (readonly [
  family: string,
  title: string,
  ids: boolean,
  write: (calls: readonly Call[]) => string,
])[] = [
  [
    'OpenAI',
    'tool_calls',
    true,
    (calls) =>
      json({
        role: 'assistant',
        content: null,
        tool_calls: calls.map(([id, name, input]) => ({
          id,
          type: 'function',
          function: { name, arguments: json(input) },
        })),
      }),
  ],
  [
    'OpenAI',
    'the whole answer of a chat',
    true,
    (calls) =>
      json({
        choices: [
          {
            index: 0,
            finish_reason: 'tool_calls',
            message: {
              tool_calls: calls.map(([id, name, input]) => ({
                id,
                function: { name, arguments: json(input) },
              })),
            },
          },
        ],
      }),
  ],
  [
    'OpenAI',
    'items of a response',
    true,
    (calls) =>
      json({
        output: [
          { type: 'reasoning', summary: [] },
          ...calls.map(([id, name, input]) => ({ type: 'function_call', id, name, arguments: json(input) })),
        ],
      }),
  ],
  [
    'OpenAI',
    'uses of tools at the same time',
    false,
    (calls) =>
      json({
        tool_uses: calls.map(([, name, parameters]) => ({ recipient_name: `functions.${name}`, parameters })),
      }),
  ],
  [
    'Claude',
    'parts of a message',
    true,
    (calls) =>
      json({
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'text', text: 'I call [both].' },
          ...calls.map(([id, name, input]) => ({ type: 'tool_use', id, name, input })),
        ],
      }),
  ],
  [
    'Claude',
    'parts as Bedrock has them',
    true,
    (calls) =>
      json({
        output: {
          message: {
            role: 'assistant',
            content: calls.map(([toolUseId, name, input]) => ({ toolUse: { toolUseId, name, input } })),
          },
        },
      }),
  ],
  [
    'Gemini',
    'functionCall parts',
    false,
    (calls) =>
      json({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [
                { text: 'Sure.' },
                ...calls.map(([, name, args]) => ({ functionCall: { name, args } })),
              ],
            },
          },
        ],
      }),
  ],
  [
    'Gemini',
    'functionCalls',
    true,
    (calls) => json({ functionCalls: calls.map(([id, name, args]) => ({ id, name, args })) }),
  ],
  [
    'Llama',
    'after its tag',
    false,
    (calls) =>
      `<|python_tag|>${calls.map(([, name, parameters]) => json({ type: 'function', name, parameters })).join('; ')}<|eom_id|>`,
  ],
  [
    'Llama',
    'named in a tag',
    false,
    (calls) => calls.map(([, name, input]) => `<function=${name}>${json(input)}</function>`).join('\n'),
  ],
  [
    'Qwen',
    'tags of Hermes',
    false,
    (calls) =>
      `I call them.\n${calls.map(([, name, input]) => `<tool_call>\n${json({ name, arguments: input })}\n</tool_call>`).join('\n')}`,
  ],
  [
    'Mistral',
    'a list after its mark',
    true,
    (calls) => `[TOOL_CALLS]${json(calls.map(([id, name, input]) => ({ name, arguments: input, id })))}`,
  ],
  [
    'Mistral',
    'named before the arguments',
    false,
    (calls) => calls.map(([, name, input]) => `[TOOL_CALLS]${name}[ARGS]${json(input)}`).join(''),
  ],
  [
    'DeepSeek',
    'named before a fence',
    false,
    (calls) =>
      `<think>Hm.</think><｜tool▁calls▁begin｜>${calls.map(([, name, input]) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n${fenced(json(input))}<｜tool▁call▁end｜>`).join('\n')}<｜tool▁calls▁end｜>`,
  ],
  [
    'DeepSeek',
    'named before the arguments',
    false,
    (calls) =>
      `<｜tool▁calls▁begin｜>${calls.map(([, name, input]) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json(input)}<｜tool▁call▁end｜>`).join('')}<｜tool▁calls▁end｜>`,
  ],
  [
    'Cohere',
    'a list of actions',
    false,
    (calls) =>
      `Action: ${fenced(json(calls.map(([, tool_name, parameters]) => ({ tool_name, parameters }))))}`,
  ],
  [
    'Cohere',
    'between marks',
    false,
    (calls) =>
      `<|START_ACTION|>[\n${calls.map(([id, tool_name, parameters]) => `    ${json({ tool_call_id: id, tool_name, parameters })}`).join(',\n')}\n]<|END_ACTION|>`,
  ],
  [
    'Phi',
    'a list between marks',
    false,
    (calls) =>
      `<|tool_call|>${json(calls.map(([, name, input]) => ({ name, arguments: input })))}<|/tool_call|>`,
  ],
  [
    'Kimi',
    'named and counted',
    false,
    (calls) =>
      `<|tool_calls_section_begin|>${calls.map(([, name, input], at) => `<|tool_call_begin|>functions.${name}:${at}<|tool_call_argument_begin|>${json(input)}<|tool_call_end|>`).join('')}<|tool_calls_section_end|>`,
  ],
  [
    'Qwen',
    'a tag for each argument',
    false,
    (calls) =>
      calls
        .map(
          ([, name, input]) =>
            `<tool_call>\n<function=${name}>\n${tags(input, (key, value) => `<parameter=${key}>\n${value}\n</parameter>\n`)}</function>\n</tool_call>`,
        )
        .join('\n'),
  ],
  [
    'GLM',
    'keys and values in tags',
    false,
    (calls) =>
      calls
        .map(
          ([, name, input]) =>
            `<tool_call>${name}\n${tags(input, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`)}</tool_call>`,
        )
        .join('\n'),
  ],
  [
    'MiniMax',
    'invocations',
    false,
    (calls) => `I call them.\n<minimax:tool_call>\n${invocations(calls)}\n</minimax:tool_call>`,
  ],
  ['Claude', 'invocations', false, (calls) => `<function_calls>\n${invocations(calls)}\n</function_calls>`],
];

/** The arguments of a call, each in tags of its own: texts as they are, all else as JSON. */
function tags(input: Json, tag: (key: string, value: string) => string): string {
  return Object.entries(input ?? {})
    .map(([key, value]) => tag(key, typeof value === 'string' ? value : json(value)))
    .join('');
}

function invocations(calls: readonly Call[]): string {
  return calls
    .map(
      ([, name, input]) =>
        `<invoke name="${name}">\n${tags(input, (key, value) => `<parameter name="${key}">${value}</parameter>\n`)}</invoke>`,
    )
    .join('\n');
}

const READ: Call = ['c1', 'scale.read', { bin: 4 }];
const LOG: Call = ['c2', 'field_log', { query: 'bees; "x"' }];

/** What calls come to, of the ids that they have or are given. */
const CALLS: readonly (readonly [
  title: string,
  calls: (one: string) => readonly Call[],
  says: (one: string, two: string) => readonly string[],
])[] = [
  ['one', () => [READ], (one) => [`${one} scale.read {"bin":4}`]],
  [
    'two that have no order',
    () => [READ, LOG],
    (one, two) => [`${one} scale.read {"bin":4}`, `${two} field_log {"query":"bees; \\"x\\""}`],
  ],
  [
    'two of which one reads the other',
    (one) => [READ, ['c2', 'echo', { text: `{{ steps["${one}"].weight }}` }]],
    (one, two) => [
      `${one} scale.read {"bin":4}`,
      `${two} echo {"text":"{{ steps[\\"${one}\\"].weight }}"}`,
      `${one} -> ${two}`,
    ],
  ],
  [
    'one of a tool that is not there',
    () => [READ, ['c2', 'web_search', { q: 'bees' }]],
    () => ['UNKNOWN_TOOL'],
  ],
  ['one that lacks an argument', () => [['c1', 'echo', {}], LOG], () => ['PARAMETER_MISSING']],
];

// --- Refused -----------------------------------------------------------------------------------------------------------------

const steps = (...list: readonly Json[]): string => json({ steps: list });
const say = (id: string, text: Json, more: object = {}): Json => ({
  id,
  toolId: 'echo',
  input: { text },
  ...more,
});
const chain = (count: number): readonly Json[] =>
  Array.from({ length: count }, (_, at) => say(`s${at}`, 'x'));

/** Replies that nobody may run, each for one reason. */
const REFUSED: readonly (readonly [family: string, title: string, reply: string, code: string])[] = [
  // Nothing that is a plan
  ['OpenAI', 'nothing', '', 'EMPTY_REPLY'],
  ['OpenAI', 'white space', ' \n\t\n', 'EMPTY_REPLY'],
  ['Claude', 'an apology', "I'm sorry, but I can't help with that.", 'NO_PLAN_IN_REPLY'],
  ['Gemini', 'a question back', 'Which bin do you mean: [4] or [5]?', 'NO_PLAN_IN_REPLY'],
  ['Llama', 'another object', json({ error: 'I do not know.' }), 'NO_PLAN_IN_REPLY'],
  ['Llama', 'calls as Python', '[scale.read(bin=4), echo(text="x")]', 'NO_PLAN_IN_REPLY'],
  ['Qwen', 'thoughts that never end', `<think>${steps(say('a', 'x'))}`, 'NO_PLAN_IN_REPLY'],
  [
    'Phi',
    'a table',
    '| step | tool | input |\n|---|---|---|\n| 1 | echo | x |\n| 2 | field_log | bees |',
    'NO_PLAN_IN_REPLY',
  ],
  [
    'Phi',
    'a numbered list',
    '1. Call `scale.read` with bin 4.\n2. Call `echo` with the weight.',
    'NO_PLAN_IN_REPLY',
  ],
  ['Cohere', 'words for an action', 'Action: directly-answer\nAction Input: none', 'NO_PLAN_IN_REPLY'],
  ['DeepSeek', 'a bullet list after thoughts', '<think>Hm.</think>\n- weigh\n- tell', 'NO_PLAN_IN_REPLY'],
  ['Mistral', 'YAML', 'steps:\n  - toolId: echo\n    input:\n      text: x', 'NO_PLAN_IN_REPLY'],
  // More than one
  [
    'OpenAI',
    'two plans to choose from',
    `${steps(say('a', 'x'))}\n\nor\n\n${steps(say('b', 'y'))}`,
    'AMBIGUOUS_REPLY',
  ],
  [
    'Gemini',
    'two plans in fences',
    `Option A:\n${fenced(steps(say('a', 'x')))}\nOption B:\n${fenced(steps(say('b', 'y')))}`,
    'AMBIGUOUS_REPLY',
  ],
  // Cut
  ['OpenAI', 'cut in a text', steps(say('a', 'x')).slice(0, -6), 'TRUNCATED_REPLY'],
  ['Claude', 'cut before the last bracket', `Here:\n${steps(say('a', 'x')).slice(0, -1)}`, 'TRUNCATED_REPLY'],
  ['Qwen', 'cut in a call', '<tool_call>\n{"name": "echo", "arguments": {"te', 'TRUNCATED_REPLY'],
  [
    'Mistral',
    'cut in a list of calls',
    '[TOOL_CALLS][{"name":"echo","arguments":{"text":"x"}},',
    'TRUNCATED_REPLY',
  ],
  // No JSON
  ['Llama', 'a bracket that is lost', '{"steps":[{"toolId":"echo","input":{"text":"x"}]}', 'TRUNCATED_REPLY'],
  ['Llama', 'a comma that is lost', '{"steps":[{"id":"a" "toolId":"echo"}]}', 'REPLY_NOT_JSON'],
  [
    'Phi',
    'an escape that is none',
    '{"steps":[{"toolId":"echo","input":{"text":"\\d+"}}]}',
    'REPLY_NOT_JSON',
  ],
  [
    'DeepSeek',
    'a brace too early',
    '{"nodes":{"a":{"toolId":"echo","input":{"text":"x"}}}}, "edges":{}}',
    'REPLY_NOT_JSON',
  ],
  ['Qwen', 'NaN', '{"steps":[{"toolId":"scale.read","input":{"bin":NaN}}]}', 'NUMBER_NOT_FINITE'],
  [
    'Qwen',
    'a number without an end',
    '{"steps":[{"toolId":"scale.read","input":{"bin":1e400}}]}',
    'NUMBER_NOT_FINITE',
  ],
  [
    'Gemini',
    'a number of too many digits',
    '{"steps":[{"toolId":"scale.read","input":{"bin":12345678901234567890}}]}',
    'NUMBER_NOT_EXACT',
  ],
  [
    'Cohere',
    'a key that is there twice',
    '{"steps":[{"toolId":"echo","toolId":"plot","input":{"text":"x"}}]}',
    'DUPLICATE_KEY',
  ],
  [
    'OpenAI',
    'arguments that are no JSON',
    json({ tool_calls: [{ function: { name: 'echo', arguments: '{"text": ' } }] }),
    'ARGUMENTS_NOT_JSON',
  ],
  // Tools and what they are given
  ['OpenAI', 'a tool that is not there', steps({ toolId: 'web.search', input: {} }), 'UNKNOWN_TOOL'],
  ['Gemini', 'a tool in capitals', steps({ toolId: 'Echo', input: { text: 'x' } }), 'UNKNOWN_TOOL'],
  ['Claude', 'a tool without a name', steps({ toolId: '', input: {} }), 'BLANK_TOOL'],
  [
    'Mistral',
    'an argument that is misspelt',
    steps({ toolId: 'echo', input: { txet: 'x' } }),
    'PARAMETER_UNKNOWN',
  ],
  ['Cohere', 'an argument that is missing', steps({ toolId: 'echo', input: {} }), 'PARAMETER_MISSING'],
  [
    'Llama',
    'a text for a number',
    steps({ toolId: 'scale.read', input: { bin: 'four' } }),
    'PARAMETER_INVALID',
  ],
  ['Phi', 'a step that is none', steps({ id: 'a', do: 'echo' }), 'STEP_UNREADABLE'],
  ['Phi', 'a message that says nothing', steps({ id: 'a', type: 'message' }), 'MESSAGE_EMPTY'],
  ['Cohere', 'no steps', steps(), 'PLAN_EMPTY'],
  ['Qwen', 'too many steps', steps(...chain(51)), 'PLAN_TOO_LONG'],
  ['Claude', 'an expression that is none', steps(say('a', '{{ 1 + }}')), 'EXPRESSION_INVALID'],
  ['Claude', 'braces that never close', steps(say('a', 'x {{ y')), 'TEMPLATE_INVALID'],
  ['Gemini', 'a variable that is not there', steps(say('a', '{{ weather }}')), 'VARIABLE_UNDECLARED'],
  // Steps among each other
  ['OpenAI', 'an id that is there twice', steps(say('a', 'x'), say('a', 'y')), 'DUPLICATE_ID'],
  [
    'Llama',
    'a cycle',
    steps(say('a', 'x', { dependsOn: ['b'] }), say('b', 'x', { dependsOn: ['a'] })),
    'CYCLE',
  ],
  ['Mistral', 'a step that follows itself', steps(say('a', 'x', { dependsOn: ['a'] })), 'SELF_DEPENDENCY'],
  [
    'Mistral',
    'a step that follows none that is there',
    steps(say('a', 'x', { dependsOn: ['z'] })),
    'UNKNOWN_STEP',
  ],
  [
    'DeepSeek',
    'a number that may count from 0 or 1',
    steps(say('a', 'x'), say('b', 'x', { dependsOn: [1] })),
    'STEP_NUMBER_AMBIGUOUS',
  ],
  [
    'Gemini',
    'a result that comes too late',
    steps(say('a', '{{ steps["b"].text }}'), say('b', 'x')),
    'STEP_REFERENCE',
  ],
  ['Gemini', 'a result of no step', steps(say('a', '{{ steps["z"].text }}')), 'STEP_REFERENCE'],
  ['OpenAI', 'an edge that is none', json({ nodes: [say('a', 'x')], edges: ['a to b'] }), 'EDGE_UNREADABLE'],
  [
    'OpenAI',
    'a field that the tool has not',
    steps({ id: 'a', toolId: 'lookup', input: {} }, say('b', '{{ steps["a"].answer }}')),
    'FIELD_UNKNOWN',
  ],
  [
    'Claude',
    'a result of another type',
    steps({ id: 'a', toolId: 'lookup', input: {} }, say('b', '{{ steps["a"].rows }}')),
    'PARAMETER_INVALID',
  ],
  ['Qwen', '<node-0> of no step', steps(say('a', '<node-7>')), 'PLACEHOLDER_UNKNOWN'],
  ['Llama', '$1 of no step', steps(say('a', '$7')), 'PLACEHOLDER_UNKNOWN'],
  ['DeepSeek', '#E1 of no step', steps(say('a', '#E7')), 'PLACEHOLDER_UNKNOWN'],
  ['Phi', 'a name in braces of no step', steps(say('a', braced('z.text'))), 'PLACEHOLDER_UNKNOWN'],
  // One fault, told once, whatever hangs on it
  [
    'OpenAI',
    'a tool that is not there, and three that read its result',
    steps(
      { id: 'a', toolId: 'web.search', input: { q: 1 } },
      ...['b', 'c', 'd'].map((id) => say(id, '{{ steps["a"].text }}')),
    ),
    'UNKNOWN_TOOL',
  ],
  [
    'Gemini',
    'a step that cannot be read, and those that follow and read it',
    steps(
      { id: 'a', do: 'echo' },
      say('b', '{{ steps["a"].text }}', { dependsOn: ['a'] }),
      say('c', '{a}', { dependsOn: ['b'] }),
    ),
    'STEP_UNREADABLE',
  ],
  [
    'Claude',
    'a name that nobody has, said three times',
    json({
      nodes: [say('a', 'x'), say('b', 'x')],
      edges: [
        ['z', 'a'],
        ['z', 'b'],
        ['a', 'z'],
      ],
    }),
    'UNKNOWN_STEP',
  ],
  [
    'Qwen',
    'a field that the tool has not, for a number',
    steps(
      { id: 'a', toolId: 'lookup', input: {} },
      { toolId: 'scale.read', input: { bin: '{{ steps["a"].answer }}' } },
    ),
    'FIELD_UNKNOWN',
  ],
  [
    'Mistral',
    'a placeholder of no step, for a number',
    steps({ toolId: 'scale.read', input: { bin: '$7' } }),
    'PLACEHOLDER_UNKNOWN',
  ],
  [
    'Llama',
    'a call that cannot be read, and one that reads it',
    json({
      tool_calls: [
        { id: 'a', function: { name: '', arguments: '{}' } },
        { id: 'b', function: { name: 'echo', arguments: { text: '{{ steps["a"].text }}' } } },
      ],
    }),
    'BLANK_TOOL',
  ],
  // Hostile
  ['hostile', '100 levels', `${'['.repeat(100)}${']'.repeat(100)}`, 'JSON_TOO_DEEP'],
  ['hostile', '100,000 brackets', '['.repeat(100_000), 'TRUNCATED_REPLY'],
  [
    'hostile',
    'deep in an input',
    `{"steps":[{"toolId":"echo","input":{"text":${'{"a":'.repeat(90)}1${'}'.repeat(90)}}}]}`,
    'JSON_TOO_DEEP',
  ],
  ['hostile', 'more than 1 MB', `${steps(say('a', 'x'))}${' '.repeat(1_000_000)}`, 'REPLY_TOO_LARGE'],
  [
    'hostile',
    '21 plans',
    Array.from({ length: 21 }, (_, at) => steps(say(`s${at}`, 'x'))).join('\n'),
    'AMBIGUOUS_REPLY',
  ],
  [
    'hostile',
    'a prototype as a key',
    '{"steps":[{"id":"a","toolId":"echo","input":{"text":"x"},"__proto__":{"toolId":"plot"}}]}',
    'FORBIDDEN_KEY',
  ],
  ['hostile', 'the prototype as a tool', steps({ toolId: '__proto__', input: {} }), 'UNKNOWN_TOOL'],
  ['hostile', 'a constructor as a tool', steps({ toolId: 'constructor', input: {} }), 'UNKNOWN_TOOL'],
  [
    'hostile',
    'a step that only the prototype has',
    steps(say('a', '{{ steps["constructor"].name }}')),
    'STEP_REFERENCE',
  ],
  [
    'hostile',
    'an id of marks of direction, there twice',
    steps(say('\u202ea', 'x'), say('\u202ea', 'y')),
    'DUPLICATE_ID',
  ],
  [
    'hostile',
    'a tool with an invisible character',
    steps({ toolId: 'ec\u200bho', input: { text: 'x' } }),
    'UNKNOWN_TOOL',
  ],
  [
    'hostile',
    'a null in the middle',
    '{"steps":[{"toolId":"echo","input":{"text":"a\u0000b"}}]}',
    'REPLY_NOT_JSON',
  ],
];

/** What is odd and all the same a plan that says one thing. */
const ODD: readonly (readonly [family: string, title: string, reply: string, says: readonly string[]])[] = [
  [
    'hostile',
    'keys of the prototype',
    '{"steps":[{"id":"a","toolId":"echo","input":{"text":"x"},"constructor":{"toolId":"plot"},"prototype":1,"toString":null}]}',
    ['a echo {"text":"x"}'],
  ],
  [
    'hostile',
    'marks of direction and controls in a text',
    steps(say('a', '\u202eevil\u2066\u0007\u007f')),
    [`a echo ${json({ text: '\u202eevil\u2066\u0007\u007f' })}`],
  ],
  [
    'hostile',
    'half of a pair',
    '{"steps":[{"id":"a","toolId":"echo","input":{"text":"\\ud83d"}}]}',
    ['a echo {"text":"\\ud83d"}'],
  ],
  ['hostile', 'an id of the prototype', steps(say('constructor', 'x')), ['step-1 echo {"text":"x"}']],
  [
    'hostile',
    'JSON in a text',
    steps(say('a', '{"steps":[{"toolId":"plot"}]}')),
    ['a echo {"text":"{\\"steps\\":[{\\"toolId\\":\\"plot\\"}]}"}'],
  ],
  [
    'hostile',
    'marks of thoughts and calls in a text',
    steps(say('a', '</think><tool_call>[TOOL_CALLS]```')),
    ['a echo {"text":"</think><tool_call>[TOOL_CALLS]```"}'],
  ],
  [
    'hostile',
    'a text of 100,000 letters',
    steps(say('a', 'x'.repeat(100_000))),
    [`a echo {"text":"${'x'.repeat(100_000)}"}`],
  ],
  [
    'Llama',
    'single quotes, comments, trailing commas',
    "{'steps': [ // one\n {'id': 'a', 'toolId': 'echo', 'input': {'text': 'x',},},],}",
    ['a echo {"text":"x"}'],
  ],
  [
    'Phi',
    'typographic quotes',
    '{“steps”:[{“id”:“a”,“toolId”:“echo”,“input”:{“text”:“x”}}]}',
    ['a echo {"text":"x"}'],
  ],
  ['OpenAI', 'a byte order mark', `\ufeff${steps(say('a', 'x'))}`, ['a echo {"text":"x"}']],
  ['Gemini', 'the plan as a text of JSON', json(steps(say('a', 'x'))), ['a echo {"text":"x"}']],
  [
    'Mistral',
    'quotes that were all escaped',
    steps(say('a', 'x')).replaceAll('"', '\\"'),
    ['a echo {"text":"x"}'],
  ],
  [
    'DeepSeek',
    'the same plan twice',
    `${steps(say('a', 'x'))}\nSo:\n${fenced(steps(say('a', 'x')))}`,
    ['a echo {"text":"x"}'],
  ],
  [
    'Claude',
    'a first attempt that breaks off',
    `${fenced('{"steps":[{"id":')}\nOnce more:\n${fenced(steps(say('a', 'x')))}`,
    ['a echo {"text":"x"}'],
  ],
  [
    'Qwen',
    '<node-0>',
    steps(say('node-0', 'x'), say('node-1', '<node-0>.text')),
    ['node-0 echo {"text":"x"}', 'node-1 echo {"text":"{{ steps[\\"node-0\\"].text }}"}', 'node-0 -> node-1'],
  ],
  [
    'Llama',
    '$1',
    json([
      { toolId: 'echo', input: { text: 'x' } },
      { toolId: 'echo', input: { text: '$1.text' } },
    ]),
    ['step-1 echo {"text":"x"}', 'step-2 echo {"text":"{{ steps[\\"step-1\\"].text }}"}', 'step-1 -> step-2'],
  ],
  [
    'DeepSeek',
    '#E1',
    steps(say('E1', 'x'), say('E2', '#E1.text')),
    ['E1 echo {"text":"x"}', 'E2 echo {"text":"{{ steps[\\"E1\\"].text }}"}', 'E1 -> E2'],
  ],
  [
    'Cohere',
    'a goal with its tools',
    json([{ goal: 'Look at the bees', primary_tools: ['field_log'], success_criteria: 'one' }]),
    ['step-1 field_log {"query":"Look at the bees"}'],
  ],
];

// ---------------------------------------------------------------------------------------------------------------------------------

export const CORPUS: readonly CorpusReply[] = [
  ...HABITS.flatMap(([family, habit, around]) =>
    SHAPES.map(
      ([shape, plan]): CorpusReply => ({
        family,
        title: `${shape} ${habit}`,
        reply: around(plan),
        says: CHAIN,
        isAccepted: true,
      }),
    ),
  ),
  ...DIALECTS.flatMap(([family, dialect, ids, write]) =>
    CALLS.map(([title, calls, says]): CorpusReply => {
      const [one, two] = ids ? ['c1', 'c2'] : ['step-1', 'step-2'];
      const lines = says(one, two);
      const isAccepted = !/^[A-Z]/.test(lines[0] ?? '');
      return { family, title: `${dialect}: ${title}`, reply: write(calls(one)), says: lines, isAccepted };
    }),
  ),
  ...REFUSED.map(
    ([family, title, reply, code]): CorpusReply => ({
      family,
      title,
      reply,
      says: [code],
      isAccepted: false,
    }),
  ),
  ...ODD.map(
    ([family, title, reply, says]): CorpusReply => ({ family, title, reply, says, isAccepted: true }),
  ),
];
