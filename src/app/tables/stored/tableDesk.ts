import type { HandleColumn, JsonObject } from '#base';
import { type WrittenCells, writtenInLines } from '#capabilities';
import type { ColumnType } from '#plan';
import { type Bytes, readLines } from '#runtime';
import {
  type ColumnStatistics,
  columnsOfTable,
  type TableColumn,
  type TableQuery,
  type TableRow,
  type TableSource,
  tableInMemory,
} from '#tables';
import { type FileOfTable, fileOfTable, type TableFormat } from '../tableFile';

/** What is asked of a table that lies elsewhere, and what is answered. */
export interface TableTasks {
  readonly columns: { readonly asked: null; readonly answer: readonly TableColumn[] };
  readonly count: { readonly asked: { readonly query: TableQuery }; readonly answer: number };
  readonly rows: {
    readonly asked: { readonly query: TableQuery; readonly from: number; readonly to: number };
    readonly answer: readonly TableRow[];
  };
  readonly statistics: {
    readonly asked: { readonly query: TableQuery; readonly column: string };
    readonly answer: ColumnStatistics;
  };
  readonly file: {
    readonly asked: { readonly query: TableQuery; readonly format: TableFormat };
    readonly answer: FileOfTable;
  };
}

export type TableTask = {
  [Task in keyof TableTasks]: { readonly task: Task; readonly asked: TableTasks[Task]['asked'] };
}[keyof TableTasks];

export type TableAnswer = TableTasks[keyof TableTasks]['answer'];

/** A table as text: its lines, and what stood in its cells before they were read, where somebody knows. */
export interface TableContent {
  readonly lines: Bytes;
  readonly written?: Bytes;
}

/** Tables that were read of their lines (V6), and what they answer; in a worker, or in the page where there is none. */
export class TableDesk {
  readonly #held = new Map<string, () => TableSource>();

  /**
   * Lines that cannot be read are told to whoever asks for their table: nobody waits for this.
   *
   * @param hash names the table
   * @param content its lines, as `Tables.lines` gives them
   */
  hold(hash: string, content: TableContent): void {
    this.#held.set(hash, readOf(content));
  }

  forget(hash: string): void {
    this.#held.delete(hash);
  }

  async answer(hash: string, question: TableTask): Promise<TableAnswer> {
    const source = this.#held.get(hash)?.();
    if (source === undefined) throw new Error(`The table ${hash} is not held.`);
    switch (question.task) {
      case 'columns':
        return source.columns;
      case 'count':
        return source.count(question.asked.query);
      case 'rows':
        return source.rows(question.asked.query, question.asked.from, question.asked.to);
      case 'statistics':
        return source.statistics(question.asked.query, question.asked.column);
      case 'file':
        return fileOfTable(source, question.asked.query, question.asked.format);
    }
  }
}

/** What was read of lines, or throws why it could not be. */
function readOf({ lines, written }: TableContent): () => TableSource {
  try {
    const { columns, rows } = readLines(new TextDecoder().decode(lines));
    const source = sourceOf(columns, rows, written && writtenInLines(written));
    return () => source;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

function sourceOf(
  columns: readonly HandleColumn[],
  rows: readonly JsonObject[],
  written?: WrittenCells,
): TableSource {
  const typed = columns.map((column) => ({ ...column, type: typeOf(column) }));
  return tableInMemory(columnsOfTable({ columns: typed, rows }), rows, written);
}

const TYPES: readonly ColumnType[] = ['text', 'number', 'date', 'timestamp', 'time', 'duration', 'boolean'];

/** The handle of a ledger from elsewhere may say any type; such a column is shown as text. */
function typeOf({ type }: HandleColumn): ColumnType {
  return TYPES.find((one) => one === type) ?? 'text';
}
