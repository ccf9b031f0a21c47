import { type Json, LIMITS, own, present, rowOf } from '#base';
import type { ColumnReading, ColumnType } from '#plan';
import type { ReadDocument } from '#runtime';
import type { Cell } from './columns/cell';
import { type ReadColumn, readColumn, readColumnAs } from './columns/readColumn';
import { reportColumn } from './columns/reportColumn';
import { columnsOf } from './columnsOf';
import { csvTable } from './csv/csvTable';
import type { GridTable } from './grid/gridTable';
import { sheetTable } from './grid/sheetTable';
import { summaryNotes } from './grid/summaryNotes';
import { type SummaryRow, summaryRows } from './grid/summaryRows';
import { notATable, rowsInJson, tooWide } from './jsonRows';
import { knownReading, rowsHere, type TableReport } from './knownReadings';
import type { Column, Row, Table, TableShape } from './table';
import type { WrittenCells } from './writtenLines';

/** Documents are values, and reading one takes time: a table is read once for as long as its document is there. */
const tables = new WeakMap<ReadDocument, Table>();

/** Whether the table of a document has been read here or elsewhere. */
export function isTableRead(document: ReadDocument): boolean {
  return tables.has(document) || knownReading(document) !== undefined;
}

/**
 * Reads a document as a table: CSV, or JSON that is an array of objects. What a person said of its columns goes before
 * what their cells look like (W8).
 *
 * @throws CallError `NOT_A_TABLE`, or one of `csvTable`
 */
export function readTable(document: ReadDocument): Table {
  const before = tables.get(document) ?? tableRead(document);
  if (before) return before;
  const cells = cellsIn(document);
  const columns = cells.columns.map((column) => ({
    ...column,
    read: readCells(column, saidOf(document, column)),
  }));
  const table = {
    columns: columns.map(({ name, read }): Column => {
      const { type, unit, unread } = read;
      return { name, type, ...present({ unit }), ...(unread === 0 ? {} : { unread }) };
    }),
    rows: cells.rowsOf(columns),
    ...labelled('leftOut', cells.leftOut),
    ...labelled('inDoubt', cells.inDoubt),
  };
  tables.set(document, table);
  return table;
}

/** The table of a document that was read elsewhere. */
function tableRead(document: ReadDocument): Table | null {
  const known = knownReading(document);
  if (known === undefined) return null;
  const { count: _, ...about } = known.shape;
  const table = { ...about, rows: rowsHere(known.content).rows };
  tables.set(document, table);
  return table;
}

/** What the table of a document is besides its rows, which nobody needs to hold for that. @throws CallError as `readTable` does */
export function readShape(document: ReadDocument): TableShape {
  const known = knownReading(document)?.shape;
  if (known) return known;
  const { rows, ...about } = readTable(document);
  return { ...about, count: rows.length };
}

/**
 * @param wanted whether a column of that name is asked for; all when left out
 * @throws CallError as `readTable` does
 */
export function reportTable(document: ReadDocument, wanted = (_name: string) => true): TableReport {
  const known = knownReading(document)?.report;
  if (known) return { ...known, columns: known.columns.filter(({ name }) => wanted(name)) };
  const { columns, notes, leftOut, inDoubt } = cellsIn(document);
  return {
    columns: columns
      .filter(({ name }) => wanted(name))
      .map(({ name, cells, asTheyAre }) =>
        cells === null
          ? {
              name,
              type: asTheyAre ?? 'text',
              isSaid: false,
              filled: 0,
              nearest: null,
              choices: [],
              open: [],
            }
          : reportColumn(name, cells, saidOf(document, { name })),
      ),
    notes: [...notes, ...summaryNotes(leftOut, inDoubt)],
  };
}

/**
 * What stands in the text cells of a document, before anybody reads them.
 *
 * @returns the cell of a row (from 0) and column; null where there is none, or it was no text
 * @throws CallError as `readTable` does
 */
export function writtenIn(document: ReadDocument): WrittenCells {
  const known = knownReading(document);
  if (known) return rowsHere(known.content).written;
  const cells = new Map(cellsIn(document).columns.map((column) => [column.name, column.cells]));
  return (row, column) => {
    const cell = cells.get(column)?.[row];
    return typeof cell === 'string' ? cell : null;
  };
}

/**
 * The cells of a column, before anybody reads them: of a table that was read elsewhere what was written there, or the value where
 * that is no other.
 *
 * @returns none where there is no such column, or its values are more than cells
 * @throws CallError as `readTable` does
 */
export function cellsBefore(document: ReadDocument, name: string): readonly Cell[] {
  const known = knownReading(document);
  if (known) {
    const { rows, written } = rowsHere(known.content);
    return rows.map((row, at) => written(at, name) ?? cellOf(own(row, name) ?? null));
  }
  return cellsIn(document).columns.find((column) => column.name === name)?.cells ?? [];
}

