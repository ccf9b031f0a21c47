import { CalendarClock } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import {
  type ColumnChoice,
  type ColumnReport,
  reportOf,
  rowsInLines,
  shapeOf,
  tableOf,
  writtenOf,
} from '#capabilities';
import type { RunError } from '#kernel';
import type { ColumnReading, WorkspaceDocument } from '#plan';
import type { ReadDocument, ReadText } from '#runtime';
import {
  cellText,
  columnsOfTable,
  type Eventually,
  type TableColumn,
  type TableSource,
  tableInMemory,
} from '#tables';
import { Button } from '../parts/Button';
import { EmptyNote } from '../parts/Panel';
import { PHONE, useMedia } from '../state/layout';
import { useSession } from '../state/session';
import { type AboutColumn, choiceWords, typeWords } from '../tables/ColumnChip';
import { DataTable } from '../tables/DataTable';
import { ReadingRows } from '../tables/stored/StoredTable';
import { tablesOfPage } from '../tables/stored/storedTables';
import type { TablePlace } from '../tables/TableTools';
import { useEventually } from '../tables/useSeenRows';
import { Markdown } from '../ui/Markdown';
import { ColumnChoices, ColumnsList, readingOf } from './ColumnsList';
import styles from './DocumentDialog.module.css';
import frame from './ItemDialog.module.css';
import { MissingFiles } from './MissingFiles';
import tableViewStyles from './TableView.module.css';
import { ReadingNotes, useReadDocument, useReadingNotes } from './useReadDocument';

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

interface DocumentViewProps {
  readonly document: ReadDocument;
  /** What a person has said of its columns, maybe since it was read. */
  readonly said: readonly ColumnReading[] | undefined;
  /** What was said when its file was read. */
  readonly fileNotes: readonly string[];
  /** How columns are read where a person says so. */
  readonly onColumns: (columns: readonly ColumnReading[]) => void;
  /** Stand before and after the tools of the table. */
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Where it is looked at. */
  readonly at?: TablePlace | undefined;
}

/** A table as plans read it: the same reading as `table.load`, which can be changed at the head of each column (W8). */
function TableView({ document, said, fileNotes, onColumns, title, actions, at }: DocumentViewProps) {
  const shape = useMemo(() => shapeOf(document), [document]);
  const report = useMemo(() => reportOf(document), [document]);
  const source = useTableSource(document);
  const isPhone = useMedia(PHONE);
  const [isFolded, setFolded] = useState(at === undefined);
  const choose = useCallback(
    (name: string, reading: ColumnReading | null) => {
      const others = (said ?? []).filter((one) => one.name !== name);
      onColumns(reading === null ? others : [...others, reading]);
    },
    [said, onColumns],
  );
  const about = useCallback(
    ({ name, type }: TableColumn) => {
      const column = report.ok ? report.value.columns.find((one) => one.name === name) : undefined;
      return column === undefined ? { words: typeWords(type) } : aboutColumn(column, choose);
    },
    [report, choose],
  );
  if (!shape.ok) return <Unreadable problem={shape.problem} />;
  if (!report.ok) return <Unreadable problem={report.problem} />;
  const name = document.name ?? document.id;
  const { notes } = report.value;
  const readingNotes = <ReadingNotes of={document.id} notes={[...fileNotes, ...notes]} />;
  const strip = (
    <OpenReading columns={report.value.columns.filter(({ open }) => open.length > 1)} onChoose={choose} />
  );
  if (source === null || (isPhone && isFolded)) {
    return (
      <>
        <header className={tableViewStyles.head}>
          {title}
          {actions}
        </header>
        {strip}
        {readingNotes}
        {source === null ? (
          <ReadingRows rows={shape.value.count} />
        ) : (
          <ColumnsList source={source} about={about} onRows={() => setFolded(false)} />
        )}
      </>
    );
  }
  return (
    <DataTable
      source={source}
      label={name}
      look="rich"
      about={about}
      title={title}
      actions={actions}
      at={at}
      notes={
        <>
          {strip}
          {readingNotes}
        </>
      }
      fileName={name}
    />
  );
}

