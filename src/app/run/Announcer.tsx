import { namesOf, type RunView } from '#projection';
import { standingOf } from '../machine/machineStore';
import { useScene } from '../state/session';
import { useShownRun } from './runStore';
import { machineAround } from './waiting';

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

/** One sentence or two about where a run stands; the same text as long as nothing happened that is worth hearing. */
export function announcementOf(view: RunView): string {
  const waiting = view.waiting.map((one) => waitingText(one, view));
  return [...waiting, ...machineTexts(view), planText(view), statusText(view)].filter(Boolean).join(' ');
}

function waitingText({ kind, name, address }: RunView['waiting'][number], view: RunView): string {
  switch (kind) {
    case 'approval':
      return `${name} waits for your approval.`;
    case 'answer':
      return `${name} asks you something.`;
    case 'resume':
      return `${name} has paused the plan.`;
    case 'signal':
      // Where a machine stands says what it listens for.
      return machineAround(address, view) === null ? `${name} waits for an event.` : '';
    case 'connection':
      return `${name} waits for a connection.`;
    case 'file':
      return `${name} waits for a file.`;
    case 'uncertain':
      return `${name} may or may not have happened.`;
  }
}

/** Where each state machine stands (M1), from the outermost active state to the innermost. */
function machineTexts(view: RunView): readonly string[] {
  const nameOf = namesOf(view);
  return [...view.machines.values()]
    .filter(({ active }) => active.length > 0)
    .map(({ active }) => `In ${active.map(nameOf).join(', ')}.`);
}

/** A plan that has arrived, while it is carried out. */
function planText(view: RunView): string {
  if (view.status !== 'running') return '';
  const last = [...view.opened.entries()].at(-1);
  if (last === undefined) return '';
  const [address, { plan, revision }] = last;
  const steps = plan.nodes.length;
  return `${namesOf(view)(address)} carries out plan revision ${revision}: ${steps} ${steps === 1 ? 'step' : 'steps'}.`;
}

function statusText({ status, pausedBecause, error }: RunView): string {
  if (status === 'failed') return `Run failed. ${error?.message ?? ''}`.trim();
  if (status === 'paused' && pausedBecause !== null && pausedBecause !== 'user') {
    return pausedBecause === 'reached' ? 'Run paused where it was to stop.' : `Run paused: ${pausedBecause}.`;
  }
  return `Run ${status}.`;
}
