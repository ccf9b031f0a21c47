import { type Diagnostic, LIMITS, note } from '#base';
import type { TextContent } from '../fileContent';
import { damaged, FileProblem } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { repack, unpack } from '../zip/unpack';
import { markdownOf } from './markdownOf';

/** Styles that are headings without being called so. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];

/**
 * Reads a document as Markdown. Pictures and what an archive holds besides are not even unpacked.
 *
 * @throws FileProblem
 */
export async function readDocx(
  bytes: Uint8Array,
  { name }: Named,
  options: ReadOptions,
): Promise<TextContent> {
  const entries = await unpack(bytes, name, (entry) => /\.(?:xml|rels)$/i.test(entry), LIMITS.importBytes);
  options.progress?.(0.2);
  const html = await htmlIn(await repack(entries), name);
  options.signal?.throwIfAborted();
  options.progress?.(0.8);
  const text = markdownOf(html);
  if (text === '')
    throw new FileProblem(
      'FILE_NO_TEXT',
      `“${name}” holds no text.`,
      'Choose a document that has text in it.',
    );
  return { kind: 'text', type: 'docx', text, notes: changesIn(entries['word/document.xml'], name) };
}

async function htmlIn(archive: ArrayBuffer, name: string): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  // In Node it asks for `buffer`, in a page for `arrayBuffer`.
  const input = { arrayBuffer: archive, buffer: new Uint8Array(archive) };
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  try {
    const { value } = await mammoth.convertToHtml(input, {
      styleMap: STYLES,
      convertImage,
      externalFileAccess: false,
    });
    return value;
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw damaged(name, `its document cannot be read (${what})`);
  }
}

/** Text that tracked changes delete is left out, as Word shows it when they are accepted. */
function changesIn(document: Uint8Array | undefined, name: string): Diagnostic[] {
  if (document === undefined || !new TextDecoder().decode(document).includes('<w:del ')) return [];
  return [
    note(
      'DOCUMENT_CHANGES',
      `“${name}” has tracked changes: it is read as if they were accepted.`,
      'Accept or reject them in Word and choose the file again, if you want another reading.',
    ),
  ];
}
