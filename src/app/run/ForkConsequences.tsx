import { useMemo } from 'react';
import type { Address } from '#base';
import type { AttachedRun } from '#editor';
import { namesOf } from '#projection';
import type { ForeseenFork } from '#runtime';
import { Caution } from '../parts/Caution';
import { counted } from '../parts/counted';
import { ForeseenCost } from './ForeseenCost';
import styles from './ForkPanel.module.css';
import type { ForkDraft } from './forkStore';
import { variablesIn } from './forkSubjects';
import { readersOf } from './readersOf';

interface Props {
  /** The run that is forked. */
  readonly run: AttachedRun;
  readonly draft: ForkDraft;
  readonly foreseen: ForeseenFork;
}

/** What a fork takes from the record, what it calls, and what may happen outside a second time. */
export function ForkConsequences({ run, draft: { at, changes }, foreseen }: Props) {
  const { called, later, repeated } = foreseen;
  const nameOf = useMemo(() => namesOf(run.live), [run.live]);
  const variables = variablesIn(changes);
  const readers = useMemo(
    () => variables.map((variable) => [variable, readersOf(variable, run, at, foreseen)] as const),
    [variables, run, at, foreseen],
  );
  const listed = (addresses: readonly Address[]) => listOf(addresses.map(nameOf));
  return (
    <section aria-label="What happens" className={styles.happens}>
      <h3 className={styles.title}>What happens</h3>
      <div role="status">
        <dl className={styles.counts}>
          <dt>From the record</dt>
          <dd>{counted(at, 'commit')}, 0 calls</dd>
          <dt>Called again</dt>
          <dd>{counted(called.length, 'step')}</dd>
          {readers.map(([variable, names]) => (
            <Reads key={variable} variable={variable} names={names} />
          ))}
        </dl>
      </div>
      {called.length > 0 && <p className={styles.muted}>If it goes as before: {listed(called)}</p>}
      {later.length > 0 && (
        <p className={styles.muted}>From the record where the input stays the same: {listed(later)}</p>
      )}
      <ForeseenCost earlier={run.live} foreseen={foreseen} extent="onward" />
      {repeated.length > 0 && (
        <Caution>
          <p>
            These may change something outside a second time: <strong>{listed(repeated)}</strong>
          </p>
        </Caution>
      )}
      <p className={styles.muted}>The run that it comes from stays as it is.</p>
    </section>
  );
}

function Reads({ variable, names }: { readonly variable: string; readonly names: readonly string[] }) {
  return (
    <>
      <dt>
        Reads <code>{variable}</code>
      </dt>
      <dd>{names.length === 0 ? 'no step after it' : listOf(names)}</dd>
    </>
  );
}

const MOST = 12;

function listOf(names: readonly string[]): string {
  const more = names.length - MOST;
  return more > 0 ? `${names.slice(0, MOST).join(', ')} and ${more} more` : names.join(', ');
}
