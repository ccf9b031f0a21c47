import { type Prepared, prepare } from '../../opening/prepare';
import type { Say } from './desk';
import { openReader } from './reader';

/** Up to so many characters a document is read by the page itself, sooner than a worker would have started. */
const READ_BY_PAGE = 60_000;

/**
 * Makes a text that is kept here ready: a large one away from the page's thread.
 *
 * @param say hears what is being done
 * @throws the signal's reason when it was aborted
 */
export async function prepareStored(
  text: string,
  signal: AbortSignal,
  say: Say = () => undefined,
): Promise<Prepared> {
  if (text.length <= READ_BY_PAGE) return prepare(text, say);
  const reader = openReader();
  try {
    return await reader.prepare(text, signal, say);
  } finally {
    reader.close();
  }
}
