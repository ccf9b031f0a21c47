import { type Address, type Json, PersistentMap, withAttempt, within } from '#base';
import { type CompiledScope, openScope, type ScopeTurn } from '#compile';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { type BranchEnd, type DynamicPlan, type Frame, type PlanInstance, scopeOpenIn } from '../state';

export interface Opening {
  readonly id: string;
  readonly address: Address;
  readonly scope: CompiledScope;
  readonly parent: NodeRef | null;
  readonly order: readonly number[];
  readonly layered: boolean;
  readonly dynamic: DynamicPlan | null;
  readonly instance?: PlanInstance;
  /** Another revision of it may follow (R13). */
  readonly revisable?: boolean;
}

/** Id of the frame of the plan itself. */
export const ROOT_FRAME = '/';

/** Opens a scope: its machine's first state, and what is skipped and becomes ready there (R3). */
export function openFrame(draft: Draft, opening: Opening): void {
  const { id, address, scope, parent, order, layered, dynamic, revisable = false } = opening;
  const turn = openScope(scope);
  draft.frames.open({
    id,
    address,
    scope,
    position: turn.position,
    parent,
    order,
    active: PersistentMap.empty(),
    started: false,
    layer: layered ? PersistentMap.empty<Json>() : null,
    value: null,
    dynamic,
    instance: opening.instance ?? null,
    plan: dynamic === null ? planAround(draft, parent) : id,
    results: PersistentMap.empty<Json>(),
    left: revisable ? PersistentMap.empty() : null,
    ends: scope.shape === 'branches' ? PersistentMap.empty<BranchEnd>() : null,
  });
  applyTurn(draft, id, turn);
}

function planAround(draft: Draft, parent: NodeRef | null): string | null {
  return parent === null ? null : draft.frame(parent.frame).plan;
}

/** Takes over what a machine said: first the skips, then what becomes ready or opens, then whether it is at rest. */
export function applyTurn(draft: Draft, id: string, turn: ScopeTurn): void {
  const frame = draft.change(id);
  frame.position = turn.position;
  for (const effect of turn.effects) {
    if (effect.type === 'skip') skip(draft, frame, effect.because, effect.nodes);
    else if (effect.type === 'start') makeReady(draft, frame, effect.node);
    else if (effect.type === 'openBranch') openBranch(draft, frame, effect.slot);
    else if (effect.type === 'starve') draft.starved.push({ frame: id, node: effect.node });
    else arriveLate(draft, { frame: id, node: effect.node });
  }
  if (turn.outcome !== 'running') draft.rest(id);
}

/** R6: an edge was taken to a JOIN that has started; one that is still to start has not missed it. */
function arriveLate(draft: Draft, ref: NodeRef): void {
  if (draft.ready.has(ref)) return;
  const address = within(draft.frame(ref.frame).address, draft.compiled(ref).id);
  draft.emit({ address: withAttempt(address, 1), data: { fact: 'edge' }, kind: 'late' });
}

function makeReady(draft: Draft, frame: Frame, node: number): void {
  draft.ready.push({ frame: frame.id, node, order: [...frame.order, frame.scope.nodes[node]?.order ?? 0] });
}

function skip(
  draft: Draft,
  frame: Frame,
  because: 'dead' | 'disabled' | 'unreachable',
  nodes: readonly number[],
): void {
  for (const index of nodes) {
    const node = frame.scope.nodes[index];
    if (node !== undefined) noteLeft(draft, frame.id, node.key, []);
    // The executor half of an inline PLANNER shares its address: what becomes of the planner says it for both.
    if (node === undefined || node.key !== node.id) continue;
    draft.emit({
      address: within(frame.address, node.id),
      data: { because },
      kind: 'node.skipped',
    });
  }
}

/** Keeps by which ports a node has settled, where another revision of its plan may ask. */
export function noteLeft(draft: Draft, frameId: string, key: string, ports: readonly string[]): void {
  const { left } = draft.frame(frameId);
  if (left !== null) draft.change(frameId).left = left.set(key, ports);
}

/** A branch runs in a scope of its own with a layer of its own (R1, R20); its nodes keep the group's address. */
function openBranch(draft: Draft, group: Frame, slot: number): void {
  if (group.scope.shape !== 'branches') return;
  const scope = group.scope.branches[slot];
  if (scope === undefined) return;
  openFrame(draft, {
    id: branchId(group.id, slot),
    address: group.address,
    scope,
    parent: { frame: group.id, node: slot },
    order: group.order,
    layered: true,
    dynamic: null,
  });
}

function branchId(group: string, slot: number): string {
  return `${group}:${slot}`;
}

/** Frames directly inside a frame: of its active containers, or of its branches. */
export function childFrames(draft: Draft, frame: Frame): Frame[] {
  const ids =
    frame.scope.shape === 'branches'
      ? frame.scope.branches.map((_, slot) => branchId(frame.id, slot))
      : frame.active.values().flatMap(({ work }) => scopeOpenIn(work) ?? []);
  return ids.flatMap((id) => draft.frames.get(id) ?? []);
}
