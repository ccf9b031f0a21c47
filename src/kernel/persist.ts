import { type Json, PersistentMap, parseAddress, type Result } from '#base';
import {
  type CompiledScope,
  compileAlone,
  compileBody,
  persistPosition,
  persistStanding,
  restorePosition,
  restoreStanding,
  scopeIn,
} from '#compile';
import { compiledPlan } from './closure';
import { nodeOfPlan, PLAN_GUARDS_FRAME } from './features';
import type { ActiveNode, BranchResult, Frame, NoKind } from './frame';
import { nodeOfMachine } from './machine/machine';
import { scopeOfItems } from './nodes/iterator';
import type { RunState } from './state';
import { byName, planOf } from './variables';
import type { ActivationState, MachineRun, Origins } from './work';

/** Format of a persisted state; a state of another version is not restored but folded again from its ledger. */
const STATE_VERSION = 8;

type Pairs<Value> = readonly (readonly [string, Value])[];
type SavedEnd = Omit<BranchResult, 'writes'> & { readonly writes: Pairs<Json> };

type SavedMachine = Omit<MachineRun, 'standing'> & { readonly standing: Json };
type SavedWork =
  | Exclude<ActivationState, { readonly kind: 'machine' }>
  | { readonly kind: 'machine'; readonly run: SavedMachine };

type SavedNode = Omit<ActiveNode, 'layer' | 'work'> & {
  readonly layer: Pairs<Json> | null;
  readonly work: SavedWork;
};

type SavedFrame = Pick<
  Frame,
  | 'id'
  | 'address'
  | 'parent'
  | 'order'
  | 'started'
  | 'value'
  | 'dynamic'
  | 'plan'
  | 'locals'
  | 'tried'
  | 'detached'
  | 'late'
  | 'items'
  | 'closing'
  | 'background'
> & {
  readonly position: Json;
  readonly active: Pairs<SavedNode>;
  readonly layer: Pairs<Json> | null;
  readonly results: Pairs<Json>;
  readonly origins: Pairs<Origins>;
  readonly instance: { readonly plan: string; readonly variables: Pairs<Json> } | null;
  readonly left: Pairs<readonly string[]> | null;
  readonly ends: Pairs<SavedEnd> | null;
};

type MapFields = 'frames' | 'commands' | 'waits' | 'variables' | 'proposals' | 'plannerCalls';
type PairsOf<Map> = Map extends PersistentMap<infer Value> ? Pairs<Value> : never;

type SavedRun = Omit<RunState, MapFields> & {
  readonly version: number;
  readonly frames: readonly SavedFrame[];
} & { readonly [Field in Exclude<MapFields, 'frames'>]: PairsOf<RunState[Field]> };

/**
 * A run's state as JSON (K1): what a checkpoint holds, and the only form in which a run is handed to another host.
 * Machines are not in it but where they stand; `restore` compiles them again from the closure.
 */
export function persist(state: RunState): Json {
  const frames = state.frames
    .values()
    .sort((a, b) => a.order.length - b.order.length || (a.id < b.id ? -1 : 1));
  const saved: SavedRun = {
    ...state,
    version: STATE_VERSION,
    frames: frames.map(saveFrame),
    commands: pairs(state.commands),
    waits: pairs(state.waits),
    variables: pairs(state.variables),
    proposals: pairs(state.proposals),
    plannerCalls: pairs(state.plannerCalls),
  };
  return JSON.parse(JSON.stringify(saved));
}

/**
 * The state that `persist` wrote, for the same release.
 *
 * @throws Error when the state has another version: fold the ledger instead, it is the only truth
 * @example step(restore(persist(state)), fact) // the same as step(state, fact)
 */
export function restore(json: Json): RunState {
  // A copy of its own: a machine keeps the context that it is given.
  const saved: SavedRun = JSON.parse(JSON.stringify(json));
  if (saved.version !== STATE_VERSION) {
    throw new Error(`This state has version ${saved.version}; ${STATE_VERSION} can be restored.`);
  }
  const { version: _version, ...rest } = saved;
  return {
    ...rest,
    frames: restoreFrames(saved),
    commands: PersistentMap.from(saved.commands),
    waits: PersistentMap.from(saved.waits),
    variables: PersistentMap.from(saved.variables),
    proposals: PersistentMap.from(saved.proposals),
    plannerCalls: PersistentMap.from(saved.plannerCalls),
  };
}

function pairs<Value>(map: PersistentMap<Value>): Pairs<Value> {
  return [...map].sort(byName);
}

function saveFrame(frame: Frame): SavedFrame {
  const {
    kind: _kind,
    scope: _scope,
    position,
    active,
    layer,
    instance,
    results,
    origins,
    left,
    ends,
    ...plain
  } = frame;
  return {
    ...plain,
    position: persistPosition(position),
    active: pairs(active).map(([key, node]) => [key, saveNode(node)] as const),
    layer: layer && pairs(layer),
    results: pairs(results),
    origins: pairs(origins),
    instance: instance && { ...instance, variables: pairs(instance.variables) },
    left: left && pairs(left),
    ends: ends && pairs(ends).map(([slot, end]) => [slot, { ...end, writes: pairs(end.writes) }] as const),
  };
}

