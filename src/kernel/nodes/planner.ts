import { type Address, isJson, type Json, LIMITS, present, withCall } from '#base';
import type { Retry } from '#plan';
import type { Draft } from '../draft';
import type { PlanChoice } from '../entry';
import type { FactOf, PlanAttempt, RunError } from '../fact';
import type { NodeRef } from '../frame';
import {
  beginLeaf,
  failNode,
  isFinalCode,
  sayServerWaits,
  startRetryTimer,
  startTimeout,
  succeedNode,
  waitBefore,
} from '../node';
import { proposedPlan } from '../planning/checkPlan';
import {
  ask,
  askCritic,
  askFirst,
  askNextCritic,
  candidateOf,
  chosenIn,
  hasCritic,
  rankCandidates,
  setPlanning,
  usesModel,
} from '../planning/plannerCalls';
import { askedOf, deniedBy, forbiddenToPlan, planningFor, requestFor } from '../planning/request';
import { plannerDepthOf } from '../policies';
import { noteWrites } from '../taint';
import { resolveInput, writeVariable } from '../variables';
import { type Candidate, NO_ORIGINS, type Planning } from '../work';
import type { Behaviour } from './behaviour';
import { approvePlan, giveUp } from './planExecutor';

/** PLANNER: one node record; each model call is a command of its own (K2, P5). It writes the plan, and runs nothing. */
export const planner: Behaviour<'PLANNER'> = {
  callsItself: () => true,
  start: (draft, ref, node, attempt) => {
    const frame = draft.frame(ref.frame);
    const input = resolveInput(draft, frame, node);
    const asked = askedOf(draft, frame, node);
    const given = input.ok ? input.value : undefined;
    beginLeaf(draft, ref, attempt, { kind: 'calling' }, given);
    const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
    const refused = forbiddenToPlan(draft, frame, node, plannerDepthOf(draft, frame));
    if (refused !== null) return fail(refused);
    if (!asked.ok) return fail(asked.problem);
    if (!input.ok) return fail(input.problem);
    const request = requestFor(draft, frame, node, asked.value, given);
    const planning = planningFor(draft, ref, node, request);
    const denied = deniedBy(draft, frame, planning);
    if (denied !== null) return fail(denied);
    askFirst(draft, ref, planning);
    startTimeout(draft, ref);
  },
  onResult: (draft, ref, _node, result, usage) => {
    if (draft.active(ref).work.kind === 'comparing') onCompared(draft, ref, result);
    else succeedNode(draft, ref, { ports: ['out'], result, usage });
  },
  onFailure: (draft, ref, { error }) => {
    const isComparing = draft.active(ref).work.kind === 'comparing';
    if (isComparing) onNotCompared(draft, ref, error);
    return isComparing;
  },
};

type Reply = FactOf<'plan.replied'>;

/** A planner call has ended: its plan is taken, or P5 says what is tried next. */
export function onReply(draft: Draft, ref: NodeRef, planning: Planning, reply: Reply): void {
  if (isOneOfSeveral(draft, planning)) takeCandidate(draft, ref, planning, reply);
  else if (isAccepted(reply)) accept(draft, ref, planning, candidateOf(reply));
  else if (draft.start.simulated) failAsScripted(draft, ref, planning, reply);
  else if (planning.rulesFirst === 'asked') askModels(draft, ref, planning, reply);
  else if (!usesModel(planning) && !planning.fallback) failAtOnce(draft, ref, planning, reply);
  else tryNext(draft, ref, note(planning, reply.attempt), reply);
}

function isAccepted({ attempt, plan }: Reply): boolean {
  return attempt.verdict === 'accepted' && plan !== null;
}

/** P3: several plans are asked for, and this reply is the answer to one of these calls. A script answers once (H4). */
function isOneOfSeveral(draft: Draft, planning: Planning): boolean {
  return planning.candidates > 1 && usesModel(planning) && !draft.start.simulated;
}

/** Asks for the next plan, until all have come; then the best is taken. Where none was accepted, P5 goes on with the last. */
function takeCandidate(draft: Draft, ref: NodeRef, planning: Planning, reply: Reply): void {
  const isProposed = isAccepted(reply);
  const proposed = isProposed ? [...planning.proposed, candidateOf(reply)] : planning.proposed;
  const noted = isProposed ? planning : note(planning, reply.attempt);
  // A model that cannot be asked says the same every time.
  if (planning.candidate < planning.candidates && reply.retryable !== false) {
    ask(draft, ref, { ...noted, proposed, candidate: planning.candidate + 1 });
    return;
  }
  const done: Planning = { ...noted, proposed };
  if (proposed.length === 0) tryNext(draft, ref, settled(done), reply);
  else if (hasCritic(done)) askToChoose(draft, ref, done);
  else choose(draft, ref, done, null);
}

