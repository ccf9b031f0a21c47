import {
  type Address,
  err,
  hashText,
  isJsonObject,
  type Json,
  ok,
  PersistentMap,
  present,
  type Result,
  seededRandom,
  withAttempt,
  withCall,
} from '#base';
import { settleNode } from '#compile';
import { isContainer, NODE_TYPES, type PlanNode, type Retry } from '#plan';
import { baseAddress, type Draft } from './draft';
import type { RunError, Usage } from './fact';
import { observeFailure, observeSuccess } from './features';
import type { ActiveNode, NodeRef, Sight } from './frame';
import type { NodeBehaviour } from './ports';
import { detachRest } from './scopes/background';
import { applyTurn, cancelInside, isInsideNode, noteLeft, withdrawOpen } from './scopes/scope';
import { failFrame } from './scopes/unwinding';
import { noteSettled, noteWrites, originsOfNodeInput } from './taint';
import { byName, evaluateIn, fromInside, planAt, writesIn, writesOf, writeVariable } from './variables';
import { type ActivationState, addressesOf, NO_ORIGINS, scopeOpenIn } from './work';

/** An attempt of a leaf begins: it is active, and its entry says with which input. */
export function beginLeaf(
  draft: Draft,
  ref: NodeRef,
  attempt: number,
  work: ActivationState,
  input?: Json,
): Address {
  const address = withAttempt(baseAddress(draft, ref), attempt);
  activate(draft, ref, address, work, attempt);
  tellStart(draft, ref, address, input);
  return address;
}

/**
 * An attempt of a container begins; its attempts are written from the second on (K11). Where it may be tried again it
 * writes into a layer, so that a failed attempt leaves nothing behind (R12, R20).
 */
export function beginContainer(
  draft: Draft,
  ref: NodeRef,
  attempt: number,
  work: ActivationState,
  input?: Json,
): Address {
  const base = baseAddress(draft, ref);
  const address = attempt === 1 ? base : withAttempt(base, attempt);
  const { node } = draft.compiled(ref);
  const isTried = node.retry !== undefined && isContainer(node);
  activate(draft, ref, address, work, attempt, isTried ? PersistentMap.empty<Json>() : null);
  tellStart(draft, ref, address, input);
  return address;
}

function tellStart(draft: Draft, ref: NodeRef, address: Address, input: Json | undefined): void {
  const origins =
    input !== undefined && draft.has('inputOriginsTold') ? originsOfNodeInput(draft, ref) : NO_ORIGINS;
  const from = origins.length === 0 ? {} : { from: addressesOf(origins) };
  draft.emit({ address, data: { ...from, ...(input === undefined ? {} : { input }) }, kind: 'node.started' });
}

/** A node is active from now on, and has nothing out yet. */
export function activate(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  work: ActivationState,
  attempt = 1,
  layer: ActiveNode['layer'] = null,
): void {
  draft.setActive(ref, { node: ref.node, address, attempt, open: [], work, layer });
}

/**
 * Starts the clock of an attempt (L2): a leaf after its call has left, so that a result of the same millisecond wins;
 * a container before its contents. Leaves of a dynamic plan inherit from their executor (L4).
 */
export function startTimeout(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  const inherited = NODE_TYPES[node.type].leaf ? draft.frame(ref.frame).dynamic?.timeoutMs : null;
  const afterMs = node.timeoutMs ?? inherited ?? null;
  if (afterMs !== null) issueTimeout(draft, ref, withCall(draft.active(ref).address, 'timeout'), afterMs);
}

/** Starts the clock of an attempt, or of a wait in it (L7, L9); null and undefined are no bound. */
export function issueTimeout(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  afterMs: number | null | undefined,
): void {
  if (afterMs != null) draft.issue(ref, { address, afterMs, kind: 'timer', purpose: 'timeout' });
}

/** Takes back one of the commands that a node has out. */
export function takeBack(draft: Draft, ref: NodeRef, address: Address): void {
  draft.withdraw(address);
  const active = draft.active(ref);
  draft.setActive(ref, { ...active, open: active.open.filter((other) => other !== address) });
}

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

interface FailureDetails {
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
  const { address, attempt, layer, work } = draft.active(ref);
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
  const from = noteOrigins(draft, ref, node, success, isHeard ? writes.value : NOTHING_WRITTEN);
  draft.emit({
    address,
    data: {
      ...from,
      ports,
      ...(result === undefined ? {} : { result }),
      ...(usage === undefined ? {} : { usage }),
    },
    kind: 'node.succeeded',
  });
  if (draft.hasFeatures) observeSuccess(draft, ref, node, result ?? null);
  draft.release(ref);
  for (const [variable, value] of isHeard ? writes.value : []) {
    writeVariable(draft, draft.frame(ref.frame), address, variable, value);
  }
  if (result !== undefined) keepResult(draft, ref.frame, node, result);
  if (success.stays) return true;
  leave(draft, ref, ports);
  if (result !== undefined) tellSettled(draft, ref, attempt, null);
  return true;
}

/**
 * An attempt of a node failed: another follows (L2), or its `onError` handles it, or its scope fails (R8).
 */
