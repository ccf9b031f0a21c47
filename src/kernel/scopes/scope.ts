import {
  type Address,
  depthOf,
  type Json,
  type JsonObject,
  PersistentMap,
  ROOT,
  withAttempt,
  withBody,
  withIndex,
  within,
} from '#base';
import {
  type CompiledScope,
  type MachinePosition,
  openScope,
  type ScopeEffect,
  type ScopeTurn,
  scopeIn,
  settleNode,
} from '#compile';
import type { NodeOf } from '#plan';
import type { Draft } from '../draft';
import { baseAddress } from '../draft';
import {
  type ActiveNode,
  type BackgroundFrame,
  type BranchResult,
  compareOrder,
  type DynamicFrame,
  type DynamicPlan,
  type Frame,
  type InstanceFrame,
  type NodeRef,
} from '../frame';
import { callsInside, type Origins, scopesOpenIn, type TryOutcome } from '../work';

interface AnyOpening {
  readonly id: string;
  readonly address: Address;
  readonly scope: CompiledScope;
  readonly order: readonly number[];
}

interface Inside extends AnyOpening {
  readonly parent: NodeRef;
}

interface BodyOpening extends AnyOpening {
  /** Whether it has a layer of its own (R20). */
  readonly layered: boolean;
  readonly locals?: JsonObject | null;
  readonly items?: readonly Json[];
}

/** What a scope is opened with, by its kind. A body whose scope has branches opens as the frame of those. */
type Opening =
  | (AnyOpening & { readonly kind: 'plan'; readonly parent: null })
  | (BodyOpening & Inside & { readonly kind: 'body' })
  | (Inside & Pick<InstanceFrame, 'kind' | 'instance'> & { readonly locals?: JsonObject })
  /** `revisable`: another revision of it may follow (R13). */
  | (Inside & Pick<DynamicFrame, 'kind' | 'dynamic'> & { readonly revisable: boolean })
  | (Inside & Pick<BackgroundFrame, 'kind' | 'background' | 'dynamic' | 'instance' | 'locals'>);

/** Id of the frame of the plan itself. */
export const ROOT_FRAME = '/';

/** Id of the frame in which a node runs in the background, by the node's address without attempt (L2). */
export function backgroundFrameOf(address: Address): string {
  return `background:${address}`;
}

/** Opens a scope: its machine's first state, and what is skipped and becomes ready there (R3). */
export function openFrame(draft: Draft, opening: Opening): void {
  applyTurn(draft, opening.id, createFrame(draft, opening));
}

/** The same, but leaves it to the caller what becomes of its first turn. */
export function createFrame(draft: Draft, opening: Opening): ScopeTurn {
  const turn = openScope(opening.scope);
  draft.frames.open(frameOf(draft, opening, turn.position));
  return turn;
}

/** Most scopes are bodies: what is made for one is taken as it is, and changed for the others. */
function frameOf(draft: Draft, opening: Opening, position: MachinePosition): Frame {
  const { id, address, scope, parent, order } = opening;
  const isLayered = opening.kind === 'body' && opening.layered;
  // Keys are in the order in which a state is written as JSON.
  const body = {
    id,
    address,
    scope,
    position,
    parent,
    order,
    active: PersistentMap.empty<ActiveNode>(),
    started: false,
    layer: isLayered ? PersistentMap.empty<Json>() : null,
    value: null,
    dynamic: null,
    instance: null,
    plan: parent === null ? null : draft.frame(parent.frame).plan,
    results: PersistentMap.empty<Json>(),
    origins: PersistentMap.empty<Origins>(),
    left: null,
    ends: null,
    locals: opening.kind === 'body' ? (opening.locals ?? null) : null,
    tried: parent !== null && draft.layerOf(parent) !== null,
    detached: NONE,
    late: null,
    items: null,
    closing: null,
    background: null,
    kind: 'body',
  } as const;
  switch (opening.kind) {
    case 'body': {
      if (scope.shape !== 'branches') return body;
      const ends = PersistentMap.empty<BranchResult>();
      return {
        ...body,
        kind: 'branches',
        scope,
        ends,
        items: opening.items ?? null,
        layer: null,
        locals: null,
      };
    }
    case 'plan':
      return { ...body, kind: 'plan', parent: null, layer: null, locals: null };
    case 'instance': {
      const { instance, locals = null } = opening;
      return { ...body, kind: 'instance', instance, locals, layer: null };
    }
    case 'dynamic': {
      const left = opening.revisable ? PersistentMap.empty<readonly string[]>() : null;
      const { dynamic } = opening;
      return { ...body, kind: 'dynamic', dynamic, plan: id, left, layer: null, locals: null };
    }
    case 'background': {
      const { background, dynamic, instance, locals } = opening;
      const plan = dynamic === null ? body.plan : id;
      const layer = PersistentMap.empty<Json>();
      return { ...body, kind: 'background', background, dynamic, instance, locals, plan, layer };
    }
  }
}

