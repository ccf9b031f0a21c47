import {
  depthOf,
  grouped,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  PersistentMap,
  type Result,
  ROOT,
} from '#base';
import { cancelInScope, compileAlone, isPending, scopeIn } from '#compile';
import type { CapabilityPlan } from '#plan';
import { compiledPlan } from '../closure';
import { baseAddress, type Draft } from '../draft';
import type { RunError } from '../fact';
import { nodeOfPlan, observePlan, PLAN_GUARDS_FRAME } from '../features';
import { compareOrder, type Frame, isSame, type NodeRef } from '../frame';
import { outputsOf } from '../planInterface';
import { parentOf, planOf, writeAtEnd, writesOf } from '../variables';
import { type Breaks, scopesOpenIn } from '../work';
import { forget } from './background';
import { endBranches, endOfBranch } from './branches';
import {
  applyTurn,
  cancelActive,
  cancelAllBut,
  cancelFrame,
  collectInside,
  containerAround,
  deepestFirst,
  isActivity,
  noteLeft,
  openBody,
  openFrame,
  orderOf,
  ROOT_FRAME,
  type Victim,
  withdrawOpen,
} from './scope';

/** END with `ends: plan` or `run` (R15): the scope that it ends, with all between it and the END. */
export function endFrom(draft: Draft, from: string, ends: Breaks, value: Json | undefined): void {
  let target = draft.frame(from);
  while (!bounds(draft, target, ends)) target = parentOf(draft, target) ?? target;
  close(draft, from, target, { value, breaks: null });
}

/** `break: plan` or `run` (L7): as that END, but the first branch of an ASYNC GROUP on the way out only ends itself. */
export function breakFrom(draft: Draft, from: string, breaks: Breaks): void {
  let target = draft.frame(from);
  while (!bounds(draft, target, breaks) && !isBranch(draft, target)) {
    target = parentOf(draft, target) ?? target;
  }
  close(draft, from, target, { value: undefined, breaks: isBranch(draft, target) ? breaks : null });
}

/** Whether nothing outside of a scope can be ended from inside it: its plan, the run, or what goes on in the background. */
function bounds(draft: Draft, frame: Frame, ends: Breaks): boolean {
  if (frame.parent === null || frame.background !== null) return true;
  if (parentOf(draft, frame)?.late != null) return true;
  return ends === 'plan' && (frame.dynamic !== null || frame.instance !== null);
}

function isBranch(draft: Draft, frame: Frame): boolean {
  const around = parentOf(draft, frame);
  return around?.kind === 'branches' && around.items === null;
}

/**
 * Cancels at once everything in the scope but the containers around the END, and closes those from inside out, each
 * TRY_CATCH with its `finally` first (R12). Their timeouts apply no longer.
 */
function close(
  draft: Draft,
  from: string,
  target: Frame,
  then: { readonly value: Json | undefined; readonly breaks: Breaks | null },
): void {
  if (from === target.id) {
    endFrame(draft, from, then.value, then.breaks);
    return;
  }
  const way = new Set<string>();
  for (let at = draft.frame(from); at.id !== target.id; at = parentOf(draft, at) ?? target) way.add(at.id);
  cancelAllBut(draft, target.id, way);
  for (const id of [...way, target.id]) dropReady(draft, id);
  for (const id of way) {
    draft.change(id).closing = null;
    const container = containerAround(draft, draft.frame(id));
    if (container !== null) withdrawOpen(draft, container);
  }
  draft.change(target.id).closing = { ...then, error: null };
  const innermost = leave(draft, draft.frame(from));
  if (innermost !== null) closeUp(draft, innermost);
}

/** These scopes stay open for a while, and nothing starts in them any more (R23). */
function dropReady(draft: Draft, id: string): void {
  draft.ready.drop(id);
  draft.starved = draft.starved.filter(({ frame }) => frame !== id);
}

/** Goes on closing at a container whose scope is closed: its `finally` opens, or it is cancelled and so on outwards. */
export function closeUp(draft: Draft, innermost: NodeRef): void {
  for (let at: NodeRef | null = innermost; at !== null; ) {
    const { work } = draft.active(at);
    if (work.kind === 'trying' && work.body !== 'finally' && scopeIn(draft.compiled(at), 'finally')) {
      openBody(draft, at, 'finally', { kind: 'closing' });
      return;
    }
    cancelActive(draft, at);
    const frame = draft.frame(at.frame);
    if (frame.closing !== null) {
      finish(draft, frame);
      return;
    }
    at = leave(draft, frame);
  }
}

/** Whether an END is on its way out through a scope (R12): it holds one active container, and nothing starts any more. */
function isClosing(draft: Draft, id: string): boolean {
  for (let at = draft.frames.get(id); at !== undefined; at = parentOf(draft, at)) {
    if (at.closing !== null) return true;
    // What goes on in the background is on nobody's way (L2), also where a `finally` on the way out began it.
    if (at.background !== null) return false;
    const around = containerAround(draft, at);
    const work = around === null ? undefined : draft.workOf(around);
    // What lies in the `finally` that runs meanwhile is not on the way.
    if (work?.kind === 'trying' && work.outcome?.kind === 'closing') return false;
  }
  return false;
}

