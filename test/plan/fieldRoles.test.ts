import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import {
  apply,
  type CapabilityDescriptor,
  type Catalogue,
  check,
  fieldsOf,
  NODE_TYPES,
  type Plan,
  type PlanReferences,
  planHash,
  promote,
  readPlan,
  referencesOf,
  renameVariable,
  type Workspace,
  withPlansInside,
} from '#plan';
import { closureOf } from '#runtime';
import { riskOf } from '#share';
import type { Field } from '../../src/plan/fields/fields';
import type { z } from '../../src/plan/fields/inspect';
import { fieldsOfMachine } from '../../src/plan/graph/fieldsOf';
import { NODE_SCHEMAS } from '../../src/plan/nodes/node';
import { stateMachinePlanSchema, stateSchema } from '../../src/plan/schema/stateMachine';

import { workspace } from '../notation/plan';
import { TOOLS } from '../planner/plannerState';
import { type Leaf, leavesOf, untold } from './fieldLeaves';

/** A field with a role, in a plan that has something there. */
interface Case {
  readonly title: string;
  planWith(text: string): Plan;
  fieldOf(plan: Plan): Field;
}

/** What must be said beside a field so that it is used; left out it is kept and does nothing. */
const BESIDE: Readonly<Record<string, JsonObject>> = {
  'EVALUATION/params/capability': { evaluator: 'capability' },
  'HUMAN_INPUT/params/message': { timeoutMs: null },
};

/** Roles that nobody looks for. */
const PLAIN: ReadonlySet<Field['is']> = new Set(['name', 'words', 'data', 'schema', 'source', 'inside']);

const CASES: readonly Case[] = [
  ...NODE_SCHEMAS.flatMap((schema) => {
    const type = schema.shape.type.value;
    return askedFor(schema).map((leaf) => caseOf(type, leaf, (made) => graphWith(type, leaf, made)));
  }),
  ...askedFor(stateSchema).map((leaf) =>
    caseOf('state', leaf, (made) => ({ states: [{ ...objectOf(made), id: idIn(leaf, made) }] })),
  ),
  ...askedFor(stateMachinePlanSchema).map((leaf) =>
    caseOf('machine', leaf, (made) => ({ ...objectOf(made), states: [{ id: 'a' }] })),
  ),
];

/** Places that somebody looks for: not plain data, words, own names, and what is looked into elsewhere. */
function askedFor(schema: z.ZodObject): readonly Leaf[] {
  return [...leavesOf(schema)].filter(({ role: { is } }) => typeof is === 'function' || !PLAIN.has(is));
}

function caseOf(owner: string, leaf: Leaf, content: (made: Json) => JsonObject): Case {
  const isMachine = owner === 'state' || owner === 'machine';
  const around = isMachine ? { kind: 'state-machine', states: [{ id: 'a' }] } : { kind: 'capability' };
  const planWith = (text: string): Plan => {
    const read = readPlan({
      variables: [],
      ...around,
      ...content(leaf.put(text)),
      id: 'p',
      kind: around.kind,
    });
    if (!read.ok) throw new Error(`${owner}${leaf.path}: ${JSON.stringify(read.problem[0])}`);
    return read.value;
  };
  const fieldOf = (plan: Plan): Field => {
    const fields = plan.kind === 'capability' ? plan.nodes.flatMap(fieldsOf) : fieldsOfMachine(plan);
    const isKey = leaf.path.endsWith('/*');
    const found = fields.find(({ is, path }) =>
      isKey ? is === leaf.role.is && leaf.path === path.replace(/[^/]*$/, '*') : path === leaf.path,
    );
    if (found === undefined) throw new Error(`${owner}${leaf.path} is not found in ${JSON.stringify(plan)}`);
    return found;
  };
  return { title: `${owner}${leaf.path}`, planWith, fieldOf };
}

function graphWith(type: string, leaf: Leaf, made: Json): JsonObject {
  const node = objectOf(made);
  const params = { ...objectOf(node.params ?? {}), ...BESIDE[`${type}${leaf.path}`] };
  return { nodes: [{ ...node, type, id: 'n', ...('params' in node ? { params } : {}) }], edges: [] };
}

