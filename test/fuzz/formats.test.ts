import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import {
  type Exporter,
  exportEngine,
  exportOlo,
  exportPlannerPlan,
  exportStateMachine,
  exportSteps,
  exportXState,
  type ImportOutcome,
  importEngine,
  importOlo,
  importPlannerPlan,
  importStateMachine,
  importSteps,
  importXState,
} from '#formats';
import { HARBOUR, OBSERVATORY } from '../formats/engine/configurations';
import { ORCHARD } from '../formats/olo/orchard';
import { PLANNER } from '../formats/olo/studio';
import { MACHINES } from '../formats/xstate/machines';
import { fuzzTimeout, samples } from './samples';

type Reader = (input: Json) => ImportOutcome | Promise<ImportOutcome>;

const SURVEY: Json = {
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
};
const GOALS: Json = [
  { goal: 'Count', primary_tools: ['log'], success_criteria: 'one', context: 'May', step_num: 1 },
];
const GRAPH: Json = {
  nodes: {
    a: { id: 'a', type: 'tool', toolId: 'x', input: { n: 1 } },
    b: { type: 'finish', input: { done: true } },
  },
  edges: { a: ['b'] },
};
const REPLY: Json = [
  { toolId: 'PEN', displayName: 'Draw', input: { prompt: 'p', more: 1 } },
  {
    toolId: 'SUB',
    type: 'PLANNER',
    params: { modelPluginRef: 'M', treeBuilder: 'default', userQueryVariable: 'q' },
  },
];

const FORMATS: readonly (readonly [string, Reader, readonly Json[]])[] = [
  ['olo', importOlo, [ORCHARD, PLANNER, REPLY]],
  ['engine', importEngine, [HARBOUR, OBSERVATORY]],
  [
    'planner-plan',
    importPlannerPlan,
    [GRAPH, { planId: 'p', steps: [{ id: 'a', type: 'message', input: 'm' }] }],
  ],
  ['steps', importSteps, [GOALS]],
  ['state-machine', importStateMachine, [SURVEY, { plan: SURVEY }]],
  ['xstate', importXState, Object.values(MACHINES)],
];

const WRITERS: readonly Exporter[] = [
  exportOlo,
  exportEngine,
  exportPlannerPlan,
  exportSteps,
  exportStateMachine,
  exportXState,
];

const { seed, numRuns } = samples(1_500);
const STRIDE = process.env.FUZZ_RUNS === undefined ? 10 : 1;

/** What stands in a damaged file where something else is expected. */
const ODD: readonly Json[] = [
  null,
  0,
  -1,
  1e9,
  '',
  ' ',
  'x',
  true,
  [],
  {},
  [null],
  [[]],
  { a: null },
  [{}],
  ['x', 1],
];

/** The same value with one of its places, counted from the root, changed. */
function changedAt(value: Json, place: number, change: (value: Json) => Json): Json {
  let left = place % sizeOf(value);
  const walk = (one: Json): Json => {
    if (left-- === 0) return change(one);
    if (Array.isArray(one)) return (one as readonly Json[]).map(walk);
    if (!isJsonObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]));
  };
  return walk(value);
}

function sizeOf(value: Json): number {
  const inner = Array.isArray(value)
    ? (value as readonly Json[])
    : isJsonObject(value)
      ? Object.values(value)
      : [];
  return inner.reduce<number>((sum, one) => sum + sizeOf(one), 1);
}

/** Without a member, or with one more, where it is an object; else something else. */
function shaken(value: Json, digit: number): Json {
  if (!isJsonObject(value) || digit % 3 === 0) return ODD[digit % ODD.length] ?? null;
  const entries = Object.entries(value);
  if (digit % 3 === 1)
    return Object.fromEntries(entries.filter((_, index) => index !== digit % entries.length));
  return { ...value, [`key ${digit % 7}`]: ODD[digit % ODD.length] ?? null } as JsonObject;
}

async function expectOutcome(read: Reader, file: Json): Promise<void> {
  const { workspace, diagnostics } = await read(file);
  if (workspace === null) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  for (const plan of workspace?.plans ?? [])
    for (const write of WRITERS) if (workspace !== null) write(plan, workspace);
}

describe('S3 T8 whatever a file of another system holds, reading it and writing it out never throws', () => {
  test.each(FORMATS)(
    'fault F5 %s, with null in one place, in each of them (npm test: a tenth)',
    async (_name, read, given) => {
      for (const sample of given)
        for (let place = seed % STRIDE; place < sizeOf(sample); place += STRIDE)
          await expectOutcome(
            read,
            changedAt(sample, place, () => null),
          );
    },
    fuzzTimeout(),
  );

  test.each(FORMATS)(
    'fault F5 %s, changed in one to three places: an outcome, and what it holds can be exported in every format',
    async (_name, read, given) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...given),
          fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { minLength: 1, maxLength: 3 }),
          async (sample, changes) => {
            const file = changes.reduce<Json>(
              (value, [place, digit]) => changedAt(value, place, (one) => shaken(one, digit)),
              sample,
            );
            await expectOutcome(read, file);
          },
        ),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );
});
