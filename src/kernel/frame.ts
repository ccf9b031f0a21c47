import type { Address, Hash, Json, JsonObject, PersistentMap } from '#base';
import type { CompiledScope, MachinePosition } from '#compile';
import type { Body, PlanNode, Retry, StateMachinePlan } from '#plan';
import type { Command } from './command';
import type { Consultation } from './consulting/consultation';
import type { RunError } from './fact';
import type { MachineRun } from './machine/machineRun';
import type { NodeRef } from './nodeRef';
import type { Planning } from './planning/planning';
import type { ReadPlan } from './planning/readPlan';

/** What an active node is busy with. */
export type Work =
  /** A call or an evaluation is out. */
  | { readonly kind: 'calling' }
  /** It waits for its mutex, and its first attempt has not begun (L2). */
  | { readonly kind: 'queued' }
  /** A guard of it is asked; `asked` have let it pass (L4). */
  | { readonly kind: 'guarded'; readonly asked: number }
  /** Its call has asked to wait for a signal, and leaves again when it comes (L7). */
  | {
      readonly kind: 'awaiting';
      readonly event: string;
      readonly call: Extract<Command, { kind: 'call' }>;
    }
  /** A script, or a person, says what comes of it (H4, D7). */
  | { readonly kind: 'scripted' }
  /** It asks models in a scope of its own, one call after another (K2). */
  | { readonly kind: 'consulting'; readonly frame: string; readonly consultation: Consultation }
  /** It waits for a signal (L9). */
  | { readonly kind: 'listening' }
  /** A person is asked. */
  | { readonly kind: 'asking' }
  /** An attempt failed; the timer before the next one runs, or will when the run goes on (R19). */
  | { readonly kind: 'retrying' }
  /** A planner is asked; `frame` is the scope that its executor has open meanwhile. */
  | { readonly kind: 'planning'; readonly planning: Planning; readonly frame: string | null }
  /** An executor waits for its plan to be approved (L10); `frame` as above. */
  | {
      readonly kind: 'approving';
      readonly plan: ReadPlan;
      readonly tools: readonly string[];
      readonly frame: string | null;
    }
  /** A machine: what goes on in it are scopes of their own. */
  | { readonly kind: 'machine'; readonly run: MachineRun }
  /** A container with its scope open: for branches and items the frame of all of them. */
  | { readonly kind: 'inside'; readonly frame: string }
  /** A LOOP or RETRY in one of its rounds, which count from 0. */
  | { readonly kind: 'round'; readonly frame: string; readonly round: number }
  /** A RETRY waits before this round. */
  | { readonly kind: 'between'; readonly round: number }
  /** A TRY_CATCH in one of its bodies; in `finally` with what it comes to afterwards (R12). */
  | {
      readonly kind: 'trying';
      readonly frame: string;
      readonly body: 'try' | 'catch' | 'finally';
      readonly outcome: Outcome | null;
    }
  /** A container waits for the capability that merges its branches (R21); `frame` as for `inside`. */
  | {
      readonly kind: 'merging';
      readonly frame: string | null;
      readonly capability: string;
      readonly input: Json;
      readonly breaks: Breaks | null;
    };

/** What an END or a `break` ends beyond its own scope (R15, L7). */
export type Breaks = 'plan' | 'run';

/** What a TRY_CATCH comes to when its `finally` has run; `closing` when an END outside of it is on its way (R12). */
export type Outcome =
  | { readonly kind: 'succeeded'; readonly result: Json }
  | { readonly kind: 'failed'; readonly error: RunError }
  | { readonly kind: 'closing' };

/** The scope that a node has open while it is busy so. */
export function scopeOpenIn(work: Work): string | null {
  return 'frame' in work ? work.frame : null;
}

/** All scopes that it has open then. */
export function scopesOpenIn(work: Work): readonly string[] {
  if (work.kind === 'machine') return work.run.activities.map(({ frame }) => frame);
  return 'frame' in work && work.frame !== null ? [work.frame] : NO_SCOPES;
}

const NO_SCOPES: readonly string[] = [];

/** A node that has started and not settled (R2). */
export interface ActiveNode {
  readonly node: number;
  /** What its entries are called: with the attempt for a leaf, without one for a container. */
  readonly address: Address;
  readonly attempt: number;
  /** Commands of it that nobody has answered, in the order in which they were issued. */
  readonly open: readonly Address[];
  readonly work: Work;
  /** What a container's attempt has written, where another may follow and that would be dropped (R12, R20). */
  readonly layer: PersistentMap<Json> | null;
}

