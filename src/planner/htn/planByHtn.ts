import { type Diagnostic, isJsonObject, type Json, type JsonObject, problem } from '#base';
import type { HtnPlanner } from '#plan';
import { cannotPlan } from '../cannotPlan';
import { judgeAdded } from '../choose/judge';
import type { Planned } from '../planned';
import type { PlannerState, PlanSoFar } from '../state';
import { chainOf } from '../templates/plannedStep';
import { planningValues } from '../templates/planningValues';
import { reasonsOf } from '../templates/reasonsOf';
import { decompose, type Guide, pathOf } from './decompose';

/**
 * Plans by a hierarchical task network (P12): takes the first task apart by its methods, in document order, backtracking
 * when one leads nowhere, until only operators are left; those are the steps, in order. (Total-order decomposition as
 * in SHOP; Nau et al. 1999.) The plan passes the same checks as any other (P3).
 *
 * Asked again because a step has failed, it looks for another way (`planAnotherWay`).
 *
 * @returns the plan, or the problem `CANNOT_PLAN` with what this planner can do; `trace` is the decomposition tree
 */
export function planByHtn(document: HtnPlanner, state: PlannerState): Planned {
  if (state.soFar !== undefined) return planAnotherWay(document, state, state.soFar);
  const values = planningValues(state);
  const madeBy = document.name ?? document.id;
  const found = decompose(document, values, state);
  const trace: Json = { tree: found.tree, expanded: found.expanded };
  if (found.steps === null) {
    const reasons = [...reasonsOf(values, document), ...found.hindrances];
    const cannot = cannotPlan(reasons, abilitiesOf(document), state);
    return { verdict: 'refused', plan: null, problems: [cannot, ...found.problems], trace, madeBy };
  }
  const { plan, problems } = judgeAdded(chainOf(found.steps), state);
  const told: readonly Diagnostic[] =
    plan === null ? [cannotPlan([], abilitiesOf(document), state), ...problems] : problems;
  const knowsOthers = plan !== null;
  return { verdict: knowsOthers ? 'accepted' : 'refused', plan, problems: told, trace, madeBy, knowsOthers };
}

/** What the methods of the first task say they do. */
function abilitiesOf(document: HtnPlanner): readonly string[] {
  const [goal] = document.tasks;
  return document.methods.flatMap(({ task, description }) =>
    task === goal && description !== undefined ? [description] : [],
  );
}

/**
 * A step of the plan has failed: looks for another way from the innermost task whose method it belongs to, with that
 * method left out; where none is left, from the task around it, and so on up to the first (P12). What came before stays
 * as it was decided, what has finished is kept and not done again.
 *
 * @returns the plan so far with the steps of the other way, or the problem `NO_OTHER_WAY`; `trace` is the tree, with
 *   every method that is out and why
 */
function planAnotherWay(document: HtnPlanner, state: PlannerState, soFar: PlanSoFar): Planned {
  const madeBy = document.name ?? document.id;
  const tree = treeOf(soFar.trace);
  const levels = tree === null ? [] : levelsAbove(tree, soFar.failed);
  const values = planningValues(state);
  let excluded = tree === null ? new Map() : tree.excluded;
  let reason = reasonOf(soFar);
  let trace: Json = soFar.trace;
  for (const level of levels) {
    excluded = without(excluded, level, reason);
    const guide: Guide = { ...guideFrom(level, soFar), excluded };
    const found = decompose(document, values, state, guide);
    trace = { tree: found.tree, expanded: found.expanded };
    const plan = found.steps === null ? null : planWith(found.steps, state, soFar);
    if (plan !== null) return { verdict: 'accepted', ...plan, trace, madeBy, knowsOthers: true };
    reason = `no way is left to do "${level.task}" (${reason})`;
  }
  return { verdict: 'refused', plan: null, problems: [noOtherWay(document)], trace, madeBy };
}

/** The whole plan, if it passes the checks of every plan (P3). */
function planWith(
  steps: readonly JsonObject[],
  state: PlannerState,
  soFar: PlanSoFar,
): Pick<Planned, 'plan' | 'problems'> | null {
  const there = new Set<Json | undefined>(soFar.body.nodes.map(({ id }) => id));
  const added = chainOf(steps.filter(({ id }) => !there.has(id)));
  const judged = judgeAdded(added, state);
  return judged.plan === null ? null : judged;
}

function reasonOf({ failed, steps }: PlanSoFar): string {
  const step = steps.find(({ id }) => id === failed);
  return `its step "${failed}" failed: ${step?.error?.message ?? 'no reason was given'}`;
}

