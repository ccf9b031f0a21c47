import type { ColumnReading, WorkspaceDocument } from '#plan';
import { say } from '../parts/Toasts';
import type { Session } from '../state/session';
import { readingWords } from '../tables/columnWords';
import { withColumns } from './withColumns';

/** Reads the columns of a document as a person says (W8), in one step of undo, which the message about it offers. */
export function readColumns(
  { editor, closed }: Session,
  document: WorkspaceDocument,
  columns: readonly ColumnReading[],
): void {
  editor.edit(
    { edit: 'put-item', list: 'documents', item: withColumns(document, columns) },
    { label: 'Read a column' },
  );
  say({
    tone: 'ok',
    text: wordsOf(columns.at(-1)),
    action: { label: 'Undo', run: () => editor.undo() },
    until: closed,
  });
}

function wordsOf(said: ColumnReading | undefined): string {
  if (said === undefined) return 'The columns are read as their cells are.';
  return `“${said.name}” is read as ${readingWords(said)}.`;
}
