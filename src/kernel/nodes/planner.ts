import {
  type Address,
  isJson,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  type Result,
  withCall,
} from '#base';
import {
  capabilityAsked,
  flavourOf,
  type GoalSteps,
  MODEL_CAPABILITY,
  makesAgents,
  mayPlan,
  type NodeOf,
  type PlannerFlavour,
  type Retry,
} from '#plan';
import { baseAddress, beginLeaf, startTimeout } from '../activation';
import type { Wish } from '../command';
import {
  failNode,
  isFinalCode,
  sayServerWaits,
  startRetryTimer,
  succeedNode,
  waitBefore,
} from '../completion';
import type { Draft } from '../draft';
import type { PlanChoice } from '../entry';
import type { Fact, PlanAttempt, RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { plannerModels } from '../modelChoice';
import { proposedPlan, readPlan } from '../planning/checkPlan';
import {
  ask,
  askCritic,
  askFirst,
  askNextCritic,
  candidateOf,
  chosenIn,
  conversationIn,
  hasCritic,
  rankCandidates,
  setPlanning,
  usesModel,
} from '../planning/plannerCalls';
import { forbiddenUnasked, limitsFor, plannerDepthOf, resolveTools } from '../policies';
import { noteWrites, originsAt, originsOfSession } from '../taint';
import {
  dynamicAround,
  fillTemplate,
  fillTextIn,
  readVariable,
  resolveInput,
  writeVariable,
} from '../variables';
import { type Candidate, NO_ORIGINS, type Planning, type PlanRequest, union } from '../work';

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
    const refused = forbidden(draft, frame, node, plannerDepthOf(draft, frame));
    if (refused !== null) return fail(refused);
    if (!asked.ok) return fail(asked.problem);
    if (!input.ok) return fail(input.problem);
    const request = requestOf(draft, frame, node, asked.value, given);
    const planning = planningOf(draft, ref, node, request);
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

/** P13: a model or a capability is asked for the plan, and policies rule over that as over any call. */
function deniedBy(draft: Draft, frame: Frame, planning: Planning): RunError | null {
  const asked = planning.flavour === 'capability' ? planning.use : null;
  const capability = usesModel(planning) ? MODEL_CAPABILITY : asked;
  if (capability === null) return null;
  return forbiddenUnasked(draft, frame, { capability, input: { goal: planning.request.goal } });
}

type Asked = Pick<PlanRequest, 'goal' | 'conversation' | 'files'>;

/** What is asked of a planner, filled: its goal, and where it has messages what was said before it and what they end with (P14). */
function askedOf(draft: Draft, frame: Frame, { params }: NodeOf<'PLANNER'>): Result<Asked, RunError> {
  const goal = fillTextIn(draft, frame, params?.goal ?? '');
  if (!goal.ok) return goal;
  const files = fillTemplate(draft, frame, params?.files ?? [], [], 'params/files');
  if (!files.ok) return files;
  const given = Array.isArray(files.value) && files.value.length > 0 ? { files: files.value } : {};
  if (params?.messages === undefined) return ok({ goal: goal.value, ...given });
  const messages = fillTemplate(draft, frame, params.messages, [], 'params/messages');
  if (!messages.ok) return messages;
  const conversation = conversationIn(messages.value);
  if (!conversation.ok) return conversation;
  const { before, query } = conversation.value;
  return ok({
    goal: goal.value.trim() === '' ? query : goal.value,
    ...(before.length === 0 ? {} : { conversation: before }),
    ...given,
  });
}

/** P14: how steps that are goals become nodes; null for flavours whose steps are calls. */
function goalStepsOf({ params }: NodeOf<'PLANNER'>, flavour: PlannerFlavour): GoalSteps | null {
  if (flavour !== 'plan-execute') return null;
  const { mode = 'guided', maxIterations, models, files } = params ?? {};
  return {
    mode,
    ...(maxIterations === undefined ? {} : { maxIterations }),
    ...(models === undefined ? {} : { models }),
    ...(files === undefined ? {} : { files }),
  };
}

function forbidden(draft: Draft, frame: Frame, node: NodeOf<'PLANNER'>, depth: number): RunError | null {
  if (!mayPlan(draft.start.closure.policies)) {
    return {
      code: 'DYNAMIC_PLANS_OFF',
      message: 'The policies of this workspace allow no dynamic plans.',
      help: 'Change the policy "dynamicPlans", or take the planner out.',
    };
  }
  const asked = capabilityAsked(node);
  const allowed = dynamicAround(draft, frame)?.dynamic?.tools;
  if (asked !== null && allowed !== undefined && !allowed.includes(asked)) {
    return {
      code: 'CAPABILITY_NOT_ALLOWED',
      message: `This plan may not ask "${asked}" for a plan.`,
      help: 'Add it to the tools of the planner and of the plan executor.',
    };
  }
  const { maxDepth } = limitsFor(draft, frame, node.params?.limits);
  if (depth + 1 <= maxDepth) return null;
  return {
    code: 'PLANNER_DEPTH',
    message: `Planners are nested too deeply: depth ${depth + 1} > ${maxDepth}.`,
    help: 'Raise the limit on the outermost planner, or let the plan do with fewer planners inside each other.',
  };
}

function requestOf(
  draft: Draft,
  frame: Frame,
  node: NodeOf<'PLANNER'>,
  asked: Asked,
  input: Json | undefined,
): PlanRequest {
  const {
    prompt = null,
    memory = {},
    tools,
    limits,
    planInputVariable,
    parser,
    subtreeCreator,
  } = node.params ?? {};
  const goalSteps = goalStepsOf(node, flavourOf(node, draft.start.closure.models.length > 0));
  return {
    node: node.id,
    ...asked,
    ...(goalSteps === null ? {} : { goalSteps }),
    prompt,
    memory: withInput(memory, input),
    tools: resolveTools(draft, frame, allowedTo(node, tools)),
    limits: limitsFor(draft, frame, limits),
    depth: plannerDepthOf(draft, frame),
    text: planInputVariable === undefined ? null : textIn(draft, frame, planInputVariable),
    ...(parser === undefined ? {} : { parser }),
    ...(subtreeCreator === undefined ? {} : { subtreeCreator }),
  };
}

/** P8: what its plans may call; steps that are agents ask the model, as the author of their planner has chosen (P14). */
function allowedTo(node: NodeOf<'PLANNER'>, tools: readonly string[] | undefined): readonly string[] | null {
  if (tools === undefined) return null;
  return makesAgents(node) ? [...tools, MODEL_CAPABILITY] : tools;
}

/** P9, D9: a planner may be asked to change a plan that is there already, as its goal says. */
function wishOf(draft: Draft, ref: NodeRef, { params }: NodeOf<'PLANNER'>, text: string): Wish | null {
  if (params?.changes === undefined) return null;
  const plan = readPlan(readVariable(draft, draft.frame(ref.frame), params.changes) ?? null);
  return plan === null ? null : { plan: plan.machine ?? plan.body, text };
}

function withInput(memory: JsonObject, input: Json | undefined): JsonObject {
  return isJsonObject(input) ? { ...memory, ...input } : memory;
}

/** Interpret only: the text is there already (L1). */
function textIn(draft: Draft, frame: Frame, variable: string): string {
  const value = readVariable(draft, frame, variable) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value).slice(0, LIMITS.plannerReplyBytes);
}

