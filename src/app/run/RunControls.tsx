import {
  ArrowDownRight,
  ArrowUpRight,
  FlaskConical,
  History,
  ListPlus,
  Milestone,
  Pause,
  Play,
  Square,
  StepForward,
  TriangleAlert,
} from 'lucide-react';
import { hasErrors } from '#base';
import { Elapsed } from '#canvas';
import { type FallbackOfRun, fallbacksOf, isUnanswered, type RunView } from '#projection';
import { Button, IconButton } from '../parts/Button';
import { Pill } from '../parts/Pill';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useProblems } from '../state/session';
import { StatusPill } from '../ui/StatusPill';
import { useForkDraft } from './fork';
import { useLaunch } from './launch';
import styles from './RunControls.module.css';
import { NOT_ANSWERED } from './runLists';
import {
  cancelRun,
  isSettledRun,
  pauseRun,
  resumeRun,
  stepRun,
  useAskedPlanner,
  useLookingBack,
  useMadePlan,
  useRunFacts,
  useShownRun,
  useView,
} from './runStore';

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

/** The run's status at the position (D6), spoken whenever it changes; looking back, a desk says so in its place. */
export function RunStatusPill({ short }: { readonly short?: boolean }) {
  const view = useView();
  const lookingBack = useLookingBack();
  if (view === null) return null;
  const { status, pausedBecause: reason } = view;
  const interrupted = status === 'paused' && reason === 'interrupted';
  const name = `Run ${status}`;
  // In a hand there is no room for both words beside the name of the plan.
  const shown = interrupted ? 'interrupted' : status;
  const text = short ? shown : `${name}${interrupted ? ' (interrupted)' : ''}`;
  return (
    <div role="status" aria-label={name} className={styles.pills}>
      {view.started?.simulated && (
        <Pill tone="plan" icon={FlaskConical}>
          {short ? '' : 'Simulated'}
        </Pill>
      )}
      <FallbackPill view={view} short={short === true} />
      {lookingBack !== null && !short ? (
        <Pill tone="accent" icon={History}>
          {lookingBack}
        </Pill>
      ) : (
        <PlanningPill view={view} text={text} short={short === true} />
      )}
    </div>
  );
}

interface PillProps {
  readonly view: RunView;
  readonly short: boolean;
}

/** While a model plans, that and how long says more than that the run runs. */
function PlanningPill({ view, short, text }: PillProps & { readonly text: string }) {
  const asked = useAskedPlanner();
  if (asked === null || view.status !== 'running') return <RunPill view={view} text={text} />;
  // What changes all the time is not spoken.
  const planning = (
    <span aria-hidden>
      {short ? '' : 'Planning · '}
      <Elapsed span={{ from: asked.planning.askedAt, at: null }} />
    </span>
  );
  return <StatusPill status="running" text={planning} />;
}

/** P5: whoever planned it was not the model that was asked. */
function FallbackPill({ view, short }: PillProps) {
  const fallbacks = fallbacksOf(view);
  if (fallbacks.length === 0) return null;
  return (
    <span title={fallbacks.map(causeText).join('\n')}>
      <Pill tone="wait" icon={TriangleAlert}>
        {short ? '' : `by ${[...new Set(fallbacks.map(({ madeBy }) => madeBy))].join(', ')}`}
      </Pill>
    </span>
  );
}

function causeText({ name, model, cause }: FallbackOfRun): string {
  return `“${name}”: ${model}, ${cause}`;
}

interface Props {
  readonly view: RunView;
  /** Words instead of the status' own. */
  readonly text?: string | undefined;
}

/** How a run stands. */
export function RunPill({ view, text }: Props) {
  if (!isUnanswered(view)) return <StatusPill status={view.status} text={text} />;
  return (
    <Pill tone={NOT_ANSWERED.tone} icon={NOT_ANSWERED.icon}>
      {NOT_ANSWERED.word}
    </Pill>
  );
}
