import { announcementOf } from './announcement';
import { useShownRun } from './runStore';

/** Tells screen readers how the run goes: when it changes, not every step (E7). */
export function Announcer() {
  const view = useShownRun((run) => run?.live ?? null);
  return (
    <div className="visually-hidden" aria-live="polite">
      {view === null ? '' : announcementOf(view)}
    </div>
  );
}
