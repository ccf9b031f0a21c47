import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import { bodyHash, planHash, readJson, type Workspace, workspaceHash } from '#plan';
import { body, planJson } from '../notation/plan';
import { W1_EXAMPLE } from '../notation/w1Example';

const PLAN = planJson(
  `
in question            out answer
look: CAPABILITY echo {input: {text: "{{ question }}"}, output: {answer: "result.text"}}
plan: PLANNER llm {goal: x, prompt: {prompt: mine}, models: [big], tools: ["shop.*"]}
ask: PLANNER rules {goal: y, planner: {flavour: rules, use: own}}
both: GROUP ASYNC
  a: CAPABILITY echo
  b: CAPABILITY shop.buy
  a -> b
look -> plan -> both
look.error -> both
note: NOTE remember
result {answer: "{{ answer }}"}`
    .replace('in question            out answer', 'in question\nout answer')
    .replace('PLANNER rules {goal: y, planner:', 'PLANNER {goal: y, planner:'),
);

const DOCUMENT: JsonObject = {
  format: 'planloom/workspace',
  version: 1,
  id: 'test',
  name: 'Test',
  plans: [PLAN, planJson('z: CAPABILITY echo', 'other')],
  prompts: [
    { id: 'mine', text: 'Plan {{ goal }}' },
    { id: 'unused', text: 'x' },
  ],
  models: [
    { id: 'big', connection: 'home', model: 'm' },
    { id: 'small', connection: 'home', model: 's' },
  ],
  connections: [{ id: 'home' }],
  planners: [{ id: 'own', kind: 'rules', rules: [] }],
  capabilities: [{ id: 'shop.buy', effect: 'write' }, { id: 'fun.play' }],
  layout: { main: { look: { x: 0, y: 0 } } },
};

function workspaceOf(document: JsonObject): Workspace {
  const outcome = readJson(document);
  if (outcome.kind !== 'document') throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.workspace;
}

/** The document with the value at a path put in place of what is there; undefined takes it away. */
function changed(path: string, value: Json | undefined): JsonObject {
  const copy = JSON.parse(JSON.stringify(DOCUMENT)) as JsonObject;
  const keys = path.split('/');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<object>((at, key) => Reflect.get(at, key) as object, copy);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return copy;
}

const hashOf = (document: JsonObject): string => {
  const workspace = workspaceOf(document);
  const [plan] = workspace.plans;
  return plan ? planHash(plan, workspace) : '';
};
const ORIGINAL = hashOf(DOCUMENT);
const NODES = PLAN.nodes as readonly JsonObject[];
const EDGES = PLAN.edges as readonly JsonObject[];

