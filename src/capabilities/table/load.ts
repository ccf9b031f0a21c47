import type { Json } from '#base';
import { type ColumnReading, columnReadingSchema } from '#plan';
import type { CallContext, ReadDocument } from '#runtime';
import { defineCapability } from '../defineCapability';
import { documentOf } from '../documentOf';
import { handleColumns } from '../reading/handleColumns';
import { rowsInLines } from '../reading/knownReadings';
import { isLarge } from '../reading/largeRows';
import { pickedRow } from '../reading/pickedRow';
import { isTableRead, readShape, readTable } from '../reading/readTable';
import { workOnRows } from '../reading/rowsInWorker';
import type { Column, Row } from '../reading/table';
import { readTableAhead } from '../reading/tableInWorker';
import { rows, z } from '../zod';
import { requireName } from './column';

/** What a document may say of a column, with the titles of a form. */
const { name, type, unit, read } = columnReadingSchema.shape;
const READING = z.strictObject({
  name: name.meta({ title: 'Column' }),
  type: type.meta({ title: 'As' }),
  unit: unit.meta({ title: 'Unit' }),
  read: read.meta({ title: 'Notation' }),
});

export const load = defineCapability({
  id: 'table.load',
  title: 'Load table',
  description:
    'Reads a table of the workspace (CSV, rows of JSON, a spreadsheet, Parquet) into rows; "columns" keeps only some.',
  input: z.strictObject({
    document: z.string().min(1).meta({ title: 'Document', description: 'Id of the document.' }),
    columns: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .meta({ title: 'Only these columns', description: 'All when left out.' }),
    read: z
      .array(READING)
      .optional()
      .meta({ title: 'Read columns as', description: 'For this plan alone, before what the document says.' }),
  }),
  output: z.object({ document: z.string(), name: z.string(), columns: z.array(z.string()), rows }),
  effect: 'read',
  icon: 'table',
  tags: ['table', 'csv'],
  whenTooLarge: 'Load only the columns that are needed, or split the document.',
  async run({ document: id, columns: wanted, read }, context) {
    const { documents, readDocument, signal } = context;
    const document = readingAs(await readDocument(documentOf(documents, id)), read);
    if (!isTableRead(document)) await readTableAhead(document, { signal });
    const { columns } = readShape(document);
    for (const column of wanted ?? []) requireName(columns, column);
    const names = wanted ?? columns.map(({ name }) => name);
    return {
      document: document.id,
      name: document.name ?? document.id,
      columns: names,
      rows: await rowsOf(document, wanted === undefined ? null : named(columns, wanted), context),
    };
  },
});

/** The rows with some of their columns, or all: few as they are, many kept. */
async function rowsOf(
  document: ReadDocument,
  wanted: readonly Column[] | null,
  { tables, signal }: CallContext,
): Promise<Json> {
  const { columns, count } = readShape(document);
  const of = handleColumns(wanted ?? columns);
  const inLines = tables === undefined ? null : rowsInLines(document);
  const loaded =
    inLines === null
      ? { rows: chosen(readTable(document).rows, wanted) }
      : wanted === null
        ? inLines
        : await workOnRows(inLines, 'pick', { columns: wanted }, signal);
  if (tables && 'lines' in loaded) return tables.keep({ columns: of, count, lines: loaded.lines });
  if (!('rows' in loaded)) return [];
  const { rows } = loaded;
  return tables && isLarge(rows) ? tables.keep({ columns: of, rows }) : [...rows];
}

function chosen(rows: readonly Row[], wanted: readonly Column[] | null): readonly Row[] {
  if (wanted === null) return rows;
  const names = wanted.map(({ name }) => name);
  return rows.map((row) => pickedRow(row, names));
}

/** The columns of those names, in the order of the names. */
function named(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  return names.flatMap((wanted) => columns.find(({ name }) => name === wanted) ?? []);
}

/** Documents that plans read otherwise, by how: the same object for the same reading, whose table is read once. */
const otherwise = new WeakMap<ReadDocument, Map<string, ReadDocument>>();

/** The document as a plan asks for it: what it says of a column goes before what a person has said. */
function readingAs(document: ReadDocument, read: readonly ColumnReading[] | undefined): ReadDocument {
  if (read === undefined || read.length === 0) return document;
  const readings = otherwise.get(document) ?? new Map<string, ReadDocument>();
  otherwise.set(document, readings);
  const key = JSON.stringify(read);
  const made = readings.get(key) ?? withColumns(document, read);
  readings.set(key, made);
  return made;
}

function withColumns(document: ReadDocument, read: readonly ColumnReading[]): ReadDocument {
  const others = (document.columns ?? []).filter(({ name }) => !read.some((one) => one.name === name));
  return { ...document, columns: [...others, ...read] };
}
