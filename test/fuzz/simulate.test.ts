import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Workspace } from '#plan';
import { build, type Case } from '../laws/random/build';
import { type Feature, RUN_FEATURES } from '../laws/random/features';
import { shownCase } from '../laws/random/shown';
import { type RunSketch, runSketch } from '../laws/random/sketch';
import { GoesOn, toPlan, virtualRun } from '../laws/virtualRun';
import { workspace } from '../notation/plan';
import { fuzzTimeout, samples } from './samples';
import { ranWith, simulatedWith } from './simulateAndRun';

/** A guard that nobody answers for is asked by a run; what JSONata takes is no time of the clock. */
const FEATURES: ReadonlySet<Feature> = new Set(
  [...RUN_FEATURES].filter((feature) => feature !== 'silence' && feature !== 'TRANSFORM'),
);

test(
  'H4 fault S7 simulate and run agree on whatever both can do: lines, their order and times, ends, outputs, variables',
  async () => {
    let compared = 0;
    // What is loaded when it is first needed takes no turn of a run.
    await import('jsonata');
    const { seed, numRuns } = samples(400);
    const property = fc.asyncProperty(runSketch(FEATURES), fc.nat(2), async (sketch, way) => {
      const drawn = caseOf(sketch, way);
      if (isLong(drawn)) return;
      const whole = workspaceOf(drawn, way);
      const simulated = await simulatedWith(whole, drawn.script);
      // A run asks again, or another model, where a reply is no plan (P5); a script answers once.
      if (simulated.isRefused) return;
      const ran = await ranWith(whole, drawn.script);
      expect(ran, shownCase(drawn)).toEqual(simulated);
      compared++;
    });
    await fc.assert(property, { seed, numRuns });
    expect(compared).toBeGreaterThan(numRuns / 2);
  },
  fuzzTimeout(),
);

function caseOf(sketch: RunSketch, way: number): Case {
  let outcomes = 0;
  const drawn: Case = JSON.parse(JSON.stringify(build(sketch, FEATURES)), (key, value) => {
    if (key === 'afterMs') return value * APART + ++outcomes;
    return TIMES.has(key) && typeof value === 'number' ? value * APART : value;
  });
  const steps = Object.fromEntries(
    [1, 2, 3].map((step) => [`step-${step}`, [{ afterMs: ++outcomes, output: step }]]),
  );
  const script = { ...drawn.script, nodes: { ...steps, ...drawn.script.nodes } };
  return JSON.parse(JSON.stringify({ ...drawn, script }), (_, value) => {
    if (isPlanner(value)) return asked(value, way);
    return isJsonObject(value) && isJsonObject(value.output) && Array.isArray(value.output.nodes)
      ? { ...value, output: reworded(value.output, way) }
      : value;
  });
}

/** Calls and timers never come in one millisecond: whose turn it is then is chance in a run. */
const APART = 10_000;
const TIMES: ReadonlySet<string> = new Set([
  'timeoutMs',
  'initialIntervalMs',
  'maxIntervalMs',
  'forMs',
  'atMs',
]);

function isPlanner(value: Json): boolean {
  return isJsonObject(value) && value.type === 'PLANNER';
}

/** A planner that a run asks outside, as a script answers it: a capability, whose reply is read in one of three ways. */
function asked({ params, ...node }: { readonly params: object }, way: number): object {
  const reading = [{}, { parser: 'default' }, { parser: 'own' }][way];
  const planner = { flavour: 'capability', use: 'propose' };
  return { ...node, params: { ...params, planner, repairRetries: 0, modelRetries: 0, ...reading } };
}

/** A plan in the words of that parser: as it is, as a list of plugins, or in a form that nobody else reads. */
function reworded({ nodes, edges }: JsonObject, way: number): Json {
  if (way === 0 || !Array.isArray(nodes)) return { nodes: nodes ?? [], edges: edges ?? [] };
  if (way === 1)
    return JSON.stringify(nodes.map((_, at) => ({ toolId: 'echo', input: { prompt: `Step ${at}` } })));
  return { mine: nodes, ways: edges ?? [] };
}

const OWN = '{"nodes": value.mine[], "edges": value.ways[]}';

function workspaceOf({ plans, features }: Case, way: number): Workspace {
  const parsers = way === 2 ? [{ id: 'own', kind: 'jsonata', expression: OWN }] : [];
  return workspace(plans.map(toPlan), { features: JSON.parse(JSON.stringify(features)), parsers });
}

function isLong(drawn: Case): boolean {
  try {
    virtualRun(drawn, { most: 300 });
    return false;
  } catch (thrown) {
    return thrown instanceof GoesOn;
  }
}
