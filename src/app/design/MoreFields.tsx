import type { ReactNode } from 'react';
import styles from './Inspector.module.css';

/** Fields that few need, folded. */
export function MoreFields({
  title,
  open,
  children,
}: {
  readonly title: string;
  readonly open?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <details className={styles.more} open={open}>
      <summary>{title}</summary>
      <div className={styles.stack}>{children}</div>
    </details>
  );
}
