import { canonicalJson, isJsonObject, type Json, utf8Length } from '#base';
import { capabilitiesCalledBy, flavourOf, type ModelSpec, type PlanNode, type PlannerFlavour } from '#plan';
import { leafCall } from './activation';
import { catalogueOf } from './closure';
import type { Command } from './command';
import type { Draft } from './draft';
import type { BudgetPart, Closure, Fact, Usage } from './fact';
import { featuresOf, hasFeatures } from './features';
import type { Frame, NodeRef } from './frame';
import { pause } from './gate';
import { plannerModels } from './modelChoice';

import { plannerDepthOf } from './policies';
import type { Spent } from './state';

/**
 * Whether a call may leave (K10): `go`; `wait` for calls in flight, which may yet take what it needs; or the part of the
 * budget that is used up.
 */
export type Verdict = 'go' | 'wait' | BudgetPart;

/** Whether a node may start, as far as the budget goes. One that makes no call, nor its guards, always may. */
export function verdictOn(draft: Draft, ref: NodeRef): Verdict {
  const { node } = draft.compiled(ref);
  const makesCall = callsItself(draft, ref, node);
  if (node.disabled === 'pass' || (!makesCall && !isGuarded(draft, node))) return 'go';
  const { depth } = draft.budget;
  if (
    node.type === 'PLANNER' &&
    depth !== undefined &&
    plannerDepthOf(draft, draft.frame(ref.frame)) >= depth
  )
    return 'depth';
  return verdict(draft, () => needOfNode(draft, ref));
}

/**
 * Nodes that open a scope call by what is in it, but where a script says what comes of them (K2, H4). What is pinned calls
 * nothing (D10).
 */
function callsItself(draft: Draft, ref: NodeRef, node: PlanNode): boolean {
  if (draft.isNextCallPinned(ref)) return false;
  const behaviour = draft.behaviourOf(node);
  if (behaviour.isScripted && draft.start.simulated === true) return true;
  return behaviour.callsItself?.(node) ?? false;
}

function isGuarded(draft: Draft, node: PlanNode): boolean {
  return hasFeatures(draft, node) && featuresOf(draft, node, 'guard').length > 0;
}

/** Whether one call more of a planner may leave. */
export function verdictOnPlanning(draft: Draft, model: string | null, usesModel: boolean): Verdict {
  return verdict(draft, () => (usesModel ? needOfPlanning(draft.start.closure, model) : NOTHING));
}

/** Whether a capability may be asked to merge branches (R21). */
export function verdictOnMerge(draft: Draft, ref: NodeRef): Verdict {
  const { work } = draft.active(ref);
  if (work.kind !== 'merging') return 'go';
  return verdictOnCall(draft, draft.frame(ref.frame), work.capability, work.input);
}

/** Whether a call that is not a node's own may leave. */
export function verdictOnCall(draft: Draft, frame: Frame, capability: string, input: Json): Verdict {
  if (draft.isCallPinned(frame, capability, input)) return 'go';
  return verdict(draft, () => needOfCall(draft.start.closure, capability, input));
}

/** Pauses the run where a part of its budget is used up; raising it resumes. */
export function mayGo(draft: Draft, found: Verdict): boolean {
  if (found === 'go') return true;
  if (found !== 'wait') pause(draft, 'budget', found);
  return false;
}

/** What an answered call took is counted, whatever becomes of its answer. */
export function spend(draft: Draft, fact: Fact): void {
  // A run that was started for a goal of this one is paid by it (M3).
  if (fact.type === 'signal.received') draft.calls += count(fact.calls);
  const usage = usageOf(fact);
  if (usage === undefined) return;
  const { tokens, microUnits } = draft.spent;
  draft.spent = {
    tokens: tokens + count(usage.inputTokens) + count(usage.outputTokens),
    microUnits: microUnits + count(usage.microUnits),
  };
}

/** A service may say anything (case E4): counting backwards earns nothing. */
function count(amount = 0): number {
  return Math.max(0, amount);
}

function usageOf(fact: Fact): Usage | undefined {
  if (fact.type === 'plan.replied') return fact.attempt.usage;
  if (fact.type === 'signal.received') return fact.usage;
  return fact.type === 'effect.succeeded' || fact.type === 'effect.failed' ? fact.usage : undefined;
}

function verdict(draft: Draft, needed: () => Need): Verdict {
  const { calls, tokens, microUnits, unpriced } = draft.budget;
  if (calls !== undefined && draft.calls >= calls) return 'calls';
  if (tokens === undefined && microUnits === undefined) return 'go';
  const need = needed();
  if (microUnits !== undefined && need.microUnits === null && unpriced !== true) return 'price';
  const reserved = reservedIn(draft);
  const money = { need: need.microUnits ?? 0, limit: microUnits, spent: draft.spent.microUnits };
  const found = [
    room(
      { need: need.tokens, limit: tokens, spent: draft.spent.tokens, reserved: reserved.tokens },
      'tokens',
    ),
    room({ ...money, reserved: reserved.microUnits }, 'money'),
  ];
  return found.find((one) => one !== 'go' && one !== 'wait') ?? found.find((one) => one === 'wait') ?? 'go';
}

