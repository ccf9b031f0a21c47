import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type ColumnReport, reportOf, shapeOf } from '#capabilities';
import type { RunError } from '#kernel';
import type { ColumnReading } from '#plan';
import type { ReadDocument } from '#runtime';
import type { TableColumn } from '#tables';
import { PHONE, useMedia } from '../state/useMedia';
import type { AboutColumn } from '../tables/aboutColumn';
import { choiceWords, typeWords } from '../tables/columnWords';
import { DataTable } from '../tables/DataTable';
import { ReadingRows } from '../tables/stored/ReadingRows';
import type { TablePlace } from '../tables/useTableQuery';
import { ColumnChoices } from './ColumnChoices';
import { ColumnsList } from './ColumnsList';
import { OpenReading } from './OpenReading';
import { ReadingNotes } from './ReadingNotes';
import styles from './TableView.module.css';
import { useTableSource } from './useTableSource';

interface Props {
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
export function TableView({ document, said, fileNotes, onColumns, title, actions, at }: Props) {
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
        <header className={styles.head}>
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
      <span className={styles.unfit}>
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
