import type { createActor, fromPromise } from 'xstate';

export type Failure = { readonly code: string; readonly message: string };
export type Status = 'pending' | 'active' | 'succeeded' | 'handled' | 'failed' | 'skipped' | 'cancelled';
/** `away` holds one node that goes on in the background, `porch` the plan itself before its guards let it in. */
export type Part =
  | 'plan'
  | 'branch'
  | 'round'
  | 'body'
  | 'try'
  | 'catch'
  | 'finally'
  | 'dynamic'
  | 'away'
  | 'porch';

/** How a branch of a container has ended. */
export interface BranchEnd {
  readonly slot: number;
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly value: Value;
  readonly error: Failure | null;
  readonly writes: Variables;
  /** What the `break` asked for that ended it. */
  readonly breaks: Breaks | null;
}

/** Where a node is: the number of its scope, and its place there. */
export interface Place {
  readonly scope: number;
  readonly place: number;
}

/** A node in one scope. */
export interface Turn extends Place {
  readonly node: PlanNode;
  /** Place in the document order of the whole run. */
  readonly order: readonly number[];
  status: Status;
  ports: readonly string[];
  attempt: number;
  /** How many guards have let it pass. */
  admitted: number;
  address: string;
  /** Numbers of the open scopes of a container. */
  inside: number[];
  ends: BranchEnd[];
  opened: number;
  items: readonly Value[];
  /** Its branches count no more: it merges. */
  isDecided: boolean;
  /** What a container that is tried again as a whole has written. */
  writes: Variables;
  after: { readonly value: Value; readonly error: Failure | null } | null;
  /** The plan that a person is asked about. */
  proposed: Body | null;
  /** The signal that its activity asked to wait for. */
  awaits: string | null;
}

/** One running instance of a body. */
export interface Scope {
  readonly id: number;
  readonly part: Part;
  readonly owner: Place | null;
  readonly depth: number;
  readonly slot: number;
  readonly address: string;
  /** Before the node's id in the names of parameters: `sub/` inside another plan, `execute/` inside a dynamic one. */
  readonly prefix: string;
  /** Plans around it, outermost first: the last is the one whose variables it reads. */
  readonly plans: readonly string[];
  readonly edges: readonly Edge[];
  readonly isSequence: boolean;
  readonly turns: Turn[];
  readonly locals: Variables;
  /** What is written here is merged when the container completes. */
  readonly layer: Variables | null;
  /** Of a plan: its variables. */
  readonly variables: Variables | null;
  /** Of a dynamic plan: results by id. */
  readonly steps: Variables | null;
  /** Of a dynamic plan: what its leaves inherit from their executor. */
  readonly inherits: Pick<PlanNode, 'retry' | 'timeoutMs'> | null;
  /** The scope that its node was sent away from. */
  readonly from: number | null;
  /** Numbers of branches that go on although their container has completed. */
  late: number[];
  isLate: boolean;
  value: Value;
  isOpen: boolean;
  isFrozen: boolean;
  restSince: number | null;
  leaving: Leaving | null;
}

/** An END, or a `break`, is closing the containers around it. */
export interface Leaving {
  readonly result: Value | undefined;
  readonly breaks: Breaks | null;
  error: Failure | null;
  path: (Place & { readonly part: Part })[];
}

/** What is out, by its address: who asked for it, and what for. */
export interface Asked extends Place {
  readonly what: What;
}
export type What =
  | 'call'
  | 'machine'
  | 'guard'
  | 'merge'
  | 'approve'
  | 'timeout'
  | 'retry'
  | 'round'
  | 'delay'
  | 'listen';

/** What a run asks of XState. */
export type Effect =
  | { readonly kind: 'call'; readonly activity: string; readonly call: Call }
  | { readonly kind: 'machine'; readonly machine: string; readonly address: string; readonly input: Value }
  /** A call that nobody answers: what is told may be the last that a run does. */
  | { readonly kind: 'tell'; readonly activity: string; readonly call: Call }
  | { readonly kind: 'timer'; readonly address: string; readonly delayMs: number }
  | { readonly kind: 'withdraw'; readonly address: string; readonly what: What };

