import { depthOf, type Json, within } from '#base';
import { cancelInScope, isPending, scopeIn } from '#compile';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame } from '../frame';
import { compareOrder, isSame, type NodeRef } from '../nodeRef';
import { parentOf } from '../variables';
import { type Breaks, scopesOpenIn } from '../work';
import { cancelActive, cancelAllBut, collectInside, deepestFirst, type Victim } from './cancel';
import { endFrame, failFrame } from './ending';
import { applyTurn, containerAround, noteLeft, openBody } from './scope';

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
    if (container === null) continue;
    for (const address of draft.active(container).open) draft.withdraw(address);
    draft.setActive(container, { ...draft.active(container), open: [] });
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
    const work =
      around === null ? null : draft.frames.get(around.frame)?.active.get(String(around.node))?.work;
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
    for (const child of framesInside(draft, frame, ref)) collectInside(draft, child, inside, frames);
    inside.forEach(add);
  }
  const closed = refs.filter((ref) => isClosing(draft, ref.frame));
  const busy = busyByFrame(
    draft,
    refs.filter((ref) => !closed.includes(ref)),
  );
  for (const { ref } of [...victims.values()].sort(deepestFirst)) cancelOne(draft, ref);
  draft.ready.remove((item) => refs.some((ref) => isSame(item, ref)));
  draft.starved = draft.starved.filter((item) => !refs.some((ref) => isSame(item, ref)));
  for (const id of frames) draft.frames.close(id);
  for (const [id, { nodes, started }] of busy) killEdges(draft, id, nodes, started);
  // An END was on its way out through them: it goes on without their `finally` (R12).
  for (const ref of closed) closeBeyond(draft, ref.frame);
}

function orderOf(draft: Draft, ref: NodeRef): readonly number[] {
  return [...draft.frame(ref.frame).order, draft.compiled(ref).order];
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
  const isActive = draft.frame(ref.frame).active.has(String(ref.node));
  return isActive || draft.ready.has(ref) || draft.starved.some((starved) => isSame(starved, ref));
}

function framesInside(draft: Draft, frame: Frame, ref: NodeRef): readonly Frame[] {
  const active = frame.active.get(String(ref.node));
  const open = active === undefined ? [] : scopesOpenIn(active.work);
  return open.flatMap((inside) => draft.frames.get(inside) ?? []);
}

interface Cancelled {
  readonly nodes: number[];
  started: number;
}

function busyByFrame(draft: Draft, refs: readonly NodeRef[]): ReadonlyMap<string, Cancelled> {
  const frames = new Map<string, Cancelled>();
  for (const ref of refs) {
    const known = frames.get(ref.frame) ?? { nodes: [], started: 0 };
    frames.set(ref.frame, known);
    known.nodes.push(ref.node);
    if (hasBegun(draft, ref)) known.started++;
  }
  return frames;
}

function cancelOne(draft: Draft, ref: NodeRef): void {
  const frame = draft.frame(ref.frame);
  if (frame.active.has(String(ref.node))) {
    cancelActive(draft, ref);
    return;
  }
  const { id, key } = draft.compiled(ref);
  // The executor half of an inline PLANNER shares its address: what becomes of the planner says it for both.
  if (key === id) draft.emit({ address: within(frame.address, id), data: {}, kind: 'node.cancelled' });
}

function killEdges(draft: Draft, id: string, nodes: readonly number[], started: number): void {
  const frame = draft.frames.get(id);
  if (frame === undefined) return;
  if (frame.left !== null)
    for (const node of nodes) noteLeft(draft, id, frame.scope.nodes[node]?.key ?? '', []);
  applyTurn(draft, id, cancelInScope(frame.scope, frame.position, nodes, started));
}
