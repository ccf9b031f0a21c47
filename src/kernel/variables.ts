import type { Address, Json, JsonObject, PersistentMap } from '#base';
import { type CapabilityPlan, declaredNames, type Variable } from '#plan';
import type { Draft } from './draft';
import type { Frame, RunState } from './state';

/** Names and declarations of the plan that runs; dynamic plans read and write the same ones (R13). */
export function declaredIn(plan: CapabilityPlan): ReadonlyMap<string, Variable> {
  const known = DECLARED.get(plan);
  if (known) return known;
  const variables = plan.variables === 'open' ? [] : plan.variables;
  const declared = new Map(variables.map((variable) => [variable.id, variable]));
  DECLARED.set(plan, declared);
  return declared;
}

const DECLARED = new WeakMap<CapabilityPlan, ReadonlyMap<string, Variable>>();

/** The plan that runs: the first of the closure (K5). */
export function planOf(draft: { readonly start: Draft['start'] }): CapabilityPlan {
  const plan = draft.start.closure.plans[0];
  if (plan === undefined) throw new Error('A run needs a plan.');
  return plan;
}

/** The scope of the innermost SUB_PLAN around a frame, or its own; undefined in the plan that was started. */
function instanceAround(draft: Draft, frame: Frame): Frame | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    if (at.instance !== null) return at;
  }
  return undefined;
}

/** The plan whose variables a frame reads and writes: of the innermost SUB_PLAN around it, else of the run (L1). */
export function planAt(draft: Draft, frame: Frame): CapabilityPlan {
  const id = instanceAround(draft, frame)?.instance?.plan;
  return draft.start.closure.plans.find((plan) => plan.id === id) ?? planOf(draft);
}

/** The variables of that plan, without layers. */
export function variablesOf(draft: Draft, frame: Frame): PersistentMap<Json> {
  return instanceAround(draft, frame)?.instance?.variables ?? draft.variables;
}

/**
 * The value of a variable as a frame sees it: of the innermost layer that holds it, else of the plan (R20).
 * A declared variable that nothing was written to reads null; a name that nobody declared is undefined.
 */
export function readVariable(draft: Draft, frame: Frame, name: string): Json | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    const value = at.layer?.get(name);
    if (value !== undefined) return value;
    if (at.instance !== null) break;
  }
  const value = variablesOf(draft, frame).get(name);
  if (value !== undefined) return value;
  const plan = planAt(draft, frame);
  return plan.variables === 'open' || declaredIn(plan).has(name) ? null : undefined;
}

/** Writes into the innermost layer around a frame, else to the variables of its plan (R20, V2). */
export function writeVariable(draft: Draft, from: Frame, by: Address, variable: string, value: Json): void {
  for (let at: Frame | undefined = from; at !== undefined; at = parentOf(draft, at)) {
    if (at.layer !== null) {
      // The frame itself may have been written to since it was looked up.
      const own = draft.change(at.id);
      own.layer = (own.layer ?? at.layer).set(variable, value);
      draft.emit({ address: by, data: { value, variable }, kind: 'variable.layered' });
      return;
    }
    if (at.instance !== null) {
      const own = draft.change(at.id);
      const instance = own.instance ?? at.instance;
      own.instance = { ...instance, variables: instance.variables.set(variable, value) };
      draft.emit({ address: by, data: { of: at.address, value, variable }, kind: 'variable.written' });
      return;
    }
  }
  draft.variables = draft.variables.set(variable, value);
  draft.emit({ address: by, data: { value, variable }, kind: 'variable.written' });
}

/** All variables that a frame sees, names in order of their code units: what a planner or JSONata is given. */
export function visibleVariables(draft: Draft, frame: Frame): JsonObject {
  const names = new Set(declaredIn(planAt(draft, frame)).keys());
  for (const name of variablesOf(draft, frame).keys()) names.add(name);
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    for (const name of at.layer?.keys() ?? []) names.add(name);
    if (at.instance !== null) break;
  }
  const visible: Record<string, Json> = {};
  for (const name of [...names].sort()) visible[name] = readVariable(draft, frame, name) ?? null;
  return visible;
}

/**
 * The variables of a run's plan, declared and injected, names in order of their code units: null where nothing was
 * ever written, and without what open branches hold in layers (R20).
 */
export function runVariables({ start, variables }: RunState): JsonObject {
  const names = new Set([...declaredNames(planOf({ start })), ...variables.keys()]);
  return Object.fromEntries([...names].sort().map((name) => [name, variables.get(name) ?? null]));
}

/** Writes of a layer, in the order of their names. */
export function writesOf(layer: PersistentMap<Json> | null): readonly (readonly [string, Json])[] {
  if (layer === null || layer.size === 0) return [];
  return [...layer].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The frame around a frame. */
export function parentOf(draft: Draft, frame: Frame): Frame | undefined {
  return frame.parent === null ? undefined : draft.frames.get(frame.parent.frame);
}

/** The scope of the innermost dynamic plan around a frame; undefined in the plan that was started. */
export function dynamicAround(draft: Draft, frame: Frame): Frame | undefined {
  return frame.plan === null ? undefined : draft.frames.get(frame.plan);
}
