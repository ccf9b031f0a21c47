import type { Json } from '#base';
import { capabilitiesCalledBy, flavourOf, type PlanNode } from '#plan';
import { plannerModels } from './closure';
import type { Draft } from './draft';
import type { BudgetPart, Fact, Usage } from './fact';
import { featuresOf, hasFeatures } from './features';
import type { Frame, NodeRef } from './frame';
import { asksModel, type Need, NOTHING, needOf, needOfCall, needOfPlanning, plansByModel } from './need';
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
  return draft.hasFeatures && hasFeatures(draft, node) && featuresOf(draft, node, 'guard').length > 0;
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
  if (found !== 'wait') draft.pause('budget', found);
  return false;
}

/** What an answered call took is counted, whatever becomes of its answer. */
export function spend(draft: Draft, fact: Fact): void {
  if (draft.withdrawn.length > 0) freeWithdrawn(draft, fact);
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

/** R17: what was withdrawn has come back late, so nothing is kept for it any more. */
function freeWithdrawn(draft: Draft, fact: Fact): void {
  if (fact.type !== 'effect.succeeded' && fact.type !== 'effect.failed' && fact.type !== 'plan.replied')
    return;
  const { address } = fact;
  if (!draft.commands.has(address))
    draft.withdrawn = draft.withdrawn.filter((command) => command.address !== address);
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

/** What the calls in flight may still take, those included that were withdrawn and have not come back. */
function reservedIn(draft: Draft): Spent {
  let tokens = 0;
  let microUnits = 0;
  const open = draft.commands.values().map(({ command }) => command);
  for (const command of [...open, ...draft.withdrawn]) {
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
  const call = draft.callOf(ref, node);
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
