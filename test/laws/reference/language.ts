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
  readonly break?: 'scope' | 'plan' | 'run';
}

export type ScriptEvent =
  | { readonly atMs: number; readonly signal: string; readonly data: Json }
  | { readonly atMs: number; readonly answer: { readonly address: string; readonly value: Json } }
  | { readonly atMs: number; readonly command: 'pause' | 'resume' | 'cancel' };

const NOTHING: Outcome = { afterMs: 0, output: null };

/** The outcome of an attempt (H4): the n-th of its list, the last repeats; an address goes before a bare id. */
export function outcomeOf(script: Script, address: string, attempt: number): Outcome {
  const [, id = '', call = ''] = /([^/.[\]@#!]+)[^/!]*(![^/]*)?$/.exec(address) ?? [];
  const list = script.nodes[address] ?? script.nodes[id + call] ?? [];
  return list[attempt - 1] ?? list.at(-1) ?? NOTHING;
}
