import { type ReactNode, useState } from 'react';
import styles from './Inspector.module.css';

/** Fields that few need, folded. They are made when they are first unfolded: most clicks on a node never need them. */
export function MoreFields({
  title,
  open,
  children,
}: {
  readonly title: string;
  readonly open?: boolean;
  readonly children: ReactNode;
}) {
  const [wanted, setWanted] = useState(open ?? false);
  return (
    <details className={styles.more} open={open} onToggle={() => setWanted(true)}>
      <summary>{title}</summary>
      <div className={styles.stack}>{wanted && children}</div>
    </details>
  );
}
