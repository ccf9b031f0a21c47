import {
  type Diagnostic,
  errorsFirst,
  hasErrors,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  present,
  problem,
  withCall,
  withRevision,
} from '#base';
import { compileBody } from '#compile';
import { allStates, type Body, type NodeOf } from '#plan';
import { mayGo, type Verdict } from '../budget';
import { modelsOf } from '../closure';
import { doubtInWords, type PlanAgain } from '../command';
import { requestOf, scoreIn } from '../dialogue/dialogue';
import { answerQuestion, contextIn } from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RunError, Usage } from '../fact';
import type { DynamicFrame, DynamicPlan, NodeRef } from '../frame';
import { beginContainer, failNode, succeedNode } from '../node';
import {
  checkPlan,
  editedPlan,
  executorAt,
  keptIn,
  openRevision,
  reachBesides,
  readPlan,
  stepsBesides,
  toolsFor,
} from '../planning/checkPlan';
import {
  anew,
  ask,
  askForNext,
  askForOtherWay,
  callModel,
  forbiddenToAsk,
  planningOf,
  usesModel,
  verdictOnModel,
} from '../planning/plannerCalls';
import { isBeingReplanned, onJudged, replans, reviewAfter, reviewFailure } from '../planning/review';
import { limitsFor, plannerDepthOf } from '../policies';
import { openFrame, orderOf, reviseFrame } from '../scopes/scope';
import { fillTextIn, readVariable } from '../variables';
import { type Planning, type Question, type ReadPlan, scopeOpenIn } from '../work';
import type { Behaviour } from './behaviour';

/** PLAN_EXECUTOR: runs the plan that is now in its variable, as a nested scope `@1` (R13). */
export const planExecutor: Behaviour<'PLAN_EXECUTOR'> = {
  start: (draft, ref, _node, attempt) => {
    beginContainer(draft, ref, attempt, { kind: 'calling' });
    approvePlan(draft, ref);
  },
  onAnswer: (draft, ref, _node, value) => onApproval(draft, ref, value),
  onScopeDone: (draft, node, { ref, result, plan }) =>
    plan !== undefined && answerFrom(draft, ref, node, plan, result),
  onResult: (draft, ref, _node, result, usage) => {
    if (draft.active(ref).work.kind === 'answering')
      succeedNode(draft, ref, { ports: ['out'], result, usage });
    else onJudged(draft, ref, scoreIn(draft, result));
  },
  onFailure: (draft, ref, { error, usage }) => {
    if (draft.active(ref).work.kind === 'answering') onNotAnswered(draft, ref, error, usage);
    else onJudged(draft, ref, null);
    return true;
  },
  onStepSettled: reviewAfter,
  onStepFailed: (draft, step, attempts, error) =>
    askForOtherWay(draft, step, error) || reviewFailure(draft, step, attempts, error),
  onPlanAtRest: (draft, plan) => isBeingReplanned(draft, plan) || askForNext(draft, plan),
};

/** Reads and checks the plan of that moment; then it is approved by a person, or runs. */
export function approvePlan(draft: Draft, ref: NodeRef): void {
  const node = executorAt(draft, ref);
  if (node === null) return;
  const variable = node.params?.planVariable ?? 'dynamicPlan';
  const found = readVariable(draft, draft.frame(ref.frame), variable) ?? null;
  const plan = readPlan(found);
  if (plan === null) {
    const { address } = draft.active(ref);
    draft.emit({ address, data: { variable }, kind: 'plan.absent' });
    succeedNode(draft, ref, { ports: ['out'], result: null });
    return;
  }
  const proposal = draft.proposals.get(plan.hash);
  const tools = toolsFor(draft, ref, node, proposal?.planning.request.tools ?? null);
  const problems = checkPlan(draft, ref, plan, tools);
  if (hasErrors(problems)) refusePlan(draft, ref, problems);
  else if (exceedsSteps(draft, ref, plan.body)) holdPlan(draft, ref);
  else if (proposal === undefined || asksFirst(node, plan.body, openRevision(draft, ref)?.dynamic?.body)) {
    askForApproval(draft, ref, plan, tools);
  } else openPlan(draft, ref, plan, tools);
}

/** K10: a plan with more steps than the budget has left waits until that is raised. */
function holdPlan(draft: Draft, ref: NodeRef): void {
  draft.hold(ref, { kind: 'execute' });
  mayGo(draft, 'dynamicSteps');
}

