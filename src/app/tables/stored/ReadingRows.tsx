import styles from './StoredTable.module.css';

/** What stands where rows will, while they are read. */
export function ReadingRows({ rows }: { readonly rows: number }) {
  return (
    <p className={styles.note} aria-live="polite">
      Reading {rows.toLocaleString('en')} rows…
    </p>
  );
}