function labelled<K extends 'leftOut' | 'inDoubt'>(key: K, rows: readonly SummaryRow[]) {
  return rows.length === 0 ? {} : { [key]: rows.map(({ label }) => label) };
}

/** A column before it is read; without `cells` its values are more than cells, and stay as they are. */
interface UnreadColumn {
  readonly name: string;
  readonly cells: readonly Cell[] | null;
  readonly asTheyAre?: ColumnType;
}

interface TableCells {
  readonly columns: readonly UnreadColumn[];
  readonly notes: readonly string[];
  /** Rows that sum up others, which are in no column any more; and those that may be such, which are. */
  readonly leftOut: readonly SummaryRow[];
  readonly inDoubt: readonly SummaryRow[];
  rowsOf(columns: readonly (UnreadColumn & { readonly read: ReadColumn })[]): readonly Row[];
}

/** Table, report and what was written are asked for one after the other; what nobody asks for any more may go. */
const split = new WeakMap<ReadDocument, WeakRef<TableCells>>();

function cellsIn(document: ReadDocument): TableCells {
  const before = split.get(document)?.deref();
  if (before) return before;
  const cells = splitCells(document);
  split.set(document, new WeakRef(cells));
  return cells;
}

function splitCells(document: ReadDocument): TableCells {
  const name = document.name ?? document.id;
  if (document.kind === 'csv') return gridCells(csvTable(document.text, name));
  if (document.kind === 'sheet') return gridCells(sheetTable(document.sheet, name));
  if (document.kind === 'json') return jsonCells(document.text, name);
  throw notATable(name, `is ${document.kind === 'markdown' ? 'Markdown' : 'text'}`);
}

function saidOf({ columns = [] }: ReadDocument, { name }: { readonly name: string }) {
  return columns.find((one) => one.name === name);
}

function readCells({ cells, asTheyAre }: UnreadColumn, said: ColumnReading | undefined): ReadColumn {
  if (cells === null) return { type: asTheyAre ?? 'text', values: [], unread: 0 };
  return said === undefined ? readColumn(cells) : readColumnAs(cells, said);
}

function gridCells({ names, rows: all, notes }: GridTable): TableCells {
  const whole = names.map((_, index) => all.map((cells) => cells[index] ?? ''));
  const { sure, doubtful } = summaryRows(whole);
  return {
    columns: names.map((name, index) => ({ name, cells: withoutRows(whole[index] ?? [], sure) })),
    notes,
    leftOut: sure,
    inDoubt: doubtful,
    rowsOf: (columns) => {
      const values = columns.map(({ read }) => read.values);
      return withoutRows(all, sure).map((_, at) => rowOf(names, (index) => values[index]?.[at] ?? null));
    },
  };
}

function withoutRows<T>(rows: readonly T[], leftOut: readonly SummaryRow[]): readonly T[] {
  if (leftOut.length === 0) return rows;
  const out = new Set(leftOut.map(({ at }) => at));
  return rows.filter((_, at) => !out.has(at));
}

function jsonCells(text: string, name: string): TableCells {
  const { rows: all, notes } = rowsInJson(text, name);
  const wide = columnsOf(all);
  if (wide.length > LIMITS.fileColumns || wide.length * all.length > LIMITS.fileCells)
    throw tooWide(name, wide.length, all.length);
  const { sure, doubtful } = summaryRows(
    wide.map((column) => all.map((row) => shownCell(own(row, column.name) ?? null))),
  );
  const value = withoutRows(all, sure);
  return {
    columns: columnsOf(value).map((column) => jsonColumn(column, value)),
    notes,
    leftOut: sure,
    inDoubt: doubtful,
    rowsOf: (columns) => {
      const typed = new Map(
        columns.flatMap(({ name, read }) => (isReread(read) ? [[name, read.values] as const] : [])),
      );
      return value.map((row, at) =>
        Object.fromEntries(
          Object.entries(row).map(([key, cell]) => [
            key,
            typed.get(key)?.[at] ?? (typed.has(key) ? null : cell),
          ]),
        ),
      );
    },
  };
}

/** Texts of JSON are cells like any other; numbers among them are numbers in every notation. */
function jsonColumn({ name, type }: Column, rows: readonly Row[]): UnreadColumn {
  const values = rows.map((row) => own(row, name) ?? null);
  const isCells = values.every((value) => value === null || ['string', 'number'].includes(typeof value));
  if (!isCells || !values.some((value) => typeof value === 'string'))
    return { name, cells: null, asTheyAre: type };
  return { name, cells: values.map(cellOf) };
}

function cellOf(value: Json): Cell {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.trim() : '';
}

/** What is no cell is something there all the same. */
function shownCell(value: Json): Cell {
  return value === null || typeof value === 'number' || typeof value === 'string' ? cellOf(value) : '{}';
}

function isReread({ type, values }: ReadColumn): boolean {
  return type !== 'text' && values.length > 0;
}
