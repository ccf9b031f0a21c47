import type { PlainFeature } from '../reference/language';

/** Constructs that random plans may use. A new construct of the language is a line here, and where it is drawn. */
export const FEATURES = [
  'END',
  /** END with `ends` plan or run. */
  'leaving',
  'IF',
  'SWITCH',
  'TRANSFORM',
  'FILL_TEMPLATE',
  'HUMAN_INPUT',
  'GROUP',
  'PLANNER',
  'FORK',
  'JOIN',
  'CANCEL',
  'DELAY',
  'EVENT_WAIT',
  'ITERATOR',
  'LOOP',
  'RETRY',
  'TRY_CATCH',
  'SUB_PLAN',
  'retry',
  'timeoutMs',
  'disabled',
  'mutex',
  'cancelOn',
  'background',
  'completion',
  'rest',
  'merge',
  'guards',
  /** Guards that the script says nothing of (H4): they pass, and take no turn. */
  'silence',
  'observers',
  'break',
  'waitFor',
  'pause',
  'cancel',
  'signal',
] as const;

export type Feature = (typeof FEATURES)[number];

/** What the kernel does not run yet is left out. */
const NOT_YET: readonly Feature[] = [];

export const RUN_FEATURES: ReadonlySet<Feature> = new Set(
  FEATURES.filter((feature) => !NOT_YET.includes(feature)),
);

/** The features of the workspace that random nodes may name (L4). */
export const SHARED_FEATURES: readonly PlainFeature[] = [
  { id: 'may', kind: 'guard', phase: 'pre', capability: 'echo' },
  { id: 'judge', kind: 'guard', phase: 'pre', capability: 'echo', output: 'result != c' },
  { id: 'picky', kind: 'guard', phase: 'pre', capability: 'echo', input: { n: '{{ a.k }}' } },
  { id: 'seen', kind: 'observer', phase: 'pre', capability: 'echo' },
  { id: 'told', kind: 'observer', phase: 'finally', capability: 'echo', input: '{{ result }}' },
];