function without(excluded: Guide['excluded'], { path, method }: Level, reason: string): Guide['excluded'] {
  const known = excluded.get(path) ?? new Map<string, string>();
  return new Map(excluded).set(path, new Map(known).set(method, reason));
}

function noOtherWay(document: HtnPlanner) {
  return problem(
    'NO_OTHER_WAY',
    `No other way is left to do "${document.tasks[0] ?? 'it'}".`,
    'Look at the plan attempt for the ways that were tried, and mend what failed or add a method.',
  );
}

/** A task of an earlier decomposition with the method that was chosen for it, or the step that did it. */
interface OldTask {
  readonly task: string;
  readonly path: string;
  /** Null for an operator, and for a task that was not done. */
  readonly method: string | null;
  readonly step: string | null;
  readonly subtasks: readonly OldTask[];
}

interface OldTree {
  readonly root: OldTask;
  /** By path and method, why the method was left out then. */
  readonly excluded: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A task around the step that failed, and the method by which it was done. */
interface Level {
  readonly task: string;
  readonly path: string;
  readonly method: string;
  readonly root: OldTask;
}

/** Reads the trace of an earlier attempt; null when it is none. */
function treeOf(trace: Json): OldTree | null {
  const tree = isJsonObject(trace) ? trace.tree : undefined;
  if (!isJsonObject(tree)) return null;
  const excluded = new Map<string, ReadonlyMap<string, string>>();
  const root = taskOf(tree, '', excluded);
  return root && { root, excluded };
}

function taskOf(
  json: Json | undefined,
  path: string,
  excluded: Map<string, ReadonlyMap<string, string>>,
): OldTask | null {
  if (!isJsonObject(json) || typeof json.task !== 'string') return null;
  const tried = Array.isArray(json.tried) ? json.tried.filter(isJsonObject) : [];
  const out = tried.flatMap(({ id, outcome, reason }): [string, string][] =>
    outcome === 'excluded' ? [[String(id), String(reason)]] : [],
  );
  if (out.length > 0) excluded.set(path, new Map(out));
  const chosen = tried.find(({ outcome }) => outcome === 'chosen');
  const step = typeof chosen?.step === 'string' ? chosen.step : null;
  const method = chosen === undefined || step !== null ? null : String(chosen.id);
  return { task: json.task, path, method, step, subtasks: partsOf(chosen, path, excluded) };
}

function partsOf(
  chosen: JsonObject | undefined,
  path: string,
  excluded: Map<string, ReadonlyMap<string, string>>,
): readonly OldTask[] {
  const parts = Array.isArray(chosen?.subtasks) ? chosen.subtasks : [];
  return parts.flatMap(
    (part, index) => taskOf(part, pathOf(path, String(chosen?.id), index), excluded) ?? [],
  );
}

/** The tasks around a step, the innermost first. */
function levelsAbove({ root }: OldTree, step: string | null): readonly Level[] {
  const levels: Level[] = [];
  const holds = (task: OldTask): boolean => {
    if (step !== null && task.step === step) return true;
    if (task.method === null || !task.subtasks.some(holds)) return false;
    levels.push({ task: task.task, path: task.path, method: task.method, root });
    return true;
  };
  holds(root);
  return levels;
}

/**
 * What stays when a task is taken apart anew: the methods of the tasks around it, and everything that came before it.
 * What comes after it is decided anew with it.
 */
function guideFrom({ path, root }: Level, soFar: PlanSoFar): Omit<Guide, 'excluded'> {
  const nodes: readonly JsonObject[] = JSON.parse(JSON.stringify(soFar.body.nodes));
  const chosen = new Map<string, string>();
  const done = new Map<string, JsonObject>();
  /** False when the walk has come to the task that is taken apart anew. */
  const keep = (task: OldTask): boolean => {
    if (task.path === path) return false;
    if (task.method !== null) chosen.set(task.path, task.method);
    const node = task.step === null ? undefined : nodes.find(({ id }) => id === task.step);
    if (node !== undefined) done.set(task.path, node);
    return task.subtasks.every(keep);
  };
  keep(root);
  const succeeded = new Set<Json | undefined>(
    soFar.steps.filter(({ status }) => status === 'succeeded').map(({ id }) => id),
  );
  return {
    chosen,
    done,
    finished: nodes.filter(({ id }) => succeeded.has(id)),
    taken: soFar.body.nodes.map(({ id }) => id),
  };
}
