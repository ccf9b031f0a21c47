import type { Policy } from '#plan';
import { Pill, type Tone } from '../parts/Pill';
import styles from './PolicySentence.module.css';

type Then = NonNullable<Policy['then']>;

/** A policy in words (P13). */
export function PolicySentence({ policy }: { readonly policy: Policy }) {
  const { then, when = {}, dynamicPlans, planSafety } = policy;
  if (then === undefined) {
    const said =
      dynamicPlans === 'off'
        ? 'No plans by planners.'
        : planSafety === false
          ? 'Plans by planners are not checked again before they run.'
          : 'Plans by planners are checked before they run.';
    return <span className={styles.sentence}>{said}</span>;
  }
  return (
    <span className={styles.sentence}>
      <PolicyVerdict verdict={then} />{' '}
      {when.capability === undefined ? 'every call' : <b>{when.capability}</b>}
      {when.effect !== undefined && (
        <>
          {' '}
          with the effect <b>{when.effect}</b>
        </>
      )}
      {when.host !== undefined && (
        <>
          {' '}
          to <b>{when.host}</b>
        </>
      )}
      {when.argument !== undefined && (
        <>
          {' '}
          when <code>{when.argument}</code>
        </>
      )}
    </span>
  );
}

const TONES: Readonly<Record<Then, Tone>> = { allow: 'ok', ask: 'wait', deny: 'bad' };
const WORDS: Readonly<Record<Then, string>> = { allow: 'Allow', ask: 'Ask before', deny: 'Deny' };

/** What a policy says of a call. */
export function PolicyVerdict({ verdict }: { readonly verdict: Then }) {
  return <Pill tone={TONES[verdict]}>{WORDS[verdict]}</Pill>;
}
