import { useMemo } from 'react';
import { allStates, type StateMachinePlan, transitionsOf } from '#plan';
import { causeText, type MachineLight, type RunView, transitionKey } from '#projection';
import { EmptyNote } from '../parts/EmptyNote';
import { sendSignal } from '../run/runActions';
import { useCanSteer } from '../run/runStore';
import { useEditor, useScene } from '../state/session';
import styles from './EventsTab.module.css';
import { LiveLog } from './LiveLog';
import { SignalForm } from './SignalForm';

/** What may happen next in a run of the machine: an event that is pressed is sent to it as a signal. */
export function LiveEvents({ view }: { readonly view: RunView }) {
  const editor = useEditor();
  const machine = useScene((scene) => scene.machine);
  const light = useScene((scene) => scene.light);
  const steer = useCanSteer();
  const offered = useMemo(() => (machine && light ? offeredBy(machine, light) : []), [machine, light]);
  if (machine === null) return null;
  const over = view.endedAt !== null;
  return (
    <>
      <p className={styles.lead}>
        {over
          ? `The run has ended: ${view.status}.`
          : 'What can happen now. Click to send; the rest comes by itself.'}
      </p>
      {offered.length > 0 && (
        <ul className={styles.events} aria-label="Possible events">
          {offered.map(({ label, note, event }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.event}
                aria-description={note}
                disabled={event === null || !steer}
                onClick={() => event !== null && sendSignal(event, null)}
              >
                <span className={styles.type}>{label}</span>
                <span className={styles.where} aria-hidden="true">
                  {note}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!over && offered.length === 0 && <EmptyNote>No transition waits for anything here.</EmptyNote>}
      {!over && steer && <SignalForm onSend={sendSignal} />}
      <LiveLog editor={editor} />
    </>
  );
}

interface Offered {
  readonly label: string;
  readonly note: string;
  /** What is sent; null of what comes by itself, or is a pattern. */
  readonly event: string | null;
}

function offeredBy(plan: StateMachinePlan, light: MachineLight): readonly Offered[] {
  const found = new Map<string, Offered>();
  for (const owner of [...[...allStates(plan.states)].reverse(), plan]) {
    const state = 'kind' in owner ? null : owner.id;
    for (const placed of transitionsOf(owner)) {
      const label = causeText(placed);
      if (!light.possible.has(transitionKey(state, placed.path)) || found.has(label)) continue;
      const isEvent = placed.cause === 'event' && !label.includes('*');
      const target = placed.transition.target;
      const note =
        target === undefined ? 'stays' : `→ ${typeof target === 'string' ? target : target.join(', ')}`;
      found.set(label, { label, note, event: isEvent ? label : null });
    }
  }
  return [...found.values()];
}
