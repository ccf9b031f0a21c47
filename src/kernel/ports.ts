import type { Address, Diagnostic, Json, Result } from '#base';
import type { NodeOf, NodeTypeName, PlanNode } from '#plan';
import type { Command } from './command';
import type { RunError, RunStarted, Usage } from './fact';
import type { Frame, NodeRef } from './frame';
import type { Held, PinThatCounts, ScopeResult } from './state';
import type { ModelDialogue, Signal } from './work';

/** What a leaf would call now, with its input resolved. */
export interface LeafCall {
  readonly capability: string;
  readonly input: Json;
}

/** Why a call came to nothing, and what it took. */
interface CallFailure {
  readonly error: RunError;
  readonly usage?: Usage | undefined;
}

/**
 * What nodes of one type do in a run, each in one file of `nodes/`. A type leaves out what never comes to it, and what
 * it does as most types do.
 *
 * @typeParam Draft the run while one fact is applied; it knows the behaviour of every type
 */
export interface NodeBehaviour<Draft, Node extends PlanNode = PlanNode> {
  /** Begins an attempt. What that waits for comes back to one of the others. */
  start(draft: Draft, ref: NodeRef, node: Node, attempt: number): void;
  /** H4, D7: whether a script, or an output that a person put in, may say what comes of it. */
  readonly isScripted?: true;
  /** K2, K10: whether an attempt of it is a call of its own. */
  callsItself?(node: Node): boolean;
  /** That call as it would leave now (K2); null for none. A planner's is worded outside. */
  call?(draft: Draft, ref: NodeRef, node: Node): Result<LeafCall, RunError> | null;
  /** R21: the variable that takes its result besides those of `output`. */
  collectsInto?(node: Node): string | undefined;
  /** Its call has come back, or its script has spoken; most types succeed with that. */
  onResult?(draft: Draft, ref: NodeRef, node: Node, result: Json, usage: Usage | undefined): void;
  /** A call of it has failed: whether it goes on all the same. */
  onFailure?(draft: Draft, ref: NodeRef, failure: CallFailure): boolean;
  /** A person has answered (L9, L10): why the answer is none, or null when it was taken. */
  onAnswer?(draft: Draft, ref: NodeRef, node: Node, value: Json): Diagnostic | null;
  /** A signal is offered to its wait (R16): whether it goes on with it, has failed of it, or is not meant. */
  onSignal?(draft: Draft, ref: NodeRef, node: Node, signal: Signal): 'taken' | 'failed' | null;
  /** What it waits for has not come in time, and an edge leaves at `timeout` (L9). */
  onTimeout?(draft: Draft, ref: NodeRef, node: Node): void;
  /** A call inside it has come back (K2). */
  onReply?(draft: Draft, ref: NodeRef, node: Node, consultation: ModelDialogue, result: Json): void;
  /** A call inside it has failed, and no other model can be asked instead: whether it goes on all the same. */
  onCallFailed?(
    draft: Draft,
    ref: NodeRef,
    node: Node,
    consultation: ModelDialogue,
    error: RunError,
  ): boolean;
  /** A scope of it has ended; most types succeed, or fail, with that. */
  onScopeEnd?(draft: Draft, node: Node, ending: ScopeResult): void;
  /** Its scope has ended, and nothing failed or broke out of it: whether it has something left to do before it succeeds. */
  onScopeDone?(draft: Draft, node: Node, ending: ScopeResult): boolean;
  /** A step of the plan that it runs has settled, after so many attempts; `error`: with a failure that was handled (P9). */
  onStepSettled?(draft: Draft, step: NodeRef, attempts: number, error: RunError | null): void;
  /** A step of the plan that it runs has failed, and nothing in the plan handles it: whether the plan goes on all the same (P9, P12). */
  onStepFailed?(draft: Draft, step: NodeRef, attempts: number, error: RunError): boolean;
  /** The plan that it runs has come to rest: whether there is more of it to come (P2, P9). */
  onPlanAtRest?(draft: Draft, plan: Frame): boolean;
}

/** A behaviour for each type: the compiler asks for one when a type is added. */
export type NodeBehaviours<Draft> = {
  readonly [Type in NodeTypeName]: NodeBehaviour<Draft, NodeOf<Type>>;
};

/** How what was held back is let in, or leaves: `admission.ts` says what that takes. */
export interface Admission<Draft> {
  /** Whether it may now; the run is paused where a part of its budget is used up (K10). */
  allows(draft: Draft, held: Held): boolean;
  letIn(draft: Draft, held: Held): void;
}

/** What answers instead of the outside: the record of an earlier run (K8), and pins (D10). */
export interface ReuseLookup<Draft> {
  /** The place in the record that answers a command; null where it has no answer. */
  servedBy(start: RunStarted, command: Command): number | null;
  /** D11: whether that run may have done already what is asked for. */
  mayBeDone(start: RunStarted, command: Command): boolean;
  /** D7: whether a person has put in what comes of the node at this address, which has no attempt. */
  isPutIn(start: RunStarted, address: Address): boolean;
  /** The pin that counts for a command of a node; null where it has to leave. */
  pinOfCommand(draft: Draft, ref: NodeRef, command: Command): PinThatCounts | null;
  /** The pin of a node itself, which says what comes of all that is in it. */
  pinOfNode(draft: Draft, ref: NodeRef): PinThatCounts | null;
  /** The pin that counts for what a node would ask now. */
  pinOfNextCall(draft: Draft, ref: NodeRef): PinThatCounts | null;
  /** The pin that counts for a call that is not a node's own: it merges branches, or is only told. */
  pinOfCall(draft: Draft, frame: Frame, capability: string, input: Json): PinThatCounts | null;
}

/** What a draft is given of what is built on it, and all that it knows of that. */
export interface KernelPorts<Draft> {
  readonly behaviours: NodeBehaviours<Draft>;
  readonly admission: Admission<Draft>;
  readonly reuse: ReuseLookup<Draft>;
}
