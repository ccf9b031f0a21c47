import { canonicalJson, isJsonObject, type Json, LIMITS, ok, own, type Result, within } from '#base';
import {
  type CapabilityDescriptor,
  criteriaOf,
  isSingle,
  type NodeOf,
  onlyTextOf,
  USUAL_TURNS,
  validateJson,
} from '#plan';
import { catalogueOf } from '../closure';
import { askModel, memberIn, openCall, textIn } from '../dialogue/dialogue';
import { criteriaMet, planContextOf, thoughtQuestion, verdictQuestion, wordsOf } from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { beginContainer, failNode, startTimeout, succeedNode } from '../node';
import { resolveTools } from '../policies';
import type { LeafCall } from '../ports';
import { scopeAddress } from '../scopes/scope';
import { fillTextIn, resolveInput } from '../variables';
import type { AgentAction, AgentState, ModelDialogue, Topic } from '../work';
import type { Behaviour, Start } from './behaviour';
import { startCall } from './call';

type Agent = NodeOf<'AGENT'>;
type TopicOf<Kind extends Topic['kind']> = Extract<Topic, { kind: Kind }>;

/**
 * AGENT: thinks and acts in turn (L11), as ReAct does; each thought, action and verdict is a leaf of the node's own scope
 * (K2). Of mode `single` it is one call of its first tool (P14).
 */
export const agent: Behaviour<'AGENT'> = {
  isScripted: true,
  callsItself: isSingle,
  call: (draft, ref, node) => (isSingle(node) ? firstTool(draft, draft.frame(ref.frame), node) : null),
  start: (draft, ref, node, attempt) => {
    if (isSingle(node)) startCall(draft, ref, attempt, firstTool(draft, draft.frame(ref.frame), node));
    else beginLoop(draft, ref, node, attempt);
  },
  onReply: (draft, ref, node, before, result) => {
    const { topic } = before;
    if (topic.kind === 'thought') afterThought(draft, ref, node, topic, before, result);
    else if (topic.kind === 'action') afterAction(draft, ref, node, topic, before, wordsOf(result));
    else if (topic.kind === 'verdict') afterVerdict(draft, ref, node, topic, before, result);
  },
  // What a tool fails with is what the agent sees (L11); a model that cannot be asked fails it.
  onCallFailed: (draft, ref, node, before, { code, message }) => {
    const { topic } = before;
    if (topic.kind !== 'action') return false;
    afterAction(draft, ref, node, topic, before, `failed with ${code}: ${message}`);
    return true;
  },
};

/** P14: the first tool, given the goal, beside the input that the author wrote. */
function firstTool(draft: Draft, frame: Frame, node: Agent): Result<LeafCall, RunError> {
  const [capability = ''] = node.params.tools ?? [];
  const input = resolveInput(draft, frame, node);
  if (!input.ok) return input;
  const goal = fillTextIn(draft, frame, node.params.goal);
  if (!goal.ok) return goal;
  const given = input.value ?? {};
  if (!isJsonObject(given)) return ok({ capability, input: given });
  const parameter = draft.has('goalFindsParameter') ? goalParameter(draft, capability) : QUERY;
  return ok({ capability, input: { [parameter]: goal.value, ...given } });
}

/** What a tool calls the question that it is asked, where its schema says nothing better. */
const QUERY = 'query';

/** The parameter of a tool that takes a goal: its query, else the one text that it needs. */
function goalParameter(draft: Draft, capability: string): string {
  const descriptor = catalogueOf(draft.start.closure).get(capability);
  const properties = descriptor === undefined ? undefined : own(descriptor.input, 'properties');
  if (descriptor === undefined || !isJsonObject(properties) || own(properties, QUERY) !== undefined)
    return QUERY;
  return onlyTextOf(descriptor) ?? QUERY;
}

