import { type Diagnostic, note } from '#base';

/** A text and the encoding that it was in. */
interface Decoded {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

/** Where the two differ; a browser has read them as Windows-1252 already. */
const CONTROLS = /[\u0080-\u009f]/g;

/** Bytes by which UTF-16 without a mark is told: each Latin letter has a zero beside it. */
const SAMPLE = 4_096;

/** What Windows-1252 has where Latin-1 has controls, from 0x80; five places are empty and stay what they are. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Reads bytes as text: by their byte order mark, else as UTF-16 where every other byte is zero, else as UTF-8, else as
 * Windows-1252, which contains Latin-1 and in which every byte is a character. Null where zero bytes show that it is not text, or that
 * it is UTF-32.
 */
export function decodeText(bytes: Uint8Array): Decoded | null {
  const order = utf16Order(bytes);
  if (order !== null) {
    const text = new TextDecoder(`utf-16${order}`).decode(bytes);
    return text.includes('\0') ? null : { text, encoding: 'UTF-16' };
  }
  if (bytes.subarray(0, SAMPLE).includes(0)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: windowsText(bytes), encoding: 'Windows-1252' };
  }
}

/** Node's decoder of that name reads Latin-1, and loses the euro: the same bytes are the same text in page and command line. */
function windowsText(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes);
  return latin.replace(CONTROLS, (control) => WINDOWS[control.charCodeAt(0) - 0x80] ?? control);
}

/** What a person is told of an encoding that was not UTF-8: where letters look wrong, this is why. */
export function encodingNote(name: string, { encoding }: Decoded): Diagnostic[] {
  if (encoding === 'UTF-8') return [];
  const help =
    encoding === 'UTF-16'
      ? 'Nothing needs to be done: every character is there.'
      : 'If letters with accents look wrong, save the file as UTF-8 and choose it again.';
  return [note('FILE_ENCODING', `“${name}” is not UTF-8: it is read as ${encoding}.`, help)];
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
