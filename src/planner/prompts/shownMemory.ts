import { isJsonObject, type Json, type JsonObject, own } from '#base';

/** Values of a column that a model gets to see: the built-in planner looks names up among more of them. */
export const SHOWN_VALUES = 50;

/**
 * The memory of a planner as a prompt shows it: of each column of a table the first values only.
 *
 * @example shownMemory({ tables: [] }) // { tables: [] }
 */
export function shownMemory(memory: JsonObject, values = SHOWN_VALUES): JsonObject {
  const tables = own(memory, 'tables');
  return Array.isArray(tables)
    ? { ...memory, tables: tables.map((table) => shownTable(table, values)) }
    : memory;
}

function shownTable(table: Json, values: number): Json {
  const columns = isJsonObject(table) ? own(table, 'columns') : undefined;
  return isJsonObject(table) && Array.isArray(columns)
    ? { ...table, columns: columns.map((column) => shownColumn(column, values)) }
    : table;
}

function shownColumn(column: Json, most: number): Json {
  const values = isJsonObject(column) ? own(column, 'values') : undefined;
  return isJsonObject(column) && Array.isArray(values)
    ? { ...column, values: values.slice(0, most) }
    : column;
}
