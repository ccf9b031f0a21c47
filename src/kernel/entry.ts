import { type Address, type Diagnostic, type Hash, isAddress, type Json, type JsonObject, ROOT } from '#base';
import type { Body, StateMachinePlan } from '#plan';
import type { Command, Doubt } from './command';
import type { Budget, BudgetPart, PauseReason, RunError, RunPolicy, Usage } from './fact';

/**
 * One consequence of a fact (K3). Entries name addresses and node ids, never machine states, so that a better
 * lowering changes no ledger (K4). `address` is `''` where the whole run is meant.
 *
 * Node entries carry the address of the node: with its attempt for a leaf, without one for a container.
 */
export type Entry =
  | EntryOf<'run.started', { readonly planId: string; readonly planHash: Hash }>
  /** M4: it begins when these runs have completed. */
  | EntryOf<'run.pending', { readonly on: readonly string[] }>
  | EntryOf<'run.begun', Record<string, never>>
  | EntryOf<'run.completed', { readonly outputs: JsonObject }>
  | EntryOf<'run.failed', { readonly error: RunError }>
  | EntryOf<'run.cancelled', { readonly reason?: string }>
  /** `of` names the part of the budget that is used up; absent where it is calls, or wall time. */
  | EntryOf<
      'run.paused',
      {
        readonly reason: PauseReason;
        readonly of?: Exclude<BudgetPart, 'calls'>;
      }
    >
  | EntryOf<'run.resumed', { readonly budget?: Budget }>
  /** Something asks for a decision before the run may go on (K6). */
  | EntryOf<'run.uncertain', Record<string, never>>
  | EntryOf<
      'node.started',
      {
        /** P15: where the input came from; absent where nothing of it is foreign. */
        readonly from?: readonly Address[];
        readonly input?: Json;
      }
    >
  | EntryOf<
      'node.waiting',
      {
        /** `server`: it has asked for time before it is asked again. */
        readonly for: 'answer' | 'approval' | 'timer' | 'signal' | 'mutex' | 'server' | 'connection' | 'file';
        readonly message?: string;
        /** When the wait is over at the latest, in milliseconds from this commit. */
        readonly afterMs?: number;
      }
    >
  /** What it waited for is there (K13). */
  | EntryOf<'node.continued', Record<string, never>>
  /** The call of its attempt was cut off, and is made once more (K6). */
  | EntryOf<'node.repeated', Record<string, never>>
  | EntryOf<'node.retrying', { readonly error: RunError; readonly afterMs: number }>
  | EntryOf<
      'node.succeeded',
      {
        /** P15: where the result came from; absent where nothing of it is foreign. */
        readonly from?: readonly Address[];
        readonly result?: Json;
        readonly ports: readonly string[];
        readonly handled?: RunError;
        readonly usage?: Usage;
      }
    >
  | EntryOf<'node.failed', { readonly error: RunError; readonly handled: boolean; readonly usage?: Usage }>
  | EntryOf<'node.skipped', { readonly because: 'dead' | 'disabled' | 'unreachable' }>
  | EntryOf<'node.cancelled', Record<string, never>>
  /** `again`: the call that an earlier run has made, which this one would make again (D11). */
  | EntryOf<'node.uncertain', { readonly again?: Command }>
  /** A guard, at its own address, let its node pass (L4). */
  | EntryOf<'guard.passed', Record<string, never>>
  /** K15: a person allows calls like the one that asked here for the rest of the run; or no longer. */
  | EntryOf<'policy.added', { readonly policy: RunPolicy }>
  | EntryOf<'policy.revoked', Record<string, never>>
  /** A signal was taken by the wait at this address (R16). */
  | EntryOf<'signal.taken', { readonly event: string; readonly data?: Json }>
  /** Nobody waited for it: it is kept for the run (R16). */
  | EntryOf<'signal.kept', { readonly event: string }>
  /** No transition of a machine was for it, and nothing in the run keeps signals: it is dropped (M1). */
  | EntryOf<'signal.dropped', { readonly event: string }>
  /** A state of a machine was entered: at its address with its round, which counts from 0 (M1). */
  | EntryOf<'state.entered', { readonly state: string }>
  | EntryOf<'state.left', { readonly state: string }>
  /** `path` is its place in the state that has it, null for the machine's own; `to` the states that it names. */
  | EntryOf<
      'transition.taken',
      {
        readonly state: string | null;
        readonly path: string;
        readonly to: readonly string[];
        readonly event: string | null;
      }
    >
  /** The action of a state (M2), or the answer to the goal of the run (M3). */
  | EntryOf<
      'event.published',
      {
        readonly event: string;
        readonly data: Json;
        readonly correlationId?: string;
        readonly response?: string;
      }
    >
  | EntryOf<'event.emitted', { readonly event: string; readonly data: Json }>
  /** What a state has come to (M3): `results.<key>`. */
  | EntryOf<'machine.result', { readonly key: string; readonly value: Json }>
  | EntryOf<'machine.log', { readonly message: Json; readonly label?: string }>
  /** M4: the plan pauses at this state; the entry `run.paused` follows. */
  | EntryOf<'machine.paused', { readonly reason?: string; readonly resumeOn?: string }>
  | EntryOf<'machine.resumed', { readonly input: Json }>
  | EntryOf<'machine.done', { readonly state: string | null; readonly outcome: 'completed' | 'failed' }>
  /** A plan variable was written (V2). `by` is the node's address; the entry's own address is the same. */
  | EntryOf<
      'variable.written',
      {
        /** P15: where what was written there, now or before, came from; absent where nothing of it is foreign. */
        readonly from?: readonly Address[];
        readonly variable: string;
        readonly value: Json;
        /** Address of the SUB_PLAN whose plan has the variable; absent in the plan that was started. */
        readonly of?: Address;
      }
    >
  /**
   * The same, but into the layer of a branch or of a container's attempt (R20): the plan's variable changes only
   * when the container completes and merges, as a `variable.written` of its own.
   */
  | EntryOf<
      'variable.layered',
      { readonly from?: readonly Address[]; readonly variable: string; readonly value: Json }
    >
  /**
   * A PLAN_EXECUTOR opened its scope, or went on with another revision in it: the plan whole, under the address with its
   * revision (R13). `kept` are the nodes that had settled before: they stay where they ran.
   */
  | EntryOf<
      'plan.opened',
      {
        readonly revision: number;
        readonly plan: Body;
        /** The machine that the plan is (M5): `plan` is the one step that runs it. Absent where it is a graph. */
        readonly machine?: StateMachinePlan;
        readonly planHash: Hash;
        readonly kept?: readonly string[];
      }
    >
  /** P9: how viable a model finds the rest of the plan after a step, from 0 to 1; null where it could not be asked, or gave no number. */
  | EntryOf<'plan.judged', { readonly step: string; readonly score: number | null }>
  /** P9: no further step of the plan starts; its planner is asked for another when those that run are done. */
  | EntryOf<'plan.doubted', { readonly doubt: Doubt }>
  /** P3: of several plans that were accepted this one is taken; all are ranked, the best first. */
  | EntryOf<
      'plan.chosen',
      {
        readonly plan: Body;
        readonly machine?: StateMachinePlan;
        readonly ranked: readonly RankedCandidate[];
        /** Present where a model was asked to choose: its reason, or why rules had to. */
        readonly by?: PlanChoice;
      }
    >
  /** The planner is asked for no further step: the plan has as many as it may (P2). */
  | EntryOf<'plan.full', { readonly steps: number }>
  /** The executor found no plan in its variable and succeeds (L1). */
  | EntryOf<'plan.absent', { readonly variable: string }>
  | EntryOf<'plan.refused', { readonly problems: readonly Diagnostic[] }>
  /**
   * A command was answered from the record instead of leaving (K8): `record` is its place in `reuse.served`. Or by a pin
   * (D10): `pin` is its place in `reuse.pins`.
   */
  | EntryOf<'served', { readonly record: number } | { readonly pin: number }>
  /** A fact came for something that is over; it has no effect (R17, R11). */
  | EntryOf<'late', { readonly fact: string }>
  /** A fact was refused: an answer that violates its schema, an address that nobody waits at (L9). */
  | EntryOf<'refused', { readonly problem: Diagnostic }>
  | EntryOf<'command', { readonly command: Command }>;

interface EntryOf<Kind extends string, Data> {
  readonly kind: Kind;
  readonly address: Address;
  readonly data: Data;
}

/** Facts come from outside: what they name may be no address at all, and entries name only addresses. */
export function asPlace(address: Address): Address {
  return isAddress(address) ? address : ROOT;
}

/** A model has chosen among plans, or could not: then the rules' order stands. */
export type PlanChoice =
  | { readonly kind: 'model'; readonly call: Address; readonly reason: string }
  | { readonly kind: 'rules'; readonly because: string };

/** How a candidate was ranked: what is kept of those that lost, too. */
export interface RankedCandidate {
  readonly call: Address;
  readonly warnings: number;
  /** Steps that may change something outside, and all steps. */
  readonly writes: number;
  readonly steps: number;
}
