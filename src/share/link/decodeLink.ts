import { type Diagnostic, err, LIMITS, ok, problem, type Result, utf8, utf8Length, warning } from '#base';
import { type Base64Bytes, fromBase64url, toBase64url } from './base64url';
import { deflate, inflate } from './deflate';
import { checksumOf, FRAME_BYTES, FRAME_VERSION, type Frame, framed, readFrame } from './frame';
import * as refuse from './refusals';

/**
 * Reads the fragment of a link (S1). Decoding is canonical: whatever `encodeLink` did not write is refused, and
 * nothing is inflated before length and checksum are right.
 *
 * @param fragment with or without the leading `#`
 * @returns the text, or one diagnostic: `LINK_NOT_OURS`, `LINK_NEWER`, `LINK_ENCODED_TWICE`, `LINK_TOO_LONG`,
 *   `LINK_INCOMPLETE` (n of m bytes), `LINK_DAMAGED`, `LINK_TOO_LARGE` (case A4) or `LINK_CHARSET`
 */
export async function decodeLink(fragment: string): Promise<Result<string, Diagnostic>> {
  const link = fragment.startsWith('#') ? fragment : `#${fragment}`;
  if (link.length > LIMITS.linkAcceptedBytes) return err(refuse.tooLong(link.length));
  const foreign = refuseForeign(link);
  if (foreign) return err(foreign);
  const read = fromBase64url(link.slice(LINK_PREFIX.length));
  if (read === null) return err(refuse.damaged('it holds characters that no link has'));
  const frame = readFrame(read.bytes);
  if (frame === null) return err(refuse.incomplete(read.bytes.length, null));
  const wrong = judge(frame, read);
  return wrong ? err(wrong) : textOf(frame, read.bytes.subarray(FRAME_BYTES));
}

/**
 * Whether a fragment was meant as a shared workspace: of this version or another, however often it was percent-encoded on
 * its way, and also where its beginning was lost. All of these get an answer.
 */
export function isLink(fragment: string): boolean {
  const text = unescaped(fragment);
  return CLAIM.test(text) || BARE.test(text);
}

const CLAIM = /^[#\s]*p\d+(?![a-z])/i;
/** What a link holds, without what it begins with. */
const BARE = /^#?[\w-]{24,}={0,2}$/;
/** Whoever passes a link on encodes it once; nobody does so more often than this. */
const MOST_ENCODINGS = 3;

function unescaped(fragment: string): string {
  let text = fragment.slice(0, 200);
  for (let time = 0; time < MOST_ENCODINGS; time++)
    text = text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return text;
}

function refuseForeign(link: string): Diagnostic | null {
  if (link.startsWith(LINK_PREFIX)) return null;
  if (/%[0-9a-f]{2}/i.test(link)) return refuse.encodedTwice();
  const version = /^#p(\d+)=/.exec(link)?.[1];
  if (version !== undefined) return refuse.newer();
  return CLAIM.test(link) ? refuse.damaged('it does not begin as a link does') : refuse.notOurs();
}

function judge(frame: Frame, { bytes, canonical }: Base64Bytes): Diagnostic | null {
  if (frame.version !== FRAME_VERSION) return refuse.damaged('its version does not fit');
  const expected = FRAME_BYTES + frame.packed;
  if (bytes.length < expected && expected <= LIMITS.linkAcceptedBytes) {
    return refuse.incomplete(bytes.length, expected);
  }
  if (bytes.length !== expected) return refuse.damaged(`it has ${bytes.length} bytes and names ${expected}`);
  if (!canonical) return refuse.damaged('its last character does not fit');
  if (checksumOf(bytes) !== frame.checksum) return refuse.damaged('its checksum does not fit');
  return frame.original > LIMITS.linkDecodedBytes ? refuse.tooLarge(frame.original) : null;
}

async function textOf(frame: Frame, packed: Uint8Array<ArrayBuffer>): Promise<Result<string, Diagnostic>> {
  const inflated = await inflate(packed, LIMITS.linkDecodedBytes);
  if (inflated === 'damaged') return err(refuse.damaged('it cannot be inflated'));
  if (inflated === 'too-large') return err(refuse.tooLarge(null));
  if (inflated.length !== frame.original) {
    return err(refuse.damaged(`it inflates to ${inflated.length} bytes and names ${frame.original}`));
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(inflated));
  } catch {
    return err(refuse.wrongCharset());
  }
}

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
