import { depthOf, within } from '#base';
import { cancelInScope, isPending } from '#compile';
import type { Draft } from '../draft';
import { compareOrder, isSame, type NodeRef } from '../nodeRef';
import { type Frame, scopesOpenIn } from '../state';
import { cancelActive, collectInside, deepestFirst, type Victim } from './cancelScope';
import { closeBeyond, isClosing } from './closing';
import { applyTurn, noteLeft } from './frames';

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
