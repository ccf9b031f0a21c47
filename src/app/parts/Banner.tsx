import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { cx } from './cx';

type BannerTone = 'bad' | 'wait' | 'info' | 'plan';

const ICONS: Readonly<Record<BannerTone, LucideIcon>> = {
  bad: OctagonAlert,
  wait: TriangleAlert,
  info: Info,
  plan: Info,
};

interface Props {
  readonly tone: BannerTone;
  readonly icon?: LucideIcon;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Speaks at once when it appears. */
  readonly urgent?: boolean;
}

/** Something that stays until it is dealt with: a title, one sentence, and what can be done. */
export function Banner({ tone, icon, title, children, actions, urgent }: Props) {
  const Icon = icon ?? ICONS[tone];
  return (
    <div className={cx(styles.banner, styles[tone])} role={urgent ? 'alert' : undefined}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.more}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
