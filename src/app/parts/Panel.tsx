import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './Panel.module.css';

/** A named region of the page (SPEC U). Its name is spoken; the tab or head around it shows it. */
export function Panel({
  name,
  isBusy,
  children,
  className,
}: {
  readonly name: string;
  /** What it shows is still being read. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <section aria-label={name} aria-busy={isBusy} className={cx(styles.panel, className)}>
      {children}
    </section>
  );
}

/** What a long list is narrowed by, above it: a search first, then choices. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

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

/** Stands where a list of what this browser keeps could not be read. */
export function NotRead() {
  return <EmptyNote>This browser’s storage did not answer. Reload the page to try again.</EmptyNote>;
}