const NONE: readonly string[] = [];

/** Opens a scope of an active container: its parent and its place in document order are the container's. */
export function openInside(draft: Draft, container: NodeRef, opening: Omit<BodyOpening, 'order'>): void {
  openFrame(draft, { ...opening, kind: 'body', parent: container, order: orderOf(draft, container) });
}

/** The place of a node in the document order of the whole run (R22). */
export function orderOf(draft: Draft, ref: NodeRef): readonly number[] {
  return [...draft.frame(ref.frame).order, draft.compiled(ref).order];
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
    else arriveLate(draft, { frame: id, node: effect.node }, effect.type);
  }
  if (turn.outcome !== 'running' && !isDecidedAtOnce(draft, frame)) draft.rest(id);
}

/** R8, R10: the counters of branches that are decided at the opening end their container at once. */
export function isDecidedAtOnce(draft: Draft, { kind }: Frame): boolean {
  return kind === 'branches' && draft.has('decidedAtOnce');
}

/** R6: an edge was taken to a JOIN that has started; one that is still to start, or never will, has not missed it. */
function arriveLate(draft: Draft, ref: NodeRef, at: 'late' | 'lateAtStarved'): void {
  if (draft.ready.has(ref) || (at === 'lateAtStarved' && draft.has('nothingLateAtStarved'))) return;
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
    const address = within(frame.address, node.id);
    draft.emit({ address, data: { because }, kind: 'node.skipped' });
    draft.passStop(address, { frame: frame.id, node: index });
  }
}

/** Keeps by which ports a node has settled, where another revision of its plan may ask. */
export function noteLeft(draft: Draft, frameId: string, key: string, ports: readonly string[]): void {
  if (draft.frame(frameId).left === null) return;
  const frame = draft.change(frameId);
  if (frame.kind === 'dynamic') frame.left = frame.left?.set(key, ports) ?? null;
}

/**
 * A branch runs in a scope of its own with a layer of its own, but items that share (R1, R20). The nodes of a GROUP keep
 * its address; each item of an ITERATOR has its index in it (K11), and its place in document order.
 */
function openBranch(draft: Draft, group: Frame, slot: number): void {
  if (group.kind !== 'branches' || group.parent === null) return;
  const scope = group.scope.branches[slot];
  if (scope === undefined) return;
  const { node } = draft.compiled(group.parent);
  const isItem = node.type === 'ITERATOR' && group.items !== null;
  openFrame(draft, {
    kind: 'body',
    id: branchId(group.id, slot),
    address: isItem ? scopeAddress(draft, group.parent, { index: slot }) : group.address,
    scope,
    parent: { frame: group.id, node: slot },
    order: isItem ? [...group.order, slot] : group.order,
    layered: node.type !== 'ITERATOR' || node.params.merge !== 'SHARED',
    locals: isItem ? localsOf(node.params, group.items[slot] ?? null, slot) : null,
  });
}

function localsOf(
  { itemVariable, indexVariable }: NodeOf<'ITERATOR'>['params'],
  item: Json,
  index: number,
): JsonObject | null {
  if (itemVariable === undefined && indexVariable === undefined) return null;
  return {
    ...(itemVariable === undefined ? {} : { [itemVariable]: item }),
    ...(indexVariable === undefined ? {} : { [indexVariable]: index }),
  };
}

function branchId(group: string, slot: number): string {
  return `${group}:${slot}`;
}

/** Frames directly inside a frame: of its active containers, or of its branches, and those in its background. */
export function childFrames(draft: Draft, frame: Frame): Frame[] {
  const ids =
    frame.kind === 'branches'
      ? frame.scope.branches.map((_, slot) => branchId(frame.id, slot))
      : frame.active.values().flatMap(({ work }) => scopesOpenIn(work));
  return [...ids, ...frame.detached].flatMap((id) => draft.frames.get(id) ?? []);
}

/** The container that a scope belongs to: for a branch the one whose branch it is. Null for the plan itself. */
export function containerAround(draft: Draft, { parent }: Frame): NodeRef | null {
  if (parent === null) return null;
  const around = draft.frame(parent.frame);
  return around.kind === 'branches' ? around.parent : parent;
}

