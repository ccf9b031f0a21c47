import { type Address, type Diagnostic, errorsFirst, type Json, present } from '#base';
import type { Body, StateMachinePlan } from '#plan';
import { begunIn, openRevision, problemsOfEdit } from './planning/checkPlan';
import { usesModel } from './planning/plannerCalls';
import type { RunState } from './state';
import { draftOf } from './step';
import { declaredIn, planAt } from './variables';

/** A plan that waits for a person (L10), with all that is needed to edit it (D9). */
export interface Proposal {
  readonly plan: Body;
  /** The machine that the plan is (M5); absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  /** Ids of the capabilities that it may call (P8). */
  readonly tools: readonly string[];
  /** Names of the variables that its steps may write. */
  readonly writable: readonly string[];
  /** The revision that is open and that it would follow; null for a first plan. */
  readonly before: Body | null;
  /** Ids of steps that have begun in that revision, and that stay as they are (R13). */
  readonly begun: readonly string[];
  /** Whether there is a planner that can be asked for another, and whether it reads what it is told. */
  readonly planner: 'none' | 'rules' | 'model';
  /** Errors and warnings of the plan as somebody has edited it, errors first: it is taken exactly when there are no errors. */
  problemsOf(edited: Json): readonly Diagnostic[];
}

/**
 * The plan that waits for an answer at an address.
 *
 * @param wait `<executor>!approve`
 * @returns null where no plan waits there
 */
export function proposalAt(state: RunState, wait: Address): Proposal | null {
  const ref = state.commands.get(wait) ?? null;
  if (ref === null) return null;
  const draft = draftOf(state);
  const { work } = draft.active(ref);
  if (work.kind !== 'approving') return null;
  const { plan, tools } = work;
  const open = openRevision(draft, ref);
  const planning = draft.proposals.get(plan.hash)?.planning;
  return {
    plan: plan.body,
    ...present({ machine: plan.machine }),
    tools,
    writable: [...declaredIn(planAt(draft, draft.frame(ref.frame))).keys()],
    before: open?.dynamic?.body ?? null,
    begun: begunIn(open),
    planner: planning === undefined ? 'none' : usesModel(planning) ? 'model' : 'rules',
    problemsOf: (edited) => errorsFirst(problemsOfEdit(draft, ref, edited, tools)),
  };
}
