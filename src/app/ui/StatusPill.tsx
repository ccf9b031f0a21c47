import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleMinus,
  CirclePause,
  CircleX,
  Hourglass,
  Loader,
  type LucideIcon,
  RotateCw,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { NodeStatus, RunStatus } from '#projection';
import { cx } from '../parts/cx';
import { Pill, type Tone } from '../parts/Pill';
import changeStyles from './ChangePills.module.css';
import styles from './StatusPill.module.css';

/** How a status is told: a colour, a shape and a word, never a colour alone (D6). */
export interface StatusLook {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
  readonly turning?: boolean;
}

const LOOKS: Readonly<Record<NodeStatus | RunStatus, StatusLook>> = {
  pending: { tone: 'skip', icon: Circle, word: 'pending' },
  planned: { tone: 'plan', icon: CircleDashed, word: 'planned' },
  ready: { tone: 'run', icon: CircleDot, word: 'ready' },
  running: { tone: 'run', icon: Loader, word: 'running', turning: true },
  waiting: { tone: 'wait', icon: Hourglass, word: 'waiting' },
  paused: { tone: 'wait', icon: CirclePause, word: 'paused' },
  retrying: { tone: 'wait', icon: RotateCw, word: 'retrying' },
  succeeded: { tone: 'ok', icon: CircleCheck, word: 'succeeded' },
  completed: { tone: 'ok', icon: CircleCheck, word: 'completed' },
  failed: { tone: 'bad', icon: CircleX, word: 'failed' },
  skipped: { tone: 'skip', icon: CircleMinus, word: 'not needed' },
  cancelled: { tone: 'skip', icon: Ban, word: 'cancelled' },
  uncertain: { tone: 'wait', icon: CircleHelp, word: 'uncertain' },
};

export function lookOf(status: NodeStatus | RunStatus): StatusLook {
  return LOOKS[status];
}

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

interface ChangePillsProps {
  readonly label: string;
  /** By mark, how many steps carry it. */
  readonly counts: Iterable<readonly [mark: string, count: number]>;
}

/** What has become of a plan, in numbers: "4 kept", "2 added". */
export function ChangePills({ label, counts }: ChangePillsProps) {
  return (
    <ul className={changeStyles.counts} aria-label={label}>
      {[...counts].map(([mark, count]) => (
        <li key={mark} data-mark={mark}>
          {count} {mark}
        </li>
      ))}
    </ul>
  );
}
