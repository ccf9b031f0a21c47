import { isJsonObject, type Json, type JsonObject } from '#base';
import type { PlanSoFar } from '../state';
import { type Guide, pathOf } from './decompose';

/** A task of an earlier decomposition with the method that was chosen for it, or the step that did it. */
interface OldTask {
  readonly task: string;
  readonly path: string;
  /** Null for an operator, and for a task that was not done. */
  readonly method: string | null;
  readonly step: string | null;
  readonly subtasks: readonly OldTask[];
}

export interface OldTree {
  readonly root: OldTask;
  /** By path and method, why the method was left out then. */
  readonly excluded: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A task around the step that failed, and the method by which it was done. */
export interface Level {
  readonly task: string;
  readonly path: string;
  readonly method: string;
  readonly root: OldTask;
}

/** Reads the trace of an earlier attempt; null when it is none. */
export function treeOf(trace: Json): OldTree | null {
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
export function levelsAbove({ root }: OldTree, step: string | null): readonly Level[] {
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
export function guideFrom({ path, root }: Level, soFar: PlanSoFar): Omit<Guide, 'excluded'> {
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