export function failNode(draft: Draft, ref: NodeRef, found: RunError, details: FailureDetails = {}): void {
  const error = draft.has('walksPaid') ? withItsNode(found, draft.compiled(ref).node.id) : found;
  if (!details.final && planRetry(draft, ref, error, details.retryAfterMs ?? 0)) return;
  const { node, ports } = draft.compiled(ref);
  const { address, attempt, work } = draft.active(ref);
  const wasRefused = work.kind === 'guarded' && draft.has('refusedWasTried');
  if (wasRefused) draft.change(ref.frame).started = true;
  noteSettled(draft, ref);
  // A container that fails cancels its rest, also what an early completion let go on (R11).
  cancelInside(draft, ref);
  const used = present({ usage: details.usage });
  if (node.onError === 'continue') {
    draft.emit({ address, data: { handled: error, ports: ['out'], ...used }, kind: 'node.succeeded' });
    if (draft.hasFeatures) observeFailure(draft, ref, node, error);
    draft.release(ref);
    leave(draft, ref, ['out']);
    tellSettled(draft, ref, attempt, error);
    return;
  }
  const handled = node.onError === 'route' && ports.includes('error');
  draft.emit({ address, data: { error, handled, ...used }, kind: 'node.failed' });
  if (draft.hasFeatures) observeFailure(draft, ref, node, error);
  draft.release(ref);
  if (handled) {
    leave(draft, ref, ['error']);
    tellSettled(draft, ref, attempt, error);
  }
  // L2: nobody hears of what was to go on in the background.
  else if (wasRefused && node.background === true) leave(draft, ref, []);
  else if (!goesOn(draft, ref, attempt, error)) failFrame(draft, ref.frame, error);
}

/** P9: who runs the plan that a node is a step of hears what has become of it. */
function tellSettled(draft: Draft, step: NodeRef, attempts: number, error: RunError | null): void {
  runnerOf(draft, step)?.onStepSettled?.(draft, step, attempts, error);
}

/** P9, P12: whether a plan goes on although nothing in it handles the failure of a step. */
function goesOn(draft: Draft, step: NodeRef, attempts: number, error: RunError): boolean {
  return runnerOf(draft, step)?.onStepFailed?.(draft, step, attempts, error) ?? false;
}

function runnerOf(draft: Draft, { frame }: NodeRef): NodeBehaviour<Draft> | null {
  const plan = draft.frames.get(frame);
  if (plan?.kind !== 'dynamic' || plan.parent === null) return null;
  return draft.behaviourOf(draft.compiled(plan.parent).node);
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
  frame: Sight,
  node: PlanNode,
  result: Json,
  into: string | undefined,
): Result<Writes, RunError> {
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
  return ok(writes.sort(byName));
}

/** V1: a plan whose variables are open takes what its capabilities give, member by member. */
function openWrites(draft: Draft, frame: Sight, node: PlanNode, result: Json): Result<Writes, RunError> {
  if (node.type !== 'CAPABILITY' || !isJsonObject(result)) return NO_WRITES;
  if (planAt(draft, frame).variables !== 'open') return NO_WRITES;
  return ok(writesIn(result));
}

type Writes = readonly (readonly [variable: string, value: Json])[];

const NOTHING_WRITTEN: Writes = [];
const NO_WRITES = ok(NOTHING_WRITTEN);

/** P15: where what a node gives came from, noted with what it writes, and as its entry says it. */
function noteOrigins(
  draft: Draft,
  ref: NodeRef,
  node: PlanNode,
  { result }: Success,
  writes: Writes,
): { readonly from?: readonly Address[] } {
  const origins = result === undefined ? NO_ORIGINS : noteSettled(draft, ref);
  const names = writes.map(([name]) => name);
  noteWrites(draft, ref, names, origins, node.output);
  return origins.length > 0 && draft.has('originsTold') ? { from: addressesOf(origins) } : {};
}

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

/** How many names of a result are told. */
const TOLD = 12;

/** T8: which output could not be read from a result, what that result holds, and what to do. */
function unmapped(variable: string, result: Json, error: RunError): RunError {
  return {
    ...error,
    message: `The output "${variable}" cannot be filled. ${error.message}`,
    help: `${held(result)} Change the output "${variable}", or let what is called give what it reads.`,
  };
}

function held(result: Json): string {
  if (Array.isArray(result)) return `The result is a list of ${result.length}.`;
  if (!isJsonObject(result)) return `The result is ${result === null ? 'null' : `a ${typeof result}`}.`;
  const names = Object.keys(result);
  if (names.length === 0) return 'The result is an empty object.';
  const more = names.length > TOLD ? ` and ${names.length - TOLD} more` : '';
  return `The result has only ${names.slice(0, TOLD).join(', ')}${more}.`;
}

