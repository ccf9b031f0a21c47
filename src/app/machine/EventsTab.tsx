import { FlaskConical, RotateCcw, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type Json, type JsonObject, setAt } from '#base';
import type { PossibleEvent } from '#compile';
import { JsonInput } from '../forms/CodeField';
import { SchemaForm } from '../forms/SchemaForm';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { useEditor, useScene, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import styles from './EventsTab.module.css';
import { LiveEvents, SignalForm } from './LiveEvents';
import {
  answerGuard,
  askedGuards,
  deedsOf,
  deedText,
  defaultsOf,
  endSimulation,
  goToStep,
  guardAsked,
  labelOfEvent,
  look,
  possibleNow,
  type Simulation,
  type SimulationStep,
  send,
  simulate,
  simulations,
  take,
  useEventWords,
} from './simulation';

/** M7: what may happen now. Hovering shows on the canvas what it would lead to; nothing is really done. */
export default function EventsTab() {
  const now = useStore(simulations, (state) => state.now);
  const machine = useScene((scene) => scene.machine);
  const stands = useScene((scene) => scene.stands);
  if (stands !== null) return <LiveEvents stands={stands} />;
  // A simulation is of the machine as it was.
  return now === null || now.plan !== machine ? <Begin /> : <Running now={now} />;
}

function Begin() {
  const session = useSession();
  const machine = useScene((scene) => scene.machine);
  const problems = useStore(simulations, (state) => state.problems);
  const [input, setInput] = useKept<JsonObject>('simulated input', () => ({}));
  const [goal, setGoal] = useKept<Json | undefined>('simulated goal', () => undefined);
  if (machine === null) return null;
  const inputs = machine.variables.filter(({ scope }) => scope === 'IN');
  return (
    <>
      <p className={styles.lead}>
        Send events and see where the machine goes. Nothing is called, published or waited for.
      </p>
      {inputs.length > 0 && (
        <SchemaForm
          schema={{
            type: 'object',
            properties: Object.fromEntries(inputs.map(({ id, schema }) => [id, { ...schema, title: id }])),
          }}
          value={{ ...defaultsOf(inputs), ...input }}
          mode="literal"
          onChange={(path, value) => {
            setInput((before) => setAt(before, path, value));
            return null;
          }}
        />
      )}
      {machine.onGoal !== undefined && (
        <Field label="Data of the goal" aside="JSON">
          {(ids) => (
            <JsonInput
              {...ids}
              value={goal}
              onCommit={(value) => {
                setGoal(value);
                return null;
              }}
            />
          )}
        </Field>
      )}
      <Button
        variant="outline"
        icon={FlaskConical}
        className={styles.begin}
        onClick={() => simulate(session, { ...defaultsOf(inputs), ...input }, goal ?? null)}
      >
        Simulate
      </Button>
      {problems.length > 0 && <ProblemList diagnostics={problems} nameOf={() => ''} />}
    </>
  );
}

function Running({ now }: { readonly now: Simulation }) {
  const session = useSession();
  const { editor } = session;
  const howTo = useEventWords();
  const standing = now.steps[now.at]?.turn.standing;
  const events = eventsOf(now);
  return (
    <>
      <div className={styles.tools}>
        <p className={styles.lead}>
          {standing?.status === 'active'
            ? `What can happen now. ${howTo}`
            : `The machine has ended: ${standing?.status === 'failed' ? 'failed' : 'completed'}.`}
        </p>
        <Button
          size="small"
          icon={RotateCcw}
          onClick={() => {
            const first = now.steps[0]?.turn.standing;
            simulate(session, Object.fromEntries(first?.variables ?? []), first?.goalData ?? null);
          }}
        >
          Again
        </Button>
        <Button size="small" icon={Square} onClick={() => endSimulation(editor)}>
          Stop
        </Button>
      </div>
      {events.length > 0 && (
        <ul className={styles.events} aria-label="Possible events">
          {events.map((event) => (
            <li key={event.label}>
              <EventButton event={event} now={now} />
            </li>
          ))}
        </ul>
      )}
      {events.length === 0 && standing?.status === 'active' && (
        <p className={styles.none}>No transition leads from here.</p>
      )}
      <GuardAnswers now={now} />
      {standing?.status === 'active' && (
        <SignalForm
          machine={now.machine.plan}
          onSend={(type, data) => send(editor, { kind: 'user', type, data }, type)}
        />
      )}
      <SimulationLog now={now} />
    </>
  );
}

interface Offered {
  readonly label: string;
  /** The first of its transitions that may be taken. */
  readonly possible: PossibleEvent;
  readonly enabled: boolean | 'asked';
  readonly targets: string;
}

/** One button for each event, however many states listen to it. */
function eventsOf(now: Simulation): readonly Offered[] {
  const found = new Map<string, Offered>();
  for (const possible of possibleNow(now)) {
    const label = labelOfEvent(now.plan, possible);
    const before = found.get(label);
    if (before !== undefined && (before.enabled !== false || possible.enabled === false)) continue;
    const targets = targetsIn(now, possible);
    found.set(label, { label, possible, enabled: possible.enabled, targets });
  }
  return [...found.values()];
}

function targetsIn(now: Simulation, { restart, targets }: PossibleEvent): string {
  if (restart) return 'begins again';
  return targets.length === 0 ? 'stays' : `→ ${targets.map((id) => nameOf(now, id)).join(', ')}`;
}

function nameOf({ machine }: Simulation, id: string): string {
  const node = machine.nodes.get(id);
  return node?.name ?? id;
}

function EventButton({ event, now }: { readonly event: Offered; readonly now: Simulation }) {
  const editor = useEditor();
  const { label, possible, enabled, targets } = event;
  // What it has to look like is no event yet.
  const isPattern = possible.event.includes('*');
  const show = () => look(editor, possible);
  const hide = () => look(editor, null);
  const note = enabled === 'asked' ? 'depends on a guard' : enabled ? targets : 'not now';
  return (
    <button
      type="button"
      className={styles.event}
      aria-description={note}
      disabled={enabled === false || isPattern}
      data-looked={now.looked === possible || undefined}
      data-kind={possible.kind}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={() => take(editor, possible)}
    >
      <span className={styles.type}>{label}</span>
      <span className={styles.where} aria-hidden="true">
        {note}
      </span>
    </button>
  );
}

/** M7: a guard that is only a name is asked for; until then it says no. */
export function GuardAnswers({ now }: { readonly now: Simulation }) {
  const editor = useEditor();
  const names = askedGuards(now.plan);
  const ref = useRef<HTMLFieldSetElement>(null);
  const asked = useStore(guardAsked, (state) => state.asked);
  useEffect(() => {
    if (!asked) return;
    guardAsked.setState({ asked: false });
    ref.current?.querySelector('select')?.focus();
  }, [asked]);
  if (names.length === 0) return null;
  return (
    <fieldset ref={ref} className={styles.guards} aria-label="Guards">
      <h3>Guards that are only names</h3>
      {names.map((name) => (
        <Field key={name} label={name}>
          {(ids) => (
            <Select
              {...ids}
              value={now.guards[name] === undefined ? '' : String(now.guards[name])}
              onChange={({ target }) =>
                answerGuard(editor, name, target.value === '' ? undefined : target.value === 'true')
              }
            >
              <option value="">Not answered: it says no</option>
              <option value="true">Yes</option>
              <option value="false">No</option>
            </Select>
          )}
        </Field>
      ))}
    </fieldset>
  );
}

/** Every event with what it led to, each line a place to return to (M7). */
export function SimulationLog({ now }: { readonly now: Simulation }) {
  return (
    <section aria-label="Log">
      <h3 className={styles.heading}>Log, each line a place to return to</h3>
      <ol className={styles.log}>
        {now.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the log.
          <li key={index}>
            <Line step={step} index={index} now={now} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Props {
  readonly step: SimulationStep;
  readonly index: number;
  readonly now: Simulation;
}

function Line({ step, index, now }: Props) {
  const editor = useEditor();
  const { turn, label } = step;
  const deeds = deedsOf(turn.effects);
  const entered = turn.effects.flatMap((effect) =>
    effect.kind === 'entered' ? [now.machine.nodes.get(effect.state)?.name ?? effect.state] : [],
  );
  const came =
    turn.error?.message ?? (turn.handled || index === 0 ? entered.join(', ') || 'stays' : 'not handled');
  return (
    <>
      <button
        type="button"
        className={styles.line}
        aria-current={index === now.at ? 'step' : undefined}
        data-later={index > now.at || undefined}
        onClick={() => goToStep(editor, index)}
      >
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.type}>{label === '' ? 'start' : label}</span>
        <span className={styles.where}>{came}</span>
      </button>
      {index === now.at && deeds.length > 0 && (
        <ul className={styles.deeds} aria-label="What it would do">
          {deeds.map((deed, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a deed is its place in the turn.
            <li key={at}>{deedText(deed)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