function exceedsSteps(draft: Draft, ref: NodeRef, plan: Body): boolean {
  const { dynamicSteps } = draft.budget;
  if (dynamicSteps === undefined) return false;
  return draft.dynamicSteps + stepsBesides(plan, openRevision(draft, ref)) > dynamicSteps;
}

/** L1, P9: a first plan is shown where its author wants it; one that follows only if it reaches further. */
function asksFirst(node: NodeOf<'PLAN_EXECUTOR'>, plan: Body, before: Body | undefined): boolean {
  const { approve = 'never' } = node.params ?? {};
  return before === undefined
    ? approve === 'always'
    : approve !== 'never' && reachBesides(plan, before).length > 0;
}

const DECISIONS = [
  { id: 'approve', label: 'Approve' },
  { id: 'reject', label: 'Reject' },
  { id: 'another', label: 'Ask for another' },
] as const;

/** Waits for a person at `<executor>!approve` (L10). */
function askForApproval(draft: Draft, ref: NodeRef, plan: ReadPlan, tools: readonly string[]): void {
  const { address, work } = draft.active(ref);
  const message = questionFor(draft, ref, plan);
  draft.setWork(ref, { frame: scopeOpenIn(work), kind: 'approving', plan, tools });
  draft.emit({ address, data: { for: 'approval', message }, kind: 'node.waiting' });
  draft.issue(ref, {
    address: withCall(address, 'approve'),
    decisions: DECISIONS,
    for: 'approval',
    kind: 'wait',
    message,
    schema: null,
  });
}

function questionFor(draft: Draft, ref: NodeRef, { body, machine }: ReadPlan): string {
  if (machine !== undefined) {
    const states = [...allStates(machine.states)].length;
    return `Approve this state machine of ${states} ${states === 1 ? 'state' : 'states'}?`;
  }
  const open = openRevision(draft, ref);
  if (open?.dynamic && planningOf(draft, ref)?.again?.doubt !== undefined)
    return `Approve a revised plan that may also use ${reachBesides(body, open.dynamic.body).join(', ')}?`;
  const before = open?.dynamic?.body.nodes.length ?? 0;
  const steps = body.nodes.length - before;
  const more = before === 0 ? '' : 'more ';
  return `Approve this plan of ${steps} ${more}${steps === 1 ? 'step' : 'steps'}?`;
}

/**
 * A person has decided about a plan (L10). An edited plan passes the same check; a refusal leaves the node waiting.
 *
 * @returns why the answer is none, or null when it was taken
 */
function onApproval(draft: Draft, ref: NodeRef, value: Json): Diagnostic | null {
  const { work, address } = draft.active(ref);
  if (work.kind !== 'approving' || !isJsonObject(value)) return notADecision();
  const wait = withCall(address, 'approve');
  if (value.decision === 'reject') {
    draft.answered(wait);
    giveUp(draft, ref, draft.proposals.get(work.plan.hash)?.planning ?? null, rejected(value.reason));
    return null;
  }
  if (value.decision === 'another') return askAnother(draft, ref, value);
  if (value.decision !== 'approve') return notADecision();
  const plan = value.plan === undefined ? ok(work.plan) : editedPlan(draft, ref, value.plan, work.tools);
  if (!plan.ok) return plan.problem[0] ?? notADecision();
  const proposal = draft.proposals.get(work.plan.hash);
  // Its planner is asked again about a plan that a person has edited as about its own.
  if (proposal !== undefined) draft.proposals = draft.proposals.set(plan.value.hash, proposal);
  draft.answered(wait);
  openPlan(draft, ref, plan.value, work.tools);
  return null;
}