/** Codes that no other attempt can mend: the plan, its input or the caller's rights would have to change. */
const FINAL: ReadonlySet<string> = new Set([
  'EXPRESSION_ERROR',
  'INPUT_INVALID',
  'CAPABILITY_UNKNOWN',
  'CAPABILITY_NOT_ALLOWED',
  'MODEL_UNKNOWN',
  'MODEL_UNAUTHORIZED',
  'CONNECTION_MISSING',
  'CANNOT_PLAN',
  'PLAN_DECLINED',
  'REJECTED',
]);

/** Whether another attempt of anything can come to something else. */
export function isFinalCode(code: string): boolean {
  return FINAL.has(code);
}

/** V1: an input that a plan refuses fails an attempt of what runs it, and the next resolves it anew (L2). */
function isFinal(code: string, { type }: PlanNode): boolean {
  return isFinalCode(code) && !(NODE_TYPES[type].resolvesAnew && code === 'INPUT_INVALID');
}

/** Whether a policy lets another attempt follow after so many, the last with this error (L2). */
export function allowsAnother(retry: Retry, made: number, error: RunError, node: PlanNode): boolean {
  if (made >= retry.maxAttempts || error.retryable === false || isFinal(error.code, node)) return false;
  return !retry.nonRetryable?.includes(error.code);
}

/**
 * Plans the next attempt of a node whose attempt failed (L2): what the attempt still had open is withdrawn, and a
 * timer says when. False when there is none: no `retry`, all attempts used up, or a code that fails at once.
 */
function planRetry(draft: Draft, ref: NodeRef, error: RunError, retryAfterMs: number): boolean {
  const retry = retryOf(draft, ref);
  const active = draft.active(ref);
  if (retry === null || !allowsAnother(retry, active.attempt, error, draft.compiled(ref).node)) return false;
  cancelInside(draft, ref);
  const ownMs = waitBefore(draft, retry, active.attempt, active.address);
  const afterMs = Math.max(ownMs, retryAfterMs);
  draft.emit({ address: active.address, data: { afterMs, error }, kind: 'node.retrying' });
  withdrawOpen(draft, ref);
  draft.setWork(ref, { kind: 'retrying' });
  const isAsked = sayServerWaits(draft, ref, error, { ownMs, retryAfterMs });
  startRetryTimer(draft, ref, withCall(active.address, 'retry'), afterMs, isAsked);
  return true;
}

/**
 * D6: a node that waits because a server asked for it reads waiting.
 *
 * @returns whether it does: the server asked for more than would be waited anyway
 */
export function sayServerWaits(
  draft: Draft,
  ref: NodeRef,
  { message }: Pick<RunError, 'message'>,
  { ownMs, retryAfterMs }: { readonly ownMs: number; readonly retryAfterMs: number },
): boolean {
  if (retryAfterMs <= ownMs || !draft.has('waitsForServer')) return false;
  const { address } = draft.active(ref);
  draft.emit({ address, data: { for: 'server', message, afterMs: retryAfterMs }, kind: 'node.waiting' });
  return true;
}

/** A back-off counts from the failure, also while the run is paused; what it starts waits for the resume (R19). */
export function startRetryTimer(
  draft: Draft,
  ref: NodeRef,
  address: Address,
  afterMs: number,
  isAsked = false,
): void {
  const timer: RetryTimer = { address, afterMs, ...(isAsked && { for: 'server' }) };
  if (draft.has('timersDuringPause')) issueRetryTimer(draft, ref, timer);
  else draft.admit(ref, { kind: 'timer', ...timer });
}

/** The clock of a back-off starts. */
export function issueRetryTimer(draft: Draft, ref: NodeRef, timer: RetryTimer): void {
  const { address, afterMs } = timer;
  draft.issue(ref, { address, afterMs, kind: 'timer', purpose: 'retry', ...present({ for: timer.for }) });
}

interface RetryTimer {
  readonly address: Address;
  readonly afterMs: number;
  /** A server has asked for this time (D6). */
  readonly for?: 'server';
}

/** The node's own policy, or for a plan's own leaf steps that of their executor (L4, L9). */
function retryOf(draft: Draft, ref: NodeRef): Retry | null {
  const { node } = draft.compiled(ref);
  const { handsDown, leaf } = NODE_TYPES[node.type];
  if (handsDown) return null;
  if (node.retry) return node.retry;
  return leaf ? (draft.frame(ref.frame).dynamic?.retry ?? null) : null;
}

/**
 * min(initial × coefficient^(n−1), max), by default 1000, 2 and no cap, moved by the jitter of the run's seed, which is 0
 * in a simulation.
 *
 * @param made how many attempts there have been
 * @param address of the last of them: no two waits of a run are moved alike
 */
export function waitBefore(draft: Draft, retry: Retry, made: number, address: Address): number {
  const growth = (retry.backoffCoefficient ?? 2) ** (made - 1);
  const wait = Math.min((retry.initialIntervalMs ?? 1000) * growth, retry.maxIntervalMs ?? Infinity);
  const jitter = retry.jitter ?? 0;
  if (jitter === 0 || draft.start.simulated) return Math.round(wait);
  const seed = draft.start.seed ^ Number.parseInt(hashText(address).slice(0, 8), 16);
  return Math.round(wait * (1 + jitter * (2 * seededRandom(seed).next() - 1)));
}
