import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#base';
import {
  type Exporter,
  exportEngine,
  exportPlannerPlan,
  exportSteps,
  type Importer,
  type ImportOutcome,
  importEngine,
  importPlannerPlan,
  importSteps,
} from '#formats';
import { toJson } from '#plan';
import { HARBOUR, OBSERVATORY } from './engine/configurations';
import { anyConfiguration } from './engine/randomConfiguration';
import { MARK, strangersIn } from './strangeKeys';

const PLAN = {
  groups: [
    {
      definitions: [{ name: 'a.A', timeout: 3, retryOptions: { maximumAttempts: 2 }, pluginNodeId: 'p' }],
      asyncPolicy: 'ALL',
    },
    { definitions: [{ name: 'b.B' }, { name: 'c.C' }], asyncPolicy: 'ALL_SETTLED', groupNodeId: 'g' },
    {
      conditionDefinition: { name: 'is.It' },
      branches: [[{ definitions: [{ name: 'a.A' }] }], [{ definitions: [{ name: 'b.B' }, { name: 'c.C' }] }]],
    },
  ],
};

const STEP = { id: 'a', type: 'tool', toolId: 'x', meta: { why: 'so' } };
const PLANS: readonly Json[] = [
  { planId: 'p', steps: [STEP, { id: 'b', type: 'message', input: 'Hm' }, { id: 'c', type: 'finish' }] },
  { nodes: { a: STEP, b: { id: 'b', type: 'internal' } }, edges: { a: ['b'] } },
  [STEP, { id: 'b', type: 'tool', toolId: 'y' }],
  STEP,
  [
    { type: 'step', step: STEP },
    { type: 'reasoning', text: 'Hm' },
    { type: 'step', step: { id: 'b', type: 'finish' } },
  ],
];

const GOAL = { goal: 'Count', primary_tools: ['log', 'web'], success_criteria: 'one', context: 'May' };
const GOALS: readonly Json[] = [
  [GOAL, { ...GOAL, mode: 'single' }],
  {
    steps: [
      { ...GOAL, step_num: 1 },
      { ...GOAL, step_num: 2 },
    ],
  },
];

/** Keys below these are names or values of a user, or are kept whole. */
const OPEN = {
  engine:
    /\/(pipelines|root|capabilities|capabilityPlugins|mergePolicies|stageToQueue|featurePlugins|dynamicPlugins)$/,
  plan: /\/(nodes|edges|meta|input)$/,
};

const isEngineWord = (pointer: string, object: JsonObject): boolean =>
  typeof object.type === 'string' || !OPEN.engine.test(pointer);
const isPlanWord = (pointer: string): boolean => !OPEN.plan.test(pointer);

describe.each<[string, Importer, Exporter, fc.Arbitrary<Json>, typeof isEngineWord]>([
  ['engine', importEngine, exportEngine, anyConfiguration, isEngineWord],
  [
    'engine, two whole files',
    importEngine,
    exportEngine,
    fc.constantFrom<Json>(HARBOUR, OBSERVATORY),
    isEngineWord,
  ],
  ['CapabilityPlan', importEngine, exportEngine, fc.constant<Json>(PLAN), isEngineWord],
  ['planner-plan', importPlannerPlan, exportPlannerPlan, fc.constantFrom(...PLANS), isPlanWord],
  ['steps', importSteps, exportSteps, fc.constantFrom(...GOALS), () => true],
])('S3 nothing is dropped silently: %s', (_name, read, write, files, isClosed) => {
  it('a key that the format does not know, anywhere: written back, or named with its place', () => {
    fc.assert(
      fc.property(strangersIn(files, isClosed), ({ file, pointer }) => {
        const first = read(file);
        const text = JSON.stringify(written(first, write));
        const isNamed = first.diagnostics.some(({ where }) => where.field?.endsWith(lastOf(pointer)));
        expect(text.includes(MARK) || isNamed, `${pointer} is lost`).toBe(true);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it('and import → export → import is the same plan', () => {
    fc.assert(
      fc.property(strangersIn(files, isClosed), ({ file }) => {
        const first = read(file);
        const again = read(written(first, write));
        expect(again.workspace && toJson(again.workspace)).toEqual(
          first.workspace && toJson(first.workspace),
        );
      }),
      { seed: 12, numRuns: 150 },
    );
  });
});

function written({ workspace, diagnostics }: ImportOutcome, write: Exporter): Json {
  const plan = workspace?.plans[0];
  if (!workspace || !plan) throw new Error(JSON.stringify(diagnostics));
  const result = write(plan, workspace);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value.value;
}

function lastOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/'));
}
