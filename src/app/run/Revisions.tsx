import type { Address, Json } from '#base';
import { countsOfRevision, namesOf, type PlanRevision, type RevisedStep, revisionsIn } from '#projection';
import { Pill, type Tone } from '../parts/Pill';
import { ChangePills } from '../ui/StatusPill';
import styles from './Revisions.module.css';
import { useView } from './runStore';

/** P9: what became of plans that were in doubt, as the differences of their revisions. Nothing where none was. */
export function Revisions({ executor }: { readonly executor?: Address | undefined }) {
  const view = useView();
  const revisions = view === null ? [] : revisionsIn(view);
  const shown = revisions.filter((one) => executor === undefined || one.executor === executor);
  if (view === null || shown.length === 0) return null;
  const nameOf = namesOf(view);
  return (
    <section className={styles.revisions} aria-label="Re-planned">
      {shown.toReversed().map((one) => (
        <Revision
          key={`${one.executor}@${one.revision}`}
          revision={one}
          name={executor === undefined ? nameOf(one.executor) : null}
        />
      ))}
    </section>
  );
}

interface RevisionProps {
  readonly revision: PlanRevision;
  /** What its executor is called, where that does not go without saying. */
  readonly name: string | null;
}

function Revision({ revision, name }: RevisionProps) {
  const counts = Object.entries(countsOfRevision(revision)).filter(([, count]) => count > 0);
  const title = `Revision ${revision.revision - 1} → ${revision.revision}`;
  return (
    <article className={styles.revision} aria-label={name === null ? title : `${name}, ${title}`}>
      <h3>
        {name === null ? title : `${name} · ${title}`}
        {revision.isProposed && <Pill tone="wait">waits for approval</Pill>}
      </h3>
      <ChangePills label={`Changes of ${title.toLowerCase()}`} counts={counts} />
      <p>
        <b>Why the planner changed it.</b> {revision.reason}
      </p>
      <ul className={styles.steps} aria-label="Steps">
        {revision.steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ul>
    </article>
  );
}

const TONES: Readonly<Record<RevisedStep['change'], Tone>> = {
  kept: 'skip',
  added: 'ok',
  changed: 'wait',
  dropped: 'bad',
};

function Step({ step: { title, change, fields } }: { readonly step: RevisedStep }) {
  return (
    <li>
      <span className={styles.step}>
        <span className={styles.title} data-change={change}>
          {title}
        </span>
        <Pill tone={TONES[change]}>{change}</Pill>
      </span>
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              {before !== undefined && <dd data-side="before">{wordsOf(before)}</dd>}
              {after !== undefined && <dd data-side="after">{wordsOf(after)}</dd>}
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function wordsOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
