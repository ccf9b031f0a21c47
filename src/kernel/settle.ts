import { err, isJsonObject, type Json, ok, type Result } from '#base';
import { settleNode } from '#compile';
import { NODE_TYPES, type PlanNode } from '#plan';
import { isInsideNode } from './consulting/isInsideNode';
import type { Draft } from './draft';
import type { RunError, Usage } from './fact';
import { observeFailure, observeSuccess } from './features/observers';
import type { NodeRef } from './nodeRef';
import { askForOtherWay } from './planning/askAgain';
import { planRetry } from './retry';
import { cancelInside } from './scopes/cancelScope';
import { detachRest } from './scopes/detached';
import { failFrame } from './scopes/endScope';
import { applyTurn, noteLeft } from './scopes/frames';
import { type Frame, scopeOpenIn } from './state';
import { unmapped } from './unmapped';
import { evaluateIn } from './values';
import { fromInside, planAt, writesIn, writesOf, writeVariable } from './variables';

export interface Success {
  /** Absent where the type has no result (R21). */
  readonly result?: Json;
  readonly ports: readonly string[];
  /** A variable that takes the result besides those of `output`. */
  readonly into?: string | undefined;
  readonly usage?: Usage | undefined;
  /** It takes no edges, because its scope ends with it (R15, L7). */
  readonly stays?: boolean;
}

export interface FailureDetails {
  readonly usage?: Usage | undefined;
  /** The server wants no other attempt before this (L2). */
  readonly retryAfterMs?: number | undefined;
  /** A person decided, or a rule says, that there is no other attempt. */
  readonly final?: boolean;
}

/**
 * A node succeeded: its outputs are written (R20), its ports taken (R5), and what follows becomes ready. What a
 * container's attempt wrote is kept, and what goes on in it goes on in the background of its scope (R11, R12).
 *
 * @returns false where its `output` could not be evaluated, so that it has failed instead
 */
export function succeedNode(draft: Draft, ref: NodeRef, success: Success): boolean {
  const { node } = draft.compiled(ref);
  const { address, layer, work } = draft.active(ref);
  const sight = layer === null ? draft.frame(ref.frame) : fromInside(draft, ref);
  const into = success.into ?? draft.behaviourOf(node).collectsInto?.(node);
  const writes = outputsOf(draft, sight, node, success.result ?? null, into);
  if (!writes.ok) {
    failNode(draft, ref, writes.problem, { usage: success.usage, final: true });
    return false;
  }
  // What a node writes that runs in the background is dropped (L2).
  const isHeard = draft.frame(ref.frame).background === null;
  for (const [variable, value] of isHeard ? writesOf(layer) : []) {
    writeVariable(draft, draft.frame(ref.frame), address, variable, value);
  }
  const inside = scopeOpenIn(work);
  if (inside !== null) detachRest(draft, ref, inside);
  const { ports, result, usage } = success;
  draft.emit({
    address,
    data: { ports, ...(result === undefined ? {} : { result }), ...(usage === undefined ? {} : { usage }) },
    kind: 'node.succeeded',
  });
  observeSuccess(draft, ref, node, result ?? null);
  draft.release(ref);
  for (const [variable, value] of isHeard ? writes.value : []) {
    writeVariable(draft, draft.frame(ref.frame), address, variable, value);
  }
  if (result !== undefined) keepResult(draft, ref.frame, node, result);
  if (!success.stays) leave(draft, ref, ports);
  return true;
}

/**
 * An attempt of a node failed: another follows (L2), or its `onError` handles it, or its scope fails (R8).
 */
