import type { Pin } from '#kernel';
import { capabilityAsked, NODE_TYPES } from '#plan';
import type { GraphNode, NodeCard } from '#projection';

/** D10: whether it can be pinned what comes of a card: a step that asks somebody outside, or runs a plan. */
export function isPinnable(card: GraphNode): card is NodeCard {
  return (
    card.type !== 'STATE' &&
    card.lane === null &&
    card.mark === null &&
    NODE_TYPES[card.type].pinnable === true
  );
}

/** The pin of a card, as a run reads them: that of a node goes before that of its capability. Null where there is none. */
export function pinOf(pins: readonly Pin[], card: GraphNode, plan: string): Pin | null {
  if (pins.length === 0 || !isPinnable(card)) return null;
  const { node } = card;
  const ofNode = pins.find(
    (pin) => 'node' in pin && pin.node === node.id && (pin.plan ?? planOf(card, plan)) === planOf(card, plan),
  );
  return ofNode ?? pinOfCapability(pins, capabilityOf(card));
}

/** The pin of every call of a capability; null where there is none. */
export function pinOfCapability(pins: readonly Pin[], capability: string | null): Pin | null {
  return pins.find((pin) => 'capability' in pin && pin.capability === capability) ?? null;
}

/** The capability whose pin answers for a card: the one that it calls, or asks for its plan. Null where there is none. */
export function capabilityOf({ node }: NodeCard): string | null {
  if (node.type === 'CAPABILITY') return node.params.capability;
  return node.type === 'PLANNER' ? capabilityAsked(node) : null;
}

/** The plan that a card belongs to: the one that is shown, or one that a SUB_PLAN of it runs. */
export function planOf(card: GraphNode, shown: string): string {
  return card.subPlan ?? shown;
}
