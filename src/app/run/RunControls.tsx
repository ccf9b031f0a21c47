import {
  ArrowDownRight,
  ArrowUpRight,
  ListPlus,
  Milestone,
  Pause,
  Play,
  Square,
  StepForward,
} from 'lucide-react';
import { hasErrors } from '#base';
import { Button, IconButton } from '../parts/Button';

import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useProblems } from '../state/session';
import { useForkDraft } from './forkStore';
import { useLaunch } from './launch';
import styles from './RunControls.module.css';
import { cancelRun, pauseRun, resumeRun, stepRun } from './runActions';
import { isSettledRun, useMadePlan, useRunFacts, useShownRun } from './runStore';

/** Run, step, pause, resume, cancel: what can be done now, and no more. One of them is primary. */
export function RunControls() {
  const status = useShownRun((run) => run?.live.status ?? null);
  // Raising the budget goes on; resuming alone would pause again (K10).
  const spent = useShownRun((run) => run?.live.pausedBecause === 'budget');
  const here = useRunFacts((facts) => facts.standing === 'here');
  if (status === null || !here || isSettledRun(status)) return <StartControls />;
  return (
    <div className={styles.controls}>
      <StepControls stopped={status === 'paused'} />
      {status === 'paused' || status === 'uncertain' ? (
        <Button
          variant={status === 'paused' && !spent ? 'primary' : 'outline'}
          icon={Play}
          aria-label="Resume"
          data-tip="Go on"
          data-keys="F8"
          onClick={resumeRun}
        >
          Resume
        </Button>
      ) : (
        <Button variant="outline" icon={Pause} aria-label="Pause" onClick={pauseRun}>
          Pause
        </Button>
      )}
      <Button icon={Square} aria-label="Cancel" onClick={cancelRun}>
        Cancel
      </Button>
    </div>
  );
}

function StartControls() {
  const keysFor = useKeyTexts();
  const launch = useLaunch();
  const blocked = useProblems(({ diagnostics }) => hasErrors(diagnostics));
  const tip = blocked ? 'Errors are in the way: see Problems' : 'Run the plan';
  const isMade = useMadePlan();
  // While a fork is made that is what the screen is about.
  const isForking = useForkDraft() !== null;
  return (
    <div className={styles.controls}>
      {isMade && (
        <Button
          icon={Milestone}
          aria-label="Promote"
          className={styles.shy}
          data-tip="Keep the plan that was made as a plan of this workspace"
          data-keys={keysFor('run.promote')}
          onClick={() => openDialog({ kind: 'promote' })}
        >
          Promote
        </Button>
      )}
      <Button
        icon={StepForward}
        aria-label="Step"
        className={styles.shy}
        disabled={blocked}
        data-tip="Start, and stop after the first step"
        onClick={() => launch({ paused: true })}
      >
        Step
      </Button>
      <IconButton
        icon={ListPlus}
        label="Start with…"
        data-tip="Start with inputs, in a session, or after another run"
        keys={keysFor('run.start-with')}
        disabled={blocked}
        onClick={() => launch({ ask: true })}
      />
      <Button
        variant={isForking ? 'outline' : 'primary'}
        icon={Play}
        aria-label="Run"
        disabled={blocked}
        data-tip={tip}
        data-keys={keysFor('run.start')}
        onClick={() => launch({})}
      >
        Run
      </Button>
    </div>
  );
}

/** Out of a group is offered while the run stands still: until then there is nothing to leave. */
function StepControls({ stopped }: { readonly stopped: boolean }) {
  const keysFor = useKeyTexts();
  return (
    <>
      <Button
        icon={StepForward}
        aria-label="Step"
        className={styles.shy}
        data-keys="F10"
        data-tip="One step on"
        onClick={() => stepRun('over')}
      >
        Step
      </Button>
      <Button
        icon={ArrowDownRight}
        aria-label="Step into"
        className={styles.shy}
        data-keys={keysFor('run.step-into')}
        data-tip="One step on, also inside groups and planned steps"
        onClick={() => stepRun('into')}
      >
        Step into
      </Button>
      {stopped && (
        <Button
          icon={ArrowUpRight}
          aria-label="Step out"
          className={styles.shyest}
          data-keys={keysFor('run.step-out')}
          data-tip="Until the group or the planned steps are left"
          onClick={() => stepRun('out')}
        >
          Step out
        </Button>
      )}
    </>
  );
}
