import { useMemo } from 'react';
import { type Diagnostic, type Hash, hashText } from '#base';
import { isFileDocument, type WorkspaceDocument } from '#plan';
import { useReadDocument } from './useReadDocument';

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
