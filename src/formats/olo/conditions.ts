import type { Json } from '#base';

/** What counts as false there: nothing, false, 0, blank text, and the word "false". */
export function isTrue(read: string): string {
  return `!(dyn(${read}) in [null, false, 0, "false"]) && !(type(dyn(${read})) == string && dyn(${read}).trim() == "")`;
}

/** What `isTrue` asks for; undefined for any other condition. */
export function readOfTruth(condition: string): string | undefined {
  const read = /^!\(dyn\((.+?)\) in \[null, false, 0, "false"\]\)/s.exec(condition)?.[1];
  return read !== undefined && condition === isTrue(read) ? read : undefined;
}

/** A case there is equal as a value, or as text. */
export function isCase(read: string, value: Json): string {
  const alike = [value, ...othersAlike(value)];
  return `dyn(${read}) in ${JSON.stringify(alike)}`;
}

/** What `isCase` reads and compares with; undefined for any other condition. */
export function caseOf(condition: string): { readonly read: string; readonly value: Json } | undefined {
  const parts = /^dyn\((.+?)\) in (\[.*\])$/s.exec(condition);
  if (parts?.[1] === undefined || parts[2] === undefined) return undefined;
  try {
    const [value] = JSON.parse(parts[2]) as readonly Json[];
    return value !== undefined && condition === isCase(parts[1], value)
      ? { read: parts[1], value }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Values of other types that are written alike. */
function othersAlike(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value === 'true' || value === 'false') return [value === 'true'];
  const isNumber =
    typeof value === 'string' && /^-?(0|[1-9]\d{0,14})(\.\d{0,9}[1-9])?$/.test(value) && value !== '-0';
  return isNumber ? [Number(value)] : [];
}
