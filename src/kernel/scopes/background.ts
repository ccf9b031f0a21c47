import { within } from '#base';
import { compileAlone, isAtRest, settleNode } from '#compile';
import type { PlanNode } from '#plan';
import type { Draft } from '../draft';
import type { BranchesFrame, DynamicPlan, Frame, NodeRef } from '../frame';
import { dynamicAround, instanceAround, parentOf, snapshotOf } from '../variables';
import {
  applyTurn,
  backgroundFrameOf,
  cancelFrame,
  childFrames,
  createFrame,
  noteLeft,
  ROOT_FRAME,
} from './scope';

/**
 * `background: true` (L2): the node runs in a scope of its own that the run owns and waits for. It sees layers, and the
 * variables of a sub-plan, as they are now; its own writes stay in its layer, and are dropped with it.
 *
 * @returns what is to start in that scope: the node itself, or the first half of an inline PLANNER
 */
export function openBackground(draft: Draft, ref: NodeRef, node: PlanNode): readonly NodeRef[] {
  const frame = draft.change(ref.frame);
  const { order, ports } = draft.compiled(ref);
  const kept = ports.filter((port) => port === 'timeout');
  frame.started = true;
  const instance = instanceAround(draft, frame)?.instance ?? null;
  const id = backgroundFrameOf(within(frame.address, node.id));
  const turn = createFrame(draft, {
    kind: 'background',
    id,
    address: frame.address,
    scope: compileAlone(node, order / 2, kept),
    parent: { frame: ROOT_FRAME, node: -1 },
    order: frame.order,
    dynamic: rightsIn(draft, frame),
    locals: snapshotOf(draft, frame),
    instance,
    background: { node, order, ports: kept, inside: plansAround(draft, frame) },
  });
  draft.change(id).position = turn.position;
  goOn(draft, ROOT_FRAME, id);
  return turn.effects.flatMap((effect) =>
    effect.type === 'start' ? [{ frame: id, node: effect.node }] : [],
  );
}

/** The node counts as succeeded in the scope that it stands in: its `out` is taken. */
export function leaveToBackground(draft: Draft, ref: NodeRef): void {
  const frame = draft.frame(ref.frame);
  if (frame.left !== null) noteLeft(draft, frame.id, draft.compiled(ref).key, ['out']);
  applyTurn(draft, frame.id, settleNode(frame.scope, frame.position, ref.node, ['out']));
}

/** The plans of the SUB_PLANs around a scope, also beyond another background. */
export function plansAround(draft: Draft, frame: Frame): readonly string[] {
  const plans: string[] = [];
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    // Its own instance is a copy of the innermost that it was started in.
    if (at.background !== null) plans.push(...at.background.inside);
    else if (at.instance !== null) plans.push(at.instance.plan);
  }
  return plans;
}

/** What a step of a dynamic plan may do goes with it; its executor's defaults are for the plan's own steps only (L4). */
function rightsIn(draft: Draft, frame: Frame): DynamicPlan | null {
  const rights = dynamicAround(draft, frame)?.dynamic ?? null;
  return rights === null || frame.dynamic !== null ? rights : { ...rights, timeoutMs: null, retry: null };
}

/** A container has completed early with `rest: ignore` (R11): no further branch opens, those that are open go on. */
export function keepLate(draft: Draft, group: BranchesFrame): void {
  const open = childFrames(draft, group).length;
  if (open === 0) cancelFrame(draft, group.id);
  else draft.changeBranches(group.id).late = open;
}

/**
 * A container has succeeded: what still goes on in it belongs to the enclosing scope. That of a background container is
 * one that the run waits for, and so the rest belongs to the run.
 */
export function detachRest(draft: Draft, container: NodeRef, id: string): void {
  if (draft.frames.has(id)) goOn(draft, container.frame, id);
}

/** A scope goes on in the background of another, which will not end before it. */
function goOn(draft: Draft, owner: string, id: string): void {
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
  const group = draft.changeBranches(id);
  group.late = (group.late ?? 1) - 1;
  if (group.late === 0 && group.parent !== null) forget(draft, group.parent.frame, id);
}
