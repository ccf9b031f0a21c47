import { type Json, textsIn, withCall } from '#base';
import { REPLAN_DEFAULTS as USUAL } from '#plan';
import type { Verdict } from '../budget';
import type { Doubt, Review, SettledStep } from '../command';
import { requestOf } from '../dialogue/dialogue';
import { contextIn, viabilityQuestion } from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { DynamicFrame, Frame, NodeRef } from '../frame';
import { noteLeft } from '../scopes/scope';
import type { Planning } from '../work';
import { executorAt, openRevision } from './checkPlan';
import { askAgain, callModel, forbiddenToAsk, verdictOnModel } from './plannerCalls';

/** A plan in progress whose planner may still be asked for another (P9). */
interface Revisable {
  readonly frame: DynamicFrame;
  readonly executor: NodeRef;
  readonly planning: Planning;
  readonly afterAttempts: number;
  readonly keywords: readonly string[];
  /** Null where no model judges. */
  readonly viability: number | null;
}

function revisable(draft: Draft, frameId: string): Revisable | null {
  const frame = draft.frames.get(frameId);
  if (frame?.kind !== 'dynamic' || frame.parent === null || frame.closing !== null) return null;
  const replan = executorAt(draft, frame.parent)?.params?.replan;
  const planning = draft.proposals.get(frame.dynamic.hash)?.planning;
  if (replan === undefined || planning === undefined || !draft.has('replans')) return null;
  const { afterAttempts = USUAL.afterAttempts, keywords = USUAL.keywords, max = USUAL.max } = replan;
  if (frame.dynamic.doubts >= max) return null;
  const viability = judgeOf(draft, planning) === undefined ? null : (replan.viability ?? null);
  return { frame, executor: frame.parent, planning, afterAttempts, keywords, viability };
}

/** The model that judges: the first that the planner would ask; undefined where there is none. */
function judgeOf({ start }: Draft, { models }: Planning): string | null | undefined {
  const [model = null] = models;
  return model === null && start.closure.models.length === 0 ? undefined : model;
}

/** Whether the plan of a new scope may be followed by a revision of what has not started. */
export function replans(draft: Draft, executor: NodeRef): boolean {
  return draft.has('replans') && executorAt(draft, executor)?.params?.replan !== undefined;
}

/** P9: a step of a plan has settled. Unless it was the last, what is left is judged before anything else of the plan starts. */
export function reviewAfter(draft: Draft, ref: NodeRef, attempts: number, error: RunError | null): void {
  const plan = revisable(draft, ref.frame);
  if (plan === null || isLast(plan.frame)) return;
  const step = draft.compiled(ref).id;
  const review = draft.reviews.find(({ frame }) => frame === ref.frame) ?? opened(ref.frame);
  setReview(draft, { ...review, unjudged: [...review.unjudged, { step, attempts, error }] });
}

/**
 * A step has failed, and nothing in the plan handles it. Where that is a reason to ask its planner for another plan, or where
 * the planner is going to be asked anyway, the scope stays open.
 *
 * @returns false where the failure is the scope's (R8)
 */
export function reviewFailure(draft: Draft, ref: NodeRef, attempts: number, error: RunError): boolean {
  const plan = revisable(draft, ref.frame);
  if (plan === null) return false;
  const { id, key } = draft.compiled(ref);
  const isAsked = draft.reviews.some(({ frame, doubt }) => frame === ref.frame && doubt !== null);
  if (!isAsked && doubtAbout(plan, { step: id, attempts, error }) === null) return false;
  noteLeft(draft, ref.frame, key, []);
  if (!isAsked && isLast(draft.frame(ref.frame))) return false;
  reviewAfter(draft, ref, attempts, error);
  return true;
}

function opened(frame: string): Review {
  return { frame, unjudged: [], doubt: null };
}

function setReview(draft: Draft, review: Review): void {
  const isOther = ({ frame }: Review): boolean => frame !== review.frame;
  draft.reviews = draft.reviews.every(isOther)
    ? [...draft.reviews, review]
    : draft.reviews.map((one) => (isOther(one) ? one : review));
}

function endReview(draft: Draft, { frame }: Review): void {
  draft.reviews = draft.reviews.filter((one) => one.frame !== frame);
}

/** Whether every step of the plan has settled. */
function isLast({ scope, left }: Frame): boolean {
  return scope.nodes.every(({ key, node }) => node.type === 'NOTE' || left?.has(key));
}

/** Whether the planner of a plan, all of whose steps are done, is about to say how it goes on. */
export function isBeingReplanned(draft: Draft, { kind, parent }: Frame): boolean {
  if (kind !== 'dynamic' || parent === null) return false;
  const { work } = draft.active(parent);
  return work.kind === 'planning' || work.kind === 'approving';
}

/**
 * Goes on with deciding about a plan in progress: judges the next of its steps, asks its planner, or lets it go on.
 *
 * @returns false where nothing can be decided now
 */
export function reviewNext(draft: Draft): boolean {
  return draft.reviews.some((review) => advance(draft, review));
}

