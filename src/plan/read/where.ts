import { escapePointer, isJsonObject, type Json, type Where } from '#base';

/**
 * Where a path into a document is, in the words of a diagnostic: the plan and node that it passes, and the rest
 * as a JSON Pointer (RFC 6901) into the innermost node, or into the whole document where there is none.
 *
 * @param around what is known already, when the value is a part of a document
 */
export function whereIs(root: Json, path: readonly PropertyKey[], around: Where = {}): Where {
  let value: Json | undefined = root;
  let where: Where = around;
  let fieldFrom = 0;
  for (const [position, key] of path.entries()) {
    value = valueAt(value, key);
    const id = isJsonObject(value) && typeof value.id === 'string' ? value.id : undefined;
    const collection = path[position - 1];
    if (id === undefined || typeof key !== 'number') continue;
    if (collection === 'plans') where = { ...where, plan: id };
    if (collection !== 'nodes') continue;
    where = { ...where, node: id };
    fieldFrom = position + 1;
  }
  const field = pointerOf(path.slice(fieldFrom));
  return field === '' ? where : { ...where, field };
}

/** A path as a JSON Pointer (RFC 6901). */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${escapePointer(String(key))}`).join('');
}

/** The value at the end of a path, undefined where the path leaves the value. */
export function valueAtPath(root: Json, path: readonly PropertyKey[]): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path) value = valueAt(value, key);
  return value;
}

function valueAt(value: Json | undefined, key: PropertyKey): Json | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? (value as readonly Json[])[key] : undefined;
  if (isJsonObject(value)) return Object.hasOwn(value, key) ? value[String(key)] : undefined;
  return undefined;
}
