import type { ModelSpec } from '../schema/workspace';

/**
 * The model of that id, or, for `connection/name`, one that the workspace does not list.
 *
 * @returns undefined where there is none
 */
export function modelNamed(models: readonly ModelSpec[], name: string): ModelSpec | undefined {
  const listed = models.find(({ id }) => id === name);
  if (listed !== undefined) return listed;
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) return undefined;
  const connection = name.slice(0, slash);
  return { id: connection, connection, model: name.slice(slash + 1) };
}
