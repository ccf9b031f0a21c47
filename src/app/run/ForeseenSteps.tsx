import { useMemo } from 'react';
import type { Address } from '#base';
import { type Names, namesOf, project, type RunView } from '#projection';
import type { Because, Foreseen, StaleSteps } from '#runtime';
import { Caution } from '../parts/Caution';
import { counted } from '../parts/counted';
import type { Extent } from '../state/extent';
import { ForeseenCost } from './ForeseenCost';
import styles from './GoOnDialog.module.css';
import { whyStale } from './whyStale';

interface Props {
  /** The run that is gone on from. */
  readonly earlier: RunView;
  readonly foreseen: Foreseen;
  /** What of the earlier run is stale: why a step is called again says the same as its card (D11). */
  readonly stale: StaleSteps;
  readonly extent: Extent;
}

const REASONS: Readonly<Record<Because, string>> = {
  failed: 'failed',
  unfinished: 'was not finished',
  changed: 'its definition or its input has changed',
  chosen: 'as you chose',
  'not run': 'has not run',
};

/** What a run that goes on from another reuses, and what it calls again (UX, "Run from here"). */
export function ForeseenSteps({ earlier, foreseen, stale, extent }: Props) {
  const { reused, again, asks } = foreseen;
  // Who stops at a step does not come to what lies behind it.
  const goesOn = extent !== 'only' && extent !== 'upTo';
  const later = goesOn ? foreseen.later : [];
  const mayAsk = goesOn ? foreseen.mayAsk : [];
  const nameOf = useMemo(() => namesIn(earlier, foreseen), [earlier, foreseen]);
  const whyAgain = (address: Address, because: Because) => {
    // What the record leaves out because a model or a document is another now is stale, and nobody chose it.
    const reason = because === 'changed' || because === 'chosen' ? stale.get(address) : undefined;
    const isStale = reason !== undefined && reason.kind !== 'before';
    return isStale ? whyStale(address, reason, nameOf) : REASONS[because];
  };
  const calls = again.length + asks.length;
  return (
    <section aria-label="What happens" className={styles.happens}>
      <h3 className={styles.title}>What happens</h3>
      <div className={styles.bar} aria-hidden>
        <span className={styles.reused} style={{ flexGrow: reused.length }} />
        <span className={styles.again} style={{ flexGrow: calls }} />
      </div>
      <div role="status">
        <p>
          <strong>{counted(reused.length, 'step')} reused</strong> from the record, without a call
        </p>
        {reused.length > 0 && <p className={styles.muted}>{listOf(reused, nameOf)}</p>}
        <p>
          <strong>{counted(calls, 'step')} called again</strong>
          {whatFollows(extent, calls)}
        </p>
      </div>
      <ul className={styles.steps}>
        {again.slice(0, MOST).map(({ address, because }) => (
          <li key={address}>
            <span>{nameOf(address)}</span>
            <span className={styles.muted}>{whyAgain(address, because)}</span>
          </li>
        ))}
        {again.length > MOST && <li className={styles.muted}>and {again.length - MOST} more</li>}
        {asks.map((address) => (
          <li key={address}>
            <span>{nameOf(address)}</span>
            <span className={styles.muted}>asks you first</span>
          </li>
        ))}
      </ul>
      {later.length > 0 && (
        <p className={styles.muted}>Reused where the input stays the same: {listOf(later, nameOf)}</p>
      )}
      <ForeseenCost earlier={earlier} foreseen={foreseen} extent={extent} />
      {asks.length + mayAsk.length > 0 && (
        <Caution>
          <p>
            A step that has changed something outside is never called again by itself: the run stops there and
            asks.{mayAsk.length > 0 && ` In this run: ${listOf(mayAsk, nameOf)}.`}
          </p>
        </Caution>
      )}
    </section>
  );
}

const MOST = 12;

function whatFollows(extent: Extent, calls: number): string {
  if (extent === 'only') return ', then the run is paused';
  if (extent === 'upTo')
    return calls === 0 ? ': the run goes up to the step' : ' at once, then what lies before the step';
  return ` at once, then what comes after ${calls === 1 ? 'it' : 'them'}`;
}

function listOf(addresses: readonly Address[], nameOf: Names): string {
  const more = addresses.length - MOST;
  const names = addresses.slice(0, MOST).map(nameOf).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

/** Plans that were made in the run of before have names there; what was renamed since has its new one. */
function namesIn(earlier: RunView, { commits }: Foreseen): Names {
  const view = project(commits);
  const [now, then] = [namesOf(view), namesOf(earlier)];
  return (address) => (view.nodes.has(address) ? now(address) : then(address));
}