export function failNode(draft: Draft, ref: NodeRef, found: RunError, details: FailureDetails = {}): void {
  const error = draft.has('walksPaid') ? withItsNode(found, draft.compiled(ref).node.id) : found;
  if (!details.final && planRetry(draft, ref, error, details.retryAfterMs ?? 0)) return;
  const { node, ports } = draft.compiled(ref);
  const { address, work } = draft.active(ref);
  const wasRefused = work.kind === 'guarded' && draft.has('refusedWasTried');
  if (wasRefused) draft.change(ref.frame).started = true;
  // A container that fails cancels its rest, also what an early completion let go on (R11).
  cancelInside(draft, ref);
  const { usage } = details;
  const used = usage === undefined ? {} : { usage };
  if (node.onError === 'continue') {
    draft.emit({ address, data: { handled: error, ports: ['out'], ...used }, kind: 'node.succeeded' });
    observeFailure(draft, ref, node, error);
    draft.release(ref);
    leave(draft, ref, ['out']);
    return;
  }
  const handled = node.onError === 'route' && ports.includes('error');
  draft.emit({ address, data: { error, handled, ...used }, kind: 'node.failed' });
  observeFailure(draft, ref, node, error);
  draft.release(ref);
  if (handled) leave(draft, ref, ['error']);
  // L2: nobody hears of what was to go on in the background.
  else if (wasRefused && node.background === true) leave(draft, ref, []);
  else if (!askForOtherWay(draft, ref, error)) failFrame(draft, ref.frame, error);
}

/** Case C3: the innermost node whose expression has no value says so by its name. */
function withItsNode(error: RunError, id: string): RunError {
  const { code, message, where } = error;
  if (code !== 'EXPRESSION_ERROR' || where?.node !== undefined) return error;
  const field = where?.field === undefined ? '' : `, ${where.field}`;
  return { ...error, message: `Node "${id}"${field}: ${message}`, where: { ...where, node: id } };
}

/** The node has settled by these ports: its scope's machine says what comes next. */
function leave(draft: Draft, ref: NodeRef, ports: readonly string[]): void {
  const frame = draft.frame(ref.frame);
  if (frame.left !== null) noteLeft(draft, ref.frame, draft.compiled(ref).key, ports);
  applyTurn(draft, frame.id, settleNode(frame.scope, frame.position, ref.node, ports));
}

function outputsOf(
  draft: Draft,
  frame: Frame,
  node: PlanNode,
  result: Json,
  into: string | undefined,
): Result<readonly (readonly [string, Json])[], RunError> {
  if (node.output === undefined)
    return into === undefined ? openWrites(draft, frame, node, result) : ok([[into, result]]);
  const writes: (readonly [string, Json])[] = [];
  for (const [variable, expression] of Object.entries(node.output)) {
    const value = evaluateIn(draft, frame, expression, [['result', result]]);
    if (!value.ok) return err(unmapped(variable, result, value.problem));
    writes.push([variable, value.value]);
  }
  if (into === undefined || node.output[into] !== undefined) return ok(writes);
  writes.push([into, result]);
  writes.sort(([one], [other]) => (one < other ? -1 : 1));
  return ok(writes);
}

/** V1: a plan whose variables are open takes what its capabilities give, member by member. */
function openWrites(
  draft: Draft,
  frame: Frame,
  node: PlanNode,
  result: Json,
): Result<readonly (readonly [string, Json])[], RunError> {
  if (node.type !== 'CAPABILITY' || !isJsonObject(result)) return NO_WRITES;
  if (planAt(draft, frame).variables !== 'open') return NO_WRITES;
  return ok(writesIn(result));
}

const NO_WRITES = ok<readonly (readonly [string, Json])[]>([]);

function isCall(draft: Draft, frameId: string): boolean {
  const frame = draft.frame(frameId);
  return frame.dynamic === null && isInsideNode(draft, frame);
}

function keepResult(draft: Draft, frameId: string, node: PlanNode, result: Json): void {
  if (!NODE_TYPES[node.type].hasNoValue) draft.change(frameId).value = result;
  const { plan } = draft.frame(frameId);
  // What a node calls inside it is no step of the plan.
  if (plan === null || isCall(draft, frameId)) return;
  const around = draft.change(plan);
  around.results = around.results.set(node.id, result);
}
