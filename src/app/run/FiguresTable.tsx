import type { ReactNode } from 'react';
import { cx } from '../parts/cx';
import styles from './FiguresTable.module.css';

interface FiguresTableProps {
  readonly className: string | undefined;
  /** What the columns are called. */
  readonly columns: readonly string[];
  /** The rows, and what stands below them. */
  readonly children: ReactNode;
}

/** A table of figures that scrolls in its place under the names of its columns. */
export function FiguresTable({ className, columns, children }: FiguresTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <div className={styles.scroll} tabIndex={0}>
      <table className={cx(styles.table, className)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}
