import fc from 'fast-check';
import type { Json } from '#base';
import type { Outcome, PlainRetry } from '../reference/language';
import { type Feature, SHARED_FEATURES } from './features';

/**
 * A plan before its nodes have names: what fast-check draws and shrinks. `build` makes a plan of it that passes
 * `check`, whatever the numbers are, so that every smaller sketch is a smaller plan.
 */
export interface BodySketch {
  readonly nodes: readonly NodeSketch[];
  readonly links: readonly Link[];
}

export interface Link {
  readonly from: number;
  readonly to: number;
  readonly port: number;
}

export interface NodeSketch {
  readonly type: string;
  /** Which of a few expressions, decisions or policies; each type reads it in its way. */
  readonly choice: number;
  readonly outcomes: readonly Outcome[];
  readonly writes: number;
  readonly onError: 'fail' | 'continue' | 'route';
  readonly retry: PlainRetry | null;
  readonly timeoutMs: number | null;
  readonly disabled: 'skip' | 'pass' | null;
  readonly marks: readonly ('mutex' | 'cancelOn' | 'background')[];
  readonly features: readonly FeatureSketch[];
  readonly bodies: readonly BodySketch[];
}

/** A feature of the workspace that a node names, and what its capability answers where it is a guard. */
export interface FeatureSketch {
  readonly id: string;
  readonly outcome: Outcome;
}

export interface RunSketch {
  readonly main: BodySketch;
  readonly sub: BodySketch;
  readonly hasResult: boolean;
  readonly events: readonly { readonly at: number; readonly what: number; readonly choice: number }[];
}

type Has = (feature: Feature) => boolean;

/**
 * Random sketches with these features. Every other one has only some of them, so that each meets each often enough
 * (Groce et al., "Swarm Testing", 2012).
 */
export function runSketch(features: ReadonlySet<Feature>, most = 5): fc.Arbitrary<RunSketch> {
  const some = fc.subarray([...features], { minLength: Math.min(3, features.size) });
  return fc.oneof(
    { withCrossShrink: false },
    sketchWith(features, most),
    some.chain((few) => sketchWith(new Set(few), most)),
  );
}

function sketchWith(features: ReadonlySet<Feature>, most: number): fc.Arbitrary<RunSketch> {
  const has: Has = (feature) => features.has(feature);
  const { body } = fc.letrec<{ body: BodySketch; node: NodeSketch }>((tie) => ({
    body: bodySketch(tie('node'), most),
    node: nodeSketch(has, tie('body')),
  }));
  return fc.record({
    main: body,
    sub: has('SUB_PLAN') ? body : fc.constant({ nodes: [], links: [] }),
    hasResult: fc.boolean(),
    events: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 20 }),
        what: fc.integer({ min: 0, max: 99 }),
        choice: fc.nat(20),
      }),
      { maxLength: 5 },
    ),
  });
}

function bodySketch(node: fc.Arbitrary<NodeSketch>, most: number): fc.Arbitrary<BodySketch> {
  return fc.record({
    nodes: fc.array(node, { minLength: 1, maxLength: most, size: 'max' }),
    links: fc.array(fc.record({ from: fc.nat(6), to: fc.nat(6), port: fc.nat(6) }), {
      maxLength: 8,
      size: 'max',
    }),
  });
}

const LEAVES: readonly (readonly [weight: number, type: string])[] = [
  [6, 'CAPABILITY'],
  [1, 'START'],
  [2, 'END'],
  [2, 'IF'],
  [1, 'SWITCH'],
  [1, 'TRANSFORM'],
  [1, 'FILL_TEMPLATE'],
  [1, 'HUMAN_INPUT'],
  [2, 'PLANNER'],
  [1, 'PLAN_EXECUTOR'],
  [1, 'FORK'],
  [3, 'JOIN'],
  [2, 'CANCEL'],
  [1, 'DELAY'],
  [2, 'EVENT_WAIT'],
  [2, 'SUB_PLAN'],
];

const BOXES: readonly (readonly [weight: number, type: string])[] = [
  [5, 'GROUP'],
  [2, 'ITERATOR'],
  [2, 'LOOP'],
  [2, 'RETRY'],
  [3, 'TRY_CATCH'],
];

function nodeSketch(has: Has, body: fc.Arbitrary<BodySketch>): fc.Arbitrary<NodeSketch> {
  const none = fc.constant<BodySketch[]>([]);
  const leaf = ofTypes(LEAVES, has, none);
  const box = ofTypes(BOXES, has, fc.array(body, { minLength: 1, maxLength: 3 }));
  return fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: leaf },
    { weight: 4, arbitrary: box },
  );
}

