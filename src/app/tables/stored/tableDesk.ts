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

type TableTask = {
  [Task in keyof TableTasks]: { readonly task: Task; readonly asked: TableTasks[Task]['asked'] };
}[keyof TableTasks];

type TableAnswer = TableTasks[keyof TableTasks]['answer'];

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

export type DeskRequest =
  | { readonly kind: 'hold'; readonly hash: string; readonly content: TableContent }
  | { readonly kind: 'forget'; readonly hash: string }
  | { readonly kind: 'ask'; readonly id: number; readonly hash: string; readonly question: TableTask };

export type DeskReply =
  | { readonly id: number; readonly answer: TableAnswer }
  | { readonly id: number; readonly failed: string };

/** Whoever holds tables and answers what is asked of them: `TableDesk`, here or elsewhere. */
export interface Desk {
  hold(hash: string, content: TableContent): void;
  forget(hash: string): void;
  answer(hash: string, question: TableTask): Promise<TableAnswer>;
}

interface Waiting {
  readonly resolve: (answer: TableAnswer) => void;
  readonly reject: (why: Error) => void;
}

/**
 * The desk in a worker of its own. What it holds moves there, and is gone here.
 *
 * @param ended called when the worker is lost, with all that it held; what was asked of it is refused
 */
export function workerDesk(ended: () => void): Desk {
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const send = (request: DeskRequest, moved: Transferable[] = []): void => worker.postMessage(request, moved);
  const lose = (why: string): void => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error(`The rows could not be read: ${why}.`));
    waiting.clear();
    ended();
  };
  worker.onmessage = ({ data }: MessageEvent<DeskReply>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) one?.reject(new Error(`The rows could not be read: ${data.failed}`));
    else one?.resolve(data.answer);
  };
  worker.onerror = ({ message }) => lose(message || 'their worker did not start');
  worker.onmessageerror = () => lose('an answer of their worker cannot be read');
  return {
    hold: (hash, content) => {
      const { lines, written } = content;
      const moved = written === undefined ? [lines.buffer] : [lines.buffer, written.buffer];
      send({ kind: 'hold', hash, content }, moved);
    },
    forget: (hash) => send({ kind: 'forget', hash }),
    answer: (hash, question) => {
      const id = asked++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ kind: 'ask', id, hash, question });
      });
    },
  };
}
