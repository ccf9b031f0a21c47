import type { Json, JsonObject } from './json';

/**
 * A row of a table: cells under the names of their columns. Of large tables this is most of the work of reading, and assigning takes
 * a fraction of the time of `fromEntries`; a column that is called `__proto__` is an own property all the same (case C1).
 *
 * @param cellAt the cell of a column, by its place among the names
 */
export function rowOf(names: readonly string[], cellAt: (index: number) => Json): JsonObject {
  const row: Record<string, Json> = {};
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    if (name === '__proto__') define(row, name, cellAt(index));
    else row[name] = cellAt(index);
  }
  return row;
}

function define(row: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(row, name, { value, configurable: true, enumerable: true, writable: true });
}
