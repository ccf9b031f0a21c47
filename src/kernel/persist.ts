import { type Json, PersistentMap } from '#base';
import { type CompiledScope, compile, compileBody, persistPosition, restorePosition } from '#compile';
import { compiledPlan } from './nodes/subPlan';
import type { ActiveNode, BranchEnd, Frame, RunState } from './state';
import { planOf } from './variables';

/** Format of a persisted state; a state of another version is not restored but folded again from its ledger. */
const STATE_VERSION = 1;

type Pairs<Value> = readonly (readonly [string, Value])[];
type SavedEnd = Omit<BranchEnd, 'writes'> & { readonly writes: Pairs<Json> };

type SavedFrame = Pick<
  Frame,
  'id' | 'address' | 'parent' | 'order' | 'started' | 'value' | 'dynamic' | 'plan'
> & {
  readonly position: Json;
  readonly active: Pairs<ActiveNode>;
  readonly layer: Pairs<Json> | null;
  readonly results: Pairs<Json>;
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
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function saveFrame(frame: Frame): SavedFrame {
  const { scope: _scope, position, active, layer, instance, results, left, ends, ...plain } = frame;
  return {
    ...plain,
    position: persistPosition(position),
    active: pairs(active),
    layer: layer && pairs(layer),
    results: pairs(results),
    instance: instance && { ...instance, variables: pairs(instance.variables) },
    left: left && pairs(left),
    ends: ends && pairs(ends).map(([slot, end]) => [slot, { ...end, writes: pairs(end.writes) }] as const),
  };
}

/** Frames come with those around them first, so that each finds its scope in its parent's. */
function restoreFrames(saved: SavedRun): PersistentMap<Frame> {
  let frames = PersistentMap.empty<Frame>();
  for (const one of saved.frames) {
    const scope = scopeOf(saved, one, frames);
    frames = frames.set(one.id, {
      ...one,
      scope,
      position: restorePosition(scope, one.position),
      active: PersistentMap.from(one.active),
      layer: one.layer && PersistentMap.from(one.layer),
      results: PersistentMap.from(one.results),
      instance: one.instance && { ...one.instance, variables: PersistentMap.from(one.instance.variables) },
      left: one.left && PersistentMap.from(one.left),
      ends: one.ends && PersistentMap.from(one.ends.map(restoreEnd)),
    });
  }
  return frames;
}

function restoreEnd([slot, end]: readonly [string, SavedEnd]): readonly [string, BranchEnd] {
  return [slot, { ...end, writes: PersistentMap.from(end.writes) }];
}

function scopeOf(saved: SavedRun, frame: SavedFrame, frames: PersistentMap<Frame>): CompiledScope {
  if (frame.parent === null) {
    const compiled = compile(planOf(saved));
    if (compiled.ok) return compiled.value.scope;
  } else if (frame.instance) {
    const { plan: id } = frame.instance;
    const plan = saved.start.closure.plans.find((one) => one.id === id);
    const compiled = plan && compiledPlan(plan);
    if (compiled?.ok) return compiled.value.scope;
  } else if (frame.dynamic) {
    const compiled = compileBody(frame.dynamic.body);
    if (compiled.ok) return compiled.value;
  } else {
    const around = frames.get(frame.parent.frame)?.scope;
    const { node } = frame.parent;
    const scope = around?.shape === 'branches' ? around.branches[node] : around?.nodes[node]?.inside;
    if (scope) return scope;
  }
  throw new Error(`The scope ${frame.id} is not in the plan of this run.`);
}
