import { type Address, isJsonObject, type Json, own, ROOT, within } from '#base';
import {
  MESSAGE_CAPABILITY,
  type PlanNode,
  type Reads,
  readsOfExpression,
  readsOfNode,
  readsOfTemplate,
} from '#plan';
import type { Draft } from './draft';
import type { Frame, NodeRef } from './frame';
import { dynamicAround, isOfPlan, parentOf, planFrame } from './variables';
import { type AgentState, addressesOf, callsInside, NO_ORIGINS, type Origins, originAt, union } from './work';

/**
 * Where foreign text came from that whoever chose a call had read (P15): an agent, the planner of the plan around it, a
 * model that has chosen an event of the machine around it. Empty where an author chose it, or nothing was read before.
 *
 * @param frame where the node stands that calls
 */
export function originsOfChoice(draft: Draft, frame: Frame): readonly Address[] {
  if (draft.has('origins')) return addressesOf(readByWhoChose(draft, frame));
  return draft.has('taint') ? settledBefore(draft, frame) : [];
}

function readByWhoChose(draft: Draft, frame: Frame): Origins {
  let origins = readByAgent(draft, frame);
  const plan = dynamicAround(draft, frame)?.dynamic;
  if (plan) origins = union(origins, draft.proposals.get(plan.hash)?.planning.read ?? NO_ORIGINS);
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at))
    origins = union(origins, readByMachine(draft, at));
  return origins;
}

/** An agent is told of every step of the plan that it is a step of (P14). */
function readByAgent(draft: Draft, frame: Frame): Origins {
  const { parent } = frame;
  if (parent === null || agentChoosing(draft, frame) === null) return NO_ORIGINS;
  return union(originsAt(draft, parent), originsOfSteps(draft, draft.frame(parent.frame)));
}

/** M5: what goes on in a machine may be what a model has chosen, once one has. */
function readByMachine(draft: Draft, { parent }: Frame): Origins {
  if (parent === null) return NO_ORIGINS;
  const work = draft.workOf(parent);
  return work?.kind === 'machine' && work.run.chosen > 0 ? originsAt(draft, parent) : NO_ORIGINS;
}

/** Whether a scope holds what a node asks for inside it (K2). */
export function isAskedInside(draft: Draft, { parent }: Frame): boolean {
  return parent !== null && draft.workOf(parent)?.kind === 'consulting';
}

/** The agent that has chosen what this scope calls; null where none has. */
export function agentChoosing(draft: Draft, { parent }: Frame): AgentState | null {
  const work = parent === null ? undefined : draft.workOf(parent);
  if (work?.kind !== 'consulting' || work.consultation.topic.kind !== 'action') return null;
  return work.consultation.topic.agent;
}

/** K5: in a run that was recorded before origins were known, what an agent had called, and all settled steps of a revised plan. */
function settledBefore(draft: Draft, frame: Frame): readonly Address[] {
  const agent = agentChoosing(draft, frame);
  const plan = dynamicAround(draft, frame);
  const read = plan !== undefined && (agent !== null || isRevised(plan)) ? settledIn(plan) : [];
  return [...read, ...(agent?.read ?? [])];
}

function isRevised({ dynamic }: Frame): boolean {
  return dynamic !== null && dynamic.revision > 1;
}

/** Failed ones too: what a tool fails with is foreign text. */
function settledIn({ address, dynamic, left, results }: Frame): readonly Address[] {
  const nodes = dynamic?.body.nodes ?? [];
  return nodes.flatMap(({ id }) => (results.has(id) || left?.has(id) ? [within(address, id)] : []));
}

/*
 * P15: the value of an expression is made of what that reads, and the result of a node of what the node reads and of what
 * has come in inside it. So only two things are kept, in scopes: the origins of variables that were written, and those of
 * what nodes have brought. All else follows from the texts of the plan where it is asked for. As nothing is ever taken
 * out, it does not matter when that is: a variable that was overwritten keeps the origins that it had.
 */

type Names = Pick<Reads, 'variables' | 'steps'>;

/** What nobody outside has said: an author's choice of branch, and what a person answers. */
const BRINGS_NOTHING: ReadonlySet<PlanNode['type']> = new Set([
  'IF',
  'SWITCH',
  'LLM_DECISION',
  'HUMAN_INPUT',
]);

/** Under its own name a variable's, behind a slash a node's: ids of nodes and names of variables may be the same. */
function keyOf(id: string): string {
  return `/${id}`;
}

/** Where all that a node is given, and all that has come in inside it, came from. */
export function originsAt(draft: Draft, ref: NodeRef): Origins {
  return union(originsGiven(draft, ref), originsInside(draft, ref));
}

/** Where what goes into a node came from. What a node asks inside it is asked with all that it was given and has read (K2). */
export function originsOfNodeInput(draft: Draft, ref: NodeRef): Origins {
  const frame = draft.frame(ref.frame);
  return frame.parent !== null && isAskedInside(draft, frame)
    ? originsAt(draft, frame.parent)
    : originsGiven(draft, ref);
}