/** How a branch of an ASYNC GROUP, or an item of an ITERATOR, ended. */
export interface BranchEnd {
  readonly status: 'succeeded' | 'failed' | 'skipped';
  /** Place in the order of ending, from 0. */
  readonly ended: number;
  readonly value: Json;
  readonly error: RunError | null;
  readonly writes: PersistentMap<Json>;
  /** A `break` in it ended only the branch (L7): what the group does when all of them have ended so. */
  readonly breaks: Breaks | null;
}

/** An END or `break` that is closing a scope from inside out (R12): what becomes of the scope then. */
export interface Closing {
  readonly value: Json | undefined;
  /** A `finally` on the way failed: so does the scope. */
  readonly error: RunError | null;
  /** The scope is a branch that ends only itself, and this is what was asked for (L7). */
  readonly breaks: Breaks | null;
}

/** A node that runs in the background (L2) is a scope of its own, beside the one that it was started in. */
export interface Background {
  readonly node: PlanNode;
  /** Its place in the document order of its container. */
  readonly order: number;
  /** `timeout`, where a wait has an edge there: it succeeds when its time is over (L9). */
  readonly ports: readonly string[];
  /** The plans whose instances it was started in, by id, the innermost first: they count for `maxDepth` (L9). */
  readonly inside: readonly string[];
}

/** What only the scope of a PLAN_EXECUTOR has (R13). */
export interface DynamicPlan {
  readonly body: Body;
  /** The machine that the plan is (M5); absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  /** By which its planner is found, to be asked again. */
  readonly hash: Hash;
  /** From 1; another one replaces the nodes that have not started (R13). */
  readonly revision: number;
  /** Capabilities that it may call: at most its planner's (P8). */
  readonly tools: readonly string[];
  /** How many planners it lies inside. */
  readonly depth: number;
  readonly maxDepth: number;
  readonly maxSteps: number;
  /** Defaults of its own leaf steps, from its executor (L4, L9). */
  readonly timeoutMs: number | null;
  readonly retry: Retry | null;
}

/** What only the scope of a SUB_PLAN has: the plan of the closure that runs there, with variables of its own (L1). */
export interface PlanInstance {
  readonly plan: string;
  readonly variables: PersistentMap<Json>;
}

/** One running instance of a plan, a container's body, a branch or a dynamic plan: a scope (R1). */
export interface Frame {
  readonly id: string;
  /** What the addresses of its nodes begin with. */
  readonly address: Address;
  readonly scope: CompiledScope;
  readonly position: MachinePosition;
  /** The container that opened it; for a branch the frame of all branches, and its slot. */
  readonly parent: NodeRef | null;
  /** Document order of the containers around its nodes, outermost first. */
  readonly order: readonly number[];
  readonly active: PersistentMap<ActiveNode>;
  /** Whether anything has started in it (R9). */
  readonly started: boolean;
  /** Its own writes, where it has a layer (R20). */
  readonly layer: PersistentMap<Json> | null;
  /** Result of the node that succeeded last, or of its END (R21). */
  readonly value: Json;
  readonly dynamic: DynamicPlan | null;
  readonly instance: PlanInstance | null;
  /** Id of the innermost scope of a dynamic plan around it, or its own; null in the plan that was started. */
  readonly plan: string | null;
  /** Results of a dynamic plan's nodes, also of those in its containers, for `steps["id"]` (R13). */
  readonly results: PersistentMap<Json>;
  /** By key, the ports by which its nodes have settled; only where another revision of a plan may follow (R13). */
  readonly left: PersistentMap<readonly string[]> | null;
  /** Ends of its branches by slot, where it is an ASYNC GROUP or the items of an ITERATOR. */
  readonly ends: PersistentMap<BranchEnd> | null;
  /** Names of a round, an item or a background node that are no variables and are only read (L9). */
  readonly locals: JsonObject | null;
  /** The container around it has a layer for its attempt. */
  readonly tried: boolean;
  /** Scopes that go on in its background, and that it does not end before (R11, L2). */
  readonly detached: readonly string[];
  /** How many branches go on although their container has completed (`rest: ignore`, R11); null before. */
  readonly late: number | null;
  /** The items that its branches stand for, where it belongs to an ITERATOR. */
  readonly items: readonly Json[] | null;
  readonly closing: Closing | null;
  readonly background: Background | null;
}
