import { useMemo } from 'react';
import { tableOf } from '#capabilities';
import type { WorkspaceDocument } from '#plan';
import styles from './DocumentDialog.module.css';
import frame from './ItemDialog.module.css';

const SHOWN = 200;

/** A table as plans read it: the same reading as `table.load`; the first rows of a long one. */
export function TableView({ document }: { readonly document: WorkspaceDocument }) {
  const table = useMemo(() => tableOf(document), [document]);
  if (!table.ok) {
    return (
      <p role="alert">
        {table.problem.message} {table.problem.help} <code>{table.problem.code}</code>
      </p>
    );
  }
  const { columns, rows } = table.value;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ name, type }) => (
              <th key={name} scope="col" className={type === 'number' ? styles.number : undefined}>
                {name}
                <span className={styles.type}>{type}</span>
              </th>
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
