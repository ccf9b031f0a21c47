import type { Diagnostic, Json } from '#base';
import type { HtnPlanner } from '#plan';
import { cannotPlan } from '../cannotPlan';
import { judgeAdded } from '../choose/judge';
import type { Planned } from '../planned';
import type { PlannerState } from '../state';
import { chainOf } from '../templates/plannedStep';
import { planningValues } from '../templates/planningValues';
import { reasonsOf } from '../templates/reasonsOf';
import { decompose } from './decompose';
import { planAnotherWay } from './planAnotherWay';

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
