import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, LIMITS, problem } from '#base';
import { describeDocuments } from '#capabilities';
import { type PlannerState, type PromptRequest, promptFor, readReply } from '#planner';
import { body } from '../notation/plan';
import { plannerState, tools } from './plannerState';
import {
  catalogueOfSize,
  measuredState,
  PROMPT_FLAVOURS,
  type PromptFlavour,
  sizeOfPrompt,
} from './promptSizes';

const LLM: PromptRequest = { flavour: 'llm', prompt: null, repair: null };

function rendered(state: PlannerState, over: Partial<PromptRequest> = {}) {
  const prompt = promptFor({ ...LLM, ...over }, state, []);
  if (!prompt.ok) throw new Error(prompt.problem[0]?.message);
  return prompt.value;
}

/** Most tokens of each built-in prompt, with so many tools. */
const BOUNDS: readonly [PromptFlavour, number, number][] = [
  ['llm', 5, 1_450],
  ['llm', 28, 3_600],
  ['llm', 200, LIMITS.promptTokens],
  ['stream', 5, 1_500],
  ['stream', 28, 3_650],
  ['stream', 200, LIMITS.promptTokens],
  ['tools', 5, 1_700],
  ['tools', 28, 5_900],
  ['tools', 200, LIMITS.promptTokens],
  ['state-machine', 5, 1_850],
  ['state-machine', 28, 4_050],
  ['state-machine', 200, LIMITS.promptTokens],
];

describe('P3 a prompt has a size', () => {
  test.each(BOUNDS)('%s with %i tools has at most %i tokens', (flavour, tools, most) => {
    const { unbound, bound, shown, leftOut } = sizeOfPrompt(flavour, measuredState(tools));
    expect(Math.max(unbound, bound)).toBeLessThanOrEqual(most);
    expect(shown + leftOut).toBe(tools);
    expect(leftOut === 0).toBe(tools < 200);
    // What there is room for is used.
    if (leftOut > 0) expect(Math.max(unbound, bound)).toBeGreaterThan(LIMITS.promptTokens - 600);
  });

  test.each(PROMPT_FLAVOURS)('%s: 200 tools beside 60 tables stay within it too', (flavour) => {
    const { unbound } = sizeOfPrompt(flavour, measuredState(200, { memory: { tables: manyTables(60) } }));
    expect(unbound).toBeLessThanOrEqual(LIMITS.promptTokens);
  });

  test('T4 the same state gives the same prompt, and the order of the catalogue is kept', () => {
    const one = rendered(measuredState(200));
    expect(rendered(measuredState(200))).toEqual(one);
    const order = [...catalogueOfSize(200).keys()];
    const shown = [...one.state.catalogue.keys()];
    expect(shown).toEqual(order.filter((id) => shown.includes(id)));
    expect([...one.leftOut.tools, ...shown].toSorted()).toEqual(order.toSorted());
  });
});

/** 300 tools about numbered things, with room for some of them. */
const MANY = tools(
  Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `plant.${WORDS(index)}`,
      Object.fromEntries(['alpha', 'beta', 'gamma', 'delta'].map((name) => [`${name}${index}`, 'string'])),
    ]),
  ),
);

function WORDS(index: number): string {
  return `${['rake', 'water', 'prune', 'graft', 'weed', 'mulch'][index % 6]}_${index}`;
}

const GARDEN = plannerState({ goal: 'graft the apple tree', catalogue: MANY });

