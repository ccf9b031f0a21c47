import type { Json, JsonObject } from '#base';
import type {
  Breaks,
  Outcome,
  Outcomes,
  PlainBody,
  PlainEdge,
  PlainFeature,
  PlainNode,
  PlainPlan,
} from './language';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** R2: what becomes of a node in a scope. `handled` is a failure that was routed. */
export type Status = 'pending' | 'active' | 'succeeded' | 'handled' | 'failed' | 'skipped' | 'cancelled';

/** One node of one scope. */
export interface Turn {
  readonly node: PlainNode;
  readonly scope: Scope;
  /** Place in the document order of the whole run (R22). */
  readonly order: readonly number[];
  status: Status;
  /** Ports taken when it settled (R5). */
  ports: readonly string[];
  attempt: number;
  /** Of its entries: `/a#1` for a leaf, `/both` for a container (K11). */
  address: string;
  /** The open scopes of a container. */
  inside: Scope[];
  /** How the branches of a container have ended, in order of ending. */
  ends: BranchEnd[];
  opened: number;
  /** It has completed, and waits for its merge (R21). */
  isDecided: boolean;
  /** The items of an ITERATOR. */
  items: readonly Json[];
  /** What its scopes write into when it may be tried again as a whole (R12, R20). */
  layer: Layer | null;
  /** TRY_CATCH: what comes after its finally. */
  after: { readonly value: Json; readonly error: Failure | null } | null;
  /** The plan that a person is asked about (L10). */
  asked: PlainBody | null;
  /** L2: goes on owned by the run. */
  inBackground: boolean;
  /** L7: the event that its call asked to wait for. */
  awaits: string | null;
}

export type Layer = Map<string, Json>;

export interface BranchEnd {
  readonly slot: number;
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly value: Json;
  readonly error: Failure | null;
  readonly writes: Layer;
  /** L7: what the `break` asked for that ended it. */
  readonly breaks: Breaks | null;
}

export type Part = 'plan' | 'branch' | 'round' | 'body' | 'try' | 'catch' | 'finally' | 'dynamic';

/** R1: one running instance of a body. */
export interface Scope {
  readonly part: Part;
  /** What the addresses of its nodes begin with. */
  readonly address: string;
  readonly owner: Turn | null;
  readonly slot: number;
  readonly edges: readonly PlainEdge[];
  readonly isSequence: boolean;
  readonly turns: Turn[];
  /** itemVariable and indexVariable (L9). */
  readonly locals: JsonObject;
  readonly layer: Layer | null;
  /** The plan whose instance begins here, with its variables. */
  readonly plan: PlanInstance | null;
  /** Results by id, where it is a dynamic plan (R13). */
  readonly steps: Record<string, Json> | null;
  value: Json;
  isOpen: boolean;
  /** R11: it goes on although its container has completed. */
  isLate: boolean;
  /** R12: an END is ending its plan; nothing starts here any more. */
  isFrozen: boolean;
  /** R12: the END that is closing the containers around it, where this scope is what it ends. */
  leaving: Leaving | null;
  /** Late branches that it waits for (R11). */
  readonly background: Scope[];
  restSince: number | null;
}

export interface PlanInstance {
  readonly plan: PlainPlan;
  readonly variables: Record<string, Json>;
}

/** What waits for its time or for somebody. `at` is null for what only an event can end. */
export interface Due {
  readonly turn: Turn;
  readonly address: string;
  readonly at: number | null;
  readonly serial: number;
  readonly what:
    | { readonly kind: 'call'; readonly outcome: Outcome }
    /** L4: how many guards were asked before this one. */
    | { readonly kind: 'guard'; readonly outcome: Outcome; readonly asked: number }
    | { readonly kind: 'merge'; readonly outcome: Outcome }
    | { readonly kind: 'answer' }
    | { readonly kind: 'approval' }
    | { readonly kind: 'listen' }
    | { readonly kind: 'timeout' }
    | { readonly kind: 'delay' }
    | { readonly kind: 'retry' }
    /** The next round of a RETRY. */
    | { readonly kind: 'round' };
}

