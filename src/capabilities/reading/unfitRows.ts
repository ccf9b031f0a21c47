import { isJsonObject, type JsonObject, own } from '#base';
import { validateJson } from '#plan';
import { nextTask } from '#runtime';

/** So many rows are judged before others get their turn. */
const SLICE = 2_000;

/** What of rows does not fit the schema of an input: how many, and the first with its number, counted from 1. */
export async function unfitRows(schema: JsonObject, rows: readonly JsonObject[]): Promise<string | null> {
  const { items, ...list } = schema;
  const [first] = validateJson(list, [...rows]);
  if (first !== undefined) return first.message;
  if (!isJsonObject(items) || saysNothing(items)) return null;
  const definitions = Object.fromEntries(
    ['$defs', 'definitions'].flatMap((key) => {
      const value = own(schema, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
  const row = { ...definitions, ...items };
  let count = 0;
  let told = '';
  for (const [at, one] of rows.entries()) {
    if (at % SLICE === SLICE - 1) await nextTask();
    const [violation] = validateJson(row, one);
    if (violation === undefined) continue;
    count++;
    if (count === 1) told = `row ${at + 1}, ${placeOf(violation.path)}${violation.message}`;
  }
  if (count === 0) return null;
  return `${count} of ${rows.length} rows ${count === 1 ? 'does' : 'do'} not fit: ${told}`;
}

function saysNothing({ type, ...rest }: JsonObject): boolean {
  return (type === undefined || type === 'object') && Object.keys(rest).every((key) => key === 'title');
}

/** Whether a schema says more of a list than that it is one of objects. */
export function saysOfRows({ type: _, title: __, description: ___, items, ...list }: JsonObject): boolean {
  return Object.keys(list).length > 0 || (isJsonObject(items) && !saysNothing(items));
}

/** The path of a cell, in front of what is wrong with it. */
export function placeOf(path: string): string {
  return path === '' ? '' : `“${path.slice(1)}”: `;
}