/** Where what a node's input and parameters are made of came from. */
export function originsGiven(draft: Draft, ref: NodeRef): Origins {
  const frame = draft.frame(ref.frame);
  const { node } = draft.compiled(ref);
  const reads = readsOfNode(node);
  // A machine that a planner made is given all there is (M5).
  const isMade = node.type === 'SUB_PLAN' && frame.dynamic?.machine !== undefined;
  if (reads.everything || isMade) return originsOfAll(draft, frame);
  return union(originsOfNames(draft, frame, reads), originsOfPrompt(draft, frame, node));
}

/** Of what a prompt of the workspace reads that the node fills (FILL_TEMPLATE). */
function originsOfPrompt(draft: Draft, frame: Frame, node: PlanNode): Origins {
  if (node.type !== 'FILL_TEMPLATE' || !draft.has('promptsHaveOrigin')) return NO_ORIGINS;
  const prompt = draft.start.closure.prompts.find(({ id }) => id === node.params.prompt);
  return prompt === undefined ? NO_ORIGINS : originsOfTemplate(draft, frame, prompt.text);
}

/** The same of one argument of its input, where its template says that by itself. */
export function originsOfArgument(draft: Draft, ref: NodeRef, name: string): Origins {
  const { input } = draft.compiled(ref).node;
  if (!isJsonObject(input)) return originsGiven(draft, ref);
  const template = own(input, name);
  return template === undefined ? NO_ORIGINS : originsOfTemplate(draft, draft.frame(ref.frame), template);
}

function originsOfTemplate(draft: Draft, frame: Frame, template: Json): Origins {
  return originsOfNames(draft, frame, readsOfTemplate(template));
}

function originsOfNames(draft: Draft, frame: Frame, { variables, steps }: Names): Origins {
  let origins = NO_ORIGINS;
  for (const name of variables)
    origins = union(
      origins,
      name === 'steps' ? originsOfSteps(draft, frame) : originsOfName(draft, frame, name),
    );
  const plan = steps.size === 0 ? undefined : dynamicAround(draft, frame);
  for (const step of steps) origins = union(origins, plan?.origins.get(keyOf(step)) ?? NO_ORIGINS);
  return origins;
}

/** Of all steps of the dynamic plan around a scope that have settled (R13). */
export function originsOfSteps(draft: Draft, frame: Pick<Frame, 'plan'>): Origins {
  const plan = dynamicAround(draft, frame);
  return plan === undefined ? NO_ORIGINS : originsKept(plan, 'nodes');
}

/** All that a scope keeps of its nodes, or of its variables. */
function originsKept({ origins }: Frame, of: 'nodes' | 'variables'): Origins {
  return [...origins]
    .filter(([key]) => key.startsWith('/') === (of === 'nodes'))
    .reduce((all, [, one]) => union(all, one), NO_ORIGINS);
}

/** Of a name as a scope sees it: of a local one what its container goes through, else of the variable of the plan. */
function originsOfName(draft: Draft, frame: Frame, name: string): Origins {
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    if (at.locals !== null && own(at.locals, name) !== undefined) return originsOfLocals(draft, at);
    if (isOfPlan(at)) return union(at.origins.get(name) ?? NO_ORIGINS, originsOfInput(draft, at, name));
  }
  return NO_ORIGINS;
}

/** Whatever a scope can see. */
function originsOfAll(draft: Draft, frame: Frame): Origins {
  let origins = NO_ORIGINS;
  for (let at: Frame | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    if (at.locals !== null) origins = union(origins, originsOfLocals(draft, at));
    if (isOfPlan(at))
      return [originsKept(at, 'variables'), originsOfInput(draft, at, null)].reduce(union, origins);
  }
  return origins;
}

/**
 * Of what a scope has that no plan declares: items and rounds are made of what its container reads. What a node asks inside it, and what
 * goes on in a machine, is made of all that has come to it; and so is what a background node has kept of the scopes around it.
 */
function originsOfLocals(draft: Draft, frame: Frame): Origins {
  if (frame.kind === 'background' && frame.parent !== null)
    return originsOfAll(draft, draft.frame(frame.parent.frame));
  const container = containerOf(draft, frame);
  if (container === null) return NO_ORIGINS;
  return callsInside(draft.workOf(container)) ? originsAt(draft, container) : originsGiven(draft, container);
}

/** The node whose scope this is; of a branch the one whose branch it is. What goes on in the background is the run's (L2). */
function containerOf(
  draft: Draft,
  { parent, background }: Pick<Frame, 'parent' | 'background'>,
): NodeRef | null {
  if (parent === null || background !== null) return null;
  const around = draft.frames.get(parent.frame);
  if (around === undefined) return null;
  return around.kind === 'branches' ? around.parent : parent;
}

