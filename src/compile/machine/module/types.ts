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
  /** Parameters of its type that are structure: `mode`, `completion`, `need`, `cases`, `ends` … */
  readonly params?: { readonly [name: string]: Value };
  readonly body?: Body;
  readonly try?: Body;
  readonly catch?: Body;
  readonly finally?: Body;
}

export interface Retry {
  readonly maxAttempts?: number;
  readonly initialIntervalMs?: number;
  readonly backoffCoefficient?: number;
  readonly maxIntervalMs?: number;
  readonly nonRetryable?: readonly string[];
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
  /** Variables that it gives where no expression `result` says otherwise. */
  readonly outputs: readonly string[];
}

/** One attempt of a node. */
export interface Call {
  readonly node: string;
  readonly type: string;
  /** Where it is, unique in the run: `/both/look#1`. */
  readonly address: string;
  readonly attempt: number;
  /** What its expression `<node>.input` gave; null without one. */
  readonly input: Value;
  readonly variables: Variables;
  readonly params: { readonly [name: string]: Value };
}

/** Does what a node does: its value, or `{port, value}` of a node that chooses one. A thrown `{code, message}` fails the attempt. */
export type Activity = (call: Call) => Promise<Value>;
/** An expression of the plan: conditions, items, inputs, outputs (`value` is the node's result). */
export type Expression = (variables: Variables, value: Value) => Value;
/** The plan that a PLAN_EXECUTOR runs: nodes and edges, or null for none; it throws where the plan may not run. */
export type DynamicPlan = (variables: Variables) => Body | null;

/** What a module leaves to whoever runs it. */
export interface Implementations {
  readonly activities: { readonly [node: string]: Activity | undefined };
  readonly expressions: { readonly [place: string]: Expression | undefined };
  readonly plans: { readonly [node: string]: DynamicPlan | undefined };
}

export type Failure = { readonly code: string; readonly message: string };
export type Status = 'pending' | 'active' | 'succeeded' | 'handled' | 'failed' | 'skipped' | 'cancelled';
export type Part = 'plan' | 'branch' | 'round' | 'body' | 'try' | 'catch' | 'finally' | 'dynamic';

/** How a branch of a container has ended. */
export interface BranchEnd {
  readonly slot: number;
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly value: Value;
  readonly error: Failure | null;
  readonly writes: Variables;
}

/** A node in one scope: found by the scope's number and its place there. */
export interface Turn {
  readonly node: PlanNode;
  readonly scope: number;
  readonly place: number;
  /** Place in the document order of the whole run. */
  readonly order: readonly number[];
  status: Status;
  ports: readonly string[];
  attempt: number;
  address: string;
  /** Numbers of the open scopes of a container. */
  inside: number[];
  ends: BranchEnd[];
  opened: number;
  items: readonly Value[];
  /** Decided before anything inside began: it settles when everything else is at rest. */
  verdict: 'complete' | 'unreachable' | null;
  /** What a container that is tried again as a whole has written. */
  writes: Variables;
  after: { readonly value: Value; readonly error: Failure | null } | null;
}

/** One running instance of a body. */
export interface Scope {
  readonly id: number;
  readonly part: Part;
  readonly owner: { readonly scope: number; readonly place: number } | null;
  readonly slot: number;
  readonly address: string;
  /** Before the node's id in the names of parameters: `sub/` inside another plan, `execute/` inside a dynamic one. */
  readonly prefix: string;
  readonly edges: readonly Edge[];
  readonly isSequence: boolean;
  readonly turns: Turn[];
  readonly locals: Variables;
  /** What is written here is merged when the container completes. */
  readonly layer: Variables | null;
  /** Of a plan: its variables. */
  readonly variables: Variables | null;
  value: Value;
  isOpen: boolean;
  isFrozen: boolean;
  restSince: number | null;
  leaving: Leaving | null;
}

/** An END is closing the containers around it. */
export interface Leaving {
  readonly result: Value | undefined;
  error: Failure | null;
  path: { readonly scope: number; readonly place: number; readonly part: Part }[];
}

/** What a run asks of XState. */
export type Effect =
  | { readonly kind: 'call'; readonly activity: string; readonly call: Call }
  | {
      readonly kind: 'timer';
      readonly address: string;
      readonly what: 'timeout' | 'retry' | 'round';
      readonly delayMs: number;
    }
  | { readonly kind: 'withdraw'; readonly address: string };

/** Where a run stands, which is JSON, and what it was given, which is not. */
export interface Run extends Standing {
  readonly given: Implementations & { readonly subPlans: readonly Plan[] };
  readonly after: After;
}

/** What the end of a scope means for the container that it lies in; null for the run's own. */
export interface After {
  ended(run: Run, owner: Turn | null, scope: Scope, result: Value | undefined): void;
  failed(run: Run, owner: Turn | null, scope: Scope, error: Failure): void;
}

export interface Standing {
  readonly scopes: { [id: string]: Scope };
  next: number;
  phase: 'going' | 'completed' | 'failed';
  output: Value;
  error: Failure | null;
  /** Variables that the plan gives where no expression `result` says otherwise. */
  readonly outputs: readonly string[];
  /** Addresses of all attempts, in the order in which they began. */
  readonly visited: string[];
  effects: Effect[];
}
