import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, own } from '#base';
import { exportPlannerPlan, importPlannerPlan } from '#formats';
import { toJson, type Workspace } from '#plan';
import { plan, workspace } from '../notation/plan';

describe('S3 planners’ plans of reference 3', () => {
  it('P4 steps are a chain: tool, message, internal and finish', () => {
    const imported = importPlannerPlan({
      planId: 'kiln-7',
      steps: [
        { id: 'weigh', type: 'tool', toolId: 'scale.read', input: { bin: 4 } },
        { id: 'say', type: 'message', input: 'Weighed.' },
        { id: 'think', type: 'internal', meta: { why: 'habit' } },
        { id: 'end', type: 'finish', input: { done: true } },
      ],
    });
    const [one] = imported.workspace?.plans ?? [];
    expect(one).toMatchObject({
      name: 'kiln-7',
      source: { 'planner-plan': { planId: 'kiln-7', form: 'steps' } },
      nodes: [
        { id: 'weigh', type: 'CAPABILITY', params: { capability: 'scale.read' }, input: { bin: 4 } },
        { id: 'say', type: 'CAPABILITY', params: { capability: 'text.say' }, input: { text: 'Weighed.' } },
        {
          id: 'think',
          type: 'TRANSFORM',
          params: { expression: 'null' },
          source: { 'planner-plan': { meta: { why: 'habit' } } },
        },
        { id: 'end', type: 'END', params: { result: { done: true } } },
      ],
      edges: [
        { from: 'weigh', to: 'say' },
        { from: 'say', to: 'think' },
        { from: 'think', to: 'end' },
      ],
    });
    expect(imported.kept).toMatchObject([{ path: '/steps/2/meta' }]);
  });

  it('P4 an edge map gives exactly its edges', () => {
    const imported = importPlannerPlan({
      nodes: {
        a: { id: 'a', type: 'tool', toolId: 'scale.read' },
        b: { id: 'b', type: 'message', input: 'Hm.' },
        c: { id: 'c', type: 'tool', toolId: 'scale.read' },
      },
      edges: { a: ['b', 'c'] },
    });
    const [one] = imported.workspace?.plans ?? [];
    expect(one?.kind === 'capability' && one.edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'a b',
      'a c',
    ]);
  });

  it('S3 import → export → import: the same plan, and the file as it was', () => {
    fc.assert(
      fc.property(anyPlan, (value) => {
        const first = imported(value);
        const { value: written, leftOut } = exported(first);
        expect(leftOut).toEqual([]);
        expect(written).toEqual(value);
        expect(toJson(imported(written))).toEqual(toJson(first));
      }),
      { seed: 42, numRuns: 200 },
    );
  });

  it('S3 what a plan has more than steps is named', () => {
    const drawn = workspace([
      plan(`
        in n: number
        gate: IF n > 1
        yes: CAPABILITY echo {mutex: m, timeoutMs: 5}
        gate.then -> yes
        result {n: "{{ n }}"}
      `),
    ]);
    const { value, leftOut } = exported(drawn);
    expect(value).toEqual({
      planId: 'main',
      steps: [{ id: 'yes', type: 'tool', toolId: 'echo', timeoutMs: 5 }],
    });
    expect(leftOut.map(({ where }) => `${where.node ?? ''}${where.field}`)).toEqual([
      'gate/type',
      'yes/mutex',
      '/variables',
      '/result',
    ]);
  });

  it.each([
    [{}, 'NOT_A_PLAN'],
    ['no json', 'JSON_INVALID'],
    [{ steps: [{ id: 'a', type: 'tool', toolId: ' ' }] }, 'BLANK_TOOL'],
    [
      {
        steps: [
          { id: 'a', type: 'tool', toolId: 'x' },
          { id: 'a', type: 'tool', toolId: 'x' },
        ],
      },
      'DUPLICATE_ID',
    ],
    [{ nodes: { a: { type: 'tool', toolId: 'x' } }, edges: { a: ['b'] } }, 'UNKNOWN_STEP'],
    [{ nodes: { a: { type: 'tool', toolId: 'x' } }, edges: { a: ['a'] } }, 'SELF_DEPENDENCY'],
    [{ steps: [{ id: 'm', type: 'message' }] }, 'MESSAGE_EMPTY'],
  ])('W3 %j is refused: %s', (value, code) => {
    const outcome = importPlannerPlan(value as Json);
    expect(outcome.workspace).toBeNull();
    expect(outcome.diagnostics.map((one) => one.code)).toContain(code);
  });
});

const id = fc.constantFrom('weigh', 'say', 'load_2', 'cool-down', 'end1', 'look up', '7');
const step: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({
    type: fc.constant('tool'),
    toolId: fc.constantFrom('scale.read', 'kiln_fire'),
    input: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer(), { noNullPrototype: true }),
  }) as fc.Arbitrary<JsonObject>,
  fc.record({
    type: fc.constant('message'),
    input: fc.string({ minLength: 1 }).filter((text) => !text.includes('{{')),
  }) as fc.Arbitrary<JsonObject>,
  fc.record({
    type: fc.constant('internal'),
    meta: fc.record({ note: fc.string() }),
  }) as fc.Arbitrary<JsonObject>,
  fc.record({
    type: fc.constant('finish'),
    input: fc.record({ done: fc.boolean() }),
  }) as fc.Arbitrary<JsonObject>,
);
const steps = fc
  .uniqueArray(id, { minLength: 1, maxLength: 5 })
  .chain((ids) => fc.tuple(...ids.map((one) => step.map((rest) => ({ id: one, ...rest }) as JsonObject))));

const anyPlan: fc.Arbitrary<JsonObject> = fc.oneof(
  steps.map((list) => ({ planId: 'p', steps: list })),
  steps.chain((list) =>
    fc
      .array(fc.tuple(fc.nat(list.length - 1), fc.nat(list.length - 1)), { maxLength: 6 })
      .map((pairs) => ({ nodes: mapOf(list), edges: edgesOf(list, pairs) })),
  ),
);

function mapOf(list: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(list.map((one) => [String(one.id), one]));
}

/** Forward edges only, each once. */
function edgesOf(list: readonly JsonObject[], pairs: readonly (readonly [number, number])[]): JsonObject {
  const edges: Record<string, string[]> = {};
  for (const [from, to] of pairs) {
    const [a, b] = [String(list[from]?.id), String(list[to]?.id)];
    if (from < to && !(own(edges, a) as string[] | undefined)?.includes(b))
      edges[a] = [...(edges[a] ?? []), b];
  }
  return edges;
}

function imported(value: Json): Workspace {
  const outcome = importPlannerPlan(value);
  if (outcome.workspace === null) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.workspace;
}

function exported(one: Workspace) {
  const [first] = one.plans;
  const result = first === undefined ? null : exportPlannerPlan(first, one);
  if (!result?.ok) throw new Error('not exported');
  return result.value;
}
