import { isAtRest } from '#compile';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import type { Frame } from '../state';
import { cancelFrame } from './cancelScope';
import { childFrames } from './frames';

/** A container has completed early with `rest: ignore` (R11): no further branch opens, those that are open go on. */
export function keepLate(draft: Draft, group: Frame): void {
  const open = childFrames(draft, group).length;
  if (open === 0) cancelFrame(draft, group.id);
  else draft.change(group.id).late = open;
}

/**
 * A container has succeeded: what still goes on in it belongs to the enclosing scope. That of a background container is
 * one that the run waits for, and so the rest belongs to the run.
 */
export function detachRest(draft: Draft, container: NodeRef, id: string): void {
  if (draft.frames.has(id)) goOn(draft, container.frame, id);
}

/** A scope goes on in the background of another, which will not end before it. */
export function goOn(draft: Draft, owner: string, id: string): void {
  const around = draft.change(owner);
  around.detached = [...around.detached, id];
}

/** What went on in the background of a scope is over; the scope may have waited for nothing else (R14). */
export function forget(draft: Draft, owner: string, id: string): void {
  draft.frames.close(id);
  const around = draft.change(owner);
  around.detached = around.detached.filter((other) => other !== id);
  if (around.detached.length === 0 && isAtRest(around.position)) draft.rest(owner);
}

/** The result of a late branch is not merged, and its failure goes nowhere (R11). */
export function lateBranchEnded(draft: Draft, id: string): void {
  const group = draft.change(id);
  group.late = (group.late ?? 1) - 1;
  if (group.late === 0 && group.parent !== null) forget(draft, group.parent.frame, id);
}