function advance(draft: Draft, review: Review): boolean {
  const plan = revisable(draft, review.frame);
  if (plan === null) {
    endReview(draft, review);
    return true;
  }
  const { frame, executor } = plan;
  // A model judges, or the planner is being asked.
  if (draft.active(executor).work.kind !== 'inside') return false;
  if (review.doubt !== null) {
    if (frame.active.size > 0 || frame.detached.length > 0) return false;
    ask(draft, plan, review.doubt, review.unjudged);
    return true;
  }
  const [step, ...rest] = review.unjudged;
  if (step === undefined) {
    endReview(draft, review);
    return true;
  }
  const doubt = doubtAbout(plan, step);
  if (doubt !== null) raise(draft, plan, review, doubt);
  else if (plan.viability === null || !judge(draft, plan)) setReview(draft, { ...review, unjudged: rest });
  return true;
}

/** What a step itself says against the rest of the plan; null for nothing. */
function doubtAbout({ frame, afterAttempts, keywords }: Revisable, settled: SettledStep): Doubt | null {
  const { step, attempts, error } = settled;
  if (error !== null && attempts >= afterAttempts) return { kind: 'attempts', step, attempts };
  // The names of fields are no texts: a count of missing rows says nothing is missing.
  const given = [...textsIn(frame.results.get(step) ?? null)].map(({ text }) => text);
  const seen = error === null ? given : [error.code, error.message];
  const texts = seen.map((text) => text.toLowerCase());
  const keyword = keywords.find((word) => {
    const sought = word.trim().toLowerCase();
    return sought !== '' && texts.some((text) => text.includes(sought));
  });
  return keyword === undefined ? null : { kind: 'keyword', step, keyword };
}

function raise(draft: Draft, { executor }: Revisable, review: Review, doubt: Doubt): void {
  setReview(draft, { ...review, doubt });
  draft.emit({ address: draft.active(executor).address, data: { doubt }, kind: 'plan.doubted' });
}

/** The planner is asked for another plan: what has settled is kept, and nothing of the rest has started. */
function ask(draft: Draft, plan: Revisable, doubt: Doubt, unjudged: readonly SettledStep[]): void {
  const { frame, executor, planning } = plan;
  const { dynamic } = frame;
  const error = unjudged.find(({ step }) => step === doubt.step)?.error ?? null;
  const open = draft.change(frame.id);
  if (open.kind === 'dynamic') open.dynamic = { ...dynamic, doubts: dynamic.doubts + 1 };
  const failed = error === null ? {} : { failed: { step: doubt.step, error } };
  askAgain(draft, executor, planning, { revision: dynamic.revision, doubt, ...failed });
}

/**
 * Asks a model whether the rest is worth going on with: the call `<executor>!judge-n`. It leaves when the run goes on and its
 * budget allows it.
 *
 * @returns false where no model may be asked
 */
function judge(draft: Draft, { frame, executor }: Revisable): boolean {
  if (forbiddenToAsk(draft, executor) !== null) return false;
  draft.setWork(executor, { kind: 'judging', frame: frame.id });
  draft.admit(executor, { kind: 'judge' });
  return true;
}

/** What the budget says to the call that judges (K10). */
export function verdictOnJudge(draft: Draft, executor: NodeRef): Verdict {
  return verdictOnModel(draft, executor, questionAbout(draft, executor));
}

/** Sends the call that judges. */
export function judgeNow(draft: Draft, executor: NodeRef): void {
  const open = openRevision(draft, executor);
  if (open?.kind !== 'dynamic') return;
  const number = open.dynamic.judgements + 1;
  const frame = draft.change(open.id);
  if (frame.kind === 'dynamic') frame.dynamic = { ...open.dynamic, judgements: number };
  const address = withCall(draft.active(executor).address, `judge-${number}`);
  callModel(draft, executor, address, questionAbout(draft, executor));
}

function questionAbout(draft: Draft, executor: NodeRef): Json {
  const open = openRevision(draft, executor);
  const plan = open === null ? null : revisable(draft, open.id);
  const step = draft.reviews.find(({ frame }) => frame === open?.id)?.unjudged[0];
  if (plan === null || step === undefined) return null;
  const { frame, planning } = plan;
  const { error } = step;
  const seen =
    error === null ? (frame.results.get(step.step) ?? null) : { code: error.code, message: error.message };
  const question = viabilityQuestion(planning.request.goal, contextIn(frame, step.step), seen);
  return requestOf(question, judgeOf(draft, planning) ?? null);
}

/**
 * A model has judged the rest of a plan.
 *
 * @param score null where it could not be asked, or gave no number: then nothing speaks against the plan
 */
export function onJudged(draft: Draft, executor: NodeRef, score: number | null): void {
  const { work, address } = draft.active(executor);
  if (work.kind !== 'judging') return;
  const { frame } = work;
  draft.setWork(executor, { kind: 'inside', frame });
  const plan = revisable(draft, frame);
  const review = draft.reviews.find((one) => one.frame === frame);
  const [settled, ...unjudged] = review?.unjudged ?? [];
  if (plan === null || review === undefined || settled === undefined) return;
  draft.emit({ address, data: { score, step: settled.step }, kind: 'plan.judged' });
  const { viability: bound } = plan;
  if (score === null || bound === null || score >= bound) setReview(draft, { ...review, unjudged });
  else raise(draft, plan, review, { kind: 'viability', step: settled.step, score, bound });
}
