import { type ReactNode, useMemo } from 'react';
import { shapeOf } from '#capabilities';
import type { ColumnReading, WorkspaceDocument } from '#plan';
import type { ReadDocument, ReadText } from '#runtime';
import { EmptyNote } from '../parts/EmptyNote';
import type { TablePlace } from '../tables/useTableQuery';
import { Markdown } from '../ui/Markdown';
import styles from './DocumentDialog.module.css';
import frame from './ItemDialog.module.css';
import { MissingFiles } from './MissingFiles';
import { ReadingNotes } from './ReadingNotes';
import { TableView } from './TableView';
import { useReadDocument } from './useReadDocument';
import { useReadingNotes } from './useReadingNotes';

interface Around {
  readonly onColumns: (columns: readonly ColumnReading[]) => void;
  /** What it is called, and what can be done beside it: in one row with the tools of a table. */
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Where a table is looked at. */
  readonly at?: TablePlace | undefined;
}

/** A document as it reads: a table, formatted Markdown, or the text as it is; of a file that is not here, that. */
export function DocumentView({ document, ...around }: Around & { readonly document: WorkspaceDocument }) {
  const shown = useReadDocument(document);
  const fileNotes = useReadingNotes(document).map(({ message }) => message);
  if (shown.kind === 'read')
    return <Content document={shown.document} said={document.columns} fileNotes={fileNotes} {...around} />;
  return (
    <>
      <Head {...around} />
      {shown.kind === 'reading' && <EmptyNote>Reading “{document.name ?? document.id}” …</EmptyNote>}
      {shown.kind === 'refused' && shown.code === 'FILE_MISSING' && <MissingFiles />}
      {shown.kind === 'refused' && shown.code !== 'FILE_MISSING' && (
        <p role="alert">
          {shown.message} {shown.help} <code>{shown.code}</code>
        </p>
      )}
    </>
  );
}

interface ContentProps extends Around {
  readonly document: ReadDocument;
  /** What a person has said of its columns, maybe since it was read. */
  readonly said: readonly ColumnReading[] | undefined;
  /** What was said when its file was read. */
  readonly fileNotes: readonly string[];
}

function Content({ document, said, fileNotes, ...around }: ContentProps) {
  const isTable = useMemo(() => isShownAsTable(document), [document]);
  if (document.kind === 'sheet' || isTable)
    return <TableView document={document} said={said} fileNotes={fileNotes} {...around} />;
  return (
    <>
      <Head {...around} />
      <ReadingNotes of={document.id} notes={fileNotes} />
      <Prose document={document} />
    </>
  );
}

function isShownAsTable(document: ReadDocument): boolean {
  if (document.kind === 'sheet') return true;
  if (document.text === '') return false;
  return document.kind === 'csv' || (document.kind === 'json' && shapeOf(document).ok);
}

function Head({ title, actions }: Around) {
  if (!title && !actions) return null;
  return (
    <header className={styles.head}>
      {title}
      {actions}
    </header>
  );
}

/** Characters of a text that are drawn; the whole of it is kept. */
const MOST_SHOWN = 400_000;

function Prose({ document: { kind, text } }: { readonly document: ReadText }) {
  const shown = useMemo(() => text.slice(0, MOST_SHOWN), [text]);
  if (text === '') return <EmptyNote>It is empty. Paste text, drop a file, or choose one.</EmptyNote>;
  return (
    <>
      {kind === 'markdown' ? <Markdown text={shown} /> : <pre className={styles.plain}>{shown}</pre>}
      {shown.length < text.length && (
        <p className={frame.count}>
          The first {shown.length.toLocaleString('en')} of {text.length.toLocaleString('en')} characters are
          shown.
        </p>
      )}
    </>
  );
}
