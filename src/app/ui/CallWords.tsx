import { escapeControls } from '#base';
import type { Effect, Policy } from '#plan';
import { type Origin, wordsOfOrigin } from '#projection';
import { Pill, type Tone } from '../parts/Pill';
import styles from './CallWords.module.css';

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

interface Props {
  readonly origins: readonly Origin[];
  /** What has been named above as read before: where these are the same, they are not named again. */
  readonly readBefore?: readonly Origin[];
}

/** Where what a value is made of came from (P15); nothing where it is the author's or the person's own words. */
export function OriginsLine({ origins, readBefore = [] }: Props) {
  if (origins.length === 0) return null;
  const words = isSame(origins, readBefore) ? 'what was read before' : origins.map(wordsOfOrigin).join(', ');
  return <p className={styles.line}>from {escapeControls(words)}</p>;
}

function isSame(one: readonly Origin[], other: readonly Origin[]): boolean {
  const addresses = new Set(other.map(({ address }) => address));
  return one.length === other.length && one.every(({ address }) => addresses.has(address));
}

/** What a call may do, in words that go on from its effect: "write changes something outside, …". */
export const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  pure: 'only computes',
  read: 'only reads',
  write: 'changes something outside, and cannot be undone here',
  unknown: 'may change something outside: what it does is not known',
};
