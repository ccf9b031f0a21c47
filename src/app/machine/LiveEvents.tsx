import { useEffect, useMemo, useState } from 'react';
import { type Address, durationText, type Json, LIMITS, nodeOf, parseExactJson } from '#base';
import { type CompiledMachine, compileMachine, possibleEvents, sendToMachine } from '#compile';
import type { AttachedRun, Editor, MachineStand } from '#editor';
import { type Commit, type Entry, machinesIn, type RunState, step } from '#kernel';
import {
  allStates,
  eventOfOurs,
  type PlacedTransition,
  type StateMachinePlan,
  targetsOf,
  transitionsOf,
} from '#plan';
import { causeText, type MachineLight, type RunningDelay, scopeOf, transitionKey } from '#projection';
import { MoreFields } from '../design/InspectorParts';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { EmptyNote } from '../parts/Panel';
import { sendSignal, useCanSteer } from '../run/runStore';
import { useEditor, useRuns, useScene } from '../state/session';
import styles from './EventsTab.module.css';
import { eventOf, useEventWords } from './simulation';

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

const SECOND = 1_000;

/** How long a delay still runs: ", 12 s left". It counts down by itself while time goes on. */
function DelayNote({ delay: { until, at } }: { readonly delay: RunningDelay }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at !== null) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [at]);
  const left = Math.max(0, until - (at ?? now));
  return <>{`, ${durationText(Math.ceil(left / SECOND) * SECOND)} left`}</>;
}

interface Line {
  /** The position at which it is seen. */
  readonly at: number;
  readonly label: string;
  readonly came: string;
}

interface Props {
  readonly machine: StateMachinePlan;
  readonly stands: MachineStand;
}

