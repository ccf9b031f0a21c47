import { isJsonObject, type Json, type JsonObject, own } from '#base';

/** Values of a column that a model gets to see: the built-in planner looks names up among more of them. */
const SHOWN_VALUES = 50;

/**
 * The memory of a planner as a prompt shows it: of each column of a table the first values only.
 *
 * @example shownMemory({ tables: [] }) // { tables: [] }
 */
export function shownMemory(memory: JsonObject): JsonObject {
  const tables = own(memory, 'tables');
  return Array.isArray(tables) ? { ...memory, tables: tables.map(shownTable) } : memory;
}

function shownTable(table: Json): Json {
  const columns = isJsonObject(table) ? own(table, 'columns') : undefined;
  return isJsonObject(table) && Array.isArray(columns)
    ? { ...table, columns: columns.map(shownColumn) }
    : table;
}

function shownColumn(column: Json): Json {
  const values = isJsonObject(column) ? own(column, 'values') : undefined;
  return isJsonObject(column) && Array.isArray(values)
    ? { ...column, values: values.slice(0, SHOWN_VALUES) }
    : column;
}
