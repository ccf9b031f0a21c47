import { count, escapeControls, escapeControlsInJson } from '#base';
import { type CallOfRun, type CallOutcome, shortValue } from '#projection';
import { Pill, type Tone } from '../parts/Pill';
import styles from './PoliciesTab.module.css';

const SAID: Readonly<
  Record<Exclude<CallOutcome, 'unasked'>, { readonly word: string; readonly tone: Tone }>
> = {
  approved: { word: 'approved', tone: 'ok' },
  rejected: { word: 'rejected', tone: 'bad' },
  denied: { word: 'denied', tone: 'bad' },
  unanswered: { word: 'not answered', tone: 'wait' },
};

/** The calls that the last run asked about or was denied, and what became of each (P13, K15). */
export function LastRunCalls({ calls }: { readonly calls: readonly CallOfRun[] }) {
  const told = calls.flatMap((call) =>
    call.became === 'unasked' ? [] : [{ call, said: SAID[call.became] }],
  );
  const denied = calls.filter(({ became }) => became === 'denied').length;
  return (
    <section className={styles.lastRun} aria-labelledby="calls-of-last-run">
      <h3 id="calls-of-last-run">In the last run</h3>
      <p className={styles.counts}>
        {count(calls.length - told.length, 'call')} allowed, {told.length - denied} asked about, {denied}{' '}
        denied
      </p>
      {told.length > 0 && (
        <ol className={styles.list}>
          {told.map(({ call, said }) => (
            <li key={call.address} className={styles.row}>
              <span className={styles.at} title="Entry of the ledger">
                {call.seq + 1}
              </span>
              <span className={styles.call}>
                <b>{escapeControls(call.capability)}</b> {hostIn(call)}
                <small>{escapeControlsInJson(shortValue(call.input))}</small>
              </span>
              <Pill tone={said.tone}>{said.word}</Pill>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function hostIn({ destination }: CallOfRun): string {
  return typeof destination === 'object' ? `to ${destination.host}` : '';
}
