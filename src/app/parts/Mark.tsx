import styles from './Mark.module.css';

/** The product's mark: threads that cross. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" className={styles.mark} aria-hidden="true">
      <path className={styles.warp} d="M4 8h4c8 0 8 16 16 16h4" />
      <path className={styles.weft} d="M4 24h4c8 0 8-16 16-16h4" />
      <path className={styles.warp} d="M4 16h5M23 16h5" />
    </svg>
  );
}
