import type { Diagnostic } from '#base';

/** What a file is (W8). */
export type FileKind = 'text' | 'markdown' | 'csv' | 'tsv' | 'json' | 'xlsx' | 'parquet' | 'pdf' | 'docx';

/** What a file says: tables of cells, or text. */
export type FileContent = TableContent | TextContent;

/** A workbook or a Parquet file. */
export interface TableContent {
  readonly kind: 'table';
  readonly type: FileKind;
  readonly sheets: readonly Sheet[];
  /** What a person should know of the reading; none of them is an error. */
  readonly notes: readonly Diagnostic[];
}

/**
 * A text: CSV, TSV, JSON, Markdown and plain text as they are written, PDF and DOCX as Markdown. CSV stays text, since one
 * string crosses a worker's border at once and a million rows do not; JSON lines have become a JSON array.
 */
export interface TextContent {
  readonly kind: 'text';
  readonly type: FileKind;
  readonly text: string;
  /** Where the pages begin, of files that have pages. */
  readonly pages?: readonly Page[];
  /** The lists of records that a JSON object has; each is a table. */
  readonly lists?: readonly TextOfList[];
  readonly notes: readonly Diagnostic[];
}

/** A list of records in a JSON object. */
export interface TextOfList {
  /** The keys that lead to it, joined by dots. */
  readonly path: string;
  /** The list alone; left out where there is no other, and the whole is read as it. */
  readonly text?: string;
}

export interface Page {
  /** Counted from 1. */
  readonly number: number;
  /** Place in the text, in UTF-16 code units. */
  readonly start: number;
}

export interface Sheet {
  readonly name: string;
  /** Null where people wrote the names into a row, perhaps below titles: whoever reads the cells has to find it. */
  readonly columns: readonly string[] | null;
  /** Rows may be shorter than the sheet is wide. */
  readonly rows: readonly (readonly FileCell[])[];
}

/** A cell as its file types it. Dates, times and timestamps are ISO 8601 text, durations `36h 15m`. */
export type FileCell = string | number | boolean | null | Measure;

/** A number whose format shows what it counts; of a percentage the number is what is shown: 26, not 0.26. */
export interface Measure {
  readonly number: number;
  /** As it is written: `€`, `%`, `kg`. */
  readonly unit: string;
}

/** Of a page that was asked for by its place in the text. */
export function pageAt(pages: readonly Page[], place: number): Page | undefined {
  return pages.findLast(({ start }) => start <= place);
}
