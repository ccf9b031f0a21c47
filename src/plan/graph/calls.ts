import { isJsonObject, type Json, type JsonObject, type JsonPath, jsonOf, own, setAt } from '#base';
import { capabilityInMerge } from '../nodes/branching';
import { NODE_TYPES, type PlanNode } from '../nodes/node';
import { flavourOf, MODEL_FLAVOURS } from '../nodes/planner';
import type { Responder, State, StateMachinePlan } from '../schema/stateMachine';
import type { ModelSpec } from '../schema/workspace';
import { fieldsOf, fieldsOfMachine, namesIn } from './fieldsOf';
import { allStates } from './states';

/** The capability by which nodes other than planners ask a model (K2): what a host offers under that id is asked. */
export const MODEL_CAPABILITY = 'model.generate';

/** Whether a node decides, judges or improves by a model; planners and calls of capabilities say so themselves. */
export function asksModel(node: PlanNode): boolean {
  return NODE_TYPES[node.type].asksModel(node);
}

/** Ids of the models that a node names, the first choice first. */
export function modelsNamedBy(node: PlanNode): readonly string[] {
  return namesIn(fieldsOf(node), 'model');
}

/** A capability that a node names, and where it does. */
interface NamedCapability {
  readonly id: string;
  /** JSON Pointer into the node. */
  readonly field: string;
}

/** The capabilities that a node names to be called by itself; planners and agents name theirs by allow-lists. */
export function capabilitiesNamedBy(node: PlanNode): readonly NamedCapability[] {
  return fieldsOf(node).flatMap(({ is, value, path }) =>
    is === 'capability' ? [{ id: String(value), field: path }] : [],
  );
}

/** Those, and the ones that are called on its behalf: by the merge of its branches (R21), by its planner (P2, P13). */
export function capabilitiesUsedBy(node: PlanNode): readonly NamedCapability[] {
  const on = fieldsOf(node).flatMap(({ is, value, path }) => {
    if (is === 'merge') return [{ id: capabilityInMerge(value) ?? '', field: path }];
    return is === 'asked' ? [{ id: String(value), field: path }] : [];
  });
  return [...capabilitiesNamedBy(node), ...on];
}

/** Ids of all that a node may call by itself, the model's among them. */
export function capabilitiesCalledBy(node: PlanNode): readonly string[] {
  const named = capabilitiesNamedBy(node).map(({ id }) => id);
  return asksModel(node) ? [...named, MODEL_CAPABILITY] : named;
}

/** The allow-list of a node that chooses among capabilities while it runs (P8); null where it does not. */
export function toolsNamedBy(node: PlanNode): readonly string[] | null {
  return NODE_TYPES[node.type].chooses(node) === 'none' ? null : namesIn(fieldsOf(node), 'tool');
}

/** The patterns of what a node may choose while it runs (P8): its list, or anything where it may go without one. */
export function toolsOpenTo(node: PlanNode): readonly string[] {
  const params = node.params ?? {};
  const hasList = 'tools' in params && params.tools !== undefined;
  if (mayPropose(node) && !hasList) return ['*'];
  return toolsNamedBy(node) ?? [];
}

/** Whether plans that nobody has seen yet may come through a node: it asks for them, or runs them. */
export function mayPropose(node: PlanNode): boolean {
  return NODE_TYPES[node.type].chooses(node) === 'any';
}

/** The capability that merges the branches of a container (R21); null where none does. */
export function capabilityOfMerge(node: PlanNode): string | null {
  const merge = fieldsOf(node).find(({ is }) => is === 'merge');
  return capabilityInMerge(merge?.value);
}

/** What a machine can call: capabilities and plans by their ids, in document order, each once. */
interface MachineCalls {
  readonly capabilities: readonly string[];
  readonly plans: readonly string[];
  /** Models that choose the next event (M5); null where the host shall choose. */
  readonly models: readonly (string | null)[];
}

/** Names of invocations, of responders, of calls that are told, and of `onTransition`. */
export function machineCalls(plan: StateMachinePlan): MachineCalls {
  const fields = fieldsOfMachine(plan);
  const owners = allStates(plan.states);
  return {
    capabilities: [...new Set(namesIn(fields, 'capability'))],
    plans: [...new Set(namesIn(fields, 'plan'))],
    models: [...owners].flatMap(({ choose }) =>
      choose === undefined ? [] : choose.models === undefined ? [null] : choose.models,
    ),
  };
}

/**
 * The model of that id, or, for `connection/name`, one that the workspace does not list.
 *
 * @returns undefined where there is none
 */
export function modelNamed(models: readonly ModelSpec[], name: string): ModelSpec | undefined {
  const listed = models.find(({ id }) => id === name);
  if (listed !== undefined) return listed;
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) return undefined;
  const connection = name.slice(0, slash);
  return { id: connection, connection, model: name.slice(slash + 1) };
}