function askToChoose(draft: Draft, ref: NodeRef, planning: Planning): void {
  const forbidden = askCritic(draft, ref, planning);
  if (forbidden !== null) choose(draft, ref, planning, { kind: 'rules', because: forbidden.message });
}

/** A model has compared the plans. */
function onCompared(draft: Draft, ref: NodeRef, answer: Json): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'comparing') return;
  const chosen = chosenIn(draft, work.planning, answer);
  const by: PlanChoice =
    chosen === null
      ? { kind: 'rules', because: 'The model named none of the plans.' }
      : { kind: 'model', ...chosen };
  choose(draft, ref, work.planning, by);
}

/** A model could not be asked to compare them: the next one is, then the rules choose. */
function onNotCompared(draft: Draft, ref: NodeRef, { message }: RunError): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'comparing' || askNextCritic(draft, ref)) return;
  choose(draft, ref, work.planning, { kind: 'rules', because: message });
}

/** Takes the plan that a model has chosen, else the one that the rules put first; the others are kept with their ranks. */
function choose(draft: Draft, ref: NodeRef, planning: Planning, by: PlanChoice | null): void {
  const byRules = rankCandidates(planning.proposed, draft.start.closure);
  const isChosen = ({ call }: { readonly call: Address }): boolean =>
    by?.kind === 'model' ? call === by.call : call === byRules[0]?.call;
  const best = planning.proposed.find(isChosen);
  if (best === undefined || best.plan === null) return;
  const { plan, machine } = best;
  const ranked = [...byRules.filter(isChosen), ...byRules.filter((one) => !isChosen(one))];
  draft.emit({
    address: planning.base,
    data: { plan, ranked, ...present({ machine, by: by ?? undefined }) },
    kind: 'plan.chosen',
  });
  accept(draft, ref, settled(planning), best);
}

/** P3: of several plans one is taken, so from now on one is asked for. */
function settled(planning: Planning): Planning {
  return { ...planning, candidates: 1, candidate: 1, proposed: [] };
}

function accept(draft: Draft, ref: NodeRef, planning: Planning, reply: Candidate): void {
  if (reply.plan === null) return;
  const value = asJson(reply.machine ?? reply.plan);
  const { hash } = proposedPlan(value, reply.plan, reply.machine);
  // A text that was only read has no author in this run, and so no authority of a planner's (P8).
  if (planning.request.text === null) {
    draft.proposals = draft.proposals.set(hash, { askAgain: reply.askAgain ?? null, planning });
  }
  const { planVariable, resultVariable, read = NO_ORIGINS } = planning;
  const injected = Object.entries(reply.inject ?? {});
  noteWrites(draft, ref, [...injected.map(([name]) => name), planVariable], read);
  for (const [name, value] of injected) {
    writeVariable(draft, draft.frame(ref.frame), planning.base, name, value);
  }
  writeVariable(draft, draft.frame(ref.frame), planning.base, planVariable, value);
  if (resultVariable !== null) {
    noteWrites(draft, ref, [resultVariable], read);
    writeVariable(draft, draft.frame(ref.frame), planning.base, resultVariable, reply.reply);
  }
  if (draft.compiled(ref).node.type === 'PLANNER') {
    succeedNode(draft, ref, { ports: ['out'], result: value, usage: reply.usage });
  } else approvePlan(draft, ref);
}

/** A plan as a value: members that are undefined, which its type allows, are left out as the ledger leaves them out. */
function asJson(plan: unknown): Json {
  return isJson(plan, LIMITS.jsonDepth) ? plan : JSON.parse(JSON.stringify(plan));
}

/** Rules, HTN and interpret-only say themselves why they cannot plan; asking again would say the same. */
function failAtOnce(draft: Draft, ref: NodeRef, planning: Planning, reply: Reply): void {
  const [first] = reply.attempt.problems;
  const interpreted = planning.request.text !== null;
  giveUp(draft, ref, planning, {
    code: interpreted ? 'PLAN_INVALID' : 'CANNOT_PLAN',
    message: first?.message ?? 'The planner has no plan for this goal.',
    ...present({ help: first?.help }),
  });
}

/** H4: a PLANNER is answered once an attempt. Its failure is the script's, or the reply held no plan (R13). */
function failAsScripted(draft: Draft, ref: NodeRef, planning: Planning, { attempt }: Reply): void {
  const [first] = attempt.problems;
  const message = first?.message ?? 'The reply holds no plan.';
  const code = attempt.verdict === 'failed' ? (first?.code ?? 'PLAN_INVALID') : 'PLAN_INVALID';
  giveUp(draft, ref, planning, { code, message, ...present({ help: first?.help || undefined }) });
}

/** P2 `hybrid`: the rules have no plan, so models are asked, where policies let them be (P13). */
function askModels(draft: Draft, ref: NodeRef, planning: Planning, { attempt }: Reply): void {
  const asking: Planning = { ...note(planning, attempt), rulesFirst: 'answered' };
  const denied = deniedBy(draft, draft.frame(ref.frame), asking);
  if (denied === null) ask(draft, ref, asking);
  else giveUp(draft, ref, asking, denied);
}

