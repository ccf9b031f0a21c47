import type { Workspace } from '#plan';
import { type Prepared, prepare } from '../../opening/prepare';
import type { Say } from './desk';
import { openReader, type Reader } from './reader';

/** Up to so many characters a document is read by the page itself, sooner than a worker would have started. */
const READ_BY_PAGE = 60_000;

/** Whether it is made ready by a worker. */
export function isReadAside(text: string): boolean {
  return text.length > READ_BY_PAGE;
}

/**
 * Makes a text that is kept here ready: a large one away from the page's thread.
 *
 * @param say hears what is being done
 * @throws the signal's reason when it was aborted
 */
export function prepareBy(reader: Reader, text: string, signal: AbortSignal, say: Say): Promise<Prepared> {
  return isReadAside(text) ? reader.prepare(text, signal, say) : prepare(text, say);
}

/** Reads what is kept, where nothing more is asked about it; null where this version cannot edit it. */
export async function readStored(text: string, signal: AbortSignal): Promise<Workspace | null> {
  const reader = openReader();
  try {
    const prepared = await prepareBy(reader, text, signal, () => undefined);
    return prepared.kind === 'document' ? prepared.workspace : null;
  } finally {
    reader.close();
  }
}
