import { Info, X } from 'lucide-react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { IconButton } from '../parts/IconButton';
import styles from './ReadingNotes.module.css';

/** Documents whose notes were put away, by id: until the page is loaded again. */
const putAway = createStore<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

interface Props {
  /** Id of the document. */
  readonly of: string;
  /** Sentences on how it was read. */
  readonly notes: readonly string[];
}

/** W8: what was guessed, skipped or left out when a document was read. Put away it is one press from coming back. */
export function ReadingNotes({ of, notes }: Props) {
  const isAway = useStore(putAway, ({ ids }) => ids.has(of));
  if (notes.length === 0) return null;
  const count = notes.length === 1 ? '1 note' : `${notes.length} notes`;
  if (isAway) {
    return (
      <button type="button" className={styles.back} onClick={() => put(of, false)}>
        {count} on how it was read
      </button>
    );
  }
  return (
    <section aria-label="How it was read" className={styles.notes}>
      <Info aria-hidden />
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <IconButton icon={X} label="Hide the notes" onClick={() => put(of, true)} />
    </section>
  );
}

function put(id: string, away: boolean): void {
  putAway.setState(({ ids }) => ({
    ids: new Set(away ? [...ids, id] : [...ids].filter((one) => one !== id)),
  }));
}
