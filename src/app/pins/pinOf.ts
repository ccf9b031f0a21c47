import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withoutAttempt } from '#base';
import type { Pin, PinnedPlace } from '#kernel';
import { capabilityAsked, NODE_TYPES, type State, type StateMachinePlan } from '#plan';
import { type GraphNode, type NodeCard, shortValue } from '#projection';
import { sayThrown } from '../state/sayTrouble';
import { storedQuery } from '../state/services';
import { type Session, useScene, useSession } from '../state/session';

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

const NO_KEYS: ReadonlySet<string> = new Set();

/** D10: keys of the cards that are pinned, now or in the run that is shown. */
export function usePinnedKeys(): ReadonlySet<string> {
  const pins = usePins();
  const graph = useScene((scene) => scene.graph);
  const plan = useScene((scene) => scene.plan?.id ?? '');
  const machine = useScene((scene) => scene.machine);
  const view = useScene((scene) => scene.view);
  const hadPins = view?.started?.reuse?.pins !== undefined;
  return useMemo(() => {
    if (pins.length === 0 && !hadPins) return NO_KEYS;
    const keys = graph.nodes.filter(
      (card) =>
        pinOf(pins, card, plan, machine) !== null ||
        view?.nodes.get(withoutAttempt(card.address))?.pinned === true,
    );
    return new Set(keys.map(({ key }) => key));
  }, [pins, hadPins, graph, plan, machine, view]);
}

/** What is pinned in the open workspace (D10), in the order in which it counts. */
export function usePins(): readonly Pin[] {
  const { id } = useSession();
  return useQuery(storedQuery('settings', ['pins', id], ({ pins }) => pins.of(id))).data ?? NONE;
}

const NONE: readonly Pin[] = [];

/** The same, as they are now; null where they cannot be read, which is said: a run might call what is pinned. */
export async function readPins({ id, storage }: Session): Promise<readonly Pin[] | null> {
  try {
    return await storage.pins.of(id);
  } catch (thrown) {
    sayThrown(thrown, 'What is pinned could not be read.');
    return null;
  }
}

/** Pins something, in the place of what was pinned there. */
export function keepPin(session: Session, pin: Pin): Promise<boolean> {
  return changePins(session, (pins) => [...pins.filter((one) => !isSamePlace(one, pin)), pin]);
}

/** Removes what is pinned there. */
export function removePin(session: Session, place: PinnedPlace): Promise<boolean> {
  return changePins(session, (pins) => pins.filter((one) => !isSamePlace(one, place)));
}

/** @returns whether it is kept; where it is not, that was said */
async function changePins(
  { id, storage }: Session,
  change: (pins: readonly Pin[]) => readonly Pin[],
): Promise<boolean> {
  try {
    await storage.pins.change(id, change);
    return true;
  } catch (thrown) {
    sayThrown(thrown, 'The pin could not be changed.');
    return false;
  }
}

export function isSamePlace(one: PinnedPlace, other: PinnedPlace): boolean {
  if ('capability' in one) return 'capability' in other && one.capability === other.capability;
  return 'node' in other && one.node === other.node && one.plan === other.plan;
}