/** Every event that moved the machine, each line a place to return to (UX). */
function LiveLog({ machine, stands }: Props) {
  const editor = useEditor();
  const { place, run } = stands;
  const { commits } = run;
  const position = useRuns((runs) => runs.position);
  const length = commits.length;
  const lines = useMemo(
    () => (length === 0 ? [] : linesOf(commits, machine, place)),
    [commits, length, machine, place],
  );
  const shown = position ?? length;
  const current = lines.findLast(({ at }) => at <= shown)?.at;
  if (lines.length === 0) return null;
  return (
    <section aria-label="Log">
      <h3 className={styles.heading}>Log, each line a place to return to</h3>
      <ol className={styles.log}>
        {lines.map(({ at, label, came }, index) => (
          <li key={at}>
            <button
              type="button"
              className={styles.line}
              aria-current={at === current ? 'step' : undefined}
              data-later={at > shown || undefined}
              onClick={() => editor.cursor.seek(at)}
            >
              <span className={styles.number}>{index + 1}</span>
              <span className={styles.type}>{label}</span>
              <span className={styles.where}>{came}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function linesOf(commits: readonly Commit[], machine: StateMachinePlan, place: Address): readonly Line[] {
  const names = new Map([...allStates(machine.states)].map(({ id, name }) => [id, name ?? id]));
  const isOurs = ({ address }: Entry) =>
    address === place || (scopeOf(address) === place && names.has(nodeOf(address)));
  return commits.flatMap(({ seq, entries }): readonly Line[] => {
    const entered: string[] = [];
    const taken: (string | null)[] = [];
    for (const entry of entries) {
      if (!isOurs(entry)) continue;
      if (entry.kind === 'state.entered') entered.push(names.get(entry.data.state) ?? entry.data.state);
      if (entry.kind === 'transition.taken') taken.push(entry.data.event);
    }
    if (entered.length === 0 && taken.length === 0) return [];
    const label =
      taken.find((event) => event !== null) ??
      (isStart(entries) || taken.length === 0 ? 'start' : 'by itself');
    return [{ at: seq + 1, label, came: entered.join(', ') || 'stays' }];
  });
}

function isStart(entries: readonly Entry[]): boolean {
  return entries.some(({ kind }) => kind === 'run.started');
}

/** The state of a run at a position: kept, because the next one is often the same or a little later. */
interface Folded {
  readonly runId: string;
  readonly commits: readonly Commit[];
  readonly state: RunState;
}

let folded: Folded | null = null;

/**
 * Shows on the canvas what a transition would lead to in the run that is shown (UX), whatever the data of its event;
 * null shows where it stands. Nothing is sent, called or written.
 *
 * @param key of the transition, as `transitionKey` makes it
 */
export function lookInRun(editor: Editor, key: string | null): void {
  const { machine, stands } = editor.scene.getState();
  const { preview } = editor.light.getState();
  if (key === null || machine === null || stands === null) {
    if (preview !== null) editor.light.setState({ planId: null, light: null, preview: null });
    return;
  }
  const { run, place } = stands;
  const position = editor.runs.getState().position ?? run.commits.length;
  editor.light.setState({
    planId: machine.id,
    light: null,
    preview: previewIn(run, position, place, machine, key),
  });
}

function previewIn(run: AttachedRun, position: number, place: Address, plan: StateMachinePlan, key: string) {
  const standing = machinesIn(stateAt(run, position)).find((one) => one.place === place)?.standing;
  const machine = compiled(plan);
  if (standing === undefined || machine === null) return null;
  const possible = possibleEvents(machine, standing).find(
    (one) => transitionKey(one.state, one.path) === key,
  );
  if (possible === undefined) return null;
  const { standing: next, effects } = sendToMachine(machine, standing, eventOf(possible));
  const taken = effects.filter((effect) => effect.kind === 'taken');
  return {
    active: new Set(next.configuration),
    taken: new Set(taken.map(({ state, path }) => transitionKey(state, path))),
  };
}

function stateAt({ runId, commits }: AttachedRun, position: number): RunState {
  const wanted = commits.slice(0, position);
  const before =
    folded !== null && folded.runId === runId && isPrefix(folded.commits, wanted) ? folded : null;
  let state: RunState | null = before?.state ?? null;
  for (const { fact } of wanted.slice(before?.commits.length ?? 0)) state = step(state, fact).state;
  if (state === null) throw new Error('A run that is shown has a first commit.');
  folded = { runId, commits: wanted, state };
  return state;
}

function isPrefix(one: readonly Commit[], of: readonly Commit[]): boolean {
  return one.length <= of.length && one.at(-1) === of[one.length - 1];
}

const COMPILED = new WeakMap<StateMachinePlan, CompiledMachine | null>();

function compiled(plan: StateMachinePlan): CompiledMachine | null {
  const known = COMPILED.get(plan);
  if (known !== undefined) return known;
  const made = compileMachine(plan);
  COMPILED.set(plan, made.ok ? made.value : null);
  return made.ok ? made.value : null;
}

/**
 * Any event, with data: one that a wildcard takes, or that nothing takes. A machine that was imported hears its events
 * by the names that they had there, too.
 */
export function SignalForm({
  machine,
  onSend,
}: {
  readonly machine: StateMachinePlan;
  readonly onSend: (type: string, data: Json) => void;
}) {
  const [type, setType] = useKept('event type', () => '');
  const [data, setData] = useKept('event data', () => '');
  const parsed =
    data.trim() === '' ? { ok: true as const, value: null } : parseExactJson(data, LIMITS.jsonDepth);
  const ours = eventOfOurs(machine, type.trim());
  const usable = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/.test(ours) && parsed.ok;
  return (
    <MoreFields title="Another event, or one with data" open={false}>
      <form
        className={styles.another}
        onSubmit={(event) => {
          event.preventDefault();
          if (usable && parsed.ok) onSend(ours, parsed.value);
        }}
      >
        <Input
          aria-label="Type of the event"
          placeholder="order.paid"
          mono
          value={type}
          onChange={({ target }) => setType(target.value)}
        />
        <Input
          aria-label="Data of the event"
          placeholder="JSON"
          mono
          aria-invalid={parsed.ok ? undefined : true}
          value={data}
          onChange={({ target }) => setData(target.value)}
        />
        <Button type="submit" size="small" variant="outline" disabled={!usable}>
          Send
        </Button>
      </form>
    </MoreFields>
  );
}
