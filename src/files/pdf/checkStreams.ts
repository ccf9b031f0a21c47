import { LIMITS, sizeText } from '#base';
import { FileProblem, tooLarge } from '../problems';

/** Streams inside of streams that are looked into: two filters after each other multiply what they make. */
const FILTERS = 3;
/** Bytes that are unpacked at once. */
const STEP = 65_536;

/**
 * Refuses a PDF of which one stream unpacks to more than `LIMITS.fileUnpackedBytes`: pdfjs has no bound, and takes what it is
 * given.
 *
 * @throws FileProblem `FILE_TOO_LARGE`
 */
export async function checkStreams(bytes: Uint8Array, name: string): Promise<void> {
  const { Unzlib } = await import('fflate');
  const most = LIMITS.fileUnpackedBytes;
  /** What a stream becomes where it is again a stream; null where it is anything else. */
  const unpacked = (stream: Uint8Array): Uint8Array | null => {
    const kept: Uint8Array[] = [];
    let total = 0;
    const inflate = new Unzlib((chunk) => {
      total += chunk.length;
      if (total > most) throw bomb(name);
      if (total <= LIMITS.importBytes) kept.push(chunk);
    });
    try {
      for (let from = 0; from < stream.length; from += STEP)
        inflate.push(stream.subarray(from, from + STEP), from + STEP >= stream.length);
    } catch (cause) {
      if (cause instanceof FileProblem) throw cause;
      // Damaged here, or followed by other bytes: pdfjs reads what it can.
    }
    return total <= LIMITS.importBytes && kept[0] !== undefined && isDeflated(kept[0])
      ? concat(kept, total)
      : null;
  };
  for (const stream of streamsIn(bytes)) {
    let inner: Uint8Array | null = stream;
    for (let filter = 0; filter < FILTERS && inner !== null; filter++) {
      inner = isDeflated(inner) ? unpacked(inner) : null;
    }
  }
}

function* streamsIn(bytes: Uint8Array): Generator<Uint8Array> {
  const text = new TextDecoder('latin1').decode(bytes);
  let place = text.indexOf('stream');
  while (place >= 0) {
    const start = text.startsWith('\r\n', place + 6) ? place + 8 : place + 7;
    const end = text.indexOf('endstream', start);
    if (end < 0) return;
    yield bytes.subarray(start, end);
    place = text.indexOf('stream', end + 9);
  }
}

/** The two bytes with which zlib begins (RFC 1950). */
function isDeflated(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

function bomb(name: string): FileProblem {
  return tooLarge(
    name,
    `unpacks to more than ${sizeText(LIMITS.fileUnpackedBytes)} in one of its streams`,
    'Print it into a new PDF, or choose another file.',
  );
}
