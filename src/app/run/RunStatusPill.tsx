import { FlaskConical } from 'lucide-react';
import { Pill } from '../parts/Pill';
import { RunPill } from './RunPill';
import styles from './RunStatusPill.module.css';
import { useView } from './runStore';

/** The run's status at the position (D6); spoken whenever it changes. */
export function RunStatusPill({ short }: { readonly short?: boolean }) {
  const view = useView();
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
      <RunPill view={view} text={text} />
    </div>
  );
}
