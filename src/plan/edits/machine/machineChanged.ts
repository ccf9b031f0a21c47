import { type Diagnostic, isJson, type Json, LIMITS, ok, type Result } from '#base';
import { readShape } from '../../read/read';
import { type State, type StateMachinePlan, stateSchema } from '../../schema/stateMachine';
import type { Workspace } from '../../schema/workspace';
import type { Applied, Edit, PlanChanges } from '../edit';
import { misfit, withPlan } from '../inPlan';
import { type Places, placesOf, withPlaces } from '../layout';

/** Around a plan are the workspace and its list. */
const LEVELS_OF_PLAN = LIMITS.jsonDepth - 2;

/** Finds a state machine to edit. */
export function machineToEdit(workspace: Workspace, id: string): Result<StateMachinePlan, Diagnostic> {
  const plan = workspace.plans.find((one) => one.id === id);
  if (!plan) return misfit(`There is no plan "${id}".`, { plan: id });
  if (plan.kind !== 'state-machine')
    return misfit(`The plan "${id}" is a graph; it has no states.`, { plan: id });
  return ok(plan);
}

/** Reads a state as the document would hold it. */
export function readState(state: State, plan: string): Result<State, Diagnostic> {
  const where = { plan, node: state.id };
  const read = readShape<State>(stateSchema, JSON.parse(JSON.stringify(state)) as Json);
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
