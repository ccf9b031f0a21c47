import { useQuery } from '@tanstack/react-query';
import { Info, X } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Diagnostic, type Hash, hashText } from '#base';
import { type FileDocument, isFileDocument, type WorkspaceDocument } from '#plan';
import { CallError, type DocumentReader, type ReadDocument, readAtOnce } from '#runtime';
import { IconButton } from '../parts/Button';
import { documentsOfPage, storedQuery } from '../state/services';
import styles from './useReadDocument.module.css';

/** A document that is shown: what is in a file takes a moment, and may not be here. */
type Shown =
  | { readonly kind: 'read'; readonly document: ReadDocument }
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly help: string };

/** Reads a document to be shown; one that holds its text is there at once. */
export function useReadDocument(document: WorkspaceDocument): Shown {
  const file = isFileDocument(document) ? document : null;
  const { data, error } = useQuery({
    ...storedQuery('blobs', contentKey(file), (storage) => documentsOfPage(storage).read(document)),
    enabled: file !== null,
    // Read otherwise, it shows as it was until that is done.
    placeholderData: (before: ReadDocument | undefined, query) =>
      isSame(query?.queryKey, file) ? before : undefined,
    // What was read is held by the reader; here it would lie a second time for as long as queries are kept.
    gcTime: 0,
    structuralSharing: false,
  });
  if (!isFileDocument(document)) return { kind: 'read', document: readAtOnce(document) };
  if (data !== undefined) return { kind: 'read', document: data };
  if (error === null) return { kind: 'reading' };
  if (!(error instanceof CallError))
    return { kind: 'refused', code: 'UNEXPECTED', message: error.message, help: '' };
  const { code, message, help = '' } = error.error;
  return { kind: 'refused', code, message, help };
}

function contentKey(file: FileDocument | null): readonly unknown[] {
  return ['content', file?.file.hash, file?.id, file?.sheet, file?.name, file?.columns];
}

/** Whether a query read the same document: its file and its id, whatever is said of its columns. */
function isSame(key: readonly unknown[] = [], file: FileDocument | null): boolean {
  return file !== null && key[3] === file.file.hash && key[4] === file.id;
}

const NONE: readonly ReadDocument[] = [];

/** Of several documents those that can be read; none before all have been tried. */
export function useReadDocuments(documents: readonly WorkspaceDocument[]): readonly ReadDocument[] {
  const hasFiles = documents.some(isFileDocument);
  const { data = NONE } = useQuery({
    ...storedQuery('blobs', ['contents', documents.map(keyOf)], (storage) =>
      readableOf(documents, documentsOfPage(storage)),
    ),
    enabled: hasFiles,
    gcTime: 0,
    structuralSharing: false,
  });
  const atOnce = useMemo(
    () => documents.flatMap((one) => (isFileDocument(one) ? [] : [readAtOnce(one)])),
    [documents],
  );
  return hasFiles ? data : atOnce;
}

function keyOf(document: WorkspaceDocument) {
  if (isFileDocument(document)) return document;
  const { text, ...about } = document;
  return [about, text.length];
}

/** Documents with what is in them, without those that cannot be read. */
export async function readableOf(
  documents: readonly WorkspaceDocument[],
  reader: DocumentReader,
): Promise<readonly ReadDocument[]> {
  const read = await Promise.allSettled(documents.map((document) => reader.read(document)));
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

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

const NO_NOTES: readonly Diagnostic[] = [];

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
  const ofText = useMemo(() => (text === null ? NO_NOTES : notesOfText(text)), [text]);
  if (text !== null) return ofText;
  return shown.kind === 'read' ? (shown.document.notes ?? NO_NOTES) : NO_NOTES;
}

function notesOfText(text: string): readonly Diagnostic[] {
  return notesOfTexts.size === 0 ? NO_NOTES : (notesOfTexts.get(hashText(text)) ?? NO_NOTES);
}

/** How long files took to be read, in milliseconds: of this visit only, since it says something of this device now. */
const times = new Map<string, number>();

export function noteReadingTime(documents: readonly WorkspaceDocument[], ms: number): void {
  for (const document of documents) times.set(placeOfTime(document), ms);
}

/** How long the file of a document took to be read; null where that was not in this visit. */
export function readingTimeOf(document: WorkspaceDocument): number | null {
  return times.get(placeOfTime(document)) ?? null;
}

function placeOfTime(document: WorkspaceDocument): string {
  return isFileDocument(document) ? document.file.hash : `${document.name} ${document.text.length}`;
}
