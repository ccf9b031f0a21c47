import { isJsonObject, type Json, type JsonObject, type JsonPath, own, setAt } from '#base';
import { NODE_TYPES } from '../nodes';
import type { PlanNode } from '../nodes/node';
import { flavourOf, MODEL_FLAVOURS } from '../nodes/planner';
import { asksModel, MODEL_CAPABILITY } from './calls';

/** With which words a node asks a model, and which models it names for that, the first choice first. */
export interface Asking {
  /** A text, the id of a prompt of the workspace, or null for the built-in one of a planner. */
  readonly prompt: string | { readonly prompt: string } | null;
  readonly models: readonly string[];
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
  const words = valueAt(node, asking.prompt);
  const named = valueAt(node, asking.model);
  const prompt = promptIn(words);
  if (prompt === null && node.type !== 'PLANNER') return null;
  const models = Array.isArray(named) ? named : [named];
  return { prompt, models: models.filter((model) => typeof model === 'string') };
}

/** The node with other words, or another model, as JSON; it is read like any that is written. */
export function withAsking(
  node: PlanNode,
  { prompt, model }: { readonly prompt?: string | undefined; readonly model?: string | undefined },
): JsonObject {
  const { asking } = NODE_TYPES[node.type];
  let changed = asJson(node);
  if (asking === undefined) return changed;
  if (prompt !== undefined) changed = setAt(changed, asking.prompt, prompt);
  const isList = asking.model.at(-1) === 'models';
  return model === undefined ? changed : setAt(changed, asking.model, isList ? [model] : model);
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

function valueAt(node: PlanNode, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? own(value, String(name)) : undefined),
    asJson(node),
  );
}

function asJson(node: PlanNode): JsonObject {
  return JSON.parse(JSON.stringify(node));
}