interface Account {
  readonly need: number;
  readonly limit: number | undefined;
  readonly spent: number;
  readonly reserved: number;
}

/**
 * A call leaves when all that is in flight and it together stay within the limit, or when it is alone and something is
 * left: so the limit is never exceeded by more than one call.
 */
function room({ need, limit, spent, reserved }: Account, part: BudgetPart): Verdict {
  if (limit === undefined || need === 0 || spent + reserved + need <= limit) return 'go';
  if (spent >= limit) return part;
  return reserved === 0 ? 'go' : 'wait';
}

/** What the calls in flight may still take. */
function reservedIn(draft: Draft): Spent {
  let tokens = 0;
  let microUnits = 0;
  for (const { command } of draft.commands.values()) {
    const need = needOf(command, draft.start.closure);
    tokens += need.tokens;
    microUnits += need.microUnits ?? 0;
  }
  return { tokens, microUnits };
}

function needOfNode(draft: Draft, ref: NodeRef): Need {
  if (!isMetered(draft, ref)) return NOTHING;
  const { node } = draft.compiled(ref);
  const { closure } = draft.start;
  if (node.type === 'PLANNER')
    return needOfPlanning(closure, plannerModels(draft.start, node).models[0] ?? null);
  const call = leafCall(draft, ref, node);
  return call?.ok ? needOfCall(closure, call.value.capability, call.value.input) : NOTHING;
}

/** Whether a node may take tokens or money: it asks a model. */
export function isMetered(draft: Draft, ref: NodeRef): boolean {
  const { node } = draft.compiled(ref);
  const { closure } = draft.start;
  if (node.type === 'PLANNER' && draft.isNextCallPinned(ref)) return false;
  if (node.type !== 'PLANNER') {
    return callsItself(draft, ref, node) && capabilitiesCalledBy(node).some((id) => asksModel(closure, id));
  }
  if (node.params?.planInputVariable !== undefined) return false;
  return plansByModel(flavourOf(node, closure.models.length > 0));
}

/** The most that a call may take: `Infinity` where nobody knows; `microUnits` is null where its price is not known. */
interface Need {
  readonly tokens: number;
  readonly microUnits: number | null;
}

/** What asks no model takes none of both. */
const NOTHING: Need = { tokens: 0, microUnits: 0 };

/** What wraps the words of a request, in tokens. */
const AROUND = 64;

const NEEDS = new WeakMap<Command, Need>();

/** The most that an open command may take: asked again and again while it is open, worked out once. */
export function needOf(command: Command, closure: Closure): Need {
  const known = NEEDS.get(command);
  if (known !== undefined) return known;
  const need = workedOut(command, closure);
  NEEDS.set(command, need);
  return need;
}

function workedOut(command: Command, closure: Closure): Need {
  if (command.kind === 'call') return needOfCall(closure, command.capability, command.input);
  if (command.kind !== 'plan' || command.text !== null || !plansByModel(command.flavour)) return NOTHING;
  return needOfPlanning(closure, command.model);
}

/** Id of the model that a command asks: null where the first shall be asked; undefined where it asks none. */
export function modelAskedBy(command: Command, closure: Closure): string | null | undefined {
  if (command.kind === 'plan')
    return command.text === null && plansByModel(command.flavour) ? command.model : undefined;
  if (command.kind !== 'call' || !asksModel(closure, command.capability)) return undefined;
  const { input } = command;
  return isJsonObject(input) && typeof input.model === 'string' ? input.model : null;
}

/** Capabilities that ask a model carry the tag `model`. */
function asksModel(closure: Closure, capability: string): boolean {
  return catalogueOf(closure).get(capability)?.tags?.includes('model') ?? false;
}

/** A token has at least one byte, so bytes bound what is sent. */
function needOfCall(closure: Closure, capability: string, input: Json): Need {
  if (!asksModel(closure, capability)) return NOTHING;
  const given = isJsonObject(input) ? input : {};
  const model = modelOf(closure, typeof given.model === 'string' ? given.model : null);
  const { maxOutputTokens } = given;
  const most = typeof maxOutputTokens === 'number' ? maxOutputTokens : model?.maxOutputTokens;
  return priced(model, utf8Length(canonicalJson(input)) + AROUND, most ?? Infinity);
}

/** A planner's request is worded outside: how long it is nobody knows before. */
function needOfPlanning(closure: Closure, model: string | null): Need {
  return priced(modelOf(closure, model), Infinity, Infinity);
}

/** Rules, task networks and capabilities ask no model of the planner's; a hybrid asks its rules first. */
export function plansByModel(flavour: PlannerFlavour): boolean {
  return !['rules', 'htn', 'hybrid', 'capability'].includes(flavour);
}

function modelOf({ models }: Closure, id: string | null): ModelSpec | undefined {
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
