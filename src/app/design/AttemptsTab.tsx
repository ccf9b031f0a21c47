import { durationText } from '#base';
import type { GraphNode } from '#projection';
import { Pill } from '../parts/Pill';
import { FailureText } from '../run/FailureText';
import { Revisions } from '../run/Revisions';
import { useAskedPlanner } from '../run/runStore';
import { momentText } from '../run/runWords';
import { ThinkingFacts } from '../run/ThinkingStrip';
import { lookOf } from '../ui/StatusPill';
import styles from './Inspector.module.css';
import { useNodeRecord } from './inspected';

/** Each try of the node, the last one first (K12). */
export function AttemptsTab({ node }: { readonly node: GraphNode }) {
  const record = useNodeRecord(node);
  const asked = useAskedPlanner();
  const revisions = <Revisions executor={node.address} />;
  if (record === null || record.attempts.length === 0) {
    return (
      <>
        {revisions}
        {record === null && <p className={styles.muted}>Nothing was tried yet at this position.</p>}
      </>
    );
  }
  return (
    <>
      {revisions}
      {asked !== null && record.address === asked.address && <ThinkingFacts asked={asked} />}
      <ul className={styles.attempts}>
        {record.attempts.toReversed().map((attempt) => {
          const look = lookOf(attempt.status);
          return (
            <li key={attempt.attempt} className={styles.attempt}>
              <div>
                Attempt {attempt.attempt}
                <Pill tone={look.tone} icon={look.icon}>
                  {look.word}
                </Pill>
              </div>
              <span>
                {momentText(attempt.startedAt)}
                {attempt.endedAt !== null && `, ${durationText(attempt.endedAt - attempt.startedAt)}`}
              </span>
              {attempt.repeated !== undefined && (
                <span>
                  Its call was cut off with the page and made again ({attempt.repeated}×): the server may
                  charge each.
                </span>
              )}
              {attempt.error !== null && (
                <span className={styles.bad}>
                  <FailureText error={attempt.error} address={record.address} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <dl className={styles.facts}>
        <dt>Calls</dt>
        <dd>{record.calls}</dd>
        <dt>Tokens</dt>
        <dd>
          {record.usage.inputTokens ?? 0} in, {record.usage.outputTokens ?? 0} out
        </dd>
      </dl>
    </>
  );
}
