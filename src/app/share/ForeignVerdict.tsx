import { Fragment } from 'react';
import { formatOf, type Kept, type Recognised } from '#formats';
import { ProblemList } from '../ui/ProblemList';
import type { ToldReceived } from './reading/desk';

type Foreign = Extract<ToldReceived, { kind: 'foreign' }>;

import styles from './Verdict.module.css';

/** What a file of another system was read as: what was recognised, what was understood otherwise, what is only kept. */
export function ForeignVerdict({ foreign }: { readonly foreign: Foreign }) {
  const { format, workspace, recognised, kept, diagnostics, absent } = foreign;
  const { plans } = workspace;
  const told = diagnostics.filter(({ code }) => code !== 'KEPT');
  return (
    <>
      <p role="status" className={styles.what}>
        {formatOf(format).title}: {plans} {plans === 1 ? 'plan' : 'plans'}. It opens on its own and overwrites
        nothing.
      </p>
      {recognised.length > 0 && <RecognisedList recognised={recognised} />}
      {absent.length > 0 && <AbsentList absent={absent} />}
      {told.length > 0 && (
        <section aria-label="Converted differently">
          <h3 className={styles.heading}>Converted differently</h3>
          <ProblemList diagnostics={told} />
        </section>
      )}
      {kept.length > 0 && <KeptList kept={kept} />}
    </>
  );
}

function RecognisedList({ recognised }: { readonly recognised: readonly Recognised[] }) {
  return (
    <section aria-label="Recognised">
      <h3 className={styles.heading}>Recognised</h3>
      <ul className={styles.recognised}>
        {recognised
          .filter(({ count }) => count > 0)
          .map(({ theirs, ours, count }) => (
            <li key={`${theirs} ${ours}`}>
              <span className={styles.count}>{count}</span> {theirs}{' '}
              <span className={styles.arrow}>became</span> {ours}
            </li>
          ))}
      </ul>
    </section>
  );
}

function AbsentList({ absent }: Pick<Foreign, 'absent'>) {
  return (
    <section aria-label="Missing capabilities">
      <h3 className={styles.heading}>Missing capabilities</h3>
      <p>
        Its plans call{' '}
        {absent.slice(0, NAMED_FOREIGN).map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <code>{id}</code>
          </Fragment>
        ))}
        {absent.length > NAMED_FOREIGN && ` and ${absent.length - NAMED_FOREIGN} more`}. You choose replacements before it
        runs.
      </p>
    </section>
  );
}

const NAMED_FOREIGN = 12;

/** More than this would only make the page slow; the file itself has them all. */
const SHOWN = 200;

function KeptList({ kept }: { readonly kept: readonly Kept[] }) {
  return (
    <details className={styles.kept}>
      <summary>
        {kept.length} not convertible, kept as {kept.length === 1 ? 'it is' : 'they are'}
      </summary>
      <ul className={styles.list}>
        {kept.slice(0, SHOWN).map(({ path, at, reason }) => (
          <li key={`${path} ${at}`}>
            <span>{reason}</span>
            <span className={styles.place}>
              <code>{path}</code> is kept at <code>{at}</code>
            </span>
          </li>
        ))}
      </ul>
      {kept.length > SHOWN && <p>{kept.length - SHOWN} more are kept in the same way.</p>}
    </details>
  );
}
