import { type Address, type Json, LIMITS, present, withCall } from '#base';
import { allNodes, capabilitiesCalledBy, MODEL_CAPABILITY, mayChange, type PlannerFlavour } from '#plan';
import { type Verdict, verdictOnCall, verdictOnPlanning } from '../budget';
import { type Closure, catalogueOf } from '../closure';
import type { PlanAgain } from '../command';
import { memberIn, requestOf } from '../dialogue/dialogue';
import { bestPlanQuestion } from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RankedCandidate } from '../entry';
import type { AskAgain, FactOf, RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { plansByModel } from '../need';
import { forbiddenUnasked } from '../policies';
import { noteLeft, withdrawOpen } from '../scopes/scope';
import { originsOfSayings, originsOfSteps } from '../taint';
import { declaredIn, planAt, visibleVariables } from '../variables';
import { type Candidate, NO_ORIGINS, type Planning, scopeOpenIn, union } from '../work';

/**
 * Makes the next call of a planning (K2): a command `<planner>!n`. Held back while the run is paused, and counted
 * against the budget before it leaves (R19, K10).
 */
export function ask(draft: Draft, ref: NodeRef, planning: Planning): void {
  setPlanning(draft, ref, planning);
  draft.admit(ref, { kind: 'plan' });
}

/** The first call leaves with the start of its node, which was let through already. */
export function askFirst(draft: Draft, ref: NodeRef, planning: Planning): void {
  setPlanning(draft, ref, planning);
  askNow(draft, ref);
}

/** What the budget says to the call that a planning stands before (K10). */
export function verdictOnAsking(draft: Draft, ref: NodeRef): Verdict {
  const planning = planningOf(draft, ref);
  if (planning === null) return 'go';
  return verdictOnPlanning(draft, planning.models[planning.model] ?? null, usesModel(planning));
}

/** Sends the call that a planning stands before. */
export function askNow(draft: Draft, ref: NodeRef): void {
  const planning = planningOf(draft, ref);
  if (planning === null) return;
  const call = nextCall(draft, planning);
  const { request, fallback, again, wish, choice, candidates, candidate } = planning;
  const asksModel = usesModel(planning);
  const frame = draft.frame(ref.frame);
  draft.issue(ref, {
    ...request,
    ...present({
      again: again ?? undefined,
      candidate: asksModel && candidates > 1 ? candidate : undefined,
      choice: asksModel && choice !== null ? choice : undefined,
      wish: wish ?? undefined,
    }),
    address: withCall(planning.base, call),
    call,
    flavour: flavourOf(planning),
    kind: 'plan',
    model: asksModel ? (planning.models[planning.model] ?? null) : null,
    repair: fallback ? null : planning.repair,
    use: usedBy(planning),
    variables: visibleVariables(draft, frame),
    writable: [...declaredIn(planAt(draft, frame)).keys()],
  });
}

/** The number of the next call of a planner (K11). */
function nextCall(draft: Draft, { base }: Planning): number {
  const call = (draft.plannerCalls.get(base) ?? 0) + 1;
  draft.plannerCalls = draft.plannerCalls.set(base, call);
  return call;
}

/** The node is busy with this planning from now on; a scope that it has open stays open. */
export function setPlanning(draft: Draft, ref: NodeRef, planning: Planning): void {
  const frame = scopeOpenIn(draft.active(ref).work);
  draft.setWork(ref, { frame, kind: 'planning', planning });
}

/** How the next call plans: of the two that `hybrid` is, one at a time. */
function flavourOf({ flavour, fallback, rulesFirst }: Planning): PlannerFlavour {
  if (fallback || rulesFirst === 'asked') return 'rules';
  return flavour === 'hybrid' ? 'llm' : flavour;
}

/** What the node names with `use`: of a hybrid these are the rules that come first. */
function usedBy({ fallback, rulesFirst, use }: Planning): string | null {
  return fallback || rulesFirst === 'answered' ? null : use;
}

/** Rules and HTN are computed, and a text that is there already is only read: nobody is asked. */
export function usesModel(planning: Planning): boolean {
  return planning.request.text === null && plansByModel(flavourOf(planning));
}

/**
 * P2: the scope of a plan that is one step has come to rest, so its planner is asked for the next, until the plan has
 * as many as it may.
 *
 * @returns false where the plan is whole, and its scope ends
 */
export function askForNext(draft: Draft, frame: Frame): boolean {
  const { dynamic, parent } = frame;
  const planning = plannerOf(draft, frame, 'whenDone');
  if (!planning || !dynamic || parent === null) return false;
  const steps = [...allNodes(dynamic.body)].length;
  const { maxSteps = dynamic.maxSteps } = planning.request.limits;
  if (steps < Math.min(dynamic.maxSteps, maxSteps)) {
    askAgain(draft, parent, planning, { revision: dynamic.revision });
    return true;
  }
  draft.emit({ address: draft.active(parent).address, data: { steps }, kind: 'plan.full' });
  return false;
}

/**
 * P12: a step of a plan whose planner knows other ways has failed, so it is asked for one of them. The scope stays open
 * with what has finished.
 *
 * @returns false where the failure is the scope's (R8)
 */
export function askForOtherWay(draft: Draft, ref: NodeRef, error: RunError): boolean {
  const frame = draft.frame(ref.frame);
  const { dynamic, parent, active } = frame;
  const planning = plannerOf(draft, frame, 'whenFailed');
  // The plans of such planners are chains: nothing else runs when a step fails.
  if (!planning || !dynamic || parent === null || active.size > 0) return false;
  // It is going to be asked anyway, and why has been said (P9).
  if (draft.reviews.some((review) => review.frame === frame.id && review.doubt !== null)) return false;
  const { id, key } = draft.compiled(ref);
  noteLeft(draft, ref.frame, key, []);
  askAgain(draft, parent, planning, { revision: dynamic.revision, failed: { step: id, error } });
  return true;
}

/** The planning of a plan whose planner wants to be asked again then; null for any other scope. */
function plannerOf(draft: Draft, { dynamic, background }: Frame, when: AskAgain): Planning | null {
  if (dynamic === null || background !== null) return null;
  const proposal = draft.proposals.get(dynamic.hash);
  return proposal?.askAgain === when ? proposal.planning : null;
}

/** Asks a planner about the plan that it made and that an executor runs: its calls go on counting under its own address (K11). */
export function askAgain(
  draft: Draft,
  executor: NodeRef,
  planning: Planning,
  about: Omit<PlanAgain, 'executor'>,
): void {
  const { address, work } = draft.active(executor);
  const scope = scopeOpenIn(work);
  // A model may be judging the plan that is given up (P9).
  withdrawOpen(draft, executor);
  draft.reviews = draft.reviews.filter(({ frame }) => frame !== scope);
  // What is ready belongs to a plan that another takes the place of.
  if (scope !== null && draft.has('replans')) draft.ready.drop(scope);
  const asked: Planning = { ...anew(planning), again: { executor: address, ...about } };
  ask(draft, executor, scope === null ? asked : withSteps(draft, asked, scope));
}

/** P15: it is told what has become of the steps, and where what those gave came from is where its next plan may come from. */
function withSteps(draft: Draft, planning: Planning, scope: string): Planning {
  if (!draft.has('origins')) return planning;
  const frame = draft.frame(scope);
  const told = union(originsOfSteps(draft, frame), originsOfSayings(draft, frame));
  const read = union(planning.read ?? NO_ORIGINS, told);
  return read.length === 0 ? planning : { ...planning, read };
}

/** The planning that an active node is busy with, a PLANNER's own or one that an executor asked for again. */
export function planningOf(draft: Draft, ref: NodeRef): Planning | null {
  const { work } = draft.active(ref);
  return work.kind === 'planning' ? work.planning : null;
}

/** Where a planning stands that has asked nobody yet. */
export const NOTHING_ASKED = {
  candidate: 1,
  proposed: [],
  model: 0,
  repairs: 0,
  fallback: false,
  repair: null,
  tried: [],
  replied: false,
  declined: false,
  help: null,
} as const;

/** The same planning from its first model on, with nothing tried yet. */
export function anew(planning: Planning): Planning {
  return {
    ...planning,
    ...NOTHING_ASKED,
    // What comes next, or instead, is asked for once.
    candidates: 1,
    // Rules would say the same again.
    rulesFirst: planning.rulesFirst === null ? null : 'answered',
    wish: null,
  };
}

/** What the budget says to a call of a model that a node makes itself (K10). */
export function verdictOnModel(draft: Draft, ref: NodeRef, input: Json): Verdict {
  return verdictOnCall(draft, draft.frame(ref.frame), MODEL_CAPABILITY, input);
}

/** Why a node may not ask a model itself (P13); null where it may. */
export function forbiddenToAsk(draft: Draft, ref: NodeRef): RunError | null {
  return forbiddenUnasked(draft, draft.frame(ref.frame), { capability: MODEL_CAPABILITY, input: null });
}

/**
 * Sends a call of `model.generate` that a node makes itself: an executor's judges the rest of its plan (P9) or writes its answer
 * (P10), a planner's chooses among its plans (P3).
 */
export function callModel(draft: Draft, ref: NodeRef, address: Address, input: Json): void {
  const descriptor = catalogueOf(draft.start.closure).get(MODEL_CAPABILITY);
  draft.issue(ref, {
    address,
    capability: MODEL_CAPABILITY,
    effect: descriptor?.effect ?? 'read',
    idempotent: descriptor?.idempotent ?? false,
    input,
    kind: 'call',
  });
}

export function candidateOf(reply: FactOf<'plan.replied'>): Candidate {
  const { address, attempt, plan, machine, askAgain, inject } = reply;
  return {
    call: address,
    plan,
    ...present({ machine, askAgain, inject }),
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
  const forbidden = forbiddenToAsk(draft, ref);
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
  draft.setWork(ref, { kind: 'comparing', planning, model });
  draft.admit(ref, { kind: 'compare' });
}

/** What the budget says to the call that compares (K10). */
export function verdictOnComparing(draft: Draft, ref: NodeRef): Verdict {
  return verdictOnModel(draft, ref, requestTo(draft, ref));
}

/** Sends the call that compares. */
export function compareNow(draft: Draft, ref: NodeRef): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'comparing') return;
  const address = withCall(work.planning.base, nextCall(draft, work.planning));
  callModel(draft, ref, address, requestTo(draft, ref));
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
