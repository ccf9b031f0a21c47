import { isJsonObject, type Json, type JsonObject, type JsonPath, own, setAt } from '#base';
import { NODE_TYPES } from '../nodes';
import type { PlanNode } from '../nodes/node';
import { flavourOf, MODEL_FLAVOURS } from '../nodes/planner';
import type { State } from '../schema/state';
import { asksModel, MODEL_CAPABILITY } from './calls';

/** With which words a node or a state asks a model, and which models it names for that, the first choice first. */
export interface Asking {
  /** A text, the id of a prompt of the workspace, or null for the built-in one of a planner. */
  readonly prompt: string | { readonly prompt: string } | null;
  readonly models: readonly string[];
}

/** Where a node or a state says so. */
export interface AskingFields {
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
