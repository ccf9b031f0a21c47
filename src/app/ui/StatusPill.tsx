import type { ReactNode } from 'react';
import type { NodeStatus, RunStatus } from '#projection';
import { cx } from '../parts/cx';
import { Pill } from '../parts/Pill';
import styles from './StatusIcon.module.css';
import { lookOf, type StatusLook } from './status';

interface Props {
  readonly status: NodeStatus | RunStatus;
  /** Words instead of the status' own, which should contain it: "running · 4 of 7". */
  readonly text?: ReactNode;
  readonly className?: string | undefined;
}

export function StatusPill({ status, text, className }: Props) {
  const look = lookOf(status);
  return (
    <Pill tone={look.tone} icon={look.icon} turning={look.turning ?? false} className={className}>
      {text ?? look.word}
    </Pill>
  );
}

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
