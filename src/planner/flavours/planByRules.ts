import {
  type Diagnostic,
  hasErrors,
  type Json,
  type JsonObject,
  jsonOf,
  ok,
  problem,
  type Result,
} from '#base';
import type { RulesPlanner } from '#plan';
import { judgeAdded } from '../choose/judge';
import type { PlannerState } from '../contracts';
import { cannotPlan, holds, type Planned, reasonsOf } from './planned';
import { chainOf, plannedStep, planningValues, workOf } from './plannedStep';

type Rule = RulesPlanner['rules'][number];

/**
 * Plans by rules (P12): the first rule whose `when` holds gives its steps, as a chain, filled with what is known now.
 * The plan passes the same checks as any other (P3); a rule whose steps the checks refuse is passed over.
 *
 * @returns the plan, or the problem `CANNOT_PLAN` with what this planner can do; `trace` tells the rule that fired and
 *   those that were refused, and where none fired the few that came nearest
 */
export function planByRules(document: RulesPlanner, state: PlannerState): Planned {
  const values = planningValues(state);
  const madeBy = document.name ?? document.id;
  const trace: Json[] = [];
  const passed: Passed[] = [];
  const refusals: Diagnostic[] = [];
  for (const rule of document.rules) {
    const fits = holds(rule.when, values);
    if (!fits.ok) {
      passed.push({ rule: rule.id, ...fits.problem });
      continue;
    }
    const { plan, problems } = planOf(rule, values, state);
    if (plan !== null && !hasErrors(problems)) {
      trace.push({ rule: rule.id, outcome: 'fired' });
      return { verdict: 'accepted', plan, problems, trace: { rules: trace }, madeBy };
    }
    trace.push({ rule: rule.id, outcome: 'failed', reason: problems[0]?.message ?? '' });
    refusals.push(...problems);
  }
  const reasons = reasonsOf(values, document);
  const cannot = cannotPlan(reasons.length > 0 ? reasons : [NO_RULE], abilitiesOf(document), state);
  return {
    verdict: 'refused',
    plan: null,
    problems: [cannot, ...refusals],
    trace: { rules: [...trace, ...nearestOf(passed)], tried: document.rules.length },
    madeBy,
  };
}

const NO_RULE = 'none of my rules fits it';

/** A rule that was passed over, and how many parts of its condition held. */
interface Passed {
  readonly rule: string;
  readonly reason: string;
  readonly held: number;
}

/** A ledger keeps the trace: of a hundred rules that do not apply, three tell enough. */
const MOST_NEAREST = 3;

function nearestOf(passed: readonly Passed[]): readonly Json[] {
  return passed
    .toSorted((left, right) => right.held - left.held)
    .slice(0, MOST_NEAREST)
    .map(({ rule, reason }) => ({ rule, outcome: 'notApplicable', reason }));
}

function planOf(rule: Rule, values: JsonObject, state: PlannerState) {
  const steps: JsonObject[] = [];
  const settled = state.soFar?.body.nodes.map(jsonOf) ?? [];
  const taken = settled.map(idOf);
  for (const template of rule.steps) {
    const step = settledAs(template, values, steps, settled) ?? plannedStep(template, values, steps, taken);
    if (!step.ok) return { plan: null, problems: [step.problem] };
    if (state.soFar?.revision !== undefined && idOf(step.value) === state.soFar.failed)
      return { plan: null, problems: [sameAgain(idOf(step.value))] };
    steps.push(step.value);
  }
  return judgeAdded(chainOf(steps.filter((step) => !settled.includes(step))), state);
}

/** P9: a step that has settled and does what the template asks for is not made again. */
function settledAs(
  template: Rule['steps'][number],
  values: JsonObject,
  before: readonly JsonObject[],
  settled: readonly JsonObject[],
): Result<JsonObject, Diagnostic> | undefined {
  const step = plannedStep(template, values, before);
  if (!step.ok) return step;
  const work = workOf(step.value);
  const done = settled.find((one) => workOf(one) === work && !before.includes(one));
  return done === undefined ? undefined : ok(done);
}

function idOf({ id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}

function sameAgain(step: string): Diagnostic {
  return problem(
    'NO_OTHER_WAY',
    `It would do the step "${step}" once more.`,
    'Add a rule whose steps go around it.',
  );
}

/** Rules have no descriptions: their ids are their words, up to `-with-conditions`, which only tells variants apart. */
function abilitiesOf(document: RulesPlanner): readonly string[] {
  const words = document.rules.map(({ id }) =>
    id.replace(/-with-conditions.*$/, '').replaceAll(/[-_]/g, ' '),
  );
  return [...new Set(words.map((ability) => ability.replace(/ aloud$/, '')))];
}
