import type { JsonObject } from '#base';
import { type Bytes, type ReadDocument, readLines } from '#runtime';
import type { ColumnReport } from './columns/reportColumn';
import type { Row, TableShape } from './table';
import { type WrittenCells, writtenInLines } from './writtenLines';

/** How the columns of a document are read, and how else they could be. */
export interface TableReport {
  readonly columns: readonly ColumnReport[];
  /** What was left out or filled up, in sentences. */
  readonly notes: readonly string[];
}

/** Rows that were read, with what stood in their cells before. */
export interface RowsHere {
  readonly rows: readonly Row[];
  readonly written: WrittenCells;
}

/** The same as text: of a large table, whose rows no page holds. */
export interface RowsInLines {
  /** As `linesOf` of #runtime writes them. */
  readonly lines: Bytes;
  /** As `linesOfWritten` writes them. */
  readonly written: Bytes;
}

/** All that is worked out of the cells of a table. */
export interface TableReading {
  readonly shape: TableShape;
  readonly content: RowsHere | RowsInLines;
  readonly report: TableReport;
  /** What planners are told of it. */
  readonly description: readonly JsonObject[];
}

const known = new WeakMap<ReadDocument, TableReading>();

/** The table of a document was read elsewhere: nobody here reads it again for as long as the document is there. */
export function knowReading(document: ReadDocument, reading: TableReading): void {
  known.set(document, reading);
}

export function knownReading(document: ReadDocument): TableReading | undefined {
  return known.get(document);
}

/** The rows of a document as text, where they were read elsewhere and are many: whoever shows or hands on a few needs no more. */
export function rowsInLines(document: ReadDocument): RowsInLines | null {
  const content = known.get(document)?.content;
  return content !== undefined && 'lines' in content ? content : null;
}

const read = new WeakMap<Bytes, RowsHere>();

/** Rows out of their text: on the thread that asks, so that a page asks a worker for what it needs of them. */
export function rowsHere(content: RowsHere | RowsInLines): RowsHere {
  if ('rows' in content) return content;
  const before = read.get(content.lines);
  if (before) return before;
  const { rows } = readLines(new TextDecoder().decode(content.lines));
  const here = { rows, written: writtenInLines(content.written) };
  read.set(content.lines, here);
  return here;
}
