import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { apply, checkItem, ITEM_LISTS, itemSchema, readItem, readPutItem, write } from '#plan';
import { fieldsOf, isIncomplete } from '../../../src/app/forms/schema';
import { asNextVersion, ITEM_KINDS, newId, usersOf } from '../../../src/app/library/items';
import { plan, workspace } from '../../notation/plan';

describe('items of a workspace', () => {
  it('P13 say which nodes use a prompt or a parser, at any depth', () => {
    const plans = [
      plan(`
        ask: PLANNER llm {prompt: {prompt: careful}}
        own: PLANNER llm {prompt: "Plan it.", parser: one}
        g: GROUP ASYNC
          fill: FILL_TEMPLATE {prompt: careful}
      `),
    ];
    expect(usersOf('prompt', 'careful', plans)).toEqual(['“Planner” in main', '“Fill template” in main']);
    expect(usersOf('parser', 'one', plans)).toEqual(['“Planner” in main']);
    expect(usersOf('prompt', 'one', plans)).toEqual([]);
  });

  it('L4 say which plans and nodes a feature stands beside', () => {
    const drawn = plan('a: TRANSFORM "1"\nb: TRANSFORM "2"');
    const features = [{ feature: 'quota' }];
    const [first, ...others] = drawn.nodes;
    if (first === undefined) throw new Error('The plan has no node.');
    const nodes = [{ ...first, features }, ...others];
    expect(
      usersOf('feature', 'quota', [
        { ...drawn, nodes },
        { ...drawn, id: 'other', features },
      ]),
    ).toEqual([expect.stringMatching(/^“.+” in main$/), 'the plan other']);
  });

  it('get an id made of their name that is free', () => {
    const taken = [{ id: 'careful' }, { id: 'prompt' }];
    expect(newId('Careful', 'prompt', taken)).toBe('careful-2');
    expect(newId('  ', 'prompt', taken)).toBe('prompt-2');
    expect(newId('Überprüft, 2×', 'prompt', [])).toBe('uberpruft-2');
    expect(newId('x'.repeat(90), 'prompt', [])).toHaveLength(56);
  });

  it('P12 say which planners use a rule set', () => {
    const plans = [plan('p: PLANNER {planner: {flavour: rules, use: house}}')];
    expect(usersOf('planner', 'house', plans)).toEqual(['“Planner” in main']);
  });
});

const LISTS = ['prompts', 'features', 'planners', 'parsers'] as const;

/** An item of each list, in each of its variants. */
const ITEMS = [
  ['prompts', { id: 'one', version: 1, text: 'Plan {{ goal }}.' }],
  [
    'features',
    { id: 'one', capability: 'data.jsonata', phase: 'pre', kind: 'guard', output: 'result.value' },
  ],
  [
    'planners',
    { id: 'one', kind: 'rules', rules: [{ id: 'r', when: 'true', steps: [{ capability: 'echo' }] }] },
  ],
  [
    'planners',
    {
      ...{ id: 'one', kind: 'htn', tasks: ['all'], operators: [{ id: 'say', capability: 'echo' }] },
      methods: [{ id: 'm', task: 'all', subtasks: ['say'] }],
    },
  ],
  ['parsers', { id: 'one', kind: 'jsonata', expression: 'value' }],
  ['parsers', { id: 'one', kind: 'capability', capability: 'data.jsonata' }],
] as const;

describe('E5 the form of an item is what its schema says', () => {
  it.each(LISTS)('every field that a person writes in one of the %s has a title', (list) => {
    for (const { name, isGiven, schema } of fieldsOf(itemSchema(list))) {
      expect(isGiven || typeof schema.title === 'string' || schema.variant === true, name).toBe(true);
    }
    expect(fieldsOf(itemSchema(list))[0]?.name, 'its name comes first').toMatch(/^(id|name)$/);
    expect(ITEM_KINDS[list].role).toBe(list.slice(0, -1));
  });

  it.each(ITEMS)(
    'one of the %s is put by one edit that undo takes back, and nothing is wrong with it',
    (list, item) => {
      const before = workspace([plan('a: CAPABILITY echo')]);
      const read = readItem(list, item);
      if (!read.ok) throw new Error(read.problem[0]?.message);
      expect(checkItem(list, read.value, before, BUILT_IN_CATALOGUE)).toEqual([]);
      expect(isIncomplete(itemSchema(list), item)).toBe(false);
      const edit = readPutItem(list, item);
      if (!edit.ok) throw new Error(edit.problem[0]?.message);
      const done = apply(before, edit.value);
      if (!done.ok) throw new Error(done.problem.message);
      expect(done.value.workspace[list]).toHaveLength(1);
      const back = apply(done.value.workspace, done.value.inverse);
      expect(back.ok && write(back.value.workspace)).toBe(write(before));
    },
  );

  it.each([
    ['prompts', { id: 'one', version: 1, text: 'Plan {{ goal }' }, 'TEMPLATE_INVALID', '/text'],
    ['parsers', { id: 'one', kind: 'jsonata', expression: '{ "a": ' }, 'JSONATA_INVALID', '/expression'],
    ['parsers', { id: 'one', kind: 'capability', capability: 'nobody' }, 'CAPABILITY_UNKNOWN', '/capability'],
    [
      'features',
      { id: 'one', capability: 'echo', phase: 'pre', kind: 'guard', output: 'result ==' },
      'EXPRESSION_INVALID',
      '/output',
    ],
    [
      'planners',
      { id: 'one', kind: 'rules', rules: [{ id: 'r', when: 'a ==', steps: [] }] },
      'EXPRESSION_INVALID',
      '/rules/0/when',
    ],
  ] as const)('what is wrong with one of the %s is told at its field: %j', (list, item, code, field) => {
    const read = readItem(list, item);
    const here = workspace([plan('a: CAPABILITY echo')]);
    const found = read.ok ? checkItem(list, read.value, here, BUILT_IN_CATALOGUE) : read.problem;
    expect(found[0]).toMatchObject({ code, where: { field } });
  });

  it('every list with items that are edited as wholes can be asked for its schema', () => {
    for (const list of ITEM_LISTS) expect(itemSchema(list)).toMatchObject({});
  });

  it('P6 P13 another text of a prompt is the next version, another name is not', () => {
    const kept = { id: 'careful', name: 'Careful', version: 2, text: 'Plan {{ goal }}.' };
    expect(asNextVersion({ ...kept, text: 'Plan {{ goal }} well.' }, kept).version).toBe(3);
    expect(asNextVersion({ ...kept, name: 'Cautious' }, kept)).toEqual({ ...kept, name: 'Cautious' });
    expect(asNextVersion({ id: 'new', text: 'x' }, null).version).toBe(1);
  });
});
