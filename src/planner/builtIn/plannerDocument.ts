import { type Diagnostic, err, ok, problem, type Result } from '#base';
import type { HtnPlanner, PlannerDocument, RulesPlanner } from '#plan';
import { BUILT_IN_HTN } from './htn';
import { BUILT_IN_RULES } from './rules';

export const BUILT_IN_PLANNERS: readonly (RulesPlanner | HtnPlanner)[] = [BUILT_IN_HTN, BUILT_IN_RULES];

/**
 * The planner document that a PLANNER node means: the one it names with `use`, else the built-in one of its flavour.
 *
 * @returns the document, or `PLANNER_UNKNOWN` / `PLANNER_WRONG_KIND`
 */
export function plannerDocument(
  flavour: 'rules' | 'htn',
  use: string | null,
  planners: readonly PlannerDocument[],
): Result<PlannerDocument, readonly Diagnostic[]> {
  if (use === null) return ok(flavour === 'htn' ? BUILT_IN_HTN : BUILT_IN_RULES);
  const found = [...planners, ...BUILT_IN_PLANNERS].find(({ id }) => id === use);
  if (found === undefined) {
    return err([
      problem(
        'PLANNER_UNKNOWN',
        `There is no planner "${use}".`,
        'Name one of the planners of the workspace, or leave it out for the built-in one.',
      ),
    ]);
  }
  if (found.kind === flavour) return ok(found);
  return err([
    problem(
      'PLANNER_WRONG_KIND',
      `The planner "${use}" works by ${found.kind}, not by ${flavour}.`,
      `Choose the flavour "${found.kind}", or another planner.`,
    ),
  ]);
}