/** Goes on closing outwards from a scope whose last container has been cancelled. */
function closeBeyond(draft: Draft, id: string): void {
  const frame = draft.frames.get(id);
  if (frame === undefined) return;
  if (frame.closing !== null) {
    finish(draft, frame);
    return;
  }
  const container = leave(draft, frame);
  if (container !== null) closeUp(draft, container);
}

/** An error in a `finally` turns the END into a failure of what it was ending; an error further out wins (R12). */
export function failClosing(draft: Draft, container: NodeRef, error: RunError): void {
  let at: Frame | undefined = draft.frame(container.frame);
  while (at !== undefined && at.closing === null) at = parentOf(draft, at);
  if (at?.closing) draft.change(at.id).closing = { ...at.closing, error };
}

function finish(draft: Draft, { id, closing }: Frame): void {
  draft.change(id).closing = null;
  if (closing?.error) failFrame(draft, id, closing.error);
  else endFrame(draft, id, closing?.value, closing?.breaks ?? null);
}

/** Closes a scope in which nothing is active any more, with the frame of its branches; the container is next. */
function leave(draft: Draft, frame: Frame): NodeRef | null {
  const container = containerAround(draft, frame);
  const group = parentOf(draft, frame);
  if (group?.kind === 'branches') draft.frames.close(group.id);
  draft.frames.close(frame.id);
  return container;
}

/**
 * Cancels the unsettled of some nodes together, pending ones too (R16, R7): deepest first, then document order, each
 * with all that is active inside it; their effects are withdrawn, and then their edges die.
 *
 * @param named nodes of open scopes; those that have settled are passed over
 */
export function cancelNodes(draft: Draft, named: readonly NodeRef[]): void {
  // In document order, so that scopes which come to rest together end in that order too.
  const refs = named
    .filter((ref) => isUnsettled(draft, ref) && !isOver(draft, ref))
    .sort((one, other) => compareOrder(orderOf(draft, one), orderOf(draft, other)));
  if (refs.length === 0) return;
  const victims = new Map<string, Victim>();
  const frames: string[] = [];
  const add = (victim: Victim): void => void victims.set(`${victim.ref.frame} ${victim.ref.node}`, victim);
  for (const ref of refs) {
    const frame = draft.frame(ref.frame);
    add({ ref, depth: depthOf(frame.address), order: orderOf(draft, ref) });
    const inside: Victim[] = [];
    for (const child of framesInside(draft, ref)) collectInside(draft, child, inside, frames);
    inside.forEach(add);
  }
  const closed = refs.filter((ref) => isClosing(draft, ref.frame));
  const busy = refs.filter((ref) => !closed.includes(ref));
  const begun = new Set(busy.filter((ref) => hasBegun(draft, ref)));
  for (const { ref } of [...victims.values()].sort(deepestFirst)) cancelOne(draft, ref);
  draft.ready.remove((item) => refs.some((ref) => isSame(item, ref)));
  draft.starved = draft.starved.filter((item) => !refs.some((ref) => isSame(item, ref)));
  for (const id of frames) draft.frames.close(id);
  for (const [id, inside] of grouped(busy, ({ frame }) => frame))
    killEdges(draft, id, inside, inside.filter((ref) => begun.has(ref)).length);
  // An END was on its way out through them: it goes on without their `finally` (R12).
  for (const ref of closed) closeBeyond(draft, ref.frame);
}

/** Pending or active (R2): its turn has not come, has come, or it is at work. */
function isUnsettled(draft: Draft, ref: NodeRef): boolean {
  const { scope, position } = draft.frame(ref.frame);
  return hasBegun(draft, ref) || isPending(scope, position, ref.node);
}

/** It never started in a scope that an END is closing (R12, R18): there is nothing to cancel. */
function isOver(draft: Draft, ref: NodeRef): boolean {
  return !draft.isActive(ref) && isClosing(draft, ref.frame);
}

/** Whether its scope waits for it to settle. */
function hasBegun(draft: Draft, ref: NodeRef): boolean {
  return draft.isActive(ref) || draft.ready.has(ref) || draft.starved.some((starved) => isSame(starved, ref));
}

function framesInside(draft: Draft, ref: NodeRef): readonly Frame[] {
  const work = draft.workOf(ref);
  const open = work === undefined ? [] : scopesOpenIn(work);
  return open.flatMap((inside) => draft.frames.get(inside) ?? []);
}

function cancelOne(draft: Draft, ref: NodeRef): void {
  if (draft.isActive(ref)) {
    cancelActive(draft, ref);
    return;
  }
  const { id, key } = draft.compiled(ref);
  // The executor half of an inline PLANNER shares its address: what becomes of the planner says it for both.
  if (key === id) draft.emit({ address: baseAddress(draft, ref), data: {}, kind: 'node.cancelled' });
}

function killEdges(draft: Draft, id: string, refs: readonly NodeRef[], started: number): void {
  const frame = draft.frames.get(id);
  if (frame === undefined) return;
  const nodes = refs.map(({ node }) => node);
  for (const node of nodes) noteLeft(draft, id, frame.scope.nodes[node]?.key ?? '', []);
  applyTurn(draft, id, cancelInScope(frame.scope, frame.position, nodes, started));
}

