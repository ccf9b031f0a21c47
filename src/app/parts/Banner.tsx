import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './Banner.module.css';
import { Button } from './Button';
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
  /** What few need at once: it stands behind “More”, and the sentence keeps to one line until then. */
  readonly details?: ReactNode;
  /** The details are open at first. */
  readonly unfolded?: boolean;
  /** Speaks at once when it appears. */
  readonly urgent?: boolean;
  /** The node that it is about, by its key: the focus goes there when it goes. */
  readonly about?: string | undefined;
}

/** Something that stays until it is dealt with: a title, one sentence, and what can be done. */
export function Banner({
  tone,
  icon,
  title,
  children,
  actions,
  details,
  unfolded = false,
  urgent,
  about = '',
}: Props) {
  const [open, setOpen] = useState(unfolded);
  const Icon = icon ?? ICONS[tone];
  const brief = details !== undefined && !open;
  return (
    <div className={cx(styles.banner, styles[tone])} role={urgent ? 'alert' : undefined} data-notice={about}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children && <div className={cx(styles.more, brief && styles.brief)}>{children}</div>}
        {open && <div className={styles.more}>{details}</div>}
      </div>
      {(actions || details !== undefined) && (
        <div className={styles.actions}>
          {details !== undefined && (
            <Button aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Less' : 'More'}
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}

/** What somebody should know before going on, in a form or a sheet. @param role `status` where it comes while they look */
export function Caution({ children, role }: { readonly children: ReactNode; readonly role?: 'status' }) {
  return (
    <div className={styles.caution} role={role}>
      <TriangleAlert aria-hidden />
      <div>{children}</div>
    </div>
  );
}