/** With which words a node or a state asks a model, and which models it names for that, the first choice first. */
export interface Asking {
  /** A text, the id of a prompt of the workspace, or null for the built-in one of a planner. */
  readonly prompt: string | { readonly prompt: string } | null;
  readonly models: readonly string[];
}

/** Where a node or a state says so. */
interface AskingFields {
  readonly prompt: JsonPath;
  /** Behind `models` stands a list of them. */
  readonly model: JsonPath;
}

/**
 * What a node says of how it asks a model.
 *
 * @param hasModels whether the workspace has a model
 * @returns null where it asks none, or where its words are made while it runs
 */
export function askingOf(node: PlanNode, hasModels: boolean): Asking | null {
  const { asking } = NODE_TYPES[node.type];
  if (asking === undefined || !isAsking(node, hasModels)) return null;
  const said = askingAt(node, asking);
  return said.prompt === null && node.type !== 'PLANNER' ? null : said;
}

/** What an owner says in these fields. */
export function askingAt(owner: PlanNode | State, { prompt, model }: AskingFields): Asking {
  const said = jsonOf(owner);
  const named = valueAt(said, model);
  const models = Array.isArray(named) ? named : [named];
  return {
    prompt: promptIn(valueAt(said, prompt)),
    models: models.filter((one) => typeof one === 'string'),
  };
}

/** The node with other words, or another model, as JSON; it is read like any that is written. */
export function withAsking(node: PlanNode, edits: AskingEdit): JsonObject {
  const { asking } = NODE_TYPES[node.type];
  return asking === undefined ? jsonOf(node) : withAskingAt(node, asking, edits);
}

/** Other words, or another model; what is left out stays. */
export interface AskingEdit {
  readonly prompt?: string | undefined;
  readonly model?: string | undefined;
}

/** The same in these fields of an owner. */
export function withAskingAt(
  owner: PlanNode | State,
  fields: AskingFields,
  { prompt, model }: AskingEdit,
): JsonObject {
  const asked = prompt === undefined ? jsonOf(owner) : setAt(jsonOf(owner), fields.prompt, prompt);
  if (model === undefined) return asked;
  return setAt(asked, fields.model, fields.model.at(-1) === 'models' ? [model] : model);
}

function isAsking(node: PlanNode, hasModels: boolean): boolean {
  if (node.type === 'CAPABILITY') return node.params.capability === MODEL_CAPABILITY;
  if (node.type === 'PLANNER') return MODEL_FLAVOURS.has(flavourOf(node, hasModels));
  return asksModel(node);
}

function promptIn(words: Json | undefined): Asking['prompt'] {
  if (typeof words === 'string') return words;
  const id = isJsonObject(words) ? own(words, 'prompt') : undefined;
  return typeof id === 'string' ? { prompt: id } : null;
}

function valueAt(owner: JsonObject, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isJsonObject(value) ? own(value, String(name)) : undefined;
  }, owner);
}

/** Where a state asks a model in words of its own. */
export interface StateAsking extends AskingFields {
  /** The invocation that asks; null where the state itself does. */
  readonly invocation: string | null;
}

/**
 * All places in a state that ask a model: its action, where a responder hands its data to one as they are (M2), its question to who
 * chooses (M5), and what it invokes. Of action and question the first is what people mean by its prompt.
 */
export function askingOfState(state: State, responders: readonly Responder[] = []): readonly StateAsking[] {
  const own = ownAsking(state, responders);
  const invoked = (state.invoke ?? []).flatMap(({ id, capability }, index) =>
    capability === MODEL_CAPABILITY
      ? [
          {
            invocation: id ?? invocationId(index),
            prompt: ['invoke', index, 'input', 'prompt'],
            model: ['invoke', index, 'input', 'model'],
          },
        ]
      : [],
  );
  return own === null ? invoked : [{ invocation: null, ...own }, ...invoked];
}

function ownAsking({ action, choose }: State, responders: readonly Responder[]): AskingFields | null {
  const responder = responders.find(({ request }) => request === action?.event);
  if (responder?.capability === MODEL_CAPABILITY && responder.input === undefined)
    return { prompt: ['action', 'data', 'prompt'], model: ['action', 'data', 'model'] };
  return choose === undefined ? null : { prompt: ['choose', 'question'], model: ['choose', 'models'] };
}

/** What the invocations of a state, or of a machine itself, are called. */
export function invocationsOf({ invoke = [] }: State | StateMachinePlan): readonly string[] {
  return invoke.map(({ id }, index) => id ?? invocationId(index));
}

/** What an invocation is called that has no id (K11). */
export function invocationId(index: number): string {
  return index === 0 ? 'invoke' : `invoke-${index + 1}`;
}
