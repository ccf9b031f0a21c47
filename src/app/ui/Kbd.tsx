import { showChord } from '#editor';
import styles from './Kbd.module.css';

const ON_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key as this device's keyboard names it: `Mod` is Command or Ctrl. */
export function keyText(keys: string): string {
  return showChord(keys, ON_MAC);
}

export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keyText(keys)}</kbd>;
}
