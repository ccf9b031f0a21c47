import {
  type Diagnostic,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  parseExactJson,
  problem,
  type Result,
  utf8Length,
} from '#base';
import { type ColumnReading, type FileDocument, takesRows, validateJson } from '#plan';
import type { ReadDocument, Tables } from '#runtime';
import { handleColumns } from './reading/handleColumns';
import { rowsInLines } from './reading/knownReadings';
import { isLarge } from './reading/largeRows';
import { readTable } from './reading/readTable';
import { workOnRows } from './reading/rowsInWorker';
import type { TableShape } from './reading/table';
import { shapeOf } from './reading/tableOf';
import { placeOf, saysOfRows, unfitRows } from './reading/unfitRows';

/** What a file is as the value of an input. */
interface FileValue {
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
  const table = takesRows(schema) ? shapeOf(document) : null;
  if (table?.ok) return rowsOf(document, table.value, schema, tables);
  // Of what looks like a table, why it is none says more than that it is no list.
  if (table !== null && !isTextual(schema) && document.kind !== 'json')
    return err(unfits(document, table.problem.message, table.problem.help));
  return contentOf(document, schema);
}

async function rowsOf(
  document: ReadDocument,
  { columns: read, count }: TableShape,
  schema: JsonObject,
  tables: Tables,
): Promise<Result<FileValue, Diagnostic>> {
  const columns = handleColumns(read);
  const inLines = rowsInLines(document);
  if (inLines !== null) {
    const unfit = saysOfRows(schema) ? await workOnRows(inLines, 'unfit', { schema }) : null;
    if (unfit !== null) return err(unfits(document, unfit));
    return ok({ value: await tables.keep({ columns, count, lines: inLines.lines }), rows: count });
  }
  const { rows } = readTable(document);
  const unfit = await unfitRows(schema, rows);
  if (unfit !== null) return err(unfits(document, unfit));
  return ok({ value: isLarge(rows) ? await tables.keep({ columns, rows }) : [...rows], rows: count });
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
