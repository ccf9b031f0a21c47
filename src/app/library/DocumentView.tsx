import { useMemo } from 'react';
import { tableOf } from '#capabilities';
import type { ColumnReading, WorkspaceDocument } from '#plan';
import { EmptyNote } from '../parts/EmptyNote';
import { Markdown } from '../parts/Markdown';
import styles from './DocumentDialog.module.css';
import frame from './ItemDialog.module.css';
import { TableView } from './TableView';

interface Props {
  readonly document: WorkspaceDocument;
  readonly onColumns: (columns: readonly ColumnReading[]) => void;
}

/** Characters of a text that are drawn; the whole of it is kept. */
const MOST_SHOWN = 400_000;

/** A document as it reads: a table, formatted Markdown, or the text as it is. */
export function DocumentView({ document, onColumns }: Props) {
  const { kind, text } = document;
  const shown = useMemo(() => text.slice(0, MOST_SHOWN), [text]);
  const isTable = useMemo(
    () => kind === 'csv' || (kind === 'json' && tableOf(document).ok),
    [document, kind],
  );
  if (text === '')
    return <EmptyNote>Nothing is in it yet. Paste a text, drop a file, or choose one.</EmptyNote>;
  return (
    <>
      {isTable && <TableView document={document} onColumns={onColumns} />}
      {kind === 'markdown' && <Markdown text={shown} />}
      {!isTable && kind !== 'markdown' && <pre className={styles.plain}>{shown}</pre>}
      {!isTable && shown.length < text.length && (
        <p className={frame.count}>
          The first {shown.length.toLocaleString('en')} of {text.length.toLocaleString('en')} characters are
          shown.
        </p>
      )}
    </>
  );
}
