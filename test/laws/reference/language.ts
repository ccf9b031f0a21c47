import type { Json, JsonObject } from '#base';

/**
 * A capability plan as LANGUAGE.md writes it, with every parameter of every node type in one list: the reference
 * interpreter reads nothing else of the house.
 */
export interface PlainPlan {
  readonly id: string;
  readonly kind: 'capability';
  readonly variables: readonly PlainVariable[];
  readonly result?: JsonObject;
  readonly nodes: readonly PlainNode[];
  readonly edges: readonly PlainEdge[];
}

/** What nodes name in `features` (L4). Observers change nothing, so that only guards are read. */
export interface PlainFeature {
  readonly id: string;
  readonly kind: 'guard' | 'observer';
  readonly phase: 'pre' | 'postSuccess' | 'postError' | 'finally';
  readonly capability: string;
  readonly input?: Json;
  readonly output?: string;
}

export interface PlainVariable {
  readonly id: string;
  readonly scope: 'IN' | 'INTERNAL' | 'OUT';
  readonly default?: Json;
}

export interface PlainBody {
  readonly nodes: readonly PlainNode[];
  readonly edges: readonly PlainEdge[];
}

export interface PlainEdge {
  readonly from: string;
  readonly port: string;
  readonly to: string;
}

export interface PlainNode {
  readonly id: string;
  readonly type: string;
  readonly params?: Params;
  readonly input?: Json;
  readonly output?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly retry?: PlainRetry;
  readonly onError?: 'fail' | 'continue' | 'route';
  readonly disabled?: 'skip' | 'pass';
  readonly mutex?: string;
  readonly cancelOn?: string;
  readonly background?: boolean;
  readonly features?: readonly { readonly feature: string }[];
  readonly body?: PlainBody;
  readonly try?: PlainBody;
  readonly catch?: PlainBody;
  readonly finally?: PlainBody;
}

export interface PlainRetry {
  readonly maxAttempts: number;
  readonly initialIntervalMs?: number;
  readonly backoffCoefficient?: number;
  readonly maxIntervalMs?: number;
  readonly nonRetryable?: readonly string[];
}

export interface Params extends Partial<PlainRetry> {
  readonly capability?: string;
  readonly condition?: string;
  readonly cases?: readonly { readonly id: string; readonly when: string }[];
  readonly all?: boolean;
  readonly mode?: string;
  readonly completion?: string;
  readonly rest?: 'cancel' | 'ignore';
  readonly merge?: string;
  readonly maxConcurrency?: number;
  readonly items?: string;
  readonly itemVariable?: string;
  readonly indexVariable?: string;
  readonly concurrency?: number;
  readonly collectInto?: string;
  readonly while?: string;
  readonly until?: string;
  readonly maxIterations?: number;
  readonly errorVariable?: string;
  readonly plan?: string;
  readonly maxDepth?: number;
  readonly events?: readonly { readonly id: string; readonly event: string; readonly when?: string }[];
  readonly timeoutMs?: number | null;
  readonly resultVariable?: string;
  readonly forMs?: number;
  readonly need?: string;
  readonly nodes?: readonly string[];
  readonly result?: Json;
  readonly ends?: 'scope' | 'plan' | 'run';
  readonly template?: string;
  readonly expression?: string;
  readonly message?: string;
  readonly decisions?: readonly { readonly id: string; readonly label: string }[];
  readonly planner?: string;
  readonly goal?: string;
  readonly execute?: 'separate' | 'inline';
  readonly planVariable?: string;
  readonly approve?: 'never' | 'always';
}

/** What the outside does (H4): outcomes by address without attempt or by bare id, and events at their times. */
export interface Script {
  readonly nodes: Readonly<Record<string, readonly Outcome[]>>;
  readonly events: readonly ScriptEvent[];
}

export interface Outcome {
  readonly afterMs: number;
  readonly output?: Json;
  readonly error?: { readonly code: string; readonly message: string };
  readonly break?: Breaks;
  readonly waitFor?: { readonly event: string; readonly timeoutMs?: number };
}

/** L7: what a call may ask to end. */
export type Breaks = 'scope' | 'plan' | 'run';

export type ScriptEvent =
  | { readonly atMs: number; readonly signal: string; readonly data: Json }
  | { readonly atMs: number; readonly answer: { readonly address: string; readonly value: Json } }
  | { readonly atMs: number; readonly command: 'pause' | 'resume' | 'cancel' };

const NOTHING: Outcome = { afterMs: 0, output: null };

/**
 * Which outcome is next (H4): call n of each instance takes the n-th of its list, the last repeats; an address goes
 * before a bare id. Instances share no cursor.
 */
export class Outcomes {
  readonly #script: Script;
  readonly #taken: Record<string, number> = {};

  constructor(script: Script) {
    this.#script = script;
  }

  /** Whether something is said of it. */
  isKnown(address: string): boolean {
    return this.#listFor(address) !== undefined;
  }

  /** @param address without the attempt of the node itself, with the call: `/look`, `/both!merge`, `/look!pre-1` */
  next(address: string): Outcome {
    const list = this.#listFor(address) ?? [];
    const turn = this.#taken[address] ?? 0;
    this.#taken[address] = turn + 1;
    return list[turn] ?? list.at(-1) ?? NOTHING;
  }

  #listFor(address: string): readonly Outcome[] | undefined {
    const [, id = '', call = ''] = /([^/.[\]@#!]+)[^/!]*(![^/]*)?$/.exec(address) ?? [];
    return this.#script.nodes[address] ?? this.#script.nodes[id + call];
  }
}
