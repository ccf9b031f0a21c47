import { type Diagnostic, LIMITS, note, sizeText } from '#base';
import type { TextContent } from '../fileContent';
import { damaged, encrypted, FileProblem, tooLarge } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { checkStreams } from './checkStreams';
import { fieldsOf } from './fields';
import { pagesText } from './pagesText';
import { type Piece, piecesOf } from './piece';

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
