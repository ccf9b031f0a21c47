import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './Panel.module.css';

/** A named region of the page (SPEC U). Its name is spoken; the tab or head around it shows it. */
export function Panel({
  name,
  children,
  className,
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <section aria-label={name} className={cx(styles.panel, className)}>
      {children}
    </section>
  );
}
