import { isJsonObject, type Json, type JsonObject, type JsonPath, own, setAt } from '#base';
import { NODE_TYPES } from '../nodes';
import type { PlanNode } from '../nodes/node';
import { flavourOf, MODEL_FLAVOURS } from '../nodes/planner';
import type { Responder, State } from '../schema/stateMachine';
import { asksModel, MODEL_CAPABILITY } from './calls';

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
  const said = asJson(owner);
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
  return asking === undefined ? asJson(node) : withAskingAt(node, asking, edits);
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
  const asked = prompt === undefined ? asJson(owner) : setAt(asJson(owner), fields.prompt, prompt);
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

function asJson(owner: PlanNode | State): JsonObject {
  return JSON.parse(JSON.stringify(owner));
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

/** What an invocation is called that has no id (K11). */
export function invocationId(index: number): string {
  return index === 0 ? 'invoke' : `invoke-${index + 1}`;
}
