import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './EmptyNote.module.css';

/** What stands where nothing is yet: one sentence that teaches, and at most one button. */
export function EmptyNote({
  icon: Icon,
  children,
  action,
}: {
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles.note}>
      {Icon && <Icon className={styles.icon} aria-hidden />}
      <p>{children}</p>
      {action}
    </div>
  );
}