describe('P3 above its size the tools that fit the goal least are left out', () => {
  test('those whose names share words with the goal are shown before all others', () => {
    const { state, leftOut } = rendered(GARDEN);
    expect(leftOut.tools.length).toBeGreaterThan(50);
    expect(leftOut.tools.filter((id) => id.includes('graft'))).toEqual([]);
    const system = rendered(GARDEN).messages[0]?.text ?? '';
    for (const id of state.catalogue.keys()) expect(system).toContain(`${id}(`);
    for (const id of leftOut.tools) expect(system).not.toContain(id);
  });

  test('a tool is found by its description and its parameters too', () => {
    const late = [...MANY].at(-1);
    if (late === undefined) throw new Error('no tools');
    const [id, descriptor] = late;
    const described = new Map(MANY).set(id, { ...descriptor, description: 'Heals a wound of the bark.' });
    expect(rendered({ ...GARDEN, catalogue: described }).leftOut.tools).toContain(id);
    const wounds = { ...GARDEN, goal: 'There are wounds in the bark', catalogue: described };
    expect(rendered(wounds).leftOut.tools).not.toContain(id);
    expect(rendered({ ...GARDEN, goal: 'set delta299' }).leftOut.tools).not.toContain(id);
  });

  const last = 'plant.mulch_299';
  const kept: readonly [string, Partial<PlannerState>, Partial<PromptRequest>][] = [
    ['in the goal', { goal: `graft it, then call ${last}.` }, {}],
    ['in the prompt', {}, { prompt: `Prefer ${last}. {{ tools }} {{ goal }}` }],
    ['by a rule of the workspace', { named: new Set([last]) }, {}],
    ['by the list of the node, where there is room', { listed: new Set([last]) }, {}],
    [
      'in a step that has run',
      {
        soFar: { body: body(`a: CAPABILITY ${last}`), steps: [], failed: null, trace: null },
      },
      {},
    ],
    ['in a refused reply', {}, { repair: { reply: `{"toolId":"${last}"}`, problems: [] } }],
    [
      'in a problem of one',
      {},
      { repair: { reply: '', problems: [problem('UNKNOWN_TOOL', 'No.', `Did you mean "${last}"?`)] } },
    ],
  ];
  test.each(kept)('one that is named %s is never left out', (_, state, request) => {
    expect(rendered(GARDEN).leftOut.tools).toContain(last);
    const prompt = rendered({ ...GARDEN, ...state }, request);
    expect(prompt.leftOut.tools).not.toContain(last);
    expect(prompt.leftOut.tools.length).toBeGreaterThan(0);
    expect(prompt.messages.map(({ text }) => text).join('\n')).toContain(`${last}(`);
  });

  test('a longer name does not name the shorter one', () => {
    for (const name of [`${last}0`, `a.${last}`, `${last}.x`]) {
      const prompt = `Not ${name}. {{ tools }} {{ goal }}`;
      expect(rendered(GARDEN, { prompt }).leftOut.tools).toContain(last);
    }
  });

  test('a list of all tools is a right and no wish: its prompt has the same size', () => {
    const { leftOut } = rendered({ ...GARDEN, listed: new Set(MANY.keys()) });
    expect(leftOut).toEqual(rendered(GARDEN).leftOut);
  });

  test('named tools are shown though they alone are too many', () => {
    const { leftOut, state } = rendered({ ...GARDEN, named: new Set(MANY.keys()) });
    expect(leftOut.tools).toEqual([]);
    expect(state.catalogue.size).toBe(300);
  });

  test('a prompt of a person that shows no tools leaves none out', () => {
    expect(rendered(GARDEN, { prompt: 'Plan {{ goal }}.' }).leftOut.tools).toEqual([]);
  });

  test('P13 the schema that binds the reply has the shown tools exactly', () => {
    const { schema, state } = rendered(GARDEN);
    const text = JSON.stringify(schema);
    for (const id of MANY.keys()) expect(text.includes(`"${id}"`)).toBe(state.catalogue.has(id));
  });

  test('whatever is asked: no tool is lost, none shown twice', () => {
    const words = fc.constantFrom('rake', 'water', 'prune', 'beta7', 'plant.weed_4', 'nothing');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), fc.constantFrom(...PROMPT_FLAVOURS), (goal, flavour) => {
        const { leftOut, state } = rendered({ ...GARDEN, goal: goal.join(' ') }, { flavour });
        const all = [...state.catalogue.keys(), ...leftOut.tools];
        expect(new Set(all)).toEqual(new Set(MANY.keys()));
        expect(all).toHaveLength(MANY.size);
      }),
      { numRuns: 20 },
    );
  });
});

