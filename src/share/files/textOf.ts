import { type Diagnostic, err, Lines, ok, problem, type Result } from '#base';

/**
 * The text of a file's bytes. What is no UTF-8 is refused with the place where it stops being that, and never read as
 * something that it is not (case A13).
 *
 * @returns the text with its byte order mark, where it has one, or `FILE_NOT_TEXT`
 */
export function textOf(name: string, bytes: Uint8Array): Result<string, Diagnostic> {
  if (isUtf16(bytes))
    return err(
      problem('FILE_NOT_TEXT', `"${name}" is a text in UTF-16, and only UTF-8 is read.`, SAVE, { offset: 0 }),
    );
  try {
    const text = decoded(bytes);
    const zero = text.indexOf('\0');
    return zero < 0 ? ok(text) : err(notText(name, text.slice(0, zero)));
  } catch {
    return err(notText(name, decoded(bytes.subarray(0, validLength(bytes)), true)));
  }
}

/** @param valid what is text before the place that is none */
function notText(name: string, valid: string): Diagnostic {
  const place = new Lines(valid).at(valid.length);
  return problem('FILE_NOT_TEXT', `"${name}" is not UTF-8 text.`, SAVE, place);
}

const SAVE = 'Save it as text in UTF-8; spreadsheet programs call it “CSV UTF-8”.';

/** The mark of UTF-16, or a zero in every other byte, as Latin letters have. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const head = [...bytes.subarray(0, HEAD)];
  return (
    head.length > 1 &&
    head.every((byte, index) => (byte === 0) === ((index + (first === 0 ? 0 : 1)) % 2 === 0))
  );
}

const HEAD = 16;

function decoded(bytes: Uint8Array, isCut = false): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
}

/** How many bytes are UTF-8, or the beginning of it. */
function validLength(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    try {
      decoded(bytes.subarray(0, middle), true);
      valid = middle;
    } catch {
      invalid = middle;
    }
  }
  return valid;
}
