import { type Address, type Json, LIMITS, withCall } from '#base';
import { allNodes, capabilitiesCalledBy, MODEL_CAPABILITY, mayChange } from '#plan';
import { mayGo, type Verdict, verdictOnCall } from '../budget';
import { catalogueOf } from '../closure';
import { memberIn, requestOf } from '../dialogue/dialogue';
import { bestPlanQuestion } from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RankedCandidate } from '../entry';
import type { Closure, Fact, RunError } from '../fact';
import type { NodeRef } from '../frame';
import { gateAllows } from '../gate';
import { forbiddenUnasked } from '../policies';
import type { Candidate, Planning } from '../work';
import { callModel } from './plannerCalls';

type Reply = Extract<Fact, { type: 'plan.replied' }>;

export function candidateOf({ address, attempt, plan, machine, askAgain, inject }: Reply): Candidate {
  return {
    call: address,
    plan,
    ...(machine === undefined ? {} : { machine }),
    ...(askAgain === undefined ? {} : { askAgain }),
    ...(inject === undefined ? {} : { inject }),
    reply: attempt.reply ?? '',
    usage: attempt.usage,
    warnings: attempt.problems.length,
  };
}

/** By rules: what misses least, changes least and takes the fewest steps comes first, then what was proposed first. */
export function rankCandidates(
  candidates: readonly Candidate[],
  closure: Closure,
): readonly RankedCandidate[] {
  return candidates
    .map((candidate) => ranking(candidate, closure))
    .toSorted(
      (one, other) => one.warnings - other.warnings || one.writes - other.writes || one.steps - other.steps,
    );
}

function ranking({ call, plan, machine, warnings }: Candidate, closure: Closure): RankedCandidate {
  const catalogue = catalogueOf(closure);
  const nodes = plan === null ? [] : [...allNodes(plan)].map(({ node }) => node);
  const changes = (id: string): boolean => mayChange(catalogue.get(id)?.effect ?? 'unknown');
  const writes = nodes.filter((node) => capabilitiesCalledBy(node).some(changes)).length;
  return { call, warnings, writes, steps: machine === undefined ? nodes.length : machine.states.length };
}

/** Whether a model chooses among the plans that were accepted, and not the rules (P3). */
export function hasCritic({ ranking, proposed }: Planning): boolean {
  return ranking === 'model' && proposed.length > 1;
}

/**
 * A model compares the plans that were accepted: one more call of the planner (K2), to the models that it asks for plans.
 *
 * @returns why none may be asked; null where one is
 */
export function askCritic(draft: Draft, ref: NodeRef, planning: Planning): RunError | null {
  const around = draft.frame(ref.frame);
  const forbidden = forbiddenUnasked(draft, around, { capability: MODEL_CAPABILITY, input: null });
  if (forbidden === null) compare(draft, ref, planning, 0);
  return forbidden;
}

/** P5: the next model is asked to choose; false where there is none. */
export function askNextCritic(draft: Draft, ref: NodeRef): boolean {
  const { work } = draft.active(ref);
  if (work.kind !== 'comparing' || work.model + 1 >= work.planning.models.length) return false;
  compare(draft, ref, work.planning, work.model + 1);
  return true;
}

function compare(draft: Draft, ref: NodeRef, planning: Planning, model: number): void {
  draft.setActive(ref, { ...draft.active(ref), work: { kind: 'comparing', planning, model } });
  if (gateAllows(draft, ref) && mayGo(draft, verdictOnComparing(draft, ref))) compareNow(draft, ref);
  else draft.held = [...draft.held, { ...ref, what: { kind: 'compare' } }];
}

/** What the budget says to the call that compares (K10). */
export function verdictOnComparing(draft: Draft, ref: NodeRef): Verdict {
  return verdictOnCall(draft, draft.frame(ref.frame), MODEL_CAPABILITY, requestTo(draft, ref));
}

/** Sends the call that compares. */
export function compareNow(draft: Draft, ref: NodeRef): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'comparing') return;
  const { base } = work.planning;
  const call = (draft.plannerCalls.get(base) ?? 0) + 1;
  draft.plannerCalls = draft.plannerCalls.set(base, call);
  callModel(draft, ref, withCall(base, call), requestTo(draft, ref));
}

function requestTo(draft: Draft, ref: NodeRef): Json {
  const { work } = draft.active(ref);
  if (work.kind !== 'comparing') return null;
  const { planning, model } = work;
  const plans = planning.proposed.map((candidate, at) => ({ id: idOf(at), plan: shownPlan(candidate) }));
  return requestOf(bestPlanQuestion(planning.request.goal, plans), planning.models[model] ?? null);
}

/** The name of a plan in the question; addresses would say which model wrote it first. */
function idOf(at: number): string {
  return `plan-${at + 1}`;
}

/** A plan as it would run, as far as a prompt has room for it. */
function shownPlan({ plan, machine }: Candidate): string {
  const text = JSON.stringify(machine ?? plan);
  const most = LIMITS.observationCharacters;
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** The plan that a model's answer chooses, and its reason; null where it names none of them. */
export function chosenIn(
  draft: Draft,
  { proposed }: Planning,
  answer: Json,
): { readonly call: Address; readonly reason: string } | null {
  const named = memberIn(draft, answer, 'choice');
  const chosen = proposed.find((_, at) => idOf(at) === named);
  const reason = memberIn(draft, answer, 'reason');
  return chosen === undefined
    ? null
    : { call: chosen.call, reason: typeof reason === 'string' ? reason : '' };
}