/** The address of one of a container's scopes (K11): a body of TRY_CATCH, or a round; the attempt comes last. */
export function scopeAddress(
  draft: Draft,
  ref: NodeRef,
  { body, index }: { readonly body?: 'try' | 'catch' | 'finally'; readonly index?: number } = {},
): Address {
  const { attempt } = draft.active(ref);
  let address = baseAddress(draft, ref);
  if (body !== undefined) address = withBody(address, body);
  if (index !== undefined) address = withIndex(address, index);
  return attempt === 1 ? address : withAttempt(address, attempt);
}

/** Opens one of the bodies of a TRY_CATCH; `finally` with what the node comes to afterwards (R12). */
export function openBody(
  draft: Draft,
  ref: NodeRef,
  body: 'try' | 'catch' | 'finally',
  outcome: TryOutcome | null,
): void {
  const scope = scopeIn(draft.compiled(ref), body);
  if (scope === null) return;
  const address = scopeAddress(draft, ref, { body });
  draft.setWork(ref, { kind: 'trying', frame: address, body, outcome });
  openInside(draft, ref, { id: address, address, scope, layered: false });
}

/** Opens the next round of a LOOP or RETRY: a fresh scope under an address of its own (R1, K11). */
export function openRound(
  draft: Draft,
  ref: NodeRef,
  round: number,
  { layered, locals = null }: { readonly layered: boolean; readonly locals?: JsonObject | null },
): void {
  const scope = scopeIn(draft.compiled(ref));
  if (scope === null) return;
  const address = scopeAddress(draft, ref, { index: round });
  draft.setWork(ref, { kind: 'round', frame: address, round });
  openInside(draft, ref, { id: address, address, scope, layered, locals });
}

interface Revision {
  readonly address: Address;
  readonly scope: CompiledScope;
  readonly dynamic: DynamicPlan;
}

/**
 * Puts another revision of a dynamic plan into its open scope (R13): what has settled stays as it is, with its results,
 * and what has not started is replaced. Nothing in the scope may be active: no revision comes before running steps are
 * done.
 */
export function reviseFrame(draft: Draft, id: string, { address, scope, dynamic }: Revision): void {
  const frame = draft.change(id);
  if (frame.kind !== 'dynamic') throw new Error(`The scope ${id} is not that of a dynamic plan.`);
  frame.address = address;
  frame.scope = scope;
  frame.dynamic = dynamic;
  draft.ready.drop(id);
  applyTurn(draft, id, openAfter(scope, frame.left));
}

/** The scope's machine from its beginning to where the nodes that have settled already take it. */
function openAfter(scope: CompiledScope, left: PersistentMap<readonly string[]> | null): ScopeTurn {
  const portsOf = (node: number): readonly string[] | undefined => left?.get(scope.nodes[node]?.key ?? '');
  let at: ScopeTurn = openScope(scope);
  const said: ScopeEffect[] = [...at.effects];
  const fresh: ScopeEffect[] = [];
  // The list grows while it is walked: what a settled node leads to may have settled as well.
  for (const effect of said) {
    if (effect.type === 'skip') {
      fresh.push({ ...effect, nodes: effect.nodes.filter((node) => portsOf(node) === undefined) });
      continue;
    }
    const ports = effect.type === 'openBranch' ? undefined : portsOf(effect.node);
    if (ports === undefined) fresh.push(effect);
    // A JOIN that has settled missed what arrives late then already, and the entries say so.
    else if (effect.type !== 'late' && effect.type !== 'lateAtStarved' && effect.type !== 'openBranch') {
      at = settleNode(scope, at.position, effect.node, ports);
      said.push(...at.effects);
    }
  }
  return { position: at.position, effects: fresh, outcome: at.outcome };
}

/** Whether a scope holds what a node calls inside it (K2), or what goes on in a machine, and no nodes of a plan. */
export function isInsideNode(draft: Draft, { parent }: Frame): boolean {
  return parent !== null && callsInside(draft.workOf(parent));
}

/** Whether a scope is that of an activity. */
export function isActivity(draft: Draft, { parent }: Frame): boolean {
  return parent !== null && draft.workOf(parent)?.kind === 'machine';
}

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
  cancelAllBut(draft, id, NOBODY);
}

const NOBODY: ReadonlySet<string> = new Set();

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

/** Withdraws what an active node has out, and leaves the node as it is. */
export function withdrawOpen(draft: Draft, ref: NodeRef): void {
  const active = draft.active(ref);
  for (const address of active.open) draft.withdraw(address);
  if (active.open.length > 0) draft.setActive(ref, { ...active, open: [] });
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
  way: ReadonlySet<string> = NOBODY,
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
