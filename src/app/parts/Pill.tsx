import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './Pill.module.css';

export type Tone = 'ok' | 'run' | 'wait' | 'bad' | 'plan' | 'skip' | 'accent';

interface Props {
  readonly tone?: Tone;
  readonly icon?: LucideIcon | undefined;
  /** Whether the shape turns: something is going on. */
  readonly turning?: boolean;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A word on its soft colour, with a shape where it is a status. */
export function Pill({ tone = 'skip', icon: Icon, turning, children, className }: Props) {
  return (
    <span className={cx(styles.pill, styles[tone], className)}>
      {Icon && <Icon className={cx(styles.icon, turning && styles.turning)} aria-hidden />}
      {children}
    </span>
  );
}