describe('W4 the plan hash is of what a plan means', () => {
  test('it is a SHA-256, and equal for equal documents', () => {
    expect(ORIGINAL).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(JSON.parse(JSON.stringify(DOCUMENT)) as JsonObject)).toBe(ORIGINAL);
  });

  test.each<[string, string, Json | undefined]>([
    ['the name of the plan', 'plans/0/name', 'Other'],
    ['its description', 'plans/0/description', 'Other'],
    ['the name of a node', 'plans/0/nodes/0/name', 'Other'],
    ['the name of a node in a container', 'plans/0/nodes/3/body/nodes/0/name', 'Other'],
    ['foreign leftovers', 'plans/0/nodes/0/source', { olo: 1 }],
    ['a note', 'plans/0/nodes/4/params/markdown', 'other'],
    ['no note at all', 'plans/0/nodes/4', undefined],
    ['the layout', 'layout', { main: { look: { x: 7, y: 7, color: 'red' } } }],
    ['the order of edges', 'plans/0/edges', EDGES.toReversed()],
    ['a port that is the default anyway', 'plans/0/edges/1/port', 'out'],
    ['an empty object of parameters', 'plans/0/nodes/2/disabled', undefined],
    ['the name of the workspace', 'name', 'Other'],
    ['the name of a prompt', 'prompts/0/name', 'Other'],
    ['a prompt that it does not use', 'prompts/1/text', 'other'],
    ['a model that it does not use', 'models/1/model', 'other'],
    ['a capability that it does not allow', 'capabilities/1/effect', 'write'],
    ['another plan', 'plans/1/nodes/0/id', 'y'],
  ])('%s does not matter', (_what, path, value) => {
    const document = changed(path, value);
    if (path === 'plans/0/nodes/4')
      (Reflect.get(document.plans as object, 0) as { nodes: Json[] }).nodes.length = 4;
    expect(hashOf(document)).toBe(ORIGINAL);
  });

  test.each<[string, string, Json | undefined]>([
    ['the id of the plan', 'plans/0/id', 'renamed'],
    ['a type', 'plans/0/nodes/0/type', 'TRANSFORM'],
    ['a parameter', 'plans/0/nodes/0/params/capability', 'other'],
    ['an input', 'plans/0/nodes/0/input/text', 'x'],
    ['an output', 'plans/0/nodes/0/output/answer', 'result'],
    ['a timeout', 'plans/0/nodes/0/timeoutMs', 5],
    ['a retry', 'plans/0/nodes/0/retry', { maxAttempts: 2 }],
    ['what a failure does', 'plans/0/nodes/0/onError', 'route'],
    ['a node that is left out', 'plans/0/nodes/0/disabled', 'skip'],
    ['a parameter in a container', 'plans/0/nodes/3/body/nodes/0/params/capability', 'other'],
    ['an edge less', 'plans/0/edges', EDGES.slice(1)],
    ['a port', 'plans/0/edges/0/port', 'error'],
    ['the order of nodes', 'plans/0/nodes', [...NODES.slice(1), ...NODES.slice(0, 1)]],
    ['a variable', 'plans/0/variables/0/scope', 'INTERNAL'],
    ['a contract', 'plans/0/variables/0/schema', { type: 'string' }],
    ['strictness', 'plans/0/strict', true],
    ['the result', 'plans/0/result', { answer: 1 }],
    ['a prompt that it uses', 'prompts/0/text', 'other'],
    ['the version of that prompt', 'prompts/0/version', 2],
    ['a model that it uses', 'models/0/model', 'other'],
    ['a planner that it uses', 'planners/0/rules', [{ id: 'r', when: 'true', steps: [] }]],
    ['a capability that it allows by a pattern', 'capabilities/0/effect', 'read'],
  ])('%s matters', (_what, path, value) => {
    const document = changed(path, value);
    if (path === 'plans/0/nodes/0/type')
      Reflect.set(Reflect.get(Reflect.get(document.plans as object, 0) as object, 'nodes') as object, 0, {
        id: 'look',
        type: 'TRANSFORM',
        params: { expression: '1' },
      });
    expect(hashOf(document)).not.toBe(ORIGINAL);
  });

  test('R22 shuffled edges give the same hash, of bodies too', () => {
    const text = ['a: IF true', 'b: TRANSFORM 1', 'c: TRANSFORM 2', 'd: TRANSFORM 3'];
    const edges = ['a.then -> b', 'a.else -> c', 'b -> d', 'c -> d', 'a.then -> d'];
    const hash = bodyHash(body([...text, ...edges].join('\n')));
    fc.assert(
      fc.property(fc.shuffledSubarray(edges, { minLength: edges.length }), (shuffled) => {
        expect(bodyHash(body([...text, ...shuffled].join('\n')))).toBe(hash);
      }),
      { seed: 22 },
    );
  });

  test('M1 of a state machine: names and descriptions do not matter, anything else does', () => {
    const machineHash = (change: (machine: JsonObject) => JsonObject) => {
      const plans = W1_EXAMPLE.plans as readonly JsonObject[];
      const workspace = workspaceOf({ ...W1_EXAMPLE, plans: [change(plans[1] ?? {})] });
      const [machine] = workspace.plans;
      return machine ? planHash(machine, workspace) : '';
    };
    const original = machineHash((machine) => machine);
    const withState = (fields: JsonObject) => (machine: JsonObject) => ({
      ...machine,
      states: [
        { ...(machine.states as readonly JsonObject[])[0], ...fields },
        ...(machine.states as readonly JsonObject[]).slice(1),
      ] as readonly Json[],
    });
    expect(machineHash(withState({ name: 'Begin', description: 'x' }))).toBe(original);
    expect(machineHash(withState({ meta: { color: 'red' }, always: [], tags: [] }))).toBe(original);
    const on = (fields: JsonObject) =>
      machineHash(withState({ on: [{ event: 'go', target: 'end', when: 'score > 1', ...fields }] }));
    expect(on({ description: 'x', source: { theirs: 1 }, actions: [] })).toBe(original);
    const log = { type: 'log', message: { description: 'data', source: [] } };
    expect(on({ actions: [{ ...log, source: { theirs: 1 } }] })).toBe(on({ actions: [log] }));
    expect(on({ actions: [{ type: 'log', message: {} }] })).not.toBe(on({ actions: [log] }));
    expect(on({ reenter: true })).not.toBe(original);
    expect(machineHash(withState({ on: [] }))).not.toBe(original);
    expect(machineHash(withState({ outcome: 'failed' }))).not.toBe(original);
  });
});

describe('T1 the hash that trust binds to is of the whole workspace', () => {
  test.each<[string, string, Json]>([
    ['a name', 'name', 'Other'],
    ['a place', 'layout', { main: { look: { x: 1, y: 0 } } }],
    ['a note', 'plans/0/nodes/4/params/markdown', 'other'],
    ['a document', 'documents', [{ id: 'd', kind: 'text', text: '' }]],
  ])('%s matters', (_what, path, value) => {
    expect(workspaceHash(workspaceOf(changed(path, value)))).not.toBe(workspaceHash(workspaceOf(DOCUMENT)));
  });

  test('defaults that are written out do not', () => {
    expect(workspaceHash(workspaceOf({ ...DOCUMENT, policies: [], sessions: [] }))).toBe(
      workspaceHash(workspaceOf(DOCUMENT)),
    );
  });
});
