import { canonicalJson, isJsonObject, type Json, LIMITS, ok, own, present, type Result, within } from '#base';
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
import {
  beginningOf,
  criteriaMet,
  planContextOf,
  thoughtQuestion,
  verdictQuestion,
  wordsOf,
} from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { failNode, succeedNode } from '../node';
import { resolveTools } from '../policies';
import type { LeafCall } from '../ports';
import { scopeAddress } from '../scopes/scope';
import { fillTextIn, resolveInput } from '../variables';
import type { AgentAction, AgentState, ModelDialogue, Topic } from '../work';
import { asking, type Behaviour } from './behaviour';
import { startCall } from './call';

type Agent = NodeOf<'AGENT'>;
type TopicOf<Kind extends Topic['kind']> = Extract<Topic, { kind: Kind }>;

/** Where an agent stands in its turn: its node, and the call that came before; null before the first. */
interface Turn<Before = ModelDialogue | null> {
  readonly ref: NodeRef;
  readonly node: Agent;
  readonly before: Before;
}

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
    const turn = { ref, node, before };
    if (topic.kind === 'thought') afterThought(draft, turn, topic, result);
    else if (topic.kind === 'action') afterAction(draft, turn, topic, wordsOf(result));
    else if (topic.kind === 'verdict') afterVerdict(draft, turn, topic, result);
  },
  // What a tool fails with is what the agent sees (L11); a model that cannot be asked fails it.
  onCallFailed: (draft, ref, node, before, { code, message }) => {
    const { topic } = before;
    if (topic.kind !== 'action') return false;
    afterAction(draft, { ref, node, before }, topic, `failed with ${code}: ${message}`);
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

const beginLoop = asking<'AGENT'>(
  ({ params }) => params.goal,
  (draft, ref, node, goal, given) => {
    const state: AgentState = { goal, ...present({ given }), turns: 0, observations: [], refused: null };
    const turn = { ref, node, before: null };
    if (node.params.first === 'tool') actFirst(draft, turn, state);
    else think(draft, turn, state);
  },
);

/** Reference 4: the first tool is called before anything is thought. */
function actFirst(draft: Draft, turn: Turn, state: AgentState): void {
  const { ref, node } = turn;
  const call = firstTool(draft, draft.frame(ref.frame), node);
  if (!call.ok) {
    failNode(draft, ref, call.problem, { final: true });
    return;
  }
  const { capability: tool, input } = call.value;
  act(draft, turn, { ...state, turns: 1 }, { tool, input });
}

/** One more thought, unless the agent has had as many as it may. */
function think(draft: Draft, { ref, node, before }: Turn, state: AgentState): void {
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
  turn: Turn,
  { agent: state, isLast }: TopicOf<'thought'>,
  result: Json,
): void {
  const answer = memberIn(draft, result, 'answer');
  const action = memberIn(draft, result, 'action');
  if (answer !== undefined && (isLast || !isJsonObject(action))) {
    judge(draft, turn, state, { answer, isLast });
    return;
  }
  const wanted = isLast ? null : actionIn(action);
  if (wanted !== null) act(draft, turn, state, wanted);
  else if (isLast) failNode(draft, turn.ref, NO_ANSWER);
  else refuse(draft, turn, state, textIn(result), 'Your reply was neither an action nor an answer.');
}

function actionIn(action: Json | undefined): AgentAction | null {
  if (!isJsonObject(action)) return null;
  const tool = own(action, 'tool');
  return typeof tool === 'string' ? { tool, input: own(action, 'input') ?? {} } : null;
}

/** Calls the tool, or says why not (L11): a tool that it has not, or an input that breaks the tool's schema. */
function act(draft: Draft, turn: Turn, state: AgentState, action: AgentAction): void {
  const { ref, node, before } = turn;
  const why = whyNot(toolsOf(draft, ref, node), action);
  if (why !== null) {
    refuse(draft, turn, state, canonicalJson({ ...action }), why);
    return;
  }
  const topic = { kind: 'action', agent: { ...state, refused: null }, action } as const;
  const call = { capability: action.tool, input: action.input, purpose: 'act' };
  openCall(draft, ref, call, {
    topic,
    question: null,
    model: before?.model ?? 0,
    before,
    number: numberOf(turn),
  });
}

/** A turn's leaves have the number of its thought: `think-2`, `act-2`, `judge-2`. */
function numberOf({ before }: Turn): number {
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
function refuse(draft: Draft, turn: Turn, state: AgentState, wanted: string, why: string): void {
  if (state.refused === wanted) {
    failNode(draft, turn.ref, refusedTwice(why));
    return;
  }
  const observations = seeing(state, `${wanted} was not done. ${why}`);
  think(draft, turn, { ...state, refused: wanted, observations });
}

function afterAction(
  draft: Draft,
  turn: Turn<ModelDialogue>,
  { agent: state, action }: TopicOf<'action'>,
  came: string,
): void {
  const observations = seeing(state, `${action.tool} with ${canonicalJson(action.input)}: ${came}`);
  const seen = { ...state, observations, ...readBy(draft, turn, state, action) };
  if (criteriaIn(draft, turn.node).length === 0) think(draft, turn, seen);
  else judge(draft, turn, seen, { isLast: false });
}

/** P15: what a tool gives or fails with is foreign text, unless all that it knows is its input. */
function readBy(
  draft: Draft,
  { ref, before }: Turn<ModelDialogue>,
  { read = [] }: AgentState,
  { tool }: AgentAction,
): Pick<AgentState, 'read'> {
  if (catalogueOf(draft.start.closure).get(tool)?.effect === 'pure') return {};
  return { read: [...read, within(scopeAddress(draft, ref), before.leaf.id)] };
}

/** Judges an answer, or without one what has been seen. Where there is nothing to judge by the answer stands. */
function judge(
  draft: Draft,
  turn: Turn,
  state: AgentState,
  about: { readonly answer?: Json; readonly isLast: boolean },
): void {
  const { ref, node, before } = turn;
  const criteria = criteriaIn(draft, node);
  if (criteria.length === 0) {
    succeedWith(draft, ref, state, about.answer ?? null, true);
    return;
  }
  const topic = { kind: 'verdict', agent: { ...state, refused: null }, ...about } as const;
  const question = verdictQuestion(criteria, state, about.answer);
  askModel(draft, ref, 'judge', question, topic, before, { number: numberOf(turn) });
}

/** What it is judged by; in runs recorded before criteria were told apart they are one text. */
function criteriaIn(draft: Draft, { params }: Agent): readonly string[] {
  if (draft.has('criteriaApart')) return criteriaOf(params);
  return params.successCriteria === undefined ? [] : [params.successCriteria];
}

function afterVerdict(
  draft: Draft,
  turn: Turn,
  { agent: state, answer, isLast }: TopicOf<'verdict'>,
  result: Json,
): void {
  const criteria = criteriaIn(draft, turn.node);
  const met = criteriaMet(criteria, memberIn(draft, result, 'met'));
  const open = criteria.filter((_, index) => met[index] !== true);
  if (answer !== undefined && (open.length === 0 || isLast)) {
    succeedWith(draft, turn.ref, state, answer, open.length === 0);
    return;
  }
  const verdict = `Judged: ${verdictIn(criteria, open, answer)} ${reasonIn(draft, result)}`;
  const told = open.length === 0 ? `${verdict} Answer now.` : verdict;
  think(draft, turn, { ...state, observations: seeing(state, told) });
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
  const shown = beginningOf(one, LIMITS.observationCharacters);
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
