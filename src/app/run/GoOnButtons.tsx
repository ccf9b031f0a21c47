import { ArrowRightToLine, FlaskConical, type LucideIcon, Play, RotateCcw, Target } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CommandId } from '#editor';
import { give } from '../commands/give';
import { Button } from '../parts/Button';
import type { Extent } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useScene, useSession } from '../state/session';
import styles from './GoOnButtons.module.css';
import { goOnAtChosen } from './launch';
import { useShownRun } from './runStore';
import { canRetry } from './waysOn';

interface Way {
  readonly extent: Exclude<Extent, 'failed'>;
  readonly command: CommandId;
  readonly label: string;
  readonly icon: LucideIcon;
}

const WAYS: readonly Way[] = [
  { extent: 'onward', command: 'run.from', label: 'Run from here', icon: Play },
  { extent: 'only', command: 'run.only', label: 'Run only this', icon: Target },
  { extent: 'upTo', command: 'run.to', label: 'Run to here', icon: ArrowRightToLine },
];

interface Props {
  /** A state of a machine: no run can be told to stop there. */
  readonly ofState?: boolean;
  /** What else can be done with the step. */
  readonly children?: ReactNode;
}

/** D1: the ways to go on at the chosen step of a run; of a plan the one that needs no record. */
export function GoOnButtons({ ofState = false, children }: Props) {
  const session = useSession();
  const keysFor = useKeyTexts();
  const isRun = useScene(({ run, stands }) => run !== null || stands !== null);
  return (
    <div className={styles.ways}>
      {WAYS.filter(({ extent }) => isRun || (extent === 'upTo' && !ofState)).map(
        ({ extent, command, label, icon }) => (
          <Button
            key={extent}
            size="small"
            variant="outline"
            icon={icon}
            data-keys={keysFor(command)}
            onClick={() => goOnAtChosen(session, extent)}
          >
            {label}
          </Button>
        ),
      )}
      {children}
    </div>
  );
}

/** D1: calls again what failed in the shown run, and reuses the rest. Not there where nothing can be retried. */
export function RetryButton() {
  const keysFor = useKeyTexts();
  const isOffered = useShownRun((run) => run !== null && canRetry(run));
  if (!isOffered) return null;
  return (
    <Button
      variant="outline"
      icon={RotateCcw}
      data-tip="Call again what failed, and reuse the rest"
      data-keys={keysFor('run.retry')}
      onClick={() => openDialog({ kind: 'goOn', extent: 'failed', step: null })}
    >
      Retry from failed
    </Button>
  );
}

/** D1: the way to run the chosen node alone, with an input of one's own. */
export function TryButton() {
  const session = useSession();
  const keys = useKeyTexts()('node.try');
  return (
    <Button
      size="small"
      variant="outline"
      icon={FlaskConical}
      data-keys={keys}
      onClick={() => give(session, 'node.try')}
    >
      Try it
    </Button>
  );
}