function planningOf(draft: Draft, ref: NodeRef, node: NodeOf<'PLANNER'>, request: PlanRequest): Planning {
  const params = node.params ?? {};
  const { models } = draft.start.closure;
  const flavour = flavourOf(node, models.length > 0);
  return {
    base: baseAddress(draft, ref),
    request,
    flavour,
    use: typeof params.planner === 'object' ? params.planner.use : null,
    ...plannerModels(draft.start, node),
    candidates: params.candidates ?? 1,
    candidate: 1,
    proposed: [],
    ranking: params.ranking ?? 'rules',
    model: 0,
    repairs: 0,
    maxRepairs: params.repairRetries ?? 1,
    rulesFirst: flavour === 'hybrid' && request.text === null ? 'asked' : null,
    fallback: false,
    repair: null,
    tried: [],
    replied: false,
    declined: false,
    help: null,
    again: null,
    wish: wishOf(draft, ref, node, request.goal),
    planVariable: params.planVariable ?? 'dynamicPlan',
    resultVariable: params.resultVariable ?? null,
    ...readBy(draft, ref),
  };
}

/** P15: a planner that reads foreign text may obey it, and so may one that is told what earlier runs of its session have left. */
function readBy(draft: Draft, ref: NodeRef): Pick<Planning, 'read'> {
  const own = draft.has('origins') ? originsAt(draft, ref) : NO_ORIGINS;
  const read = draft.has('sessionsHaveOrigin') ? union(own, originsOfSession(draft)) : own;
  return read.length === 0 ? {} : { read };
}

type Reply = Extract<Fact, { type: 'plan.replied' }>;

/** A planner call has ended: its plan is taken, or P5 says what is tried next. */
export function onReply(draft: Draft, ref: NodeRef, planning: Planning, reply: Reply): void {
  const isAccepted = reply.attempt.verdict === 'accepted' && reply.plan !== null;
  if (isOneOfSeveral(draft, planning)) takeCandidate(draft, ref, planning, reply);
  else if (isAccepted) accept(draft, ref, planning, candidateOf(reply));
  else if (draft.start.simulated) failAsScripted(draft, ref, planning, reply);
  else if (planning.rulesFirst === 'asked') askModels(draft, ref, planning, reply);
  else if (!usesModel(planning) && !planning.fallback) failAtOnce(draft, ref, planning, reply);
  else tryNext(draft, ref, note(planning, reply.attempt), reply);
}

/** P3: several plans are asked for, and this reply is the answer to one of these calls. A script answers once (H4). */
function isOneOfSeveral(draft: Draft, planning: Planning): boolean {
  return planning.candidates > 1 && usesModel(planning) && !draft.start.simulated;
}

/** Asks for the next plan, until all have come; then the best is taken. Where none was accepted, P5 goes on with the last. */
function takeCandidate(draft: Draft, ref: NodeRef, planning: Planning, reply: Reply): void {
  const isAccepted = reply.attempt.verdict === 'accepted' && reply.plan !== null;
  const proposed = isAccepted ? [...planning.proposed, candidateOf(reply)] : planning.proposed;
  const noted = isAccepted ? planning : note(planning, reply.attempt);
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
    data: {
      plan,
      ...(machine === undefined ? {} : { machine }),
      ranked,
      ...(by === null ? {} : { by }),
    },
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
    ...(first ? { help: first.help } : {}),
  });
}

/** H4: a PLANNER is answered once an attempt. Its failure is the script's, or the reply held no plan (R13). */
function failAsScripted(draft: Draft, ref: NodeRef, planning: Planning, { attempt }: Reply): void {
  const [first] = attempt.problems;
  const message = first?.message ?? 'The reply holds no plan.';
  const code = attempt.verdict === 'failed' ? (first?.code ?? 'PLAN_INVALID') : 'PLAN_INVALID';
  const help = first === undefined || first.help === '' ? {} : { help: first.help };
  giveUp(draft, ref, planning, { code, message, ...help });
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
