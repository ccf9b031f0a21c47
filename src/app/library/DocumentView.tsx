import { useMemo } from 'react';
import type { WorkspaceDocument } from '#plan';
import { EmptyNote } from '../parts/EmptyNote';
import { Markdown } from '../parts/Markdown';
import styles from './DocumentDialog.module.css';
import frame from './ItemDialog.module.css';
import { TableView } from './TableView';

interface Props {
  readonly kind: WorkspaceDocument['kind'];
  readonly text: string;
}

/** Characters of a text that are drawn; the whole of it is kept. */
const MOST_SHOWN = 400_000;

/** A document as it reads: a table, formatted Markdown, or the text as it is. */
export function DocumentView({ kind, text }: Props) {
  const shown = useMemo(() => text.slice(0, MOST_SHOWN), [text]);
  const table = useMemo(() => ({ id: 'shown', kind, text }), [kind, text]);
  if (text === '')
    return <EmptyNote>Nothing is in it yet. Paste a text, drop a file, or choose one.</EmptyNote>;
  return (
    <>
      {kind === 'csv' && <TableView document={table} />}
      {kind === 'markdown' && <Markdown text={shown} />}
      {kind !== 'csv' && kind !== 'markdown' && <pre className={styles.plain}>{shown}</pre>}
      {kind !== 'csv' && shown.length < text.length && (
        <p className={frame.count}>
          The first {shown.length.toLocaleString('en')} of {text.length.toLocaleString('en')} characters are
          shown.
        </p>
      )}
    </>
  );
}
