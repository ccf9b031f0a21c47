import { type Diagnostic, note, warning } from '#base';

/** A text and the encoding that it was in. */
interface Decoded {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  /** Bytes of UTF-8 that are none, each of which is read as `\ufffd`. */
  readonly unread: number;
}

/** Where the two differ; a browser has read them as Windows-1252 already. */
const CONTROLS = /[\u0080-\u009f]/g;

/** Bytes by which UTF-16 without a mark is told: each Latin letter has a zero beside it. */
const SAMPLE = 4_096;

/** What Windows-1252 has where Latin-1 has controls, from 0x80; five places are empty and stay what they are. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Reads bytes as text: by their byte order mark, else as UTF-16 where every other byte is zero, else as UTF-8, also where some of its
 * bytes are broken, else as
 * Windows-1252, which contains Latin-1 and in which every byte is a character. Null where zero bytes show that it is not text, or that
 * it is UTF-32.
 */
export function decodeText(bytes: Uint8Array): Decoded | null {
  const order = utf16Order(bytes);
  if (order !== null) {
    const text = new TextDecoder(`utf-16${order}`).decode(bytes);
    return text.includes('\0') ? null : { text, encoding: 'UTF-16', unread: 0 };
  }
  if (bytes.subarray(0, SAMPLE).includes(0)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8', unread: 0 };
  } catch {
    return brokenUtf8(bytes) ?? { text: windowsText(bytes), encoding: 'Windows-1252', unread: 0 };
  }
}

/**
 * UTF-8 of which a few bytes are broken, as where a file was cut or put together of several. Letters of another encoding hardly ever
 * are UTF-8 by chance: where more of them are than are not, it is that.
 */
function brokenUtf8(bytes: Uint8Array): Decoded | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  let letters = 0;
  let unread = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) unread++;
    else if (code > 0x7f) letters++;
  }
  return letters > unread ? { text, encoding: 'UTF-8', unread } : null;
}

/** Node's decoder of that name reads Latin-1, and loses the euro: the same bytes are the same text in page and command line. */
function windowsText(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes);
  return latin.replace(CONTROLS, (control) => WINDOWS[control.charCodeAt(0) - 0x80] ?? control);
}

/** What a person is told of an encoding that was not UTF-8: where letters look wrong, this is why. */
export function encodingNote(name: string, { encoding, unread }: Decoded): Diagnostic[] {
  if (unread > 0) return [unreadBytes(name, unread)];
  if (encoding === 'UTF-8') return [];
  const help =
    encoding === 'UTF-16'
      ? 'Nothing needs to be done: every character is there.'
      : 'If letters with accents look wrong, save the file as UTF-8 and choose it again.';
  return [note('FILE_ENCODING', `“${name}” is not UTF-8: it is read as ${encoding}.`, help)];
}

function unreadBytes(name: string, unread: number): Diagnostic {
  const places =
    unread === 1
      ? 'one place that is not: it is'
      : `${unread.toLocaleString('en')} places that are not: each is`;
  return warning(
    'FILE_ENCODING',
    `“${name}” is UTF-8 with ${places} read as “\ufffd”.`,
    'Save the file as UTF-8 in the program that made it, and choose it again.',
  );
}

function utf16Order(bytes: Uint8Array): 'le' | 'be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'be';
  const length = Math.min(bytes.length & ~1, SAMPLE);
  const zeros = [0, 0];
  for (let index = 0; index < length; index++) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const most = length / 2;
  if (length >= 4 && odd > most * 0.6 && even < most * 0.05) return 'le';
  if (length >= 4 && even > most * 0.6 && odd < most * 0.05) return 'be';
  return null;
}
