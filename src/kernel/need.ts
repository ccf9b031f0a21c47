import { canonicalJson, isJsonObject, type Json, remembered, utf8Length } from '#base';
import type { ModelSpec, PlannerFlavour } from '#plan';
import { type Closure, catalogueOf } from './closure';
import type { Command } from './command';

/** The most that a call may take: `Infinity` where nobody knows; `microUnits` is null where its price is not known. */
export interface Need {
  readonly tokens: number;
  readonly microUnits: number | null;
}

/** What asks no model takes none of both. */
export const NOTHING: Need = { tokens: 0, microUnits: 0 };

/** What wraps the words of a request, in tokens. */
const AROUND = 64;

const NEEDS = new WeakMap<Command, Need>();

/** The most that an open command may take: asked again and again while it is open, worked out once. */
export function needOf(command: Command, closure: Closure): Need {
  return remembered(NEEDS, command, () => workedOut(command, closure));
}

function workedOut(command: Command, closure: Closure): Need {
  if (command.kind === 'call') return needOfCall(closure, command.capability, command.input);
  const model = modelAskedBy(command, closure);
  return model === undefined ? NOTHING : needOfPlanning(closure, model);
}

/** Id of the model that a command asks: null where the first shall be asked; undefined where it asks none. */
export function modelAskedBy(command: Command, closure: Closure): string | null | undefined {
  if (command.kind === 'plan')
    return command.text === null && plansByModel(command.flavour) ? command.model : undefined;
  if (command.kind !== 'call' || !asksModel(closure, command.capability)) return undefined;
  return modelIn(command.input);
}

/** Id of the model that a request names; null where it leaves the choice to the host. */
export function modelIn(input: Json): string | null {
  return isJsonObject(input) && typeof input.model === 'string' ? input.model : null;
}

/** Capabilities that ask a model carry the tag `model`. */
export function asksModel(closure: Closure, capability: string): boolean {
  return catalogueOf(closure).get(capability)?.tags?.includes('model') ?? false;
}

/** A token has at least one byte, so bytes bound what is sent. */
export function needOfCall(closure: Closure, capability: string, input: Json): Need {
  if (!asksModel(closure, capability)) return NOTHING;
  const model = modelOf(closure, modelIn(input));
  const maxOutputTokens = isJsonObject(input) ? input.maxOutputTokens : undefined;
  const most = typeof maxOutputTokens === 'number' ? maxOutputTokens : model?.maxOutputTokens;
  return priced(model, utf8Length(canonicalJson(input)) + AROUND, most ?? Infinity);
}

/** A planner's request is worded outside: how long it is nobody knows before. */
export function needOfPlanning(closure: Closure, model: string | null): Need {
  return priced(modelOf(closure, model), Infinity, Infinity);
}

/** Rules, task networks and capabilities ask no model of the planner's; a hybrid asks its rules first. */
export function plansByModel(flavour: PlannerFlavour): boolean {
  return !['rules', 'htn', 'hybrid', 'capability'].includes(flavour);
}

/** A model by its id, or the first where none is named. */
export function modelOf({ models }: Closure, id: string | null): ModelSpec | undefined {
  return id === null ? models[0] : models.find((model) => model.id === id);
}

function priced(model: ModelSpec | undefined, input: number, output: number): Need {
  const tokens = input + output;
  const price = model?.price;
  if (price === undefined) return { tokens, microUnits: null };
  return { tokens, microUnits: times(input, price.input) + times(output, price.output) };
}

/** Micro-units for tokens at a price per million of them, rounded up. Nothing costs nothing, however much of it. */
function times(tokens: number, price: number): number {
  return price === 0 ? 0 : Math.ceil((tokens * price) / 1_000_000);
}
