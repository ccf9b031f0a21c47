import fc from 'fast-check';
import { isJsonObject, type Json, seededRandom } from '#base';
import { build, type Case } from '../random/build';
import { type Feature, RUN_FEATURES } from '../random/features';
import { runSketch } from '../random/sketch';
import type { Outcome, PlainPlan, ScriptEvent } from '../reference/language';
import { GoesOn, virtualRun } from '../virtualRun';

/** What the calls of these plans do outside. Of `send` nobody knows afterwards whether it happened (K6). */
export const EFFECTS = {
  look: { effect: 'read' },
  send: { effect: 'write' },
  put: { effect: 'write', idempotent: true },
  echo: { effect: 'pure' },
} as const;
const NAMES = Object.keys(EFFECTS);

/**
 * A person who pauses has calls come home meanwhile, which a process that is not there cannot: such a run comes later
 * to what it does. A crash is a pause, too.
 */
const FEATURES: ReadonlySet<Feature> = new Set([...RUN_FEATURES].filter((feature) => feature !== 'pause'));
const FEWEST_THINGS = 8;
const MOST_THINGS = 60;

/** Random plans that are worth a crash: with calls, and short enough to be killed at each of their moments. */
export function crashCases(count: number, seed: number): Case[] {
  const sketches = fc.sample(runSketch(FEATURES), { seed, numRuns: 40 + count * 60 });
  return sketches
    .map((sketch) => build(sketch, FEATURES))
    .filter(isWorthIt)
    .slice(0, count)
    .map(withEffects);
}

function isWorthIt(drawn: Case): boolean {
  try {
    const { run } = virtualRun(drawn, { most: MOST_THINGS });
    const calls = run.history.filter((line) => line.startsWith('call '));
    return run.commits.length >= FEWEST_THINGS && calls.length >= 2;
  } catch (thrown) {
    if (thrown instanceof GoesOn) return false;
    throw thrown;
  }
}

/** The same case with calls of every kind, a planner that plans by rules, and times far apart. */
function withEffects({ plans, script, features }: Case): Case {
  const later = (outcome: Outcome): Outcome => {
    const { waitFor } = outcome;
    const timeoutMs = waitFor?.timeoutMs === undefined ? {} : { timeoutMs: waitFor.timeoutMs * APART };
    return {
      ...outcome,
      afterMs: outcome.afterMs * APART,
      ...(waitFor ? { waitFor: { ...waitFor, ...timeoutMs } } : {}),
    };
  };
  const nodes = Object.entries(script.nodes).map(([id, list]) => [id, list.map(later)]);
  const events = script.events.map((event): ScriptEvent => ({ ...event, atMs: event.atMs * APART }));
  return {
    plans: plans.map((plan) => JSON.parse(JSON.stringify(plan, changed)) as PlainPlan),
    script: { nodes: Object.fromEntries(nodes), events },
    features: features.map((feature, index) => ({
      ...feature,
      capability: NAMES[index % NAMES.length] ?? 'send',
    })),
  };
}

/** How far apart times are that were one after another: between them is room for each call to have its own. */
const APART = 10_000;
const TIMES = new Set(['forMs', 'timeoutMs', 'initialIntervalMs', 'maxIntervalMs']);

/** For `JSON.stringify`. A call that is repeated has its whole time again (K6), so calls have none that bounds them. */
function changed(key: string, value: Json): Json | undefined {
  if (TIMES.has(key) && typeof value === 'number') return value * APART;
  if (key === 'merge' && value === 'CAPABILITY(echo)') return 'CAPABILITY(send)';
  if (!isJsonObject(value)) return value;
  const { type, id, timeoutMs, ...rest } = value;
  if (type === 'CAPABILITY' && typeof id === 'string') {
    const capability = NAMES[seededRandom(Number(/\d+/.exec(id))).below(NAMES.length)] ?? 'send';
    return { ...rest, id, type, params: { capability } };
  }
  if (type === 'TRANSFORM' || type === 'PLAN_EXECUTOR') return { ...rest, id: id ?? '', type };
  if (type !== 'PLANNER') return value;
  const execute = isJsonObject(value.params) ? value.params.execute : undefined;
  const planner = { flavour: 'rules', use: 'mine' };
  const params = { planner, goal: 'Do it.', ...(execute === undefined ? {} : { execute }) };
  return { ...rest, id: id ?? '', type, params };
}

export const PLANNERS = [
  {
    id: 'mine',
    kind: 'rules',
    rules: [
      {
        id: 'any',
        when: 'true',
        steps: ['send', 'look', 'put'].map((capability) => ({ capability, input: { text: 'x' } })),
      },
    ],
  },
];
