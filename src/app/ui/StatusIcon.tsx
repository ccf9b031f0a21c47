import type { NodeStatus, RunStatus } from '#projection';
import { cx } from '../parts/cx';
import styles from './StatusIcon.module.css';
import { lookOf, type StatusLook } from './status';

/** The shape of a status in its colour, beside text that says the word (D6). */
export function StatusIcon({
  status,
  className,
}: {
  readonly status: NodeStatus | RunStatus;
  readonly className?: string | undefined;
}) {
  return <LookIcon look={lookOf(status)} className={className} />;
}

/** The same for what is told in another way than by a status alone. */
export function LookIcon({
  look: { icon: Icon, tone },
  className,
}: {
  readonly look: StatusLook;
  readonly className?: string | undefined;
}) {
  return <Icon aria-hidden className={cx(styles.icon, styles[tone], className)} />;
}
