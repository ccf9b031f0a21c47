import { useMemo, useState } from 'react';
import { reportOf, tableOf } from '#capabilities';
import type { ColumnReading, WorkspaceDocument } from '#plan';
import { ColumnChoices } from './ColumnChoices';
import { ColumnHead } from './ColumnHead';
import frame from './ItemDialog.module.css';
import styles from './TableView.module.css';

const SHOWN = 200;

interface Props {
  readonly document: WorkspaceDocument;
  /** How columns are read where a person says so. */
  readonly onColumns: (columns: readonly ColumnReading[]) => void;
}

/** A table as plans read it: the same reading as `table.load`; the first rows of a long one. */
export function TableView({ document, onColumns }: Props) {
  const table = useMemo(() => tableOf(document), [document]);
  const report = useMemo(() => reportOf(document), [document]);
  const [opened, setOpened] = useState<string | null>(null);
  if (!table.ok || !report.ok) {
    const problem = table.ok ? null : table.problem;
    return (
      <p role="alert">
        {problem?.message} {problem?.help} <code>{problem?.code}</code>
      </p>
    );
  }
  const { rows } = table.value;
  const { columns, notes } = report.value;
  const column = columns.find(({ name }) => name === opened);
  const choose = (name: string, reading: ColumnReading | null) => {
    const others = (document.columns ?? []).filter((one) => one.name !== name);
    onColumns(reading === null ? others : [...others, reading]);
  };
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={styles.noted}>
          {note}
        </p>
      ))}
      {column && <ColumnChoices column={column} onChoose={(reading) => choose(column.name, reading)} />}
      <table className={styles.table} aria-label={document.name ?? document.id}>
        <thead>
          <tr>
            {columns.map((one) => (
              <ColumnHead
                key={one.name}
                column={one}
                isOpen={one.name === opened}
                onOpen={one.filled === 0 ? null : () => setOpened(one.name === opened ? null : one.name)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
            <tr key={index}>
              {columns.map(({ name, type }) => (
                <td key={name} className={type === 'number' ? styles.number : undefined}>
                  {String(row[name] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={frame.count}>
        {rows.length > SHOWN ? `${SHOWN} of ${rows.length.toLocaleString('en')} rows` : `${rows.length} rows`}
        , {columns.length} columns
      </p>
    </>
  );
}
