import type { ModelSpec } from '#plan';

/** What stands in a slot: a connection that can be used, none, or one whose key is not to be had yet. */
export type SlotStanding = 'filled' | 'empty' | 'locked' | 'unreadable';

const WANTING: Readonly<Record<Exclude<SlotStanding, 'filled'>, string>> = {
  empty: 'nothing is chosen for it yet',
  locked: 'its key is locked: unlock it with your passphrase',
  unreadable: 'its key cannot be read any more: type it again',
};

/**
 * What keeps a call of a model from leaving (K13): nobody has filled the slot of the model yet, or what fills it cannot be
 * used. A model that is not there keeps nothing: its call leaves, and fails.
 */
export function unconnectedAmong(
  models: readonly ModelSpec[],
  standingOf: (slot: string) => SlotStanding,
): (model: string | null) => string | null {
  return (model) => {
    const spec = model === null ? models[0] : models.find(({ id }) => id === model);
    if (spec === undefined) return null;
    const standing = standingOf(spec.connection);
    if (standing === 'filled') return null;
    return `The model "${spec.id}" needs the connection "${spec.connection}", and ${WANTING[standing]}.`;
  };
}
