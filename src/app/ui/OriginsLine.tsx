import { escapeControls } from '#base';
import { type Origin, wordsOfOrigin } from '#projection';
import styles from './OriginsLine.module.css';

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
