import {
  type DocumentReader,
  documentReader,
  type FileReader,
  type FollowedReading,
  type ReadDocument,
} from '#runtime';
import type { Storage } from '#storage';

const readers = new WeakMap<Storage, DocumentReader>();

/** Who reads documents in this page: files of its storage, in a worker. One for the page, for what is read is remembered. */
export function documentsOfPage(storage: Storage): DocumentReader {
  const known =
    readers.get(storage) ??
    documentReader({ blobs: storage.blobs, readFile: readFileOfPage, prepare: readTableOfPage });
  readers.set(storage, known);
  return known;
}

/** Reads a file in a worker, which is loaded with the first file; where there are none, at once. */
export const readFileOfPage: FileReader = async (...given) => {
  const { readFile, readFileInWorker } = await import('#files');
  return typeof Worker === 'undefined' ? readFile(...given) : readFileInWorker(...given);
};

/** A large table is read off the page's thread. */
async function readTableOfPage(document: ReadDocument, following?: FollowedReading): Promise<void> {
  const { readTableAhead } = await import('#capabilities');
  await readTableAhead(document, following);
}