/** What a node type does; the table of all of them is in `types/index.ts`. */
export interface Behaviour {
  start(run: Run, turn: Turn): void;
  /** A scope of it has ended: its value is in it (R21); `ended` is the result of the END that ended it. */
  ended?(run: Run, turn: Turn, scope: Scope, ended: Json | undefined, breaks: Breaks | null): void;
  /** A scope of it has failed (R8). */
  failed?(run: Run, turn: Turn, scope: Scope, error: Failure): void;
  /** What it asked for has come. */
  came?(run: Run, turn: Turn, due: Due): void;
  /** Its time is up. @returns whether it goes on from there; else the attempt fails */
  timedOut?(run: Run, turn: Turn): boolean;
}

export interface Run {
  readonly plans: readonly PlainPlan[];
  readonly features: readonly PlainFeature[];
  readonly outcomes: Outcomes;
  readonly types: Readonly<Record<string, Behaviour>>;
  /** What the end of the plan that was started means. */
  readonly top: {
    ended(run: Run, scope: Scope, ended: Json | undefined): void;
    failed(run: Run, error: Failure): void;
  };
  root: Scope | null;
  phase: 'going' | 'completed' | 'failed' | 'cancelled';
  now: number;
  serial: number;
  agenda: Due[];
  paused: boolean;
  /** Timers that came due, and retries that were held back, while the run was paused (R19). */
  overdue: Due[];
  held: Held[];
  signals: { readonly event: string; readonly data: Json }[];
  readonly mutexes: Record<string, { holder: Turn | null; waiting: Turn[] }>;
  /** L2: nodes that go on owned by the run. */
  background: Turn[];
  /** R11: late branches of those. */
  late: Scope[];
  outputs: JsonObject;
  error: Failure | null;
  readonly lines: string[];
}

/** R19: what does not leave while the run is paused. */
export interface Held {
  readonly turn: Turn;
  readonly afterMs: number;
  readonly kind: 'retry' | 'round' | 'merge' | 'again' | 'admission';
  /** L4: how many guards have let it pass. */
  readonly asked?: number;
}

export interface Leaving {
  readonly result: Json | undefined;
  /** L7: it is a `break` that ends only this branch. */
  readonly breaks: Breaks | null;
  error: Failure | null;
  /** It is in the background, and ends only the node that went there. */
  readonly isAway: boolean;
  /** Containers around the END that are still open, innermost first, and in which of their scopes it lay. */
  path: { readonly turn: Turn; readonly part: Part }[];
}

export const CONTAINERS: ReadonlySet<string> = new Set([
  'GROUP',
  'ITERATOR',
  'LOOP',
  'RETRY',
  'TRY_CATCH',
  'SUB_PLAN',
  'PLAN_EXECUTOR',
]);

/** R2; what never started in a scope that an END is closing is skipped, and can be cancelled no more (R12, R18). */
export function isUnsettled({ status, scope }: Turn): boolean {
  return status === 'active' || (status === 'pending' && !scope.isFrozen);
}

export function say(run: Run, line: string): void {
  run.lines.push(`${run.now} ${line}`);
}

export function shown(value: Json | undefined): string {
  return value === undefined ? '' : ` ${JSON.stringify(value)}`;
}

/** All open scopes below a scope, itself first; late branches come after what is inside the scope. */
export function scopesIn(scope: Scope): Scope[] {
  if (!scope.isOpen) return [];
  const inner = scope.turns.flatMap(({ inside }) => inside);
  return [scope, ...[...inner, ...scope.background].flatMap(scopesIn)];
}

export function allScopes(run: Run): Scope[] {
  const owned = [...run.background.flatMap(({ inside }) => inside), ...run.late];
  return [...(run.root ? scopesIn(run.root) : []), ...owned.flatMap(scopesIn)];
}

/** How many containers are around its nodes. */
export function depthOf(scope: Scope): number {
  return scope.owner === null ? 0 : 1 + depthOf(scope.owner.scope);
}

export function byOrder(one: { order: readonly number[] }, other: { order: readonly number[] }): number {
  for (const [index, place] of one.order.entries()) {
    const difference = place - (other.order[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.order.length - other.order.length;
}
