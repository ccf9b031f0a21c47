import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors, type Json } from '#base';
import { type Importer, importEngine, importPlannerPlan, importStateMachine, importSteps } from '#formats';
import { readJson, toJson } from '#plan';
import { HARBOUR, OBSERVATORY } from './engine/configurations';

const STEP = { goal: 'Count', primary_tools: ['log'], success_criteria: 'one', context: 'May', step_num: 1 };

const IMPORTERS: readonly (readonly [string, Importer, readonly Json[]])[] = [
  ['steps', importSteps, [[STEP, { ...STEP, mode: 'single', step_num: 2 }]]],
  ['engine', importEngine, [HARBOUR, OBSERVATORY, { groups: [{ definitions: [{ name: 'a' }] }] }]],
  [
    'state-machine',
    importStateMachine,
    [
      {
        plan_type: 'x.y',
        description: 'd',
        states: {
          start: { state_name: 'start', description: '', default_next: 'ask' },
          ask: {
            state_name: 'ask',
            description: '',
            action: { event_type: 'a.b', response_event: 'a.c', data: { q: '{goal_data.q}' } },
            transitions: [{ on_event: 'a.c', to_state: 'end', condition: 'data.ok' }],
          },
          end: { state_name: 'end', description: '', is_terminal: true },
        },
      },
      { plan: { plan_type: 'x', description: '', states: {} } },
    ],
  ],
  [
    'planner-plan',
    importPlannerPlan,
    [
      { planId: 'p', steps: [{ id: 'a', type: 'tool', toolId: 'x' }] },
      { nodes: { a: { type: 'finish' } }, edges: {} },
    ],
  ],
];

describe.each(IMPORTERS)('W3 hostile files: %s', (_name, read, samples) => {
  it('whatever is put somewhere into a good file: an outcome with a workspace that opens, or with errors', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.nat(),
        fc.jsonValue({ maxDepth: 3 }),
        (sample, place, value) => {
          expectOutcome(read, replacedAt(sample, place, value as Json));
        },
      ),
      { seed: 5, numRuns: 400 },
    );
  });

  it('any JSON at all, and any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue() as fc.Arbitrary<Json>, fc.string()), (value) =>
        expectOutcome(read, value),
      ),
      { seed: 6, numRuns: 200 },
    );
  });

  it('case C1 names of the prototype, case C5 too deep, and nothing at all', () => {
    for (const text of [
      '{"__proto__": {"a": 1}, "pipelines": {}, "steps": []}',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
      '',
      '\ufeff',
      'null',
    ])
      expect(read(text)).toMatchObject({ workspace: null });
    expectOutcome(read, {
      pipelines: { constructor: { root: { type: 'GROUP', children: [] } } },
      steps: [{ id: 'toString', type: 'finish' }],
    });
  });
});

