import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { compareOrder } from '../order';
import type { Frame } from '../state';
import { childFrames } from './frames';

export interface Victim {
  readonly ref: NodeRef;
  readonly order: readonly number[];
}

/**
 * Cancels all that is active in a frame and closes the frame (R17): deepest first, then document order; one entry
 * per active node and one `cancel` per command that is out. What never started needs no entry (R18).
 */
export function cancelFrame(draft: Draft, id: string): void {
  const frame = draft.frames.get(id);
  if (frame === undefined) return;
  if (frame.active.size === 0 && frame.ends === null) {
    draft.frames.close(id);
    return;
  }
  const victims: Victim[] = [];
  const frames: string[] = [];
  collectInside(draft, frame, victims, frames);
  victims.sort(deepestFirst);
  for (const { ref } of victims) cancelActive(draft, ref);
  for (const closed of frames) draft.frames.close(closed);
}

/** Cancels one active node, with all that is open inside it. */
export function cancelActive(draft: Draft, ref: NodeRef): void {
  const { address } = draft.active(ref);
  draft.emit({ address, data: {}, kind: 'node.cancelled' });
  draft.release(ref);
}

/** R17: deepest first, then document order. */
export function deepestFirst(a: Victim, b: Victim): number {
  return b.order.length - a.order.length || compareOrder(a.order, b.order);
}

/** Lists what is active in a frame and in all frames inside it, and those frames. */
export function collectInside(draft: Draft, frame: Frame, victims: Victim[], frames: string[]): void {
  frames.push(frame.id);
  for (const { node } of frame.active.values()) {
    const order = [...frame.order, frame.scope.nodes[node]?.order ?? 0];
    victims.push({ ref: { frame: frame.id, node }, order });
  }
  for (const child of childFrames(draft, frame)) collectInside(draft, child, victims, frames);
}
