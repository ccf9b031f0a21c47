import {
  err,
  filled,
  isJsonArray,
  isJsonObject,
  itemsIn,
  type Json,
  type JsonObject,
  LIMITS,
  objectsIn,
  ok,
  own,
  present,
  type Result,
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
} from '#plan';
import { plannerModels } from '../closure';
import type { SaidBefore, Wish } from '../command';
import { beginningOf } from '../dialogue/wording';
import { baseAddress, type Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { plansByModel } from '../need';
import { forbiddenUnasked, limitsFor, plannerDepthOf, resolveTools } from '../policies';
import { originsAt, originsOfDocuments, originsOfSayings, originsOfSession } from '../taint';
import { dynamicAround, fillTemplate, fillTextIn, readVariable } from '../variables';
import { NO_ORIGINS, type Planning, type PlanRequest, union } from '../work';
import { readPlan } from './checkPlan';
import { NOTHING_ASKED, usesModel } from './plannerCalls';

/** P13: a model or a capability is asked for the plan, and policies rule over that as over any call. */
export function deniedBy(draft: Draft, frame: Frame, planning: Planning): RunError | null {
  const asked = planning.flavour === 'capability' ? planning.use : null;
  const capability = usesModel(planning) ? MODEL_CAPABILITY : asked;
  if (capability === null) return null;
  return forbiddenUnasked(draft, frame, { capability, input: { goal: planning.request.goal } });
}

type Asked = Pick<PlanRequest, 'goal' | 'conversation' | 'files'>;

/** What is asked of a planner, filled: its goal, and where it has messages what was said before it and what they end with (P14). */
export function askedOf(draft: Draft, frame: Frame, { params }: NodeOf<'PLANNER'>): Result<Asked, RunError> {
  const goal = fillTextIn(draft, frame, params?.goal ?? '');
  if (!goal.ok) return goal;
  const files = fillTemplate(draft, frame, params?.files ?? [], [], 'params/files');
  if (!files.ok) return files;
  const given = itemsIn(files.value);
  if (params?.messages === undefined) return ok({ goal: goal.value, ...filled({ files: given }) });
  const messages = fillTemplate(draft, frame, params.messages, [], 'params/messages');
  if (!messages.ok) return messages;
  const conversation = conversationIn(messages.value);
  if (!conversation.ok) return conversation;
  const { before, query } = conversation.value;
  return ok({
    goal: goal.value.trim() === '' ? query : goal.value,
    ...filled({ conversation: before, files: given }),
  });
}

/** P14: how steps that are goals become nodes; undefined for flavours whose steps are calls. */
function goalStepsOf({ params }: NodeOf<'PLANNER'>, flavour: PlannerFlavour): GoalSteps | undefined {
  if (flavour !== 'plan-execute') return undefined;
  const { mode = 'guided', maxIterations, models, files } = params ?? {};
  return { mode, ...present({ maxIterations, models, files }) };
}

/** Why a planner may not plan here at all. */
export function forbiddenToPlan(
  draft: Draft,
  frame: Frame,
  node: NodeOf<'PLANNER'>,
  depth: number,
): RunError | null {
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

/** What all calls of one planning ask for. */
export function requestFor(
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
    prompt,
    memory: withInput(memory, input),
    tools: resolveTools(draft, frame, allowedTo(node, tools)),
    limits: limitsFor(draft, frame, limits),
    depth: plannerDepthOf(draft, frame),
    text: planInputVariable === undefined ? null : textIn(draft, frame, planInputVariable),
    ...present({ goalSteps, parser, subtreeCreator }),
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

/** A planning that has not asked anybody yet. */
export function planningFor(
  draft: Draft,
  ref: NodeRef,
  node: NodeOf<'PLANNER'>,
  request: PlanRequest,
): Planning {
  const params = node.params ?? {};
  const { models } = draft.start.closure;
  const flavour = flavourOf(node, models.length > 0);
  return {
    base: baseAddress(draft, ref),
    request,
    flavour,
    use: typeof params.planner === 'object' ? params.planner.use : null,
    ...plannerModels(draft.start, node),
    ...NOTHING_ASKED,
    candidates: params.candidates ?? 1,
    ranking: params.ranking ?? 'rules',
    maxRepairs: params.repairRetries ?? 1,
    rulesFirst: flavour === 'hybrid' && request.text === null ? 'asked' : null,
    again: null,
    wish: wishOf(draft, ref, node, request.goal),
    planVariable: params.planVariable ?? 'dynamicPlan',
    resultVariable: params.resultVariable ?? null,
    ...readBy(draft, ref, flavour),
  };
}

/** P15: a planner that reads foreign text may obey it, whoever wrote that: steps, documents, other runs of its session. */
function readBy(draft: Draft, ref: NodeRef, flavour: PlannerFlavour): Pick<Planning, 'read'> {
  const read = [
    draft.has('origins') ? originsAt(draft, ref) : NO_ORIGINS,
    draft.has('sessionsHaveOrigin') ? originsOfSession(draft) : NO_ORIGINS,
    originsOfSayings(draft, draft.frame(ref.frame)),
    draft.has('promptsHaveOrigin') && plansByModel(flavour) ? originsOfDocuments(draft) : NO_ORIGINS,
  ].reduce(union);
  return filled({ read });
}

/** A chat with its last question taken out. */
interface Conversation {
  /** The last messages before the query, oldest first, each as far as it is shown. */
  readonly before: readonly SaidBefore[];
  /** What the user said last; empty where the user said nothing. */
  readonly query: string;
}

/** What services call who speaks. The system's messages are the rules of another program, and left out. */
const ROLES: Readonly<Record<string, SaidBefore['role'] | null>> = {
  user: 'user',
  human: 'user',
  assistant: 'agent',
  agent: 'agent',
  model: 'agent',
  tool: 'tool',
  system: null,
};

/**
 * Reads a chat as services write one: `[{role, content}]`. The last message of the user is what is asked now (reference 4).
 *
 * @returns `MESSAGES_INVALID` for what is no such list
 */
export function conversationIn(value: Json): Result<Conversation, RunError> {
  if (!isJsonArray(value)) return err(invalid('are not a list'));
  const said: SaidBefore[] = [];
  for (const [index, message] of value.entries()) {
    const named = isJsonObject(message) ? own(message, 'role') : undefined;
    const role = typeof named === 'string' ? own(ROLES, named) : undefined;
    if (role === undefined) return err(invalid(`have no known role at place ${index + 1}`));
    const text = isJsonObject(message) ? textOfMessage(message) : null;
    if (text === null) return err(invalid(`have no text at place ${index + 1}`));
    if (role !== null) said.push({ role, text });
  }
  const last = said.findLastIndex(({ role }) => role === 'user');
  const before = said.slice(0, Math.max(0, last)).slice(-LIMITS.conversationMessages).map(shortened);
  return ok({ before, query: said[last]?.text ?? '' });
}

/** The text of a message, or of its parts that are text. */
function textOfMessage(message: JsonObject): string | null {
  const content = own(message, 'content') ?? own(message, 'text');
  if (typeof content === 'string') return content;
  if (!isJsonArray(content)) return null;
  return objectsIn(content)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n');
}

function shortened({ role, text }: SaidBefore): SaidBefore {
  return { role, text: beginningOf(text, LIMITS.conversationCharacters) };
}

function invalid(what: string): RunError {
  return {
    code: 'MESSAGES_INVALID',
    message: `The messages of this planner ${what}.`,
    help: 'Give a list of {"role", "content"}, with the roles user, assistant, tool and system.',
  };
}
