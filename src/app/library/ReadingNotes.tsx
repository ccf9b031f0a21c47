import { Info, X } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Diagnostic, type Hash, hashText } from '#base';
import { isFileDocument, type WorkspaceDocument } from '#plan';
import { IconButton } from '../parts/Button';
import styles from './ReadingNotes.module.css';
import { useReadDocument } from './useReadDocument';

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

const NONE: readonly Diagnostic[] = [];

/** Of texts that came out of files in this page: the text is all that is kept, and says nothing of the bytes that it was. */
const notesOfTexts = new Map<Hash, readonly Diagnostic[]>();

/** What was said when a file was read whose text is all that is kept. Nothing said is nothing to remember. */
export function rememberNotes(text: string, notes: readonly Diagnostic[]): void {
  if (notes.length > 0) notesOfTexts.set(hashText(text), notes);
}

/**
 * What was said when the file of a document was read: an encoding that was guessed, sheets that are hidden, formulas without
 * a result. Of a file that is kept it is said anew whenever that is read; of a text in its document until the page is left.
 *
 * @returns none while the file is read, and where there was nothing to say
 */
export function useReadingNotes(document: WorkspaceDocument): readonly Diagnostic[] {
  const shown = useReadDocument(document);
  const text = isFileDocument(document) ? null : document.text;
  // The hash of a large text takes as long as many frames.
  const ofText = useMemo(() => (text === null ? NONE : notesOfText(text)), [text]);
  if (text !== null) return ofText;
  return shown.kind === 'read' ? (shown.document.notes ?? NONE) : NONE;
}

function notesOfText(text: string): readonly Diagnostic[] {
  return notesOfTexts.size === 0 ? NONE : (notesOfTexts.get(hashText(text)) ?? NONE);
}

/** How long files took to be read, in milliseconds: of this visit only, since it says something of this device now. */
const times = new Map<string, number>();

export function noteReadingTime(documents: readonly WorkspaceDocument[], ms: number): void {
  for (const document of documents) times.set(keyOf(document), ms);
}

/** How long the file of a document took to be read; null where that was not in this visit. */
export function readingTimeOf(document: WorkspaceDocument): number | null {
  return times.get(keyOf(document)) ?? null;
}

function keyOf(document: WorkspaceDocument): string {
  return isFileDocument(document) ? document.file.hash : `${document.name} ${document.text.length}`;
}
