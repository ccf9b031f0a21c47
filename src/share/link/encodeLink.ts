import { type Diagnostic, LIMITS, problem, utf8, utf8Length, warning } from '#base';
import { toBase64url } from './base64url';
import { deflate } from './deflate';
import { framed } from './frame';

/** What the fragment of a link begins with; the digit is the version of the frame. */
export const LINK_PREFIX = '#p1=';

/**
 * A text as the fragment of a link (S1): `#p1=` and, in base64url, a frame with version, lengths and checksum and
 * the deflated text. A fragment never reaches a server.
 *
 * @example location.origin + '/' + (await encodeLink(write(workspace)))
 */
export async function encodeLink(text: string): Promise<string> {
  const bytes = utf8(text);
  return LINK_PREFIX + toBase64url(framed(await deflate(bytes), bytes.length));
}

/**
 * What to say about a link before it is handed out: nothing, `LINK_LONG` (a warning: mail and chat programs cut
 * it, a file is advised), or `LINK_TOO_LONG` (nobody could open it).
 *
 * @param link the whole address, or its fragment
 * @param text the text that it holds
 */
export function judgeLink(link: string, text: string): Diagnostic | null {
  const decoded = utf8Length(text);
  if (link.length > LIMITS.linkAcceptedBytes || decoded > LIMITS.linkDecodedBytes) {
    return problem(
      'LINK_TOO_LONG',
      `The link would have ${link.length} characters for ${decoded} bytes; ${LIMITS.linkAcceptedBytes} characters and ${LIMITS.linkDecodedBytes} bytes can be opened.`,
      'Share the file instead.',
    );
  }
  if (link.length <= LIMITS.linkAdvisedCharacters) return null;
  return warning(
    'LINK_LONG',
    `The link has ${link.length} characters; many programs cut links above ${LIMITS.linkAdvisedCharacters}.`,
    'Share the file instead, or test the link where you paste it.',
  );
}