/** The PLANNER that made the plan is asked again, with what a person wants changed of it; its calls go on counting (K11). */
function askAnother(draft: Draft, ref: NodeRef, answer: JsonObject): Diagnostic | null {
  const { work, address } = draft.active(ref);
  if (work.kind !== 'approving') return notADecision();
  const proposal = draft.proposals.get(work.plan.hash);
  if (proposal === undefined) return noPlanner();
  const text = draft.has('plansDecided') ? textOf(answer.reason) : '';
  const planning = anew(proposal.planning);
  if (text !== '' && !usesModel(planning)) return wishNotRead();
  const plan = answer.plan === undefined ? ok(work.plan) : editedPlan(draft, ref, answer.plan, work.tools);
  if (!plan.ok) return plan.problem[0] ?? notADecision();
  draft.answered(withCall(address, 'approve'));
  const { machine, body } = plan.value;
  ask(draft, ref, text === '' ? planning : { ...planning, wish: { plan: machine ?? body, text } });
  return null;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

function noPlanner(): Diagnostic {
  return problem(
    'NO_PLANNER',
    'No planner of this run made this plan, so there is none to ask for another.',
    'Approve it, perhaps edited, or reject it.',
  );
}

function wishNotRead(): Diagnostic {
  return problem(
    'WISH_NEEDS_MODEL',
    'This plan was made without a model, so nobody would read what you wrote.',
    'Edit the plan yourself, or reject it and let a model plan.',
  );
}

function notADecision(): Diagnostic {
  return problem(
    'DECISION_UNKNOWN',
    'The answer is none of approve, reject and another.',
    'Answer with {"decision": "approve"}, "reject" or "another".',
  );
}

function rejected(reason: Json | undefined): RunError {
  const because = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.';
  return {
    code: 'REJECTED',
    message: `A person rejected the plan${because}`,
    help: 'Ask for another plan, or change the goal.',
  };
}

/**
 * Compiles the plan and opens its scope under the executor; where a revision of it is open already, the plan becomes the
 * next one (R13).
 */
function openPlan(
  draft: Draft,
  ref: NodeRef,
  { body, machine, hash }: ReadPlan,
  tools: readonly string[],
): void {
  const scope = compileBody(body);
  if (!scope.ok) {
    refusePlan(draft, ref, scope.problem);
    return;
  }
  const open = openRevision(draft, ref);
  const made = present({ machine });
  const revision = (open?.dynamic?.revision ?? 0) + 1;
  const address = withRevision(draft.active(ref).address, revision);
  const id = open?.id ?? address;
  const dynamic = dynamicPlan(draft, ref, { body, ...made, hash, revision, tools });
  draft.dynamicSteps += stepsBesides(body, open);
  draft.setWork(ref, { kind: 'inside', frame: id });
  const data = {
    plan: body,
    ...made,
    planHash: hash,
    revision,
    ...(open === null ? {} : { kept: keptIn(body, open) }),
  };
  draft.emit({ address, data, kind: 'plan.opened' });
  if (open !== null) {
    reviseFrame(draft, id, { address, scope: scope.value, dynamic });
    return;
  }
  openFrame(draft, {
    kind: 'dynamic',
    id,
    address,
    scope: scope.value,
    parent: ref,
    order: orderOf(draft, ref),
    dynamic,
    revisable: draft.proposals.get(hash)?.askAgain != null || replans(draft, ref),
  });
}

function dynamicPlan(
  draft: Draft,
  ref: NodeRef,
  given: Pick<DynamicPlan, 'body' | 'machine' | 'hash' | 'revision' | 'tools'>,
): DynamicPlan {
  const node = executorAt(draft, ref);
  const frame = draft.frame(ref.frame);
  const before = openRevision(draft, ref)?.dynamic;
  return {
    ...given,
    ...limitsFor(draft, frame, node?.params?.limits),
    depth: plannerDepthOf(draft, frame) + 1,
    timeoutMs: node?.timeoutMs ?? null,
    retry: node?.retry ?? null,
    doubts: before?.doubts ?? 0,
    judgements: before?.judgements ?? 0,
  };
}

/** The plan is none that may run: the executor fails with its problems. */
function refusePlan(draft: Draft, ref: NodeRef, found: readonly Diagnostic[]): void {
  const { address } = draft.active(ref);
  const problems = draft.has('errorsFirst') ? errorsFirst(found) : found;
  draft.emit({ address, data: { problems }, kind: 'plan.refused' });
  const [first] = problems;
  giveUp(draft, ref, planningOf(draft, ref), {
    code: 'PLAN_REFUSED',
    message: `The plan was refused: ${first?.message ?? 'it did not pass the check.'}`,
    ...present({ help: first?.help }),
  });
}

/**
 * A node fails for want of a plan, with all that it has open. Where the failure of a step was the reason to ask, that is
 * the error, and it says both (P9, P12).
 */
export function giveUp(draft: Draft, ref: NodeRef, planning: Planning | null, error: RunError): void {
  failNode(draft, ref, withReason(planning?.again ?? null, error));
}

function withReason(again: PlanAgain | null, noPlan: RunError): RunError {
  const { failed, doubt } = again ?? {};
  if (failed !== undefined)
    return { ...noPlan, code: failed.error.code, message: `${failed.error.message} ${noPlan.message}` };
  return doubt === undefined ? noPlan : { ...noPlan, message: `${doubtInWords(doubt)} ${noPlan.message}` };
}

/**
 * P10: the plan of an executor is done, and what its steps gave becomes an answer: its template is filled, or a model is asked
 * at `<executor>!answer`. The answer is the executor's result, `{text}`.
 *
 * @param plan its scope as it was at its end
 * @param result what the scope came to
 * @returns false where the executor answers with that itself
 */
function answerFrom(
  draft: Draft,
  executor: NodeRef,
  { params }: NodeOf<'PLAN_EXECUTOR'>,
  plan: DynamicFrame,
  result: Json,
): boolean {
  const { answer = 'none', answerTemplate = '' } = params ?? {};
  if (answer === 'none' || !draft.has('answers')) return false;
  const { goal, models } = askedOf(draft, plan);
  if (answer === 'template') fill(draft, executor, answerTemplate, { goal, plan, result });
  else {
    const cited = draft.has('answersCite') ? doneIn(plan) : [];
    askForAnswer(draft, executor, answerQuestion(goal, contextIn(plan, null), lastOf(plan), cited), models);
  }
  return true;
}

/** What its planner was asked for, and the models that it asked; without a planner those of the workspace. */
function askedOf(draft: Draft, { dynamic }: DynamicFrame) {
  const planning = draft.proposals.get(dynamic.hash)?.planning;
  const models = planning?.models ?? modelsOf(draft.start.closure, {});
  return { goal: planning?.request.goal ?? '', models: models.length > 0 ? models : [null] };
}

function fill(
  draft: Draft,
  executor: NodeRef,
  template: string,
  { goal, plan, result }: { readonly goal: string; readonly plan: DynamicFrame; readonly result: Json },
): void {
  const seen = { goal, result, steps: Object.fromEntries(plan.results) };
  const text = fillTextIn(draft, draft.frame(executor.frame), template, Object.entries(seen));
  if (text.ok) succeedNode(draft, executor, { ports: ['out'], result: { text: text.value } });
  else failNode(draft, executor, text.problem, { final: true });
}

function doneIn({ dynamic, results }: DynamicFrame): readonly string[] {
  return dynamic.body.nodes.flatMap(({ id, type }) => (type !== 'END' && results.has(id) ? [id] : []));
}

/** What the last steps gave, in full as far as a prompt has room for it. */
function lastOf({ dynamic, results }: DynamicFrame): Json {
  const given = dynamic.body.nodes.flatMap(({ id }): (readonly [string, Json])[] => {
    const result = results.get(id);
    return result === undefined ? [] : [[id, shortened(result)]];
  });
  return Object.fromEntries(given.slice(-LIMITS.observations));
}

function shortened(result: Json): Json {
  const text = JSON.stringify(result);
  return text.length <= LIMITS.observationCharacters
    ? result
    : `${text.slice(0, LIMITS.observationCharacters)}…`;
}

function askForAnswer(
  draft: Draft,
  executor: NodeRef,
  question: Question,
  models: readonly (string | null)[],
): void {
  const forbidden = forbiddenToAsk(draft, executor);
  if (forbidden !== null) {
    failNode(draft, executor, forbidden, { final: true });
    return;
  }
  draft.setWork(executor, { kind: 'answering', models, question, tried: 0 });
  draft.admit(executor, { kind: 'answer' });
}

/** What the budget says to the call that answers (K10). */
export function verdictOnAnswer(draft: Draft, executor: NodeRef): Verdict {
  return verdictOnModel(draft, executor, inputOf(draft, executor));
}

/** Sends the call that answers. */
export function answerNow(draft: Draft, executor: NodeRef): void {
  const { address, work } = draft.active(executor);
  if (work.kind !== 'answering') return;
  const name = work.tried === 0 ? 'answer' : `answer-${work.tried + 1}`;
  callModel(draft, executor, withCall(address, name), inputOf(draft, executor));
}

function inputOf(draft: Draft, executor: NodeRef): Json {
  const { work } = draft.active(executor);
  return work.kind === 'answering' ? requestOf(work.question, work.models[work.tried] ?? null) : null;
}

/** P5: a model could not be asked; the next one is, and where there is none the executor fails, with its steps done. */
function onNotAnswered(draft: Draft, executor: NodeRef, error: RunError, usage: Usage | undefined): void {
  const { work } = draft.active(executor);
  if (work.kind !== 'answering') return;
  if (work.tried + 1 >= work.models.length) {
    failNode(draft, executor, error, { usage });
    return;
  }
  draft.setWork(executor, { ...work, tried: work.tried + 1 });
  draft.admit(executor, { kind: 'answer' });
}