describe('T4 huge files', () => {
  it('10 MB of plugins: read or refused with the number, in seconds', () => {
    const children = Array.from({ length: 60_000 }, (_, index) => ({
      type: 'PLUGIN',
      name: `tool.number${index}`,
      pluginType: 'ToolPlugin',
      note: 'x'.repeat(90),
    }));
    const text = JSON.stringify({ pipelines: { default: { root: { type: 'GROUP', children } } } });
    expect(text.length).toBeGreaterThan(10_000_000);
    const outcome = importEngine(text);
    expect(outcome.diagnostics.length).toBeLessThanOrEqual(1_002);
    expect(outcome.workspace === null).toBe(hasErrors(outcome.diagnostics));
  }, 60_000);

  it.each([
    [
      'planner-plan',
      importPlannerPlan,
      { planId: 'p', steps: many(60_000, (n) => ({ id: `s${n}`, type: 'tool', toolId: 'log', note: PAD })) },
    ],
    [
      'planner-plan graph',
      importPlannerPlan,
      {
        nodes: Object.fromEntries(many(60_000, (n) => [`n${n}`, { type: 'tool', toolId: 'log', note: PAD }])),
        edges: {},
      },
    ],
    [
      'steps',
      importSteps,
      many(60_000, (n) => ({ goal: `Goal ${n}`, primary_tools: ['log'], success_criteria: PAD })),
    ],
    [
      'state-machine',
      importStateMachine,
      {
        plan_type: 'x',
        description: '',
        states: Object.fromEntries(many(60_000, (n) => [`s${n}`, { state_name: `s${n}`, description: PAD }])),
      },
    ],
  ] as readonly (readonly [string, Importer, Json])[])(
    '10 MB of %s: refused with the number, in seconds',
    (_name, read, value) => {
      const text = JSON.stringify(value);
      expect(text.length).toBeGreaterThan(9_000_000);
      const begun = performance.now();
      const outcome = read(text);
      expect(performance.now() - begun).toBeLessThan(30_000);
      expect(outcome.workspace).toBeNull();
      expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['TOO_MANY_NODES']);
      expect(outcome.diagnostics[0]?.message).toContain('60000 > 20000');
      for (const { code, message, help } of outcome.diagnostics.slice(0, 5)) {
        expect(code).toMatch(/^[A-Z_]+$/);
        expect(message).toMatch(/[.?]$/);
        expect(help.length).toBeGreaterThan(8);
      }
    },
    60_000,
  );

  it.each([
    [
      'planner-plan',
      importPlannerPlan,
      (deep: Json) => ({ steps: [{ id: 'a', type: 'tool', toolId: 'x', input: deep }] }),
    ],
    [
      'steps',
      importSteps,
      (deep: Json) => [{ goal: 'g', primary_tools: ['x'], success_criteria: '', extra: deep }],
    ],
    [
      'state-machine',
      importStateMachine,
      (deep: Json) => ({
        plan_type: 'x',
        description: '',
        states: {
          start: {
            state_name: 'start',
            description: '',
            is_terminal: true,
            action: { event_type: 'a', response_event: 'b', data: deep },
          },
        },
      }),
    ],
  ] as readonly (readonly [string, Importer, (deep: Json) => Json])[])(
    'case C5 values in values in %s: kept, or refused with the depth',
    (_name, read, around) => {
      for (const levels of [20, 60, 5_000]) {
        const text = JSON.stringify(around('@')).replace('"@"', `${'['.repeat(levels)}${']'.repeat(levels)}`);
        const outcome = read(text);
        expect(outcome.workspace === null).toBe(hasErrors(outcome.diagnostics));
        if (levels === 5_000) expect(outcome.diagnostics[0]?.message).toMatch(/\d/);
      }
    },
  );

  it('groups in groups beyond what a document holds are refused, not cut', () => {
    let group: Json = { type: 'PLUGIN', name: 'a.b', pluginType: 'ToolPlugin' };
    for (let depth = 0; depth < 24; depth++)
      group = { type: 'GROUP', executionMode: 'SYNC', children: [group] };
    expect(importEngine({ pipelines: { default: { root: group } } }).workspace).toBeNull();
  });
});

const PAD = 'x'.repeat(120);

function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function expectOutcome(read: Importer, value: Json | string): void {
  const { workspace, diagnostics } = read(value);
  expect(workspace === null).toBe(hasErrors(diagnostics));
  if (workspace !== null) expect(readJson(toJson(workspace)).kind).toBe('document');
}

/** The value with something else at the n-th of its places. */
function replacedAt(value: Json, place: number, by: Json): Json {
  let left = place % countOf(value);
  const walk = (at: Json): Json => {
    if (left-- === 0) return by;
    if (Array.isArray(at)) return at.map((item) => walk(item as Json));
    if (typeof at !== 'object' || at === null) return at;
    return Object.fromEntries(Object.entries(at).map(([key, item]) => [key, walk(item)]));
  };
  return walk(value);
}

function countOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countOf(item as Json), 1);
}
