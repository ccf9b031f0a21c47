import { useQuery } from '@tanstack/react-query';
import type { Pin, PinnedPlace } from '#kernel';
import { sayThrown } from '../state/sayTrouble';
import { storedQuery } from '../state/services';
import { type Session, useSession } from '../state/session';

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
