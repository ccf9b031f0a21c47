import type { Pin } from '#kernel';
import { capabilityAsked, NODE_TYPES, type State, type StateMachinePlan } from '#plan';
import { type GraphNode, type NodeCard, shortValue } from '#projection';

/** D10: whether it can be pinned what comes of a card: a step that asks somebody outside, or runs a plan. */
export function isPinnable(card: GraphNode): card is NodeCard {
  return (
    card.type !== 'STATE' &&
    card.lane === null &&
    card.mark === null &&
    NODE_TYPES[card.type].pinnable === true
  );
}

/**
 * The pin of a card, as a run reads them: that of a node goes before that of its capability, and a state has only the latter. Null where
 * there is none.
 *
 * @param machine the one that is shown
 */
export function pinOf(
  pins: readonly Pin[],
  card: GraphNode,
  plan: string,
  machine: StateMachinePlan | null = null,
): Pin | null {
  if (pins.length === 0) return null;
  const ofCapability = pinOfCapability(pins, capabilityOf(card, machine));
  if (!isPinnable(card)) return ofCapability;
  const { node } = card;
  const ofNode = pins.find(
    (pin) => 'node' in pin && pin.node === node.id && (pin.plan ?? planOf(card, plan)) === planOf(card, plan),
  );
  return ofNode ?? ofCapability;
}

/** The pin of every call of a capability; null where there is none. */
export function pinOfCapability(pins: readonly Pin[], capability: string | null): Pin | null {
  return pins.find((pin) => 'capability' in pin && pin.capability === capability) ?? null;
}

/** The capability whose pin answers for a card: the one that it calls, or asks for its plan. Null where there is none. */
export function capabilityOf(card: GraphNode, machine: StateMachinePlan | null = null): string | null {
  if (card.type === 'STATE') return machine === null ? null : capabilityOfState(card.node, machine);
  if (!isPinnable(card)) return null;
  const { node } = card;
  if (node.type === 'CAPABILITY') return node.params.capability;
  return node.type === 'PLANNER' ? capabilityAsked(node) : null;
}

/** What answers the action of a state (M2), else the first of what it invokes. */
function capabilityOfState(
  { action, invoke = [] }: State,
  { responders = [] }: StateMachinePlan,
): string | null {
  const responder = responders.find(({ request }) => request === action?.event);
  return responder?.capability ?? invoke.find((one) => one.capability !== undefined)?.capability ?? null;
}

/** The plan that a card belongs to: the one that is shown, or one that a SUB_PLAN of it runs. */
export function planOf(card: GraphNode, shown: string): string {
  return card.subPlan ?? shown;
}

/** What a pin gives, in a few words. */
export function pinWords(pin: Pin): string {
  const end =
    'error' in pin ? `Fails with ${pin.error.code}: ${pin.error.message}` : `Gives ${shortValue(pin.output)}`;
  return pin.when === undefined ? end : `${end}, when ${pin.when}`;
}
