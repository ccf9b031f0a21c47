import { escapeControls } from '#base';
import { type Origin, wordsOfOrigin } from '#projection';
import styles from './OriginsLine.module.css';

/** Where what a value is made of came from (P15); nothing where it is the author's or the person's own words. */
export function OriginsLine({ origins }: { readonly origins: readonly Origin[] }) {
  if (origins.length === 0) return null;
  return <p className={styles.line}>from {escapeControls(origins.map(wordsOfOrigin).join(', '))}</p>;
}