const beginLoop: Start<'AGENT'> = (draft, ref, node, attempt) => {
  const frame = draft.frame(ref.frame);
  const input = resolveInput(draft, frame, node);
  const goal = fillTextIn(draft, frame, node.params.goal);
  beginContainer(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
  const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
  if (!input.ok) return fail(input.problem);
  if (!goal.ok) return fail(goal.problem);
  startTimeout(draft, ref);
  const given = input.value === undefined ? {} : { given: input.value };
  const state: AgentState = { goal: goal.value, ...given, turns: 0, observations: [], refused: null };
  if (node.params.first === 'tool') actFirst(draft, ref, node, state);
  else think(draft, ref, node, state, null);
};

/** Reference 4: the first tool is called before anything is thought. */
function actFirst(draft: Draft, ref: NodeRef, node: Agent, state: AgentState): void {
  const call = firstTool(draft, draft.frame(ref.frame), node);
  if (!call.ok) {
    failNode(draft, ref, call.problem, { final: true });
    return;
  }
  const { capability: tool, input } = call.value;
  act(draft, ref, node, { ...state, turns: 1 }, { tool, input }, null);
}

/** One more thought, unless the agent has had as many as it may. */
function think(
  draft: Draft,
  ref: NodeRef,
  node: Agent,
  state: AgentState,
  before: ModelDialogue | null,
): void {
  const { maxIterations = USUAL_TURNS, atLimit = 'fail' } = node.params;
  const isLast = state.turns >= maxIterations;
  if (isLast && atLimit === 'fail') {
    failNode(draft, ref, outOfTurns(maxIterations));
    return;
  }
  const { goal, given, observations } = state;
  const tools = isLast ? [] : toolsOf(draft, ref, node);
  const question = thoughtQuestion({ goal, given, plan: planContextOf(draft, ref), tools, observations });
  const topic = { kind: 'thought', agent: { ...state, turns: state.turns + 1 }, isLast } as const;
  askModel(draft, ref, 'think', question, topic, before);
}

/** P8: what it may call, never more than the plan around it. */
function toolsOf(draft: Draft, ref: NodeRef, node: Agent): readonly CapabilityDescriptor[] {
  const catalogue = catalogueOf(draft.start.closure);
  return resolveTools(draft, draft.frame(ref.frame), node.params.tools ?? []).flatMap((id) => {
    const descriptor = catalogue.get(id);
    return descriptor === undefined ? [] : [descriptor];
  });
}

function afterThought(
  draft: Draft,
  ref: NodeRef,
  node: Agent,
  { agent: state, isLast }: TopicOf<'thought'>,
  before: ModelDialogue,
  result: Json,
): void {
  const answer = memberIn(draft, result, 'answer');
  const action = memberIn(draft, result, 'action');
  if (answer !== undefined && (isLast || !isJsonObject(action))) {
    judge(draft, ref, node, state, before, { answer, isLast });
    return;
  }
  const wanted = isLast ? null : actionIn(action);
  if (wanted !== null) act(draft, ref, node, state, wanted, before);
  else if (isLast) failNode(draft, ref, NO_ANSWER);
  else
    refuse(
      draft,
      ref,
      node,
      state,
      before,
      textIn(result),
      'Your reply was neither an action nor an answer.',
    );
}

function actionIn(action: Json | undefined): AgentAction | null {
  if (!isJsonObject(action)) return null;
  const tool = own(action, 'tool');
  return typeof tool === 'string' ? { tool, input: own(action, 'input') ?? {} } : null;
}

/** Calls the tool, or says why not (L11): a tool that it has not, or an input that breaks the tool's schema. */
function act(
  draft: Draft,
  ref: NodeRef,
  node: Agent,
  state: AgentState,
  action: AgentAction,
  before: ModelDialogue | null,
): void {
  const tools = toolsOf(draft, ref, node);
  const why = whyNot(tools, action);
  if (why !== null) {
    refuse(draft, ref, node, state, before, canonicalJson({ ...action }), why);
    return;
  }
  const topic = { kind: 'action', agent: { ...state, refused: null }, action } as const;
  const call = { capability: action.tool, input: action.input, purpose: 'act' };
  openCall(draft, ref, call, {
    topic,
    question: null,
    model: before?.model ?? 0,
    before,
    number: numberOf(before),
  });
}

/** A turn's leaves have the number of its thought: `think-2`, `act-2`, `judge-2`. */
function numberOf(before: ModelDialogue | null): number {
  return before?.calls ?? 1;
}

function whyNot(tools: readonly CapabilityDescriptor[], { tool, input }: AgentAction): string | null {
  const descriptor = tools.find(({ id }) => id === tool);
  const has = tools.map(({ id }) => id).join(', ');
  if (descriptor === undefined)
    return `You have no tool "${tool}"${has === '' ? ', and no other' : `. You have ${has}`}.`;
  const [wrong] = validateJson(descriptor.input, input);
  if (wrong === undefined) return null;
  return `The input does not fit "${tool}"${wrong.path === '' ? '' : ` at ${wrong.path}`}: ${wrong.message}`;
}

/** The agent is told what it cannot have; the same once more, and it fails. */
function refuse(
  draft: Draft,
  ref: NodeRef,
  node: Agent,
  state: AgentState,
  before: ModelDialogue | null,
  wanted: string,
  why: string,
): void {
  if (state.refused === wanted) {
    failNode(draft, ref, refusedTwice(why));
    return;
  }
  const seen = { ...state, refused: wanted, observations: seeing(state, `${wanted} was not done. ${why}`) };
  think(draft, ref, node, seen, before);
}

function afterAction(
  draft: Draft,
  ref: NodeRef,
  node: Agent,
  { agent: state, action }: TopicOf<'action'>,
  before: ModelDialogue,
  came: string,
): void {
  const observations = seeing(state, `${action.tool} with ${canonicalJson(action.input)}: ${came}`);
  const seen = { ...state, observations, ...readBy(draft, ref, state, action, before) };
  if (criteriaIn(draft, node).length === 0) think(draft, ref, node, seen, before);
  else judge(draft, ref, node, seen, before, { isLast: false });
}

/** P15: what a tool gives or fails with is foreign text, unless all that it knows is its input. */
function readBy(
  draft: Draft,
  ref: NodeRef,
  { read = [] }: AgentState,
  { tool }: AgentAction,
  { leaf }: ModelDialogue,
): Pick<AgentState, 'read'> {
  if (catalogueOf(draft.start.closure).get(tool)?.effect === 'pure') return {};
  return { read: [...read, within(scopeAddress(draft, ref), leaf.id)] };
}

/** Judges an answer, or without one what has been seen. Where there is nothing to judge by the answer stands. */
function judge(
  draft: Draft,
  ref: NodeRef,
  node: Agent,
  state: AgentState,
  before: ModelDialogue,
  about: { readonly answer?: Json; readonly isLast: boolean },
): void {
  const criteria = criteriaIn(draft, node);
  if (criteria.length === 0) {
    succeedWith(draft, ref, state, about.answer ?? null, true);
    return;
  }
  const topic = { kind: 'verdict', agent: { ...state, refused: null }, ...about } as const;
  const question = verdictQuestion(criteria, state, about.answer);
  askModel(draft, ref, 'judge', question, topic, before, { number: numberOf(before) });
}

/** What it is judged by; in runs recorded before criteria were told apart they are one text. */
function criteriaIn(draft: Draft, { params }: Agent): readonly string[] {
  if (draft.has('criteriaApart')) return criteriaOf(params);
  return params.successCriteria === undefined ? [] : [params.successCriteria];
}

function afterVerdict(
  draft: Draft,
  ref: NodeRef,
  node: Agent,
  { agent: state, answer, isLast }: TopicOf<'verdict'>,
  before: ModelDialogue,
  result: Json,
): void {
  const criteria = criteriaIn(draft, node);
  const met = criteriaMet(criteria, memberIn(draft, result, 'met'));
  const open = criteria.filter((_, index) => met[index] !== true);
  if (answer !== undefined && (open.length === 0 || isLast)) {
    succeedWith(draft, ref, state, answer, open.length === 0);
    return;
  }
  const verdict = `Judged: ${verdictIn(criteria, open, answer)} ${reasonIn(draft, result)}`;
  const told = open.length === 0 ? `${verdict} Answer now.` : verdict;
  think(draft, ref, node, { ...state, observations: seeing(state, told) }, before);
}

/** What the agent is told of a verdict: of several criteria it hears which are open. */
function verdictIn(criteria: readonly string[], open: readonly string[], answer: Json | undefined): string {
  if (open.length === 0) return 'the criteria are met.';
  const which = open.map((one) => `"${one}"`).join(', ');
  if (criteria.length === 1)
    return answer === undefined ? 'the criteria are not met yet.' : 'your answer does not meet the criteria.';
  return answer === undefined ? `not met yet: ${which}.` : `your answer does not meet: ${which}.`;
}

function reasonIn(draft: Draft, result: Json): string {
  const said = memberIn(draft, result, 'reason');
  return typeof said === 'string' ? said : textIn(result);
}

function succeedWith(draft: Draft, ref: NodeRef, { turns }: AgentState, answer: Json, met: boolean): void {
  succeedNode(draft, ref, { ports: ['out'], result: { answer, met, iterations: turns } });
}

/** The last few observations, with one more (reference 4 keeps five). */
function seeing({ observations }: AgentState, one: string): readonly string[] {
  const most = LIMITS.observationCharacters;
  const shown = one.length <= most ? one : `${one.slice(0, most)}… (${one.length} characters)`;
  return [...observations, `- ${shown}`].slice(-LIMITS.observations);
}

function outOfTurns(turns: number): RunError {
  return {
    code: 'AGENT_LIMIT',
    message: `The agent has had ${turns} ${turns === 1 ? 'turn' : 'turns'} and has no answer that will do.`,
    help: 'Allow it more turns, make its goal smaller, or let it answer with what it knows at the limit.',
  };
}

function refusedTwice(why: string): RunError {
  return {
    code: 'ACTION_REFUSED',
    message: `The agent wanted the same twice although it cannot be done. ${why}`,
    help: 'Give it the tool that it wants, or ask another model.',
  };
}

const NO_ANSWER: RunError = {
  code: 'RESULT_INVALID',
  message: 'The agent was asked for its answer, and gave none.',
  help: 'Ask another model, or allow it more turns.',
};
