import { type Diagnostic, isJson, jsonOf, LIMITS, ok, own, type Result } from '#base';
import { machineLabel, transitionsOf } from '../../graph/states';
import { readShape } from '../../read/read';
import { type State, type StateMachinePlan, stateSchema } from '../../schema/stateMachine';
import type { Place, Workspace } from '../../schema/workspace';
import type { AnyTransition, Applied, Edit, PlanChanges } from '../edit';
import { misfit, type Places, placesOf, planIn, withPlaces, withPlan } from '../inPlan';

/** Around a plan are the workspace and its list. */
const LEVELS_OF_PLAN = LIMITS.jsonDepth - 2;

/** Finds a state machine to edit. */
export function machineToEdit(workspace: Workspace, id: string): Result<StateMachinePlan, Diagnostic> {
  const plan = planIn(workspace, id);
  if (!plan.ok) return plan;
  if (plan.value.kind === 'state-machine') return ok(plan.value);
  return misfit(`The plan "${id}" is a graph; it has no states.`, { plan: id });
}

/** Reads a state as the document would hold it. */
export function readState(state: State, plan: string): Result<State, Diagnostic> {
  const where = { plan, node: state.id };
  const read = readShape<State>(stateSchema, jsonOf(state));
  return read.ok ? read : misfit(read.problem[0]?.message ?? 'The state is not valid.', where);
}

/**
 * A machine in place of what it was, with some places changed, and the edit that leads back: the fields of the plan
 * that changed, as they were.
 */
export function machineChanged(
  workspace: Workspace,
  before: StateMachinePlan,
  after: StateMachinePlan,
  places: Places = {},
): Applied {
  if (!isJson(after, LEVELS_OF_PLAN))
    return misfit(`A document has at most ${LIMITS.jsonDepth} levels of JSON.`, { plan: before.id });
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  const old = Object.fromEntries(changed.map((key) => [key, was.get(key) ?? null]));
  const back: Edit[] = [{ edit: 'update-plan', plan: before.id, to: old as PlanChanges }];
  const touched = Object.keys(places);
  if (touched.length > 0)
    back.push({ edit: 'place-nodes', plan: before.id, places: placesOf(workspace, before.id, touched) });
  return ok({
    workspace: withPlaces(withPlan(workspace, after), before.id, places),
    inverse: { edit: 'batch', label: 'Restore', edits: back },
  });
}

/** A state, or the machine itself: what has transitions. */
export type Owner = State | StateMachinePlan;

/** The list and the place in it that a path names: `/invoke/0/onDone/1` is the second of `/invoke/0/onDone`. */
export function splitPath(path: string): { readonly list: string; readonly index: number } {
  const at = path.lastIndexOf('/');
  return { list: path.slice(0, at), index: Number(path.slice(at + 1)) };
}

/** The transitions of one list; null when a state has no such list. */
export function listOf(owner: Owner, list: string): readonly AnyTransition[] | null {
  const [, field, at, inner] = list.split('/');
  switch (field) {
    case 'on':
    case 'always':
    case 'after':
    case 'onDone':
      return at === undefined ? (owner[field] ?? []) : null;
    case 'invoke': {
      const invocation = owner.invoke?.[Number(at)];
      if (invocation === undefined || (inner !== 'onDone' && inner !== 'onError')) return null;
      return invocation[inner] ?? [];
    }
    default:
      return null;
  }
}

/** The same owner with one list replaced; an empty list is left out, as it is where nothing was ever written. */
export function withList<Of extends Owner>(owner: Of, list: string, next: readonly AnyTransition[]): Of {
  const [, field, at, inner] = list.split('/');
  if (field === 'invoke' && inner !== undefined) {
    const invoke = owner.invoke?.map((one, index) =>
      index === Number(at) ? replaced(one, inner, next) : one,
    );
    return { ...owner, invoke };
  }
  return field === undefined ? owner : replaced(owner, field, next);
}

function replaced<Of extends object>(of: Of, field: string, next: readonly AnyTransition[]): Of {
  const fields = Object.entries(of).filter(([key]) => key !== field || next.length > 0);
  const changed = fields.map(([key, value]) => [key, key === field ? next : value]);
  if (next.length > 0 && !(field in of)) changed.push([field, next]);
  return Object.fromEntries(changed) as Of;
}

/** Every list of an owner that holds transitions, by its path. */
export function listsOf(owner: Owner): readonly string[] {
  return [
    ...new Set(
      transitionsOf(owner).flatMap(({ path }) => (path === '/defaultNext' ? [] : [splitPath(path).list])),
    ),
  ];
}

/** A place whose labels stand at the new paths of their transitions; a label without one goes. */
function relabelled(place: Place | undefined, paths: ReadonlyMap<string, string | null>): Place | null {
  if (place?.labels === undefined) return null;
  const labels: NonNullable<Place['labels']> = {};
  for (const [path, offset] of Object.entries(place.labels)) {
    const to = paths.has(path) ? (paths.get(path) ?? null) : path;
    if (to !== null) labels[to] = offset;
  }
  const { labels: _old, ...rest } = place;
  return Object.keys(labels).length === 0 ? rest : { ...rest, labels };
}

/**
 * The places whose labels stand elsewhere now, as a change of the layout; none when nothing of it changes. Labels of the
 * machine's own transitions stand with the states that they lead to.
 */
export function labelChange(
  layout: Readonly<Record<string, Place>>,
  state: string | null,
  paths: ReadonlyMap<string, string | null>,
): Readonly<Record<string, Place>> {
  if (state !== null) {
    const place = relabelled(own(layout, state), paths);
    return place === null ? {} : { [state]: place };
  }
  const names = new Map(
    [...paths].map(([from, to]) => [machineLabel(from), to === null ? null : machineLabel(to)]),
  );
  return Object.fromEntries(
    Object.entries(layout).flatMap(([id, old]) => {
      if (!Object.keys(old.labels ?? {}).some((name) => names.has(name))) return [];
      const place = relabelled(old, names);
      return place === null ? [] : [[id, place]];
    }),
  );
}
