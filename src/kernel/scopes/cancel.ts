import { depthOf, ROOT } from '#base';
import type { Draft } from '../draft';
import { compareOrder, type Frame, type NodeRef } from '../frame';

import { scopesOpenIn } from '../work';
import { childFrames } from './scope';

export interface Victim {
  readonly ref: NodeRef;
  /** How many containers it lies in. */
  readonly depth: number;
  readonly order: readonly number[];
}

/**
 * Cancels all that is active in a frame and closes the frame (R17): deepest first, then document order; one entry
 * per active node and one `cancel` per command that is out. What never started needs no entry (R18).
 */
export function cancelFrame(draft: Draft, id: string): void {
  const frame = draft.frames.get(id);
  if (frame === undefined) return;
  if (frame.active.size === 0 && frame.ends === null && frame.detached.length === 0) {
    draft.frames.close(id);
    return;
  }
  cancelAllBut(draft, id, NONE);
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Cancels what is active in a frame but what stands on a way (R12): frames on it stay open, with the containers that
 * hold them, and with a way so does the frame itself.
 */
export function cancelAllBut(draft: Draft, id: string, way: ReadonlySet<string>): void {
  const victims: Victim[] = [];
  const frames: string[] = [];
  collectInside(draft, draft.frame(id), victims, frames, way);
  victims.sort(deepestFirst);
  for (const { ref } of victims) cancelActive(draft, ref);
  for (const closed of frames) {
    if (way.size === 0 || closed !== id) draft.frames.close(closed);
  }
}

/** Cancels one active node, and withdraws what it has out. */
export function cancelActive(draft: Draft, ref: NodeRef): void {
  const { address } = draft.active(ref);
  // A run whose plan is a machine has no node: the run says itself that it is cancelled.
  if (address !== ROOT) draft.emit({ address, data: {}, kind: 'node.cancelled' });
  draft.release(ref);
}

/** Cancels what an active node has open inside it, and leaves the node as it is. */
export function cancelInside(draft: Draft, ref: NodeRef): void {
  for (const inside of scopesOpenIn(draft.active(ref).work)) cancelFrame(draft, inside);
}

/** R17: deepest first, then document order. */
export function deepestFirst(a: Victim, b: Victim): number {
  return b.depth - a.depth || compareOrder(a.order, b.order);
}

/**
 * Lists what is active in a frame and in all frames inside it, and those frames.
 *
 * @param way frames that are left out, with the containers that hold them
 */
export function collectInside(
  draft: Draft,
  frame: Frame,
  victims: Victim[],
  frames: string[],
  way: ReadonlySet<string> = NONE,
): void {
  if (!way.has(frame.id)) frames.push(frame.id);
  const depth = depthOf(frame.address);
  for (const { node, work } of frame.active.values()) {
    if (way.size > 0 && scopesOpenIn(work).some((inside) => way.has(inside))) continue;
    const order = [...frame.order, frame.scope.nodes[node]?.order ?? 0];
    victims.push({ ref: { frame: frame.id, node }, depth, order });
  }
  for (const child of childFrames(draft, frame)) collectInside(draft, child, victims, frames, way);
}
