import { isJsonObject, isRows, isTableHandle, type Json, type JsonObject, LIMITS, utf8Length } from '#base';
import type { CallContext, Tables } from '#runtime';
import { columnsOf } from './columnsOf';
import { handleColumns } from './handleColumns';

/**
 * The rows of those fields of an input that are tables by reference: a capability over rows knows no other form (V6).
 *
 * @returns none where this host keeps no tables
 */
export async function rowsByReference(
  input: Json,
  { tables }: CallContext,
): Promise<Readonly<Record<string, readonly JsonObject[]>>> {
  if (tables === undefined || !isJsonObject(input)) return {};
  const fields = Object.entries(input).map(async ([key, value]) =>
    isTableHandle(value) ? [[key, (await tables.read(value)).rows] as const] : [],
  );
  return Object.fromEntries((await Promise.all(fields)).flat());
}

/**
 * A result whose `rows` make it larger than a step may give, with the handle of these rows in their place (V6). The switch is
 * a size, the same in every host.
 *
 * @param input what the capability was given: columns of tables by reference keep their units
 */
export async function withoutRows(result: JsonObject, input: Json, tables: Tables): Promise<JsonObject> {
  const { rows } = result;
  if (!isRows(rows) || !isLarge(rows)) return result;
  const units = unitsIn(input);
  const columns = handleColumns(
    columnsOf(rows).map(({ name, type }) => ({
      name,
      type,
      unit: type === 'number' ? units.get(name) : undefined,
    })),
  );
  return { ...result, rows: await tables.keep({ columns, rows }) };
}

/** Whether rows alone are above the limit; it is known early where they are far above it. */
export function isLarge(rows: readonly JsonObject[]): boolean {
  let bytes = 2;
  for (const row of rows) {
    bytes += utf8Length(JSON.stringify(row)) + 1;
    if (bytes > LIMITS.toolOutputBytes) return true;
  }
  return false;
}

function unitsIn(input: Json): ReadonlyMap<string, string> {
  const units = new Map<string, string>();
  if (!isJsonObject(input)) return units;
  for (const value of Object.values(input)) {
    if (!isTableHandle(value)) continue;
    for (const { name, unit } of value.$table.columns) if (unit !== undefined) units.set(name, unit);
  }
  return units;
}