/**
 * A scope has come to rest, or its END was reached (R14, R15): its container is told the scope's value (R21), through a
 * queue and not by recursion, so that no depth of nesting is a depth of calls.
 *
 * @param ended the result of the END that ended it
 * @param breaks what the `break` asked for that ended it, where it is a branch that ends only itself (L7)
 */
export function endFrame(draft: Draft, id: string, ended?: Json, breaks: Breaks | null = null): void {
  if (ended !== undefined) draft.change(id).value = ended;
  const frame = draft.frame(id);
  if (frame.kind === 'branches') {
    endBranches(draft, frame);
    return;
  }
  cancelFrame(draft, id);
  if (frame.background !== null) forget(draft, ROOT_FRAME, id);
  else if (frame.parent === null) completeRun(draft, frame, ended);
  else if (draft.frame(frame.parent.frame).kind === 'branches') {
    const status = frame.started ? 'succeeded' : 'skipped';
    const writes = frame.layer ?? PersistentMap.empty<Json>();
    endOfBranch(draft, frame.parent, { status, value: frame.value, error: null, writes, breaks });
  } else if (frame.instance !== null && isActivity(draft, frame)) {
    draft.endedScopes.push({ ref: frame.parent, result: frame.value, error: null, scope: id });
  } else if (frame.instance !== null) {
    // The plan of a SUB_PLAN: its outputs are the node's result (R21), or an output is missing (V1).
    const outputs = outputsOf(draft, frame, ended);
    const [result, error] = outputs.ok ? [outputs.value, null] : [null, outputs.problem];
    draft.endedScopes.push({ ref: frame.parent, result, error });
  } else {
    // A round of a RETRY that succeeded: what it wrote is kept (R12, R20).
    for (const [variable, value] of writesOf(frame.layer)) {
      writeAtEnd(draft, frame.parent, variable, value);
    }
    const plan = frame.kind === 'dynamic' ? { plan: frame } : {};
    draft.endedScopes.push({ ref: frame.parent, result: frame.value, error: null, ...plan });
  }
}

/** A node of the scope failed and nothing handled it: the scope fails, and its container is told the error (R8). */
export function failFrame(draft: Draft, id: string, error: RunError): void {
  const frame = draft.frame(id);
  cancelFrame(draft, id);
  // What fails in the background is recorded, and goes nowhere (L2).
  if (frame.background !== null) forget(draft, ROOT_FRAME, id);
  else if (frame.parent === null) {
    // A plan that its guards refused has told them as the node that it was.
    if (id === ROOT_FRAME) {
      observePlan(draft, frame, 'postError', { error: { code: error.code, message: error.message } });
    }
    draft.failRun(error);
  } else if (draft.frame(frame.parent.frame).kind === 'branches') {
    const writes = PersistentMap.empty<Json>();
    endOfBranch(draft, frame.parent, { status: 'failed', value: null, error, writes, breaks: null });
  } else draft.endedScopes.push({ ref: frame.parent, result: null, error, scope: id });
}

/** The plan's scope has ended: its result mapping is applied, and the run has completed (R15, V1). */
function completeRun(draft: Draft, frame: Frame, ended?: Json): void {
  const outputs =
    planOf(draft).kind === 'state-machine' ? given(ended, frame) : outputsOf(draft, frame, ended);
  if (!outputs.ok) {
    draft.failRun(outputs.problem);
    return;
  }
  observePlan(draft, frame, 'postSuccess', { result: outputs.value });
  draft.outputs = outputs.value;
  draft.emit({ address: ROOT, data: { outputs: outputs.value }, kind: 'run.completed' });
  draft.end('completed');
}

/** A machine has said itself what it comes to; an END of a plan inside it may have ended the run instead (R15). */
function given(ended: Json | undefined, { value }: Frame): Result<JsonObject, RunError> {
  const outputs = ended ?? value;
  return ok(isJsonObject(outputs) ? outputs : {});
}

/** The run begins: with the features of its plan, else with the plan's scope. */
export function openPlan(draft: Draft, plan: CapabilityPlan): void {
  if (plan.features === undefined || plan.features.length === 0) openRoot(draft, plan);
  else openFrame(draft, { ...AT_ROOT, id: PLAN_GUARDS_FRAME, scope: compileAlone(nodeOfPlan(plan), 0) });
}

/** The guards have let the plan pass: its scope opens. */
export function leavePlanGuards(draft: Draft): void {
  const plan = planOf(draft);
  if (plan.kind !== 'capability') return;
  draft.frames.close(PLAN_GUARDS_FRAME);
  openRoot(draft, plan);
}

function openRoot(draft: Draft, plan: CapabilityPlan): void {
  const compiled = compiledPlan(plan, draft.start.planHash);
  if (compiled.ok) openFrame(draft, { ...AT_ROOT, id: ROOT_FRAME, scope: compiled.value.scope });
}

const AT_ROOT = { kind: 'plan', address: ROOT, parent: null, order: [] } as const;