/** Why a table is not there, and what helps. */
function Unreadable({ problem: { message, help, code } }: { readonly problem: RunError }) {
  return (
    <p role="alert">
      {message} {help} <code>{code}</code>
    </p>
  );
}

function aboutColumn(
  column: ColumnReport,
  choose: (name: string, reading: ColumnReading | null) => void,
): AboutColumn {
  const { type, unit, nearest, open, filled } = column;
  return {
    words: open.length > 0 ? `which ${typeWords(open[0]?.type ?? type)}?` : typeWords(type, unit),
    isAsking: open.length > 0 || nearest !== null,
    note: nearest !== null && (
      <span className={tableViewStyles.unfit}>
        {nearest.unfit.toLocaleString('en')} of {filled.toLocaleString('en')}{' '}
        {nearest.unfit === 1 ? 'does' : 'do'} not fit {choiceWords(nearest)}: “{nearest.firstUnfit?.text}”
      </span>
    ),
    choices:
      filled === 0
        ? undefined
        : (close) => (
            <ColumnChoices
              column={column}
              onChoose={(reading) => {
                choose(column.name, reading);
                close();
              }}
            />
          ),
  };
}

/** The rows of a document: of a large one they lie in a worker (I4). Null before they are read, and where it is no table. */
function useTableSource(document: ReadDocument): TableSource | null {
  const { storage } = useSession();
  return useEventually(
    useCallback((): Eventually<TableSource | null> => {
      const rows = rowsInLines(document);
      return rows === null ? inPage(document) : tablesOfPage(storage).openRows(rows);
    }, [document, storage]),
  );
}

function inPage(document: ReadDocument): TableSource | null {
  const table = tableOf(document);
  if (!table.ok) return null;
  const written = writtenOf(document);
  const columns = columnsOfTable(table.value);
  return tableInMemory(columns, table.value.rows, written.ok ? written.value : undefined);
}

interface OpenReadingProps {
  /** Columns of which only a person can say how they are read. */
  readonly columns: readonly ColumnReport[];
  readonly onChoose: (column: string, reading: ColumnReading) => void;
}

/** W8: a column that can be read in several ways is asked about, with one of its own cells; nothing is chosen by itself. */
function OpenReading({ columns, onChoose }: OpenReadingProps) {
  const [first] = columns;
  if (first === undefined) return null;
  const { name, open, filled } = first;
  return (
    <section aria-label={`How “${name}” is read`} className={styles.strip}>
      <CalendarClock aria-hidden />
      <p className={styles.question}>
        <strong>{questionOf(first)}</strong>{' '}
        {filled === 1 ? 'Its cell fits' : `All ${filled.toLocaleString('en')} cells fit`}{' '}
        {open.length === 2 ? 'both ways' : 'each way'}.{columns.length > 1 && ` (1 of ${columns.length})`}
      </p>
      <span className={styles.choices}>
        {open.map((choice) => (
          <Button
            key={`${choice.type} ${choice.notation}`}
            variant="outline"
            onClick={() => onChoose(name, readingOf(name, choice))}
          >
            {valueText(choice)}
          </Button>
        ))}
      </span>
    </section>
  );
}

function questionOf({ name, open }: ColumnReport): string {
  const written = open[0]?.example.written ?? '';
  const days = open.map(({ type, example }) => (type === 'date' ? dayOfMonth(String(example.value)) : null));
  if (days.includes(null)) return `In “${name}”, how is “${written}” to be read?`;
  return `In “${name}”, is ${written} the ${days.join(' or the ')}?`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `10th of May`, of an ISO date; null of any other text. */
function dayOfMonth(iso: string): string | null {
  const [, month, day] = iso.split('-').map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  return name === undefined || day === undefined ? null : `${ordinal(day)} of ${name}`;
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

function valueText({ type, unit, example }: ColumnChoice): string {
  return cellText(example.value, { name: '', label: '', type, ...(unit !== undefined && { unit }) });
}
