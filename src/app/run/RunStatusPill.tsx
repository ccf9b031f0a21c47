import { StatusPill } from '../parts/StatusPill';
import { useView } from './runStore';

/** The run's status at the position (D6); spoken whenever it changes. */
export function RunStatusPill({ short }: { readonly short?: boolean }) {
  const view = useView();
  if (view === null) return null;
  const { status, pausedBecause: reason } = view;
  const interrupted = status === 'paused' && reason === 'interrupted';
  const name = `Run ${status}`;
  const text = short ? status : name;
  return (
    <div role="status" aria-label={name}>
      <StatusPill status={status} text={interrupted ? `${text} (interrupted)` : text} />
    </div>
  );
}
