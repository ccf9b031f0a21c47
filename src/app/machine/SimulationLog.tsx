import { useEditor } from '../state/session';
import styles from './EventsTab.module.css';
import { deedText } from './eventWords';
import { deedsOf, goToStep, type Simulation, type SimulationStep } from './simulation';

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
