import type { ReactNode } from 'react';
import type { NodeStatus, RunStatus } from '#projection';
import { Pill } from '../parts/Pill';
import { lookOf } from './status';

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
