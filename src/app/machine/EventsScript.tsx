import { Copy, FlaskConical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Diagnostic, LIMITS, parseExactJson } from '#base';
import { compileMachine, type SimulatedMachine, type SimulatedStep, simulateMachine } from '#compile';
import type { Editor } from '#editor';
import { allStates, readMachineEvents, type StateMachinePlan } from '#plan';
import { NO_LIGHT, shortValue } from '#projection';
import { CodeField } from '../forms/CodeField';
import { Button } from '../parts/Button';
import { useKept } from '../parts/kept';
import { say } from '../parts/Toasts';
import { sayThrown } from '../state/sayTrouble';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import styles from './EventsTab.module.css';
import { simulations } from './simulation';

type Outcome =
  | { readonly kind: 'refused'; readonly problems: readonly Diagnostic[] }
  | { readonly kind: 'done'; readonly simulated: SimulatedMachine };

/** H1, M7: events one after the other, as the command line takes them, and where each leads; shown on the canvas. */
export default function EventsScript({ machine }: { readonly machine: StateMachinePlan }) {
  const editor = useEditor();
  const guards = useStore(simulations, ({ now }) => now?.guards ?? NO_GUARDS);
  const [text, setText] = useKept(`events ${machine.id}`, () => '[]');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => () => showStep(editor, machine, [], null), [editor, machine]);
  const run = () => {
    const next = simulated(machine, text, guards);
    setOutcome(next);
    const steps = next.kind === 'done' ? next.simulated.steps : [];
    setShown(steps.length === 0 ? null : steps.length - 1);
    showStep(editor, machine, steps, steps.length - 1);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${text.trim()}\n`);
      say({ tone: 'ok', text: 'The events are copied: planloom simulate --events takes them.' });
    } catch (thrown) {
      sayThrown(thrown, 'The events could not be copied.');
    }
  };
  return (
    <div className={styles.script}>
      <p className={styles.lead}>
        Events one after the other, and where each leads. Nothing is called, published or waited for; under
        Events they are sent one by one.
      </p>
      <Field
        label="Events"
        aside="JSON"
        hint={'A type, {"type": …, "data": …}, or {"after": milliseconds} to let time pass.'}
      >
        {(ids) => <CodeField {...ids} language="json" lines="many" value={text} onChange={setText} />}
      </Field>
      <div className={styles.tools}>
        <Button icon={Copy} onClick={() => void copy()}>
          Copy events
        </Button>
        <Button variant="outline" icon={FlaskConical} onClick={run}>
          Simulate events
        </Button>
      </div>
      {outcome?.kind === 'refused' && <ProblemList diagnostics={outcome.problems} nameOf={() => ''} />}
      {outcome?.kind === 'done' && (
        <Steps
          machine={machine}
          simulated={outcome.simulated}
          shown={shown}
          onShow={(at) => {
            setShown(at);
            showStep(editor, machine, outcome.simulated.steps, at);
          }}
        />
      )}
    </div>
  );
}

const NO_GUARDS: Readonly<Record<string, boolean>> = {};

interface StepsProps {
  readonly machine: StateMachinePlan;
  readonly simulated: SimulatedMachine;
  readonly shown: number | null;
  readonly onShow: (at: number) => void;
}

function Steps({ machine, simulated: { steps, unanswered, problems }, shown, onShow }: StepsProps) {
  const names = new Map([...allStates(machine.states)].map(({ id, name }) => [id, name ?? id]));
  return (
    <>
      <ol className={styles.log} aria-label="Where the events lead">
        {steps.map(({ event, handled, configuration }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place among the events.
          <li key={at}>
            <button
              type="button"
              className={styles.line}
              aria-current={at === shown ? 'step' : undefined}
              onClick={() => onShow(at)}
            >
              <span className={styles.number}>{at}</span>
              <span className={styles.type}>{event === null ? 'start' : shortValue(event)}</span>
              <span className={styles.where}>
                {handled || at === 0
                  ? configuration.map((id) => names.get(id) ?? id).join(', ')
                  : 'not handled'}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {unanswered.length > 0 && (
        <p className={styles.lead}>
          Only names, taken to say no: {unanswered.join(', ')}. They are answered under Events.
        </p>
      )}
      {problems.map(({ step, message }) => (
        <p key={`${step} ${message}`} className={styles.lead}>
          {step}: {message}
        </p>
      ))}
    </>
  );
}

function simulated(plan: StateMachinePlan, text: string, guards: Readonly<Record<string, boolean>>): Outcome {
  const json = parseExactJson(text, LIMITS.jsonDepth);
  if (!json.ok) return { kind: 'refused', problems: [json.problem] };
  const events = readMachineEvents(json.value);
  if (!events.ok) return { kind: 'refused', problems: events.problem };
  const machine = compileMachine(plan);
  if (!machine.ok) return { kind: 'refused', problems: machine.problem };
  const variables = Object.fromEntries(
    plan.variables.flatMap(({ id, default: usual }) => (usual === undefined ? [] : [[id, usual]])),
  );
  const start = { variables, goalData: null, guards };
  return { kind: 'done', simulated: simulateMachine(machine.value, start, events.value) };
}

/** Lights the states of a step, and those that were active before it; nothing where there is none. */
function showStep(
  editor: Editor,
  { id }: StateMachinePlan,
  steps: readonly SimulatedStep[],
  at: number | null,
): void {
  const step = at === null ? undefined : steps[at];
  if (step === undefined) {
    if (simulations.getState().now === null)
      editor.light.setState({ planId: null, light: null, preview: null });
    return;
  }
  const active = new Set(step.configuration);
  const seen = steps.slice(0, at ?? 0).flatMap(({ configuration }) => configuration);
  const left = new Set(seen.filter((state) => !active.has(state)));
  editor.light.setState({ planId: id, light: { ...NO_LIGHT, active, left }, preview: null });
}
