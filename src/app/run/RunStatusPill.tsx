import { FlaskConical, History, TriangleAlert } from 'lucide-react';
import { Elapsed } from '#canvas';
import { type FallbackOfRun, fallbacksOf, isUnanswered, type RunView } from '#projection';
import { Pill } from '../parts/Pill';
import { StatusPill } from '../ui/StatusPill';
import styles from './RunStatusPill.module.css';
import { useAskedPlanner, useLookingBack, useView } from './runStore';
import { NOT_ANSWERED } from './runWords';

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