function saveNode(node: ActiveNode): SavedNode {
  return { ...node, layer: node.layer && pairs(node.layer), work: saveWork(node.work) };
}

function saveWork(work: ActivationState): SavedWork {
  if (work.kind !== 'machine') return work;
  return { kind: 'machine', run: { ...work.run, standing: persistStanding(work.run.standing) } };
}

/** Frames come with those around them first, so that each finds its scope in its parent's. */
function restoreFrames(saved: SavedRun): PersistentMap<Frame> {
  let frames = PersistentMap.empty<Frame>();
  for (const one of saved.frames) {
    const scope = scopeOf(saved, one, frames);
    frames = frames.set(
      one.id,
      frameOf({
        ...one,
        scope,
        position: restorePosition(scope, one.position),
        active: PersistentMap.from(one.active.map(([key, node]) => [key, restoreNode(node)])),
        layer: one.layer && PersistentMap.from(one.layer),
        results: PersistentMap.from(one.results),
        origins: PersistentMap.from(one.origins),
        instance: one.instance && { ...one.instance, variables: PersistentMap.from(one.instance.variables) },
        left: one.left && PersistentMap.from(one.left),
        ends: one.ends && PersistentMap.from(one.ends.map(restoreEnd)),
      }),
    );
  }
  return frames;
}

type FrameFields = { readonly [Field in Exclude<keyof Frame, 'kind'>]: Frame[Field] };

/** A scope by its kind, which is told by what it has. */
function frameOf(fields: FrameFields): Frame {
  const { scope, parent, layer, locals, dynamic, instance, left, ends, late, items, background } = fields;
  const plain = { ...fields, ...OF_NO_KIND };
  if (scope.shape === 'branches' && ends !== null)
    return { ...plain, kind: 'branches', scope, ends, late, items };
  if (background !== null && layer !== null)
    return { ...plain, kind: 'background', background, layer, locals, dynamic, instance };
  if (dynamic !== null) return { ...plain, kind: 'dynamic', dynamic, left };
  if (instance !== null) return { ...plain, kind: 'instance', instance, locals };
  return parent === null ? { ...plain, kind: 'plan', parent } : { ...plain, kind: 'body', layer, locals };
}

const OF_NO_KIND: NoKind = {
  layer: null,
  dynamic: null,
  instance: null,
  left: null,
  ends: null,
  locals: null,
  late: null,
  items: null,
  background: null,
};

function restoreNode(node: SavedNode): ActiveNode {
  return {
    ...node,
    layer: node.layer && PersistentMap.from(node.layer),
    work: restoreWork(node.work),
  };
}

function restoreWork(work: SavedWork): ActivationState {
  if (work.kind !== 'machine') return work;
  return { kind: 'machine', run: { ...work.run, standing: restoreStanding(work.run.standing) } };
}

function restoreEnd([slot, end]: readonly [string, SavedEnd]): readonly [string, BranchResult] {
  return [slot, { ...end, writes: PersistentMap.from(end.writes) }];
}

function scopeOf(saved: SavedRun, frame: SavedFrame, frames: PersistentMap<Frame>): CompiledScope {
  const scope = frame.background
    ? compileAlone(frame.background.node, frame.background.order / 2, frame.background.ports)
    : compiledFor(saved, frame, frames);
  if (scope === null) throw new Error(`The scope ${frame.id} is not in the plan of this run.`);
  return scope;
}

function compiledFor(saved: SavedRun, frame: SavedFrame, frames: PersistentMap<Frame>): CompiledScope | null {
  if (frame.parent === null) {
    const plan = planOf(saved);
    if (plan.kind === 'state-machine') return compileAlone(nodeOfMachine(plan), 0);
    if (frame.id === PLAN_GUARDS_FRAME) return compileAlone(nodeOfPlan(plan), 0);
    return given(compiledPlan(plan))?.scope ?? null;
  }
  const around = frames.get(frame.parent.frame);
  const work = around?.active.get(String(frame.parent.node))?.work;
  const activity =
    work?.kind === 'machine' ? work.run.activities.find((one) => one.frame === frame.id) : undefined;
  if (activity !== undefined) return compileAlone(activity.node, activity.order, activity.ports);
  if (frame.instance) {
    const { plan: id } = frame.instance;
    const plan = saved.start.closure.plans.find((one) => one.id === id);
    return plan?.kind === 'capability' ? (given(compiledPlan(plan))?.scope ?? null) : null;
  }
  if (frame.dynamic) return given(compileBody(frame.dynamic.body));
  if (around?.kind === 'branches') return around.scope.branches[frame.parent.node] ?? null;
  if (work?.kind === 'consulting') return compileAlone(work.consultation.leaf, 0);
  const container = around?.scope.nodes[frame.parent.node];
  if (container === undefined) return null;
  if (frame.items !== null) return scopeOfItems(container, frame.items.length);
  return scopeIn(container, parseAddress(frame.address)?.segments.at(-1)?.body);
}

function given<Value>(result: Result<Value, unknown>): Value | null {
  return result.ok ? result.value : null;
}
