import styles from './Kbd.module.css';

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Shows a key as this machine's keyboard names it: `Mod` is Command or Ctrl. */
export function keyText(keys: string): string {
  return keys
    .split('+')
    .map((key) => (key === 'Mod' ? (onMac ? '⌘' : 'Ctrl') : key === 'Shift' && onMac ? '⇧' : key))
    .join(onMac ? '' : '+');
}

export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keyText(keys)}</kbd>;
}