export interface Signal {
  readonly event: string;
  readonly data: Value;
}

/** Who holds a mutex, and who waits for it. */
export interface Lock {
  readonly name: string;
  holder: Place | null;
  waiting: Place[];
}

/** Where a run stands, which is JSON, and what it was given, which is not. */
export interface Run extends Standing {
  readonly given: Implementations & { readonly subPlans: readonly Plan[] };
  readonly after: After;
}

/** What the end of a scope means for the container that it lies in; null for the run's own. */
export interface After {
  ended(run: Run, owner: Turn | null, scope: Scope, end: End): void;
  failed(run: Run, owner: Turn | null, scope: Scope, error: Failure): void;
}

/** How a scope ended: what its END gave, and the `break` that ended it where it is a branch. */
export interface End {
  readonly result?: Value | undefined;
  readonly breaks?: Breaks | null;
}

export interface Standing {
  readonly scopes: { [id: string]: Scope };
  root: number;
  /** Numbers of the scopes of nodes in the background. */
  away: number[];
  next: number;
  phase: 'going' | 'completed' | 'failed';
  output: Value;
  error: Failure | null;
  /** Addresses of all attempts, in the order in which they began. */
  readonly visited: string[];
  readonly asked: { [address: string]: Asked };
  locks: Lock[];
  /** Signals that nobody has taken yet. */
  signals: Signal[];
  effects: Effect[];
}

/** Any value that JSON can hold; what crosses a step is nothing else. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
export type Variables = { [name: string]: Value };

/** A node of a plan, as far as its structure goes: what it calls and computes are parameters. */
export interface PlanNode {
  readonly id: string;
  readonly type: string;
  readonly onError?: 'fail' | 'continue' | 'route';
  readonly disabled?: 'skip' | 'pass';
  readonly timeoutMs?: number;
  readonly retry?: Retry;
  /** One node at a time holds it. */
  readonly mutex?: string;
  /** The signal that cancels it. */
  readonly cancelOn?: string;
  /** It counts as succeeded when it starts, and goes on owned by the run. */
  readonly background?: boolean;
  /** Features that are asked before it starts, each of which may refuse it. */
  readonly guards?: readonly string[];
  /** Features that are told what it is given and comes to. */
  readonly observers?: readonly Observer[];
  /** Parameters of its type that are structure: `mode`, `completion`, `need`, `cases`, `ends` … */
  readonly params?: { readonly [name: string]: Value };
  readonly body?: Body;
  readonly try?: Body;
  readonly catch?: Body;
  readonly finally?: Body;
}

/** What is known of the nodes of a type. */
export interface NodeFact {
  /** Its work is a call or a time that passes. */
  readonly leaf?: true;
  /** It gives its scope no value (R21). */
  readonly hasNoValue?: true;
  /** How long it waits at most is one of its parameters (L9). */
  readonly boundsItself?: true;
  /** Its retry and timeout are those of the leaves inside it (L4). */
  readonly handsDown?: true;
  /** An input that it refuses fails one attempt; the next resolves it anew (V1). */
  readonly resolvesAnew?: true;
}

export interface Retry {
  readonly maxAttempts?: number;
  readonly initialIntervalMs?: number;
  readonly backoffCoefficient?: number;
  readonly maxIntervalMs?: number;
  /** By which part of itself a wait is moved at most. */
  readonly jitter?: number;
  readonly nonRetryable?: readonly string[];
}

export type Phase = 'pre' | 'postSuccess' | 'postError' | 'finally';

export interface Observer {
  readonly feature: string;
  readonly phase: Phase;
}

