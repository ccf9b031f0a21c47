import {
  type Diagnostic,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  own,
  parseExactJson,
  problem,
  type Result,
  utf8Length,
} from '#base';
import { type ColumnReading, type FileDocument, takesRows, validateJson } from '#plan';
import { nextTask, type ReadDocument, type Tables } from '#runtime';
import { isLarge } from './largeRows';
import { tableOf } from './table/tableOf';

/** What a file is as the value of an input. */
export interface FileValue {
  readonly value: Json;
  /** How many rows of a table it has; null of what is none. */
  readonly rows: number | null;
}

/**
 * A file as the input of a run (V1): the rows of a table where the schema takes a list, as `table.load` reads them; else what
 * a JSON file holds, or the text of a document. Small values stay as they are, larger tables are kept and handed on by
 * reference (V6).
 *
 * @param document what was read of the file, with `columnsForInput`; its id is the variable
 * @param schema of the variable
 * @returns the value, or `INPUT_INVALID` with what does not fit, `INPUT_TOO_LARGE` of a text above `LIMITS.toolOutputBytes`
 * @throws StorageError where the table cannot be kept
 * @example
 * const value = await inputOfFile(document, { type: 'array' }, tablesIn(blobs));
 */
export async function inputOfFile(
  document: ReadDocument,
  schema: JsonObject = {},
  tables: Tables,
): Promise<Result<FileValue, Diagnostic>> {
  const table = takesRows(schema) ? tableOf(document) : null;
  if (table?.ok) {
    const { columns, rows } = table.value;
    const unfit = await unfitRows(schema, rows);
    if (unfit !== null) return err(unfits(document, unfit));
    const named = columns.map(({ name, type, unit }) => ({
      name,
      type,
      ...(unit === undefined ? {} : { unit }),
    }));
    const value = isLarge(rows) ? await tables.keep({ columns: named, rows }) : [...rows];
    return ok({ value, rows: rows.length });
  }
  // Of what looks like a table, why it is none says more than that it is no list.
  if (table !== null && !isTextual(schema) && document.kind !== 'json')
    return err(unfits(document, table.problem.message, table.problem.help));
  return contentOf(document, schema);
}

/** Whether a file can be the value of a variable: a list, an object, a text that is not one of a few. */
export function takesFile(schema: JsonObject = {}): boolean {
  const { type, enum: choices, const: only, format } = schema;
  if (choices !== undefined || only !== undefined || format !== undefined) return false;
  const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
  return types.length === 0 || types.some((one) => one === 'array' || one === 'object' || one === 'string');
}

/**
 * How the columns of a file are read for an input: one that the schema wants as text stays text, `00420` and all.
 *
 * @example columnsForInput({ items: { properties: { zip: { type: 'string' } } } }) // { columns: [{ name: 'zip', type: 'text' }] }
 */
export function columnsForInput({ items }: JsonObject = {}): Pick<FileDocument, 'columns'> {
  const wanted = isJsonObject(items) ? items.properties : undefined;
  const columns = Object.entries(isJsonObject(wanted) ? wanted : {}).flatMap(
    ([name, about]): ColumnReading[] =>
      isJsonObject(about) && about.type === 'string' && about.format === undefined
        ? [{ name, type: 'text' }]
        : [],
  );
  return columns.length === 0 ? {} : { columns };
}

function contentOf(document: ReadDocument, schema: JsonObject): Result<FileValue, Diagnostic> {
  if (document.kind === 'sheet') return err(unfits(document, 'It is a table, and this input takes none.'));
  const json = document.kind === 'json' ? parseExactJson(document.text, LIMITS.jsonDepth) : null;
  const value = json?.ok && !isPlainText(schema) ? json.value : document.text;
  const bytes = utf8Length(document.text);
  if (bytes > LIMITS.toolOutputBytes) return err(tooLarge(document, bytes));
  const [first] = validateJson(schema, value);
  return first === undefined
    ? ok({ value, rows: null })
    : err(unfits(document, `${placeOf(first.path)}${first.message}`));
}

function isPlainText({ type }: JsonObject): boolean {
  return type === 'string';
}

function isTextual({ type }: JsonObject): boolean {
  return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'));
}

/** So many rows are judged before others get their turn. */
const SLICE = 2_000;

/** What does not fit: of rows how many, and the first with its number, counted from 1. */
async function unfitRows(schema: JsonObject, rows: readonly JsonObject[]): Promise<string | null> {
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

function placeOf(path: string): string {
  return path === '' ? '' : `“${path.slice(1)}”: `;
}

function unfits(
  { id, name = id }: ReadDocument,
  why: string,
  help = `Choose a file that fits “${id}”.`,
): Diagnostic {
  return problem('INPUT_INVALID', `“${name}” does not fit the input “${id}”: ${why}`, help);
}

function tooLarge({ id, name = id }: ReadDocument, bytes: number): Diagnostic {
  return problem(
    'INPUT_TOO_LARGE',
    `“${name}” is a text of ${bytes} bytes, and an input takes ${LIMITS.toolOutputBytes}.`,
    'Add it to the workspace as a document, and let the plan search it.',
  );
}