/** Its own id is a role too; all others have one of ours. */
function idIn(leaf: Leaf, made: Json): Json {
  return leaf.path === '/id' ? (objectOf(made).id ?? 'a') : 'a';
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Fields whose role is one of these, once something is said there. */
function casesOf(text: string, ...roles: readonly Field['is'][]): readonly (readonly [string, Case])[] {
  return CASES.flatMap((one) => {
    const role = roleWith(one, text);
    return role !== null && roles.includes(role) ? [[one.title, one] as const] : [];
  });
}

function roleWith(one: Case, text: string): Field['is'] | null {
  try {
    return one.fieldOf(one.planWith(text)).is;
  } catch {
    return null;
  }
}

const TEXTS = {
  cel: 'question > 1',
  condition: 'question > 1',
  template: '{{ question }}',
  jsonata: 'question = 1',
};

describe('V3, L9 what a field is stands with its schema', () => {
  test('every text and every JSON of a node, a state, a transition and an action has a role', () => {
    const without = [
      ...NODE_SCHEMAS.flatMap((schema) => untold(schema, schema.shape.type.value)),
      ...untold(stateMachinePlanSchema, 'machine'),
      ...Object.entries(stateSchema.shape).flatMap(([key, field]) => untold(field, `state/${key}`)),
    ];
    expect(without).toEqual([]);
  });

  test.each(CASES.map((one) => [one.title, one] as const))('%s is found with its role', (_title, one) => {
    const texts = ['wanted', 'CAPABILITY(wanted)', 'N_OF(1)', 'order.*', '2031-05-01T08:00:00Z'];
    expect(texts.some((text) => roleWith(one, text) !== null)).toBe(true);
  });

  test('languages, variables and names are among the fields that the laws look at', () => {
    const titles = [...casesOf('question > 1', 'cel', 'condition'), ...casesOf('question', 'writes')].map(
      ([t]) => t,
    );
    expect(titles).toEqual(
      expect.arrayContaining([
        'EVALUATION/params/rule',
        'TOOL_ROUTER/params/routes/0/when',
        'ITERATOR/params/collectInto',
        'state/on/0/when',
        'state/on/0/actions/0/values/written',
        'state/invoke/0/output/*',
        'machine/guards/0/when',
      ]),
    );
  });
});

describe('fault B9 a field that holds an expression is checked and renamed, in nodes and in machines', () => {
  const languages = (['cel', 'condition', 'template'] as const).flatMap((is) =>
    casesOf(TEXTS[is], is).map(([title, one]) => [`${title} (${is})`, one, TEXTS[is]] as const),
  );

  test.each(languages)('%s', (_title, one, text) => {
    const plan = one.planWith(text);
    const { path, isOpen } = one.fieldOf(plan);
    const found = check(workspace([plan]), TOOLS).filter(({ code }) => code === 'VARIABLE_UNDECLARED');
    if (!isOpen) expect(found.map(({ where }) => where.field)).toContain(path);
    const renamed = renamedIn(plan);
    expect(one.fieldOf(renamed).value).toBe(text.replace('question', 'asked'));
  });

  test.each(casesOf('question', 'writes', 'declares', 'reads'))('%s names a variable', (_title, one) => {
    const plan = one.planWith('question');
    expect(one.fieldOf(renamedIn(plan)).value).toBe('asked');
  });

  test('a planner and its executor that name no variable follow one that is called as they do', () => {
    const read = readPlan({
      id: 'p',
      kind: 'capability',
      variables: [{ id: 'dynamicPlan', scope: 'OUT' }],
      nodes: [
        { id: 'plan', type: 'PLANNER' },
        { id: 'run', type: 'PLAN_EXECUTOR' },
      ],
      edges: [{ from: 'plan', to: 'run' }],
    });
    const plan = read.ok ? read.value : null;
    const renamed = plan === null ? null : renamedIn(plan, 'dynamicPlan');
    expect(renamed?.kind === 'capability' ? renamed.nodes.map(({ params }) => params) : null).toEqual([
      { planVariable: 'asked' },
      { planVariable: 'asked' },
    ]);
  });
});

describe('E1 another id of a state is followed by every field of a machine that names it', () => {
  const said = {
    state: ['a', 'b-2'],
    cel: [
      'results.a == results["a"] && note == "results.a"',
      'results["b-2"] == results["b-2"] && note == "results.a"',
    ],
    condition: [
      `inState('a') && results.?a.orValue(1) > 0`,
      `inState('b-2') && results[?"b-2"].orValue(1) > 0`,
    ],
    template: [
      'results.a is {{ results.a.text + "inState(a)" }}',
      'results.a is {{ results["b-2"].text + "inState(a)" }}',
    ],
  } as const;
  const cases = (['state', 'cel', 'condition', 'template'] as const).flatMap((is) =>
    casesOf(said[is][0], is).flatMap(([title, one]) =>
      isOfMachine(one) ? [[`${title} (${is})`, one, is] as const] : [],
    ),
  );

  test('what begins, leads and is next by default is among them', () => {
    const titles = cases.map(([title]) => title);
    for (const field of ['initial', 'defaultNext', 'target/0', 'on/0/target/0', 'choose/question'])
      expect(
        titles.some((title) => title.startsWith(`state/${field} `)),
        field,
      ).toBe(true);
  });

  test.each(cases)('%s', (_title, one, is) => {
    const plan = one.planWith(said[is][0]);
    if (plan.kind !== 'state-machine') throw new Error('no machine');
    const state = plan.states.find(({ id }) => id === 'a');
    if (state === undefined) throw new Error('no state');
    const edit = { edit: 'update-state', plan: 'p', state: 'a', to: { ...state, id: 'b-2' } } as const;
    const applied = apply(workspace([plan]), edit);
    const [renamed] = applied.ok ? applied.value.workspace.plans : [];
    expect(renamed && one.fieldOf(renamed).value).toBe(said[is][1]);
  });
});

describe('P11, M3 what a made plan reads is an input of the plan that is kept', () => {
  /** A machine reads what was around it from `goal_data`. */
  const reading = (one: Case, text: string) =>
    one.planWith(isOfMachine(one) ? text.replace('question', 'goal_data.question') : text);
  const expressions = (['cel', 'condition', 'template', 'jsonata'] as const).flatMap((is) =>
    casesOf(TEXTS[is], is).map(([title, one]) => [`${title} (${is})`, one, TEXTS[is]] as const),
  );
  const names = casesOf('question', 'reads').map(([title, one]) => [title, one, 'question'] as const);

  test.each([...expressions, ...names])('%s', (_title, one, text) => {
    const plan = reading(one, text);
    const made = plan.kind === 'capability' ? { nodes: plan.nodes, edges: plan.edges } : plan;
    const origin = { id: 'k', name: 'K', runId: 'r', address: '/e', values: { question: 1 } };
    expect(promote(made, origin).variables).toContainEqual({ id: 'question', scope: 'IN', default: 1 });
  });
});

function isOfMachine({ title }: Case): boolean {
  return /^(?:state|machine)\//.test(title);
}

const COLLECTIONS = {
  prompt: 'prompts',
  planner: 'planners',
  model: 'models',
  parser: 'parsers',
  feature: 'features',
  capability: 'capabilities',
  asked: 'capabilities',
  tool: 'capabilities',
} as const satisfies Partial<Record<Field['is'], keyof PlanReferences>>;

describe('W4, K5, T1 what a field names is found by hash, closure and risk', () => {
  const names = Object.entries(COLLECTIONS).flatMap(([role, collection]) =>
    CASES.filter((one) => roleWith(one, 'wanted') === role).map(
      (one) => [one.title, one, collection] as const,
    ),
  );

  test.each(names)('%s', (_title, one, collection) => {
    const plan = one.planWith('wanted');
    expect([...referencesOf(plan)[collection]]).toContain('wanted');
    if (collection !== 'capabilities') return;
    const wanted: CapabilityDescriptor = {
      id: 'wanted',
      description: '',
      input: {},
      output: {},
      effect: 'write',
    };
    const catalogue: Catalogue = new Map<string, CapabilityDescriptor>([...TOOLS, ['wanted', wanted]]);
    const closure = closureOf(plan, workspace([plan]), catalogue);
    expect(closure.capabilities.map(({ id }) => id)).toContain('wanted');
    expect(riskOf(workspace([plan]), catalogue).tools.write).toContain('wanted');
  });

  test.each(casesOf('CAPABILITY(wanted)', 'merge'))('%s, the merge of branches', (_title, one) => {
    const plan = one.planWith('CAPABILITY(wanted)');
    expect([...referencesOf(plan).capabilities]).toContain('wanted');
    expect(riskOf(workspace([plan]), TOOLS).unknownTools).toContain('wanted');
  });

  test.each(casesOf('wanted', 'plan'))('%s, a plan', (_title, one) => {
    const plan = one.planWith('wanted');
    const open = (threshold: number): Workspace => workspace([plan, otherPlan(threshold)]);
    expect(withPlansInside(plan, open(1).plans).map(({ id }) => id)).toEqual(['p', 'wanted']);
    expect(planHash(plan, open(1))).not.toBe(planHash(plan, open(2)));
  });
});

function otherPlan(items: number): Plan {
  const node = { id: 'n', type: 'DELAY', params: { forMs: items } };
  const read = readPlan({ id: 'wanted', kind: 'capability', nodes: [node], edges: [] });
  if (!read.ok) throw new Error('it is a plan');
  return read.value;
}

function renamedIn(plan: Plan, from = 'question'): Plan {
  const applied = apply(workspace([plan]), renameVariable(plan, from, 'asked'));
  const [renamed] = applied.ok ? applied.value.workspace.plans : [];
  if (renamed === undefined) throw new Error('the edit fits');
  return renamed;
}

test('every node type is one that the laws look at', () => {
  expect(NODE_SCHEMAS.map((schema) => schema.shape.type.value).toSorted()).toEqual(
    Object.keys(NODE_TYPES).toSorted(),
  );
});
