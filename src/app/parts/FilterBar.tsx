import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

/** What a long list is narrowed by, above it: a search first, then choices. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
