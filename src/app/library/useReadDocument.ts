import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FileDocument, isFileDocument, type WorkspaceDocument } from '#plan';
import { CallError, type DocumentReader, type ReadDocument, readAtOnce } from '#runtime';
import { documentsOfPage, storedQuery } from '../state/services';

/** A document that is shown: what is in a file takes a moment, and may not be here. */
export type Shown =
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
