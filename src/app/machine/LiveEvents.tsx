import { useEffect, useMemo } from 'react';
import type { MachineStand } from '#editor';
import { allStates, type PlacedTransition, type StateMachinePlan, targetsOf, transitionsOf } from '#plan';
import { causeText, type MachineLight, type RunningDelay, transitionKey } from '#projection';
import { EmptyNote } from '../parts/EmptyNote';
import { sendSignal } from '../run/runActions';
import { useCanSteer } from '../run/runStore';
import { useEditor, useScene } from '../state/session';
import { DelayNote } from './DelayNote';
import styles from './EventsTab.module.css';
import { LiveLog } from './LiveLog';
import { lookInRun } from './livePreview';
import { SignalForm } from './SignalForm';
import { useEventWords } from './useEventWords';

/**
 * What may happen next in a run of the machine: an event that is looked at shows on the canvas what it would lead to, one
 * that is pressed is sent to the run as a signal.
 */
export function LiveEvents({ stands }: { readonly stands: MachineStand }) {
  const editor = useEditor();
  const machine = useScene((scene) => scene.machine);
  const light = useScene((scene) => scene.light);
  const steer = useCanSteer();
  const howTo = useEventWords();
  const offered = useMemo(() => (machine && light ? offeredBy(machine, light) : []), [machine, light]);
  // What is no longer looked at is not shown either: the run has gone on, or the panel is closed.
  useEffect(() => () => lookInRun(editor, null), [editor]);
  if (machine === null || light === null) return null;
  const { view, place } = stands;
  const ended = view.endedAt !== null || !view.machines.has(place);
  return (
    <>
      <p className={styles.lead}>
        {view.endedAt !== null
          ? `The run has ended: ${view.status}.`
          : ended
            ? 'This machine has ended.'
            : `What can happen now. ${howTo} The rest comes by itself.`}
      </p>
      {offered.length > 0 && (
        <ul className={styles.events} aria-label="Possible events">
          {offered.map((one) => (
            <li key={one.label}>
              <LiveEvent offered={one} steer={steer} />
            </li>
          ))}
        </ul>
      )}
      {!ended && offered.length === 0 && <EmptyNote>No transition waits for anything here.</EmptyNote>}
      {!ended && steer && <SignalForm machine={machine} onSend={sendSignal} />}
      <LiveLog machine={machine} stands={stands} />
    </>
  );
}

interface Offered {
  readonly label: string;
  readonly note: string;
  /** The first of its transitions. */
  readonly key: string;
  /** What is sent; null of what comes by itself, or is a pattern. */
  readonly event: string | null;
  readonly delay: RunningDelay | null;
}

function LiveEvent({ offered, steer }: { readonly offered: Offered; readonly steer: boolean }) {
  const editor = useEditor();
  const { label, note, key, event, delay } = offered;
  const show = () => lookInRun(editor, key);
  const hide = () => lookInRun(editor, null);
  // What comes by itself cannot be sent, and can be looked at.
  const canSend = event !== null && steer;
  return (
    <button
      type="button"
      className={styles.event}
      aria-description={note}
      aria-disabled={canSend ? undefined : true}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={() => {
        if (!canSend) return;
        hide();
        sendSignal(event, null);
      }}
    >
      <span className={styles.type}>{label}</span>
      <span className={styles.where} aria-hidden="true">
        {note}
        {delay !== null && <DelayNote delay={delay} />}
      </span>
    </button>
  );
}

function whereTo({ transition }: PlacedTransition, names: ReadonlyMap<string, string>): string {
  if ('restart' in transition && transition.restart) return 'begins again';
  const targets = targetsOf(transition).map((id) => names.get(id) ?? id);
  return targets.length === 0 ? 'stays' : `→ ${targets.join(', ')}`;
}

function offeredBy(plan: StateMachinePlan, light: MachineLight): readonly Offered[] {
  const found = new Map<string, Offered>();
  const names = new Map([...allStates(plan.states)].map(({ id, name }) => [id, name ?? id]));
  for (const owner of [...[...allStates(plan.states)].reverse(), plan]) {
    const state = 'kind' in owner ? null : owner.id;
    for (const placed of transitionsOf(owner)) {
      const label = causeText(placed);
      const key = transitionKey(state, placed.path);
      if (!light.possible.has(key) || found.has(label)) continue;
      const isEvent = placed.cause === 'event' && !label.includes('*');
      const note = whereTo(placed, names);
      found.set(label, {
        label,
        note,
        key,
        event: isEvent ? label : null,
        delay: light.delays.get(key) ?? null,
      });
    }
  }
  return [...found.values()];
}
