import { History } from 'lucide-react';
import { useKeptResult } from './KeptResults';
import styles from './StaleNote.module.css';

/** D11: why what the node came to in the last run does not hold any more, or may not. */
export function StaleNote({ node }: { readonly node: string }) {
  const stale = useKeptResult(node)?.stale ?? null;
  if (stale === null) return null;
  return (
    <section className={styles.note} aria-label="Stale">
      <History className={styles.icon} aria-hidden />
      <p className={styles.words}>
        <strong>
          {stale.word === 'stale' ? 'The last result is stale' : 'The last result may be stale'}
        </strong>
        <span>{stale.reason}</span>
      </p>
    </section>
  );
}
