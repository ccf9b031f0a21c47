import type { JsonObject, Result } from '#base';
import type { RunError } from '#kernel';
import type { ColumnReading } from '#plan';
import { type Bytes, bytesOfTable, type ReadDocument } from '#runtime';
import { handleColumns } from './handleColumns';
import { knowReading, type RowsInLines, rowsHere } from './knownReadings';
import { isLarge } from './largeRows';
import { pickedRow } from './pickedRow';
import type { ReadingPreview } from './previewReading';
import type { Column, Row } from './table';
import { previewOf } from './tableOf';
import { unfitRows } from './unfitRows';

/** What is worked out of rows that are there as text, and what comes of it. */
export interface RowTasks {
  /** The rows with some of their columns: as they are where they are few, else as lines. */
  readonly pick: {
    readonly asked: { readonly columns: readonly Column[] };
    readonly answer: { readonly rows: readonly Row[] } | { readonly lines: Bytes };
  };
  /** Why they do not fit the schema of an input. */
  readonly unfit: { readonly asked: { readonly schema: JsonObject }; readonly answer: string | null };
  /** What becomes of a column that is read in another way. */
  readonly preview: {
    readonly asked: { readonly reading: ColumnReading };
    readonly answer: Result<ReadingPreview, RunError>;
  };
}

export type RowTask = {
  [Task in keyof RowTasks]: { readonly task: Task } & RowTasks[Task]['asked'];
}[keyof RowTasks];

/** Works on a task, on whatever thread this is. */
export async function workRowTask(
  content: RowsInLines,
  task: RowTask,
): Promise<RowTasks[keyof RowTasks]['answer']> {
  const { rows } = rowsHere(content);
  switch (task.task) {
    case 'pick': {
      const names = task.columns.map(({ name }) => name);
      const picked = rows.map((row) => pickedRow(row, names));
      if (!isLarge(picked)) return { rows: picked };
      return { lines: await bytesOfTable({ columns: handleColumns(task.columns), rows: picked }) };
    }
    case 'unfit':
      return unfitRows(task.schema, rows);
    case 'preview':
      return previewOf(documentOf(content), task.reading);
  }
}

function documentOf(content: RowsInLines): ReadDocument {
  const document = { id: 'table', kind: 'csv', text: '' } as const;
  const shape = { columns: [], count: 0 };
  knowReading(document, { shape, content, report: { columns: [], notes: [] }, description: [] });
  return document;
}
