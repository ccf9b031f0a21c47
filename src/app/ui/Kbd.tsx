import { showChord } from '#editor';
import styles from './Kbd.module.css';

/** A key as this device's keyboard names it: `Mod` is Command or Ctrl. */
export function keyText(keys: string): string {
  return showChord(keys, /Mac|iPhone|iPad/.test(navigator.userAgent));
}

export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keyText(keys)}</kbd>;
}
