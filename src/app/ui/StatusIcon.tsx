import type { NodeStatus, RunStatus } from '#projection';
import { cx } from '../parts/cx';
import styles from './StatusIcon.module.css';
import { lookOf } from './status';

/** The shape of a status in its colour, beside text that says the word (D6). */
export function StatusIcon({
  status,
  className,
}: {
  readonly status: NodeStatus | RunStatus;
  readonly className?: string | undefined;
}) {
  const { icon: Icon, tone } = lookOf(status);
  return <Icon aria-hidden className={cx(styles.icon, styles[tone], className)} />;
}
