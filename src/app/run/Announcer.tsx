import { standingOf } from '../machine/standing';
import { useScene } from '../state/session';
import { announcementOf } from './announcement';
import { useShownRun } from './runStore';

/** Tells screen readers how the run goes, or the simulation of a machine: when it changes, not every step (E7). */
export function Announcer() {
  const view = useShownRun((run) => run?.live ?? null);
  const machine = useScene((scene) => scene.machine);
  const light = useScene((scene) => scene.light);
  const simulated = machine === null || light === null ? '' : `Simulated: ${standingOf(machine, light)}.`;
  return (
    <div className="visually-hidden" aria-live="polite">
      {view === null ? simulated : announcementOf(view)}
    </div>
  );
}