/** Of what a plan was given under a name, or under any: a SUB_PLAN's input, and the files that the run began with (W8). */
function originsOfInput(draft: Draft, frame: Frame, name: string | null): Origins {
  if (frame.parent === null) {
    const files = draft.start.inputFiles ?? [];
    return files.some(({ id }) => name === null || id === name) ? FROM_OUTSIDE : NO_ORIGINS;
  }
  if (callsInside(draft.workOf(frame.parent))) return NO_ORIGINS;
  return name === null ? originsGiven(draft, frame.parent) : originsOfArgument(draft, frame.parent, name);
}

/** Of what the run was told of its session as it began (P16): what other runs have left there, whatever they had read. */
export function originsOfSession({ start: { session } }: Draft): Origins {
  if (session === undefined || 'unread' in session) return NO_ORIGINS;
  const { turns, notes, variables } = session;
  return turns.length + notes.length + variables.length === 0 ? NO_ORIGINS : FROM_OUTSIDE;
}

/** Of the documents that planners are told of: headings, and values of columns, are words of whoever wrote them. */
export function originsOfDocuments({ start: { closure } }: Draft): Origins {
  return (closure.documents ?? []).length === 0 ? NO_ORIGINS : FROM_OUTSIDE;
}

/** Of what was said in the run: every planner after it is told that (P1). */
export function originsOfSayings(draft: Draft, frame: Frame): Origins {
  return draft.has('promptsHaveOrigin')
    ? (runFrame(draft, frame).origins.get(SAID) ?? NO_ORIGINS)
    : NO_ORIGINS;
}

/** The key of what was said, in the scope of the run; no node has this id. */
const SAID = keyOf('!said');

function runFrame(draft: Draft, frame: Frame): Frame {
  const around = parentOf(draft, frame);
  return around === undefined ? frame : runFrame(draft, around);
}

function noteSaid(draft: Draft, ref: NodeRef): void {
  const { node } = draft.compiled(ref);
  if (node.type !== 'CAPABILITY' || node.params.capability !== MESSAGE_CAPABILITY.id) return;
  const origins = originsOfNodeInput(draft, ref);
  if (origins.length > 0) add(draft, runFrame(draft, draft.frame(ref.frame)).id, SAID, origins);
}

/** What the run was given as it began. */
const FROM_OUTSIDE: Origins = [originAt(ROOT, null)];

/** Where what has come in inside a node came from, what it has called itself included. */
function originsInside(draft: Draft, ref: NodeRef): Origins {
  return draft.frame(ref.frame).origins.get(keyOf(draft.compiled(ref).id)) ?? NO_ORIGINS;
}

/** A node brings foreign content itself: its call leaves, or its signal has come. */
export function noteForeign(draft: Draft, ref: NodeRef, host: string | null): void {
  if (!draft.has('origins')) return;
  const { id } = draft.compiled(ref);
  add(draft, ref.frame, keyOf(id), [originAt(within(draft.frame(ref.frame).address, id), host)]);
}

/** A node has settled with something to be read: its result, or its error. All containers around it hold that from now on. */
export function noteSettled(draft: Draft, ref: NodeRef): Origins {
  if (!draft.has('origins')) return NO_ORIGINS;
  const { node, id } = draft.compiled(ref);
  if (draft.has('promptsHaveOrigin')) noteSaid(draft, ref);
  const origins = BRINGS_NOTHING.has(node.type) ? NO_ORIGINS : originsAt(draft, ref);
  if (origins.length === 0) return origins;
  const frame = draft.frame(ref.frame);
  if (frame.plan !== null) add(draft, frame.plan, keyOf(id), origins);
  let container = containerOf(draft, frame);
  while (container !== null && add(draft, container.frame, keyOf(draft.compiled(container).id), origins))
    container = containerOf(draft, draft.frame(container.frame));
  return origins;
}

/** A node has written variables: each is made of what its expression reads, and without one of the result. */
export function noteWrites(
  draft: Draft,
  ref: NodeRef,
  names: readonly string[],
  result: Origins,
  expressions: { readonly [variable: string]: string } = {},
): void {
  if (!draft.has('origins')) return;
  const plan = planFrame(draft, draft.frame(ref.frame));
  if (plan === undefined) return;
  for (const name of names) {
    const expression = own(expressions, name);
    const origins = expression === undefined ? result : originsOfOutput(draft, ref, expression, result);
    if (origins.length > 0) add(draft, plan.id, name, origins);
  }
}

function originsOfOutput(draft: Draft, ref: NodeRef, expression: string, result: Origins): Origins {
  const reads = readsOfExpression(expression);
  const variables = new Set([...reads.variables].filter((name) => name !== 'result'));
  const others = originsOfNames(draft, draft.frame(ref.frame), { ...reads, variables });
  return reads.variables.has('result') ? union(result, others) : others;
}

/** @returns whether something was not known yet */
function add(draft: Draft, id: string, key: string, more: Origins): boolean {
  const before = draft.frame(id).origins.get(key) ?? NO_ORIGINS;
  const after = union(before, more);
  if (after === before) return false;
  const frame = draft.change(id);
  frame.origins = frame.origins.set(key, after);
  return true;
}
