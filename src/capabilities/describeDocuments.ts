import type { Json, JsonObject } from '#base';
import type { WorkspaceDocument } from '#plan';
import { headingsOf, isProse, nameOf } from './documents/sections';
import { compareCells } from './table/compareCells';
import type { Column, Table } from './table/table';
import { tableOf } from './table/tableOf';
import { wordsOf } from './text/measure';

/** Distinct texts of a column that a planner gets to see. */
const SHOWN_VALUES = 50;

/**
 * What planners are told of the documents of a workspace, as `memory.tables` and `memory.documents`: names, columns
 * with their types and values, headings and sizes, never the rows or the text. A table that cannot be read is left
 * out, since no plan could use it.
 *
 * @example describeDocuments([{ id: 'sales', kind: 'csv', text: 'region,units\nNorth,3' }])
 * // { tables: [{ document: 'sales', name: 'sales', rows: 1, columns: [{ name: 'region', type: 'text',
 * //   values: ['North'] }, { name: 'units', type: 'number', min: 3, max: 3 }] }], documents: [] }
 */
export function describeDocuments(documents: readonly WorkspaceDocument[]): JsonObject {
  return {
    tables: documents.filter((document) => !isProse(document)).flatMap(describeTable),
    documents: documents.filter(isProse).map(describeProse),
  };
}

function describeProse(document: WorkspaceDocument): JsonObject {
  return {
    id: document.id,
    name: nameOf(document),
    kind: document.kind,
    words: wordsOf(document.text).length,
    headings: document.kind === 'markdown' ? headingsOf(document.text) : [],
  };
}

function describeTable(document: WorkspaceDocument): JsonObject[] {
  const read = tableOf(document);
  if (!read.ok) return [];
  const table = read.value;
  return [
    {
      document: document.id,
      name: document.name ?? document.id,
      rows: table.rows.length,
      columns: table.columns.map((column) => describeColumn(table, column)),
      ...describeTotals(table),
    },
  ];
}

/** How the last row of a table is called that adds up the others. */
const TOTAL = /^(?:(?:grand |sub)?totals?|sum|summe|gesamt|insgesamt)$/i;

/** A last row of totals, which is no row like the others: nothing may be added up with it. */
function describeTotals({ columns, rows }: Table): JsonObject {
  const last = rows.at(-1);
  const texts = columns.filter(({ type }) => type === 'text');
  const filled = texts.filter(({ name }) => (last?.[name] ?? null) !== null);
  const [only] = filled;
  const value = only && last?.[only.name];
  const isTotal = filled.length === 1 && typeof value === 'string' && TOTAL.test(value.trim());
  return isTotal && rows.length > 2 ? { totals: { column: only?.name ?? '', value } } : {};
}

function describeColumn({ rows }: Table, { name, type, unit, unread }: Column): JsonObject {
  const cells = rows.flatMap((row) => row[name] ?? []);
  const distinct = new Set(cells.filter((cell) => typeof cell !== 'object'));
  const counted = {
    ...{ name, type, distinct: distinct.size, empty: rows.length - cells.length },
    ...(unit === undefined ? {} : { unit }),
    ...(unread === undefined ? {} : { unread }),
  };
  if (type === 'text') return { ...counted, values: [...distinct].slice(0, SHOWN_VALUES) };
  if (type === 'boolean' || cells.length === 0) return counted;
  return { ...counted, ...range(cells) };
}

function range(cells: readonly Json[]): JsonObject {
  const ordered = cells.toSorted(compareCells);
  return { min: ordered[0] ?? null, max: ordered.at(-1) ?? null };
}
