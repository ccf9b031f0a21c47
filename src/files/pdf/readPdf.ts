import { type Diagnostic, LIMITS, note, sizeText } from '#base';
import type { TextContent } from '../fileContent';
import { damaged, encrypted, FileProblem, tooLarge } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { pagesText } from './pagesText';
import { type Item, type Piece, piecesOf } from './piece';

/**
 * Reads the text of a PDF as Markdown: lines in the order in which people read them, headings by the size of their letters.
 * What is drawn as a picture has no text; a file of pictures alone is refused, since nothing could be asked.
 *
 * @throws FileProblem
 */
export async function readPdf(
  bytes: Uint8Array,
  { name }: Named,
  options: ReadOptions,
): Promise<TextContent> {
  if (bytes.length > LIMITS.fileUnpackedBytes)
    throw tooLarge(
      name,
      `has more than ${sizeText(LIMITS.fileUnpackedBytes)}`,
      'Take out the pages that you ask about, and choose those.',
    );
  await checkStreams(bytes, name);
  options.progress?.(0.1);
  const pages = await piecesByPage(bytes, name, options);
  const empty = pages.flatMap((pieces, index) => (pieces.length === 0 ? [index + 1] : []));
  if (empty.length === pages.length) throw withoutText(name);
  const { text, starts, repeated } = pagesText(pages);
  return {
    kind: 'text',
    type: 'pdf',
    text,
    pages: starts.map((start, index) => ({ number: index + 1, start })),
    notes: [
      ...(empty.length === 0 ? [] : [pictures(empty)]),
      ...(repeated.length === 0 ? [] : [onEachPage(repeated)]),
    ],
  };
}

async function piecesByPage(
  bytes: Uint8Array,
  name: string,
  { signal, progress }: ReadOptions,
): Promise<readonly (readonly Piece[])[]> {
  const pdf = await import('pdfjs-dist/legacy/build/pdf.mjs');
  // It registers itself, and pdfjs then parses where it is called: in the worker of this room, or in Node.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const task = pdf.getDocument({
    // pdfjs takes the bytes for itself.
    data: bytes.slice(),
    useWasm: false,
    disableFontFace: true,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    const pages: (readonly Piece[])[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      signal?.throwIfAborted();
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const drawn = items.flatMap((item) => ('str' in item ? [item] : []));
      pages.push(piecesOf([...drawn, ...fieldsOf(await page.getAnnotations())]));
      page.cleanup();
      progress?.(0.1 + (0.9 * number) / document.numPages);
    }
    return pages;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof Error && cause.name === 'PasswordException') throw encrypted(name);
    throw damaged(
      name,
      `its pages cannot be read (${cause instanceof Error ? cause.message : String(cause)})`,
    );
  } finally {
    await task.destroy();
  }
}

function withoutText(name: string): FileProblem {
  return new FileProblem(
    'FILE_NO_TEXT',
    `“${name}” holds no text: its pages are pictures, as scans are.`,
    'Have a program recognise the text (OCR), save the PDF with it, and choose that file.',
  );
}

function pictures(pages: readonly number[]): Diagnostic {
  const shown = pages.slice(0, 10).join(', ');
  const more = pages.length > 10 ? ` and ${pages.length - 10} more` : '';
  return note(
    'PAGES_WITHOUT_TEXT',
    `${pages.length === 1 ? 'Page' : 'Pages'} ${shown}${more} ${pages.length === 1 ? 'holds' : 'hold'} no text.`,
    'If they are scans, have a program recognise their text (OCR).',
  );
}

function onEachPage([first = '', ...others]: readonly string[]): Diagnostic {
  const more = others.length === 1 ? ' and one more line' : ` and ${others.length} more lines`;
  return note(
    'PAGES_REPEATED',
    `“${first.slice(0, 80)}”${others.length === 0 ? ' stands on most pages, and is' : `${more} stand on most pages, and are`} read once.`,
    'Nothing needs to be done: heads and feet of pages are not part of their text.',
  );
}

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
async function checkStreams(bytes: Uint8Array, name: string): Promise<void> {
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

/** A field's letters are about that part of its height. */
const LETTERS = 0.7;
const [SMALLEST, LARGEST] = [6, 12];
/** So far from the edge of a field its text begins, in points. */
const INSET = 2;

/** What was filled into the fields of a form, as text at their places: it is not drawn on the page, but over it. */
export function fieldsOf(annotations: readonly object[]): readonly Item[] {
  return annotations.flatMap((annotation): Item[] => {
    const str = filledIn(annotation);
    const rect: unknown = Reflect.get(annotation, 'rect');
    if (str === '' || !Array.isArray(rect)) return [];
    const [left = Number.NaN, bottom = Number.NaN, right = Number.NaN, top = Number.NaN] = rect.map(Number);
    const height = Math.min(LARGEST, Math.max(SMALLEST, (top - bottom) * LETTERS));
    // Text of several lines begins at the top of its field.
    const y = top - bottom > 2 * LARGEST ? top - height : bottom + (top - bottom - height) / 2;
    return [{ str, transform: [height, 0, 0, height, left + INSET, y], width: right - left, height }];
  });
}

/** Text, or what is chosen; of a box whether it is ticked. Secrets are nobody's to read. */
function filledIn(annotation: object): string {
  const of = (key: string): unknown => Reflect.get(annotation, key);
  if (of('subtype') !== 'Widget' || of('hidden') === true || of('password') === true) return '';
  const value = of('fieldValue');
  if (of('checkBox') === true) return value === of('exportValue') && value !== 'Off' ? '☒' : '☐';
  if (of('fieldType') !== 'Tx' && of('fieldType') !== 'Ch') return '';
  const texts = Array.isArray(value) ? value : [value];
  return texts.filter((text) => typeof text === 'string').join(', ');
}
