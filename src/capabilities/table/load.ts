import { own } from '#base';
import { type ColumnReading, columnReadingSchema } from '#plan';
import type { ReadDocument } from '#runtime';
import { defineCapability } from '../defineCapability';
import { documentOf } from '../documents/documentOf';
import { isLarge } from '../largeRows';
import { rows, z } from '../zod';
import { requireName } from './column';
import { handleColumns } from './handleColumns';
import { readTable } from './readTable';
import type { Column, Row } from './table';

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
  async run({ document: id, columns: wanted, read }, { documents, readDocument, tables }) {
    const document = readingAs(await readDocument(documentOf(documents, id)), read);
    const { columns, rows: all } = readTable(document);
    for (const column of wanted ?? []) requireName(columns, column);
    const names = wanted ?? columns.map(({ name }) => name);
    const kept = wanted ? all.map((one) => picked(one, wanted)) : all;
    return {
      document: document.id,
      name: document.name ?? document.id,
      columns: names,
      rows:
        tables && isLarge(kept)
          ? await tables.keep({ columns: handleColumns(named(columns, names)), rows: kept })
          : kept,
    };
  },
});

/** The columns of those names, in the order of the names. */
function named(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  return names.flatMap((wanted) => columns.find(({ name }) => name === wanted) ?? []);
}

/** The document as a plan asks for it: what it says of a column goes before what a person has said. */
function readingAs(document: ReadDocument, read: readonly ColumnReading[] | undefined): ReadDocument {
  if (read === undefined || read.length === 0) return document;
  const others = (document.columns ?? []).filter(({ name }) => !read.some((one) => one.name === name));
  return { ...document, columns: [...others, ...read] };
}

function picked(one: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, own(one, column) ?? null]));
}