describe('P3 a reply that names a tool that was left out', () => {
  const call = (toolId: string, input: Json = {}) =>
    JSON.stringify({ steps: [{ id: 'a', type: 'tool', toolId, input }] });

  test('is told so, and shown the tool when it is asked again', () => {
    const { state, leftOut } = rendered(GARDEN);
    const [name = ''] = leftOut.tools;
    const { verdict, problems } = readReply(call(name), state);
    expect({ verdict, problems }).toMatchObject({
      verdict: 'refused',
      problems: [
        {
          code: 'UNKNOWN_TOOL',
          message: `The tool "${name}" was left out of the prompt, which had no room for it.`,
          where: { node: 'a' },
        },
      ],
    });
    const again = rendered(GARDEN, { repair: { reply: call(name), problems } });
    expect(again.leftOut.tools).not.toContain(name);
    const parameters = MANY.get(name)?.input.properties as JsonObject;
    const input = Object.fromEntries(Object.keys(parameters).map((key) => [key, 'x']));
    expect(readReply(call(name, input), again.state).verdict).toBe('accepted');
  });

  test('case E1 one that is nearly its name is told the name, and one that is nothing is unknown', () => {
    const { state, leftOut } = rendered(GARDEN);
    const [name = ''] = leftOut.tools;
    expect(readReply(call(`${name}s`), state).problems[0]).toMatchObject({
      code: 'UNKNOWN_TOOL',
      message: `There is no tool "${name}s".`,
      help: expect.stringContaining(`Did you mean "${name}"?`),
    });
  });

  test('M5 in a machine it is told the same', () => {
    const { state, leftOut } = rendered({ ...GARDEN, wants: 'machine' }, { flavour: 'state-machine' });
    const [name = ''] = leftOut.tools;
    const reply = JSON.stringify({
      plan_type: 'x',
      initial_state: 'a',
      states: { a: { action: { event_type: name }, default_next: 'b' }, b: { is_terminal: true } },
    });
    expect(readReply(reply, state).problems[0]).toMatchObject({
      code: 'UNKNOWN_TOOL',
      message: expect.stringContaining('was left out of the prompt'),
    });
  });

  test('P8 one that is not allowed is still told as that', () => {
    const { state } = rendered({ ...GARDEN, forbidden: new Set(['mail.send']) });
    expect(readReply(call('mail.send'), state).problems[0]?.code).toBe('TOOL_NOT_ALLOWED');
  });
});

function manyTables(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    document: `table-${index}`,
    name: index === count - 1 ? 'Lighthouses' : `Table ${index}`,
    rows: 20,
    columns: ['one', 'two', 'three'].map((name) => ({
      name: `${name} ${index}`,
      type: 'text',
      values: Array.from({ length: 60 }, (_, value) => `${name} value ${value}`),
    })),
  }));
}

describe('P3 what is known of documents has a share of the prompt', () => {
  const dataOf = (state: PlannerState): JsonObject => {
    const user = rendered(state).messages.at(-1)?.text ?? '';
    return JSON.parse(/<data>\n(.*)\n<\/data>/.exec(user)?.[1] ?? 'null');
  };

  test('a few tables are shown with their values', () => {
    const csv = { id: 'bins', kind: 'csv', text: 'bin,kilos\na,3\nb,4' } as const;
    const memory = describeDocuments([csv]);
    const state = plannerState({ memory });
    expect(rendered(state).leftOut.documents).toEqual([]);
    expect(dataOf(state)).toEqual(memory);
  });

  test('more of them with fewer values', () => {
    const state = plannerState({ memory: { tables: manyTables(6) } });
    expect(rendered(state).leftOut.documents).toEqual([]);
    expect(JSON.stringify(dataOf(state))).toContain('value 9');
    expect(JSON.stringify(dataOf(state))).not.toContain('value 10');
  });

  test('of many those that fit the goal least are left out, and those that it names never', () => {
    const tables = manyTables(60);
    const documents = [{ id: 'notes', name: 'Notes on rope', headings: [] }];
    const state = plannerState({
      goal: 'Count lighthouses in table-30',
      memory: { tables, documents, hint: 'kept' },
    });
    const { leftOut } = rendered(state);
    expect(leftOut.documents.length).toBeGreaterThan(20);
    expect(leftOut.documents).not.toContain('table-59');
    expect(leftOut.documents).not.toContain('table-30');
    const shown = dataOf(state).tables as JsonObject[];
    expect(shown.map(({ document }) => document)).toEqual(
      tables.map(({ document }) => document).filter((id) => !leftOut.documents.includes(String(id))),
    );
    expect(dataOf(state)).toMatchObject({ hint: 'kept' });
  });
});
