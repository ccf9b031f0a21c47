import { type Diagnostic, hasErrors, type Json, type JsonObject, problem } from '#base';
import { type Body, checkBody, type PlanDraft, readBody } from '#plan';
import type { PlannerState } from '../state';
import { continuePlan } from './continuePlan';

/** What came of a proposed plan: accepted whole, or refused with every problem that was found (P3). */
export interface Judgement {
  readonly plan: Body | null;
  readonly problems: readonly Diagnostic[];
}

/**
 * Validates a draft strictly against the schema, then its logic: tools, inputs, references, cycles, limits (P3). What a
 * planner that is asked again adds is judged with what is there.
 */
export function judge(draft: PlanDraft, state: PlannerState): Judgement {
  const { nodes } = draft.body;
  const isEmpty = Array.isArray(nodes) && nodes.length === 0 && draft.problems.length === 0;
  // Asked what comes next, "nothing" is an answer.
  if (isEmpty && state.soFar === undefined) return { plan: null, problems: [emptyPlan()] };
  return judgeAdded(draft.body, state, draft.problems);
}

/** The same for our own JSON: a whole plan, or what a planner adds to the plan that it is asked about again. */
export function judgeAdded(
  body: JsonObject,
  state: PlannerState,
  found: readonly Diagnostic[] = [],
): Judgement {
  return judgeJson(state.soFar === undefined ? body : continuePlan(state.soFar, body), state, found);
}

/** The same for a whole body. */
function judgeJson(body: Json, state: PlannerState, found: readonly Diagnostic[] = []): Judgement {
  const read = readBody(body);
  if (!read.ok) return { plan: null, problems: [...found, ...read.problem] };
  const problems = [...found, ...checkBody(read.value, checkContext(state))];
  return { plan: hasErrors(problems) ? null : read.value, problems };
}

/** What a proposed plan is checked against. */
export function checkContext(state: PlannerState) {
  return {
    variables: new Set(state.writable),
    // What it sees besides is of the items and rounds around it.
    locals: new Set(Object.keys(state.variables)),
    catalogue: state.catalogue,
    tools: new Set(state.catalogue.keys()),
    maxSteps: state.limits.maxSteps,
    // The steps of a proposed plan lie inside the planner that proposed it.
    plannerDepth: state.depth + 1,
    maxPlannerDepth: state.limits.maxDepth,
  };
}

function emptyPlan(): Diagnostic {
  return problem('PLAN_EMPTY', 'The plan has no steps.', 'Propose at least one step.');
}
