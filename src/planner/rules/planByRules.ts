import type { Diagnostic, Json, JsonObject } from '#base';
import { hasErrors } from '#base';
import type { RulesPlanner } from '#plan';
import { cannotPlan } from '../cannotPlan';
import { judgeJson } from '../choose/judge';
import { holds } from '../condition';
import type { Planned } from '../planned';
import { reasonsOf } from '../question/reasonsOf';
import type { PlannerState } from '../state';
import { chainOf, plannedStep } from '../templates/plannedStep';
import { planningValues } from '../templates/planningValues';

type Rule = RulesPlanner['rules'][number];

/**
 * Plans by rules (P12): the first rule whose `when` holds gives its steps, as a chain, filled with what is known now.
 * The plan passes the same checks as any other (P3); a rule whose steps the checks refuse is passed over.
 *
 * @returns the plan, or the problem `CANNOT_PLAN` with what this planner can do; `trace` lists every rule tried
 */
export function planByRules(document: RulesPlanner, state: PlannerState): Planned {
  const values = planningValues(state);
  const trace: Json[] = [];
  const refusals: Diagnostic[] = [];
  for (const rule of document.rules) {
    const fits = holds(rule.when, values);
    if (!fits.ok) {
      trace.push({ rule: rule.id, outcome: 'notApplicable', reason: fits.problem });
      continue;
    }
    const { plan, problems } = planOf(rule, values, state);
    if (plan !== null && !hasErrors(problems)) {
      trace.push({ rule: rule.id, outcome: 'fired' });
      return {
        verdict: 'accepted',
        plan,
        problems,
        trace: { rules: trace },
        madeBy: document.name ?? document.id,
      };
    }
    trace.push({ rule: rule.id, outcome: 'failed', reason: problems[0]?.message ?? '' });
    refusals.push(...problems);
  }
  const cannot = cannotPlan(reasonsOf(values), abilitiesOf(document), state);
  return {
    verdict: 'refused',
    plan: null,
    problems: [cannot, ...refusals],
    trace: { rules: trace },
    madeBy: document.name ?? document.id,
  };
}

function planOf(rule: Rule, values: JsonObject, state: PlannerState) {
  const steps: JsonObject[] = [];
  for (const template of rule.steps) {
    const step = plannedStep(template, values, steps);
    if (!step.ok) return { plan: null, problems: [step.problem] };
    steps.push(step.value);
  }
  return judgeJson(chainOf(steps), state);
}

/** Rules have no descriptions: their ids are their words, up to `-with-conditions`, which only tells variants apart. */
function abilitiesOf(document: RulesPlanner): readonly string[] {
  const words = document.rules.map(({ id }) =>
    id.replace(/-with-conditions.*$/, '').replaceAll(/[-_]/g, ' '),
  );
  return [...new Set(words.map((ability) => ability.replace(/ aloud$/, '')))];
}
