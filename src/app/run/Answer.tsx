import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { outcomeOf, type RunView } from '#projection';
import { IconButton } from '../parts/IconButton';
import { JsonView } from '../parts/JsonView';
import { Markdown } from '../parts/Markdown';
import styles from './Answer.module.css';
import { useShownRun, useView } from './runStore';
import { spanText } from './time';

/** What the run came to, where it cannot be overlooked. */
export function Answer() {
  const view = useView();
  const runId = useShownRun((run) => run?.runId ?? '');
  const [dismissed, setDismissed] = useState('');
  if (view?.status !== 'completed' || dismissed === runId) return null;
  return <AnswerCard view={view} onClose={() => setDismissed(runId)} />;
}

function AnswerCard({ view, onClose }: { readonly view: RunView; readonly onClose: () => void }) {
  const { main, rest } = split(view.outputs);
  return (
    <section className={styles.card} aria-label="Answer">
      <header className={styles.head}>
        <CircleCheck aria-hidden />
        <h2>Answer</h2>
        <span className={styles.facts}>{factsOf(view)}</span>
        <IconButton icon={X} label="Close the answer" onClick={onClose} />
      </header>
      <div className={styles.body}>
        {main !== null && <Markdown text={main} className={styles.main} />}
        {rest.map(([name, value]) => (
          <div key={name} className={styles.output}>
            <h3>{name}</h3>
            <JsonView value={value} />
          </div>
        ))}
        {main === null && rest.length === 0 && (
          <p className={styles.none}>The plan is done. It has no result mapping.</p>
        )}
      </div>
    </section>
  );
}

/** The text that is the answer, and the outputs beside it. */
function split(outputs: JsonObject): { main: string | null; rest: readonly (readonly [string, Json])[] } {
  const entries = Object.entries(outputs);
  const named =
    entries.find(([name]) => name === 'answer') ?? entries.find(([, value]) => textIn(value) !== null);
  const text = named ? textIn(named[1]) : null;
  if (!named || text === null) return { main: null, rest: entries };
  return { main: text, rest: entries.filter(([name]) => name !== named[0]) };
}

function textIn(value: Json): string | null {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value.text === 'string' ? value.text : null;
}

/** P10 in one line: how many steps, how long, and who planned (A5). */
function factsOf(view: RunView): string {
  const outcome = outcomeOf(view);
  const makers = [...view.planning.values()].flatMap((record) =>
    record.attempts.filter((attempt) => attempt.verdict === 'accepted').map((attempt) => attempt.madeBy),
  );
  const elapsed = view.startedAt === null || view.endedAt === null ? null : view.endedAt - view.startedAt;
  return [
    `${outcome.steps.length} steps`,
    elapsed === null ? null : spanText(elapsed),
    makers.length === 0 ? null : `planned by ${[...new Set(makers)].join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
