import { useState } from 'react';
import { own } from '#base';
import type { PlanningOfRun } from '#proving';
import { Dialog } from '../parts/Dialog';
import { Pill, type Tone } from '../parts/Pill';
import { Tabs } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { JsonView } from '../tables/JsonView';
import styles from './PlanningDialog.module.css';

/** What was asked and answered in a run of a suite, word for word, attempt by attempt (H5, P6). */
export default function PlanningDialog({ dialog: { run, prompts }, onClose }: DialogProps<'planningOfRun'>) {
  const { planning = [] } = run;
  const [chosen, setChosen] = useState(String(planning.length - 1));
  const attempt = planning[Number(chosen)];
  return (
    <Dialog title={`Prompt and reply of run ${run.index + 1}`} width="wide" onClose={onClose}>
      <Tabs
        label="Attempts"
        selected={chosen}
        onSelect={setChosen}
        tabs={planning.map(({ madeBy }, index) => ({ id: String(index), label: `${index + 1} ${madeBy}` }))}
      >
        {attempt !== undefined && (
          <Attempt
            attempt={attempt}
            prompt={attempt.prompt === null ? undefined : own(prompts ?? {}, attempt.prompt)}
          />
        )}
      </Tabs>
    </Dialog>
  );
}

const TONES: Readonly<Record<PlanningOfRun['verdict'], Tone>> = {
  accepted: 'ok',
  refused: 'wait',
  failed: 'bad',
};

function Attempt({
  attempt,
  prompt,
}: {
  readonly attempt: PlanningOfRun;
  readonly prompt: string | undefined;
}) {
  const { madeBy, verdict, reply, problems } = attempt;
  return (
    <div className={styles.attempt}>
      <Pill tone={TONES[verdict]}>{verdict}</Pill>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ code, message }) => (
            <li key={`${code} ${message}`}>
              <code>{code}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {prompt === undefined && reply === null ? (
        <p className={styles.muted}>No model was asked: {madeBy} works without one.</p>
      ) : (
        <>
          <Words title="Prompt" text={prompt} />
          <Words title="Reply" text={reply ?? undefined} />
        </>
      )}
    </div>
  );
}

function Words({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {text === undefined ? (
        <p className={styles.muted}>There is none.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        <div className={styles.words} tabIndex={0}>
          <JsonView value={text} />
        </div>
      )}
    </section>
  );
}
