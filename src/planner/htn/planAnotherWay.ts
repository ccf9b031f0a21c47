import { type Json, type JsonObject, problem } from '#base';
import type { HtnPlanner } from '#plan';
import { judgeAdded } from '../choose/judge';
import type { Planned } from '../planned';
import type { PlannerState, PlanSoFar } from '../state';
import { chainOf } from '../templates/plannedStep';
import { planningValues } from '../templates/planningValues';
import { decompose, type Guide } from './decompose';
import { guideFrom, type Level, levelsAbove, treeOf } from './oldTree';

/**
 * A step of the plan has failed: looks for another way from the innermost task whose method it belongs to, with that
 * method left out; where none is left, from the task around it, and so on up to the first (P12). What came before stays
 * as it was decided, what has finished is kept and not done again.
 *
 * @returns the plan so far with the steps of the other way, or the problem `NO_OTHER_WAY`; `trace` is the tree, with
 *   every method that is out and why
 */
export function planAnotherWay(document: HtnPlanner, state: PlannerState, soFar: PlanSoFar): Planned {
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
