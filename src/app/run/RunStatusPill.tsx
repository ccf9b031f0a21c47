import { FlaskConical, History } from 'lucide-react';
import { Pill } from '../parts/Pill';
import { RunPill } from './RunPill';
import styles from './RunStatusPill.module.css';
import { useView } from './runStore';
import { useLookingBack } from './useLookingBack';

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
      {lookingBack !== null && !short ? (
        <Pill tone="accent" icon={History}>
          {lookingBack}
        </Pill>
      ) : (
        <RunPill view={view} text={text} />
      )}
    </div>
  );
}