/** Keeps in words what came of a call, for the safe abort at the end. */
function note(planning: Planning, attempt: PlanAttempt): Planning {
  const [first] = attempt.problems;
  const reason = first?.message.replace(/\.$/, '') ?? 'no reason was given';
  const isByRules = planning.fallback || planning.rulesFirst === 'asked';
  const who = isByRules ? 'the rule planner' : attempt.madeBy;
  const hasDeclined = declines(attempt);
  const what = attempt.verdict === 'failed' ? 'failed' : hasDeclined ? 'declined' : 'was refused';
  const help = (attempt.verdict === 'failed' || hasDeclined) && first ? first.help : planning.help;
  const tried = [...planning.tried, `${who} ${what}: ${reason.replace(/\.$/, '')}`];
  const replied = planning.replied || (attempt.verdict === 'refused' && !isByRules);
  return { ...planning, tried, replied, declined: planning.declined || hasDeclined, help };
}

/** P13: the model has said in the form that it was given that there is no plan for the goal. */
function declines({ problems }: PlanAttempt): boolean {
  return problems[0]?.code === DECLINED;
}

const DECLINED = 'PLAN_DECLINED';

function tryNext(draft: Draft, ref: NodeRef, planning: Planning, reply: Reply): void {
  const { attempt } = reply;
  if (planning.fallback) {
    giveUp(draft, ref, planning, abort(planning));
    return;
  }
  if (!mayRepeat(planning, reply)) {
    const next = nextModel(planning);
    // The built-in rules, which stand in for models, may be those that were asked first.
    const isAskedAlready = planning.rulesFirst !== null && planning.use === null;
    if (next.fallback && isAskedAlready) giveUp(draft, ref, planning, abort(planning));
    else ask(draft, ref, next);
    return;
  }
  const again: Planning = { ...planning, repairs: planning.repairs + 1, repair: repairOf(planning, attempt) };
  if (attempt.verdict === 'refused') {
    ask(draft, ref, again);
    return;
  }
  // The provider failed in passing: the same model once more, when it wants to be asked (P5).
  setPlanning(draft, ref, again);
  const { retryAfterMs = 0 } = reply;
  const ownMs = providerWait(draft, again, reply.address);
  const said = { message: attempt.problems[0]?.message ?? '' };
  const isAsked = sayServerWaits(draft, ref, said, { ownMs, retryAfterMs });
  const afterMs = Math.max(ownMs, retryAfterMs);
  startRetryTimer(draft, ref, withCall(draft.active(ref).address, 'retry'), afterMs, isAsked);
}

/** Waits before a provider that failed is asked again, where it names no time itself: they grow up to a minute (case F8). */
const PROVIDER_RETRY: Retry = {
  maxAttempts: 2,
  initialIntervalMs: 1_000,
  maxIntervalMs: 60_000,
  jitter: 0.2,
};

function providerWait(draft: Draft, { repairs }: Planning, call: Address): number {
  if (!draft.has('waitsForServer')) return PROVIDER_RETRY.initialIntervalMs ?? 0;
  return waitBefore(draft, PROVIDER_RETRY, repairs, call);
}

function mayRepeat(planning: Planning, { attempt, retryable }: Reply): boolean {
  if (planning.repairs >= planning.maxRepairs || retryable === false || declines(attempt)) return false;
  return attempt.verdict === 'refused' || !isFinalCode(attempt.problems[0]?.code ?? '');
}

/** A failed call has nothing to repair; a repair that failed is asked for again. */
function repairOf(planning: Planning, attempt: PlanAttempt): Planning['repair'] {
  if (attempt.verdict === 'failed') return planning.repair;
  return { reply: attempt.reply ?? '', problems: attempt.problems };
}

function nextModel(planning: Planning): Planning {
  const model = planning.model + 1;
  const fallback = model >= planning.models.length;
  return { ...planning, model, fallback, repairs: 0, repair: null };
}

/**
 * The safe abort of P5: it says what was tried. What keeps models from being asked helps more than other words. Replies
 * without a plan are `PLAN_INVALID` (R13), but for one that declines: nobody is at fault then, and another goal helps. Where
 * no model replied at all, it is not the plan that was wrong.
 */
function abort(planning: Planning): RunError {
  return {
    code: planning.declined ? DECLINED : planning.replied ? 'PLAN_INVALID' : 'PLAN_REFUSED',
    message: `No plan could be made. Tried: ${counted(planning.tried).join('; ')}.`,
    help: planning.help ?? 'Word the goal differently, allow other tools, or choose another model.',
  };
}

/** Equal texts once, with how often. */
function counted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].map((text) => {
    const times = texts.filter((other) => other === text).length;
    return times === 1 ? text : `${text} (${times} times)`;
  });
}
