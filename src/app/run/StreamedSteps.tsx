import { durationText } from '#base';
import type { StreamedStep } from '#projection';
import { Pill } from '../parts/Pill';
import styles from './StreamedSteps.module.css';

interface Props {
  readonly streamed: readonly StreamedStep[];
  /** When the call left, in milliseconds since the epoch. */
  readonly askedAt: number;
  readonly isWriting?: boolean;
}

/** The steps of a reply as they could be read while it arrived, each with its time since the call left (D4). */
export function StreamedSteps({ streamed, askedAt, isWriting = false }: Props) {
  return (
    <section className={styles.steps}>
      <h2>
        Steps as they arrive{isWriting ? '' : 'd'}{' '}
        <small>
          {streamed.length}
          {isWriting && ' so far'}
        </small>
      </h2>
      <ol aria-label="Steps as they arrive">
        {streamed.map((one) => (
          <li key={one.seq}>
            <span>{titleOf(one)}</span>
            {one.problems.length === 0 ? <Pill tone="ok">fits</Pill> : <Pill tone="bad">refused</Pill>}
            <time>{durationText(Math.max(0, one.at - askedAt))}</time>
          </li>
        ))}
        {isWriting && (
          <li className={styles.writing}>
            <span>writing</span>
          </li>
        )}
      </ol>
    </section>
  );
}

function titleOf({ node, state, step }: StreamedStep): string {
  return node?.name ?? node?.id ?? state?.id ?? `step ${step + 1}`;
}
