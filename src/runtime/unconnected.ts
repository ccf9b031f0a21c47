import type { ModelSpec } from '#plan';

/**
 * What keeps a call of a model from leaving (K13): the slot of the model is filled by nobody yet. A model that is not
 * there keeps nothing: its call leaves, and fails.
 */
export function unconnectedAmong(
  models: readonly ModelSpec[],
  isFilled: (slot: string) => boolean,
): (model: string | null) => string | null {
  return (model) => {
    const spec = model === null ? models[0] : models.find(({ id }) => id === model);
    if (spec === undefined || isFilled(spec.connection)) return null;
    return `The model "${spec.id}" needs the connection "${spec.connection}", and nothing is chosen for it yet.`;
  };
}
