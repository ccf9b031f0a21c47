import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { type Catalogue, compileTemplate, fill, validateJson } from '#plan';
import { type PlannerState, promptFor, readReply } from '#planner';
import { builtIn, plannerState, tools } from './plannerState';

const FLAVOURS = ['llm', 'stream', 'state-machine'] as const;
type Flavour = (typeof FLAVOURS)[number];

function stateOf(flavour: Flavour, catalogue: Catalogue, writable: readonly string[]): PlannerState {
  return plannerState({
    ...(flavour === 'state-machine' ? { wants: 'machine' as const } : {}),
    goal: 'Something else',
    catalogue,
    writable,
    variables: Object.fromEntries(writable.map((name) => [name, null])),
  });
}

function rendered(flavour: Flavour, state: PlannerState) {
  const prompt = promptFor({ flavour, prompt: null, repair: null }, state, []);
  if (!prompt.ok) throw new Error(prompt.problem[0]?.message);
  return prompt.value;
}

/** What a model replies that only copies: the example of its prompt, letter by letter. */
function copied(flavour: Flavour, state: PlannerState) {
  const { messages, schema, state: shown } = rendered(flavour, state);
  const said = messages[0]?.text ?? '';
  const reply = said.slice(said.lastIndexOf('\nEXAMPLE\n')).split('\n').slice(3).join('\n');
  return { reply, schema, shown };
}

describe('P13 a model that only copies the example of its prompt', () => {
  const catalogues: readonly [string, Catalogue][] = [
    ['tables', builtIn('table.')],
    ['documents', builtIn('documents.')],
    ['texts', builtIn('text.')],
    ['all', BUILT_IN_CATALOGUE],
    [
      'tools of somebody else',
      tools({ 'lamp.inspect': { tower: 'string' }, 'lamp.mend': { part: 'string' } }),
    ],
    ['one that takes nothing', tools({ 'lamp.light': {} })],
  ];
  for (const flavour of FLAVOURS)
    test.each(catalogues)(`${flavour}: gets an accepted plan, %s`, (_, catalogue) => {
      for (const writable of [['answer'], ['found', 'result'], []]) {
        const { reply, schema, shown } = copied(flavour, stateOf(flavour, catalogue, writable));
        const read = readReply(reply, shown);
        expect(read).toMatchObject({ verdict: 'accepted', problems: [], oneStep: false });
        if (schema !== null) expect(validateJson(schema, JSON.parse(reply))).toEqual([]);
      }
    });

  test('whatever tools there are', () => {
    const all = [...BUILT_IN_CATALOGUE];
    fc.assert(
      fc.property(fc.subarray(all, { minLength: 1 }), fc.constantFrom(...FLAVOURS), (some, flavour) => {
        const { reply, shown } = copied(flavour, stateOf(flavour, new Map(some), ['answer']));
        expect(readReply(reply, shown)).toMatchObject({ verdict: 'accepted', problems: [] });
      }),
      { numRuns: 60 },
    );
  });

  test('is shown how a step follows another, stores its result, and reads a field of one before it', () => {
    const { reply } = copied('llm', stateOf('llm', builtIn('table.'), ['answer']));
    for (const part of ['"dependsOn":["load"]', '"output":{"answer":"result.text"}', '{{ steps.load.rows }}'])
      expect(reply).toContain(part);
    const { plan } = readReply(reply, stateOf('llm', builtIn('table.'), ['answer']));
    expect(plan?.edges.map(({ from, to }) => `${from}-${to}`)).toEqual(['load-sort', 'sort-say']);
  });

  test('is told how braces are written as text', () => {
    const { messages } = rendered('llm', stateOf('llm', builtIn('text.'), []));
    const told = /To write \{\{ as text, write (.*)\./.exec(messages[0]?.text ?? '')?.[1] ?? '';
    const input = { text: `Dear ${told} name }}` };
    const reply = JSON.stringify({ steps: [{ id: 'a', type: 'tool', toolId: 'text.say', input }] });
    const { plan } = readReply(reply, stateOf('llm', builtIn('text.'), []));
    const [node] = plan?.nodes ?? [];
    const template = compileTemplate(node?.input ?? null);
    expect(template.ok && fill(template.value, {})).toEqual({ ok: true, value: { text: 'Dear {{ name }}' } });
  });

  test('is shown how two tools go together that nobody has written an example for', () => {
    const catalogue: Catalogue = new Map(
      [
        { id: 'send', effect: 'write' as const, input: { text: { type: 'string' } }, output: {} },
        { id: 'weigh', input: { crate: { type: 'array' } }, output: { kilos: { type: 'number' } } },
        { id: 'open', input: {}, output: { lid: { type: 'string' }, crate: { type: 'array' } } },
      ].map(({ id, effect = 'read' as const, input, output }) => {
        const object = (properties: object) =>
          ({ type: 'object', properties, required: Object.keys(properties) }) as never;
        return [id, { id, description: '', effect, input: object(input), output: object(output) }];
      }),
    );
    const { reply } = copied('llm', stateOf('llm', catalogue, []));
    expect(JSON.parse(reply)).toMatchObject({
      steps: [
        { id: 'first', toolId: 'open', dependsOn: [] },
        { id: 'second', toolId: 'weigh', input: { crate: '{{ steps.first.crate }}' }, dependsOn: ['first'] },
      ],
    });
  });

  test('reads a whole result of which nothing is known', () => {
    const { reply } = copied(
      'llm',
      stateOf('llm', tools({ 'lamp.inspect': {}, 'lamp.mend': { part: 'string' } }), []),
    );
    expect(JSON.parse(reply)).toMatchObject({
      steps: [{ toolId: 'lamp.inspect' }, { toolId: 'lamp.mend', input: { part: '{{ steps.first }}' } }],
    });
  });

  test('whatever fields results have', () => {
    const names = fc.constantFrom('in', 'first-name', 'x y', 'text', 'steps', 'a.b', 'größe', '_1', 'true');
    const types = fc.constantFrom('string', 'number', 'array', 'object', 'boolean');
    const object = fc.dictionary(names, types, { maxKeys: 3 }).map((fields) => ({
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }])),
      required: Object.keys(fields),
    }));
    const tool = fc.record({ input: object, output: object });
    fc.assert(
      fc.property(
        fc.array(tool, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...FLAVOURS),
        (made, flavour) => {
          const catalogue: Catalogue = new Map(
            made.map((one, index) => [
              `made.tool_${index}`,
              { id: `made.tool_${index}`, description: '', effect: 'read', ...one },
            ]),
          );
          const { reply, shown } = copied(flavour, stateOf(flavour, catalogue, ['answer']));
          expect(readReply(reply, shown)).toMatchObject({ verdict: 'accepted', problems: [] });
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each(FLAVOURS)('%s: without a tool it declines', (flavour) => {
    const { reply, shown } = copied(flavour, stateOf(flavour, new Map(), []));
    expect(readReply(reply, shown).problems).toMatchObject([
      { code: 'PLAN_DECLINED', message: 'No tool sends letters.' },
    ]);
  });
});