function ofTypes(
  types: typeof LEAVES,
  has: Has,
  bodies: fc.Arbitrary<readonly BodySketch[]>,
): fc.Arbitrary<NodeSketch> {
  const drawable = types.some(([, type]) => isDrawn(type, has)) ? types : LEAVES;
  const drawn = drawable.flatMap(([weight, type]) => (isDrawn(type, has) ? Array(weight).fill(type) : []));
  return fc.record({
    type: fc.constantFrom<string>(...drawn),
    choice: fc.nat(200),
    outcomes: fc.array(callOutcome(has), { minLength: 1, maxLength: 3 }),
    writes: fc.nat(9),
    onError: fc.constantFrom('fail', 'fail', 'continue', 'route'),
    retry: has('retry') ? seldom(3, retry()) : fc.constant(null),
    timeoutMs: has('timeoutMs') ? seldom(4, fc.constantFrom(10, 20, 40, 80)) : fc.constant(null),
    disabled: has('disabled') ? seldom(12, fc.constantFrom('skip', 'pass')) : fc.constant(null),
    marks: marks(has),
    features: featuresDrawn(has),
    bodies,
  });
}

function isDrawn(type: string, has: Has): boolean {
  if (type === 'CAPABILITY' || type === 'START') return true;
  if (type === 'PLAN_EXECUTOR') return has('PLANNER');
  return has(type as Feature);
}

/** Null in all but one of so many draws; shrinks to null. */
function seldom<Value>(times: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { freq: times - 1, nil: null }).map((drawn) => drawn);
}

function marks(has: Has): fc.Arbitrary<readonly ('mutex' | 'cancelOn' | 'background')[]> {
  const known = (['mutex', 'cancelOn', 'background'] as const).filter((mark) => has(mark));
  if (known.length === 0) return fc.constant([]);
  return fc.tuple(fc.nat(4), fc.constantFrom(...known)).map(([dice, mark]) => (dice === 4 ? [mark] : []));
}

/** Seldom, because every one of them takes a turn of the outside. */
function featuresDrawn(has: Has): fc.Arbitrary<readonly FeatureSketch[]> {
  const known = SHARED_FEATURES.filter(({ kind }) => has(kind === 'guard' ? 'guards' : 'observers'));
  if (known.length === 0) return fc.constant([]);
  const id = fc.constantFrom(...known.map((feature) => feature.id));
  const some = fc.uniqueArray(fc.record({ id, outcome: guardOutcome() }), {
    selector: (one) => one.id,
    minLength: 1,
    maxLength: 2,
  });
  return fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some });
}

function guardOutcome(): fc.Arbitrary<Outcome> {
  const output = fc.record({
    afterMs: soon(),
    output: fc.constantFrom<Json[]>(true, true, null, 1, 2, false),
  });
  return fc.oneof({ weight: 9, arbitrary: output }, { weight: 1, arbitrary: outcome() });
}

/** L7 beside what any call may come to. */
function callOutcome(has: Has): fc.Arbitrary<Outcome> {
  const output = fc.constantFrom(...VALUES);
  const breaks = fc.record({
    afterMs: soon(),
    output,
    break: fc.constantFrom('scope', 'plan', 'plan', 'run', 'run'),
  });
  const event = fc.constantFrom('go', 'stop');
  const waitFor = fc.record({ event, timeoutMs: fc.constantFrom(20, 60) }, { requiredKeys: ['event'] });
  return fc.oneof(
    { weight: 8, arbitrary: outcome() },
    ...(has('break') ? [{ weight: 3, arbitrary: breaks as fc.Arbitrary<Outcome> }] : []),
    ...(has('waitFor')
      ? [{ weight: 2, arbitrary: fc.record({ afterMs: soon(), output, waitFor }) as fc.Arbitrary<Outcome> }]
      : []),
  );
}

const VALUES: readonly Json[] = [0, 1, 2, 'x', null, [1, 2], { k: 1 }, { a: 5, b: 6 }];

function outcome(): fc.Arbitrary<Outcome> {
  const error = fc
    .constantFrom('BROKEN', 'BROKEN', 'OTHER')
    .map((code) => ({ code, message: 'It did not work.' }));
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ afterMs: soon(), output: fc.constantFrom(...VALUES) }) },
    { weight: 2, arbitrary: fc.record({ afterMs: soon(), error }) },
  );
}

const soon = (): fc.Arbitrary<number> => fc.constantFrom(0, 0, 10, 20, 30, 50, 70);

function retry(): fc.Arbitrary<PlainRetry> {
  return fc.record(
    {
      maxAttempts: fc.integer({ min: 2, max: 3 }),
      initialIntervalMs: fc.constantFrom(0, 10, 20),
      backoffCoefficient: fc.constantFrom(1, 3),
      maxIntervalMs: fc.constantFrom(15, 100),
      nonRetryable: fc.constantFrom<string[][]>(['OTHER'], ['TIMEOUT', 'BROKEN']),
    },
    { requiredKeys: ['maxAttempts', 'initialIntervalMs'] },
  );
}
