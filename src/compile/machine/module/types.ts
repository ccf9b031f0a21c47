import type { createActor, fromPromise } from 'xstate';

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