export interface Edge {
  readonly from: string;
  readonly port: string;
  readonly to: string;
}

/** Nodes and edges of one container; also what a planner proposes. */
export interface Body {
  readonly nodes: readonly PlanNode[];
  readonly edges: readonly Edge[];
}

export interface Plan extends Body {
  readonly id: string;
  /** Initial values of its variables. */
  readonly variables: Variables;
  /** Variables that it takes; those without an initial value have to be given. */
  readonly inputs: readonly string[];
  /** Variables that it gives where no expression `result` says otherwise. */
  readonly outputs: readonly string[];
  /** JSON Schemas of its inputs. */
  readonly schemas?: { readonly [name: string]: Value };
  /** Of each key of its result, the outputs that must have been assigned. */
  readonly needs?: { readonly [key: string]: readonly string[] };
  /** It takes no other names. */
  readonly strict?: boolean;
  /** It takes any name, and what its activities give becomes variables. */
  readonly isOpen?: boolean;
  readonly guards?: readonly string[];
  readonly observers?: readonly Observer[];
}

/** One attempt of a node, or a question about it. */
export interface Call {
  readonly node: string;
  readonly type: string;
  /** Where it is, unique in the run: `/both/look#1`. */
  readonly address: string;
  readonly attempt: number;
  /** What its expression `<node>.input` gave; null without one. Of a merge: what the branches gave. */
  readonly input: Value;
  readonly variables: Variables;
  readonly params: { readonly [name: string]: Value };
  /** What the signal brought for which an earlier call of this attempt asked to wait. */
  readonly payload?: Value;
}

/** What an activity gives that wants more than to go on: to end its scope, plan or run, or to be called after a signal. */
export class Answer {
  readonly value: Value;
  readonly asks: Asks;

  constructor(value: Value, asks: Asks) {
    this.value = value;
    this.asks = asks;
  }
}

export type Breaks = 'scope' | 'plan' | 'run';

export interface Asks {
  readonly break?: Breaks;
  readonly waitFor?: { readonly event: string; readonly timeoutMs?: number | null };
}

/**
 * Does what a node does: its value, or the port of a node that chooses one. A thrown `{code, message}` fails the attempt;
 * `signal` is aborted when nobody waits for it any more.
 */
export type Activity = (call: Call, signal: Stop) => Promise<Value | Answer>;
type Stop = Parameters<Parameters<typeof fromPromise>[0]>[0]['signal'];
/**
 * An expression of the plan: conditions, items, inputs, outputs. `value` is the node's result, the event that a wait is
 * offered, what a feature is shown, or the keys that `result` is asked for; `steps` are results of a dynamic plan.
 */
export type Expression = (variables: Variables, value: Value, steps: Variables) => Value;
/** The plan that a PLAN_EXECUTOR runs: nodes and edges, or null for none; it throws where the plan may not run. */
export type DynamicPlan = (variables: Variables) => Body | null;

/** A state machine as its own module makes it, or other logic of XState: it gets the input, hears signals, and its output is the result. */
export type Machine = Parameters<typeof createActor>[0];

/** What a module leaves to whoever runs it. */
export interface Implementations {
  readonly activities: { readonly [node: string]: Activity | undefined };
  readonly expressions: { readonly [place: string]: Expression | undefined };
  readonly plans: { readonly [node: string]: DynamicPlan | undefined };
  /** State machines that the plan runs, by the ids of their plans. */
  readonly machines?: { readonly [plan: string]: Machine | undefined };
  /** Whether a value fits the JSON Schema of an input; without it inputs are taken as they come. */
  readonly fits?: (schema: Value, value: Value) => boolean;
  /** How many milliseconds it is until a time as RFC 3339 writes it; by default by the clock of the host. */
  readonly msUntil?: (time: string) => number;
  /** From 0 to 1, for the jitter of the wait after this attempt; without it no wait is moved. */
  readonly random?: (address: string) => number;
}
