import { isJsonObject, type JsonObject } from '#base';
import { objectAt } from './members';

/** What an import of a format keeps with a workspace, a plan, a node: under `source`, by the id of the format. */
export function keptUnder(format: string, of: { readonly source?: JsonObject | undefined }): JsonObject {
  return objectAt(of.source, format) ?? {};
}

/** The same as a field to be spread into a draft: nothing where nothing is kept. */
export function keeping(format: string, kept: JsonObject): JsonObject {
  return Object.keys(kept).length === 0 ? {} : { source: { [format]: kept } };
}

/** Under which name keys of theirs are kept that would be taken for one of ours. */
const BESIDE = 'beside';

/**
 * Keys of a foreign object as they are kept under `source.<format>`, where an import also writes down what only it has to
 * know. A key of theirs with one of those names stands in an object of its own, so that neither is lost.
 *
 * @param ours the names that the import of that format uses there
 */
export function besideOurs(left: JsonObject, ours: ReadonlySet<string>): JsonObject {
  const clashing = Object.entries(left).filter(([key]) => clashes(key, ours));
  if (clashing.length === 0) return left;
  const free = Object.entries(left).filter(([key]) => !clashes(key, ours));
  return { ...Object.fromEntries(free), [BESIDE]: Object.fromEntries(clashing) };
}

/** Where a key is kept: `key`, or `beside.key`. */
export function placeBeside(key: string, ours: ReadonlySet<string>): string {
  return clashes(key, ours) ? `${BESIDE}.${key}` : key;
}

/** What was kept of theirs, without what is ours: the way back. */
export function theirsOf(kept: JsonObject, ours: ReadonlySet<string>): JsonObject {
  const beside = kept[BESIDE];
  const free = Object.entries(kept).filter(([key]) => !clashes(key, ours));
  return { ...Object.fromEntries(free), ...(isJsonObject(beside) ? beside : {}) };
}

function clashes(key: string, ours: ReadonlySet<string>): boolean {
  return key === BESIDE || ours.has(key);
}
