import { type Diagnostic, LIMITS, note } from '#base';
import type { TextContent } from '../fileContent';
import { damaged, FileProblem } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { unmarked } from '../text/unmarked';
import { type Entries, repack, unpack } from '../zip/unpack';
import { xmlTags } from '../zip/xmlTags';
import { withoutHiddenRuns } from './hiddenRuns';
import { marginTexts } from './marginTexts';
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
  const written = textOf(entries, 'word/document.xml');
  const document = withoutHiddenRuns(written);
  const shown = { ...entries, 'word/document.xml': new TextEncoder().encode(document.xml) };
  const html = await htmlIn(await repack(document.isChanged ? shown : entries), name);
  options.signal?.throwIfAborted();
  options.progress?.(0.8);
  const text = withMargins(markdownOf(html), marginTexts(entries, written));
  if (text === '')
    throw new FileProblem(
      'FILE_NO_TEXT',
      `“${name}” holds no text.`,
      'Choose a document that has text in it.',
    );
  const notes = [
    ...changesIn(written, name),
    ...(document.isChanged ? [hiddenText(name)] : []),
    ...commentsIn(textOf(entries, 'word/comments.xml'), name),
  ];
  return { kind: 'text', type: 'docx', text, notes };
}

function textOf(entries: Entries, path: string): string {
  return new TextDecoder().decode(entries[path]);
}

/** What headers and footers say stands once, behind the text. */
function withMargins(text: string, margins: readonly string[]): string {
  if (margins.length === 0) return text;
  return [...(text === '' ? [] : [text]), '# Headers and footers', ...margins.map(unmarked)].join('\n\n');
}

/** Where mammoth puts footnotes and endnotes, and its links from them to the text. */
const NOTES = /<ol><li id="(?:foot|end)note-/;
const BACK_LINK = / ?<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

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
    return value.replace(NOTES, '<h1>Notes</h1>$&').replace(BACK_LINK, '');
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw damaged(name, `its document cannot be read (${what})`);
  }
}

/** Text that tracked changes delete is left out, as Word shows it when they are accepted. */
function changesIn(document: string, name: string): Diagnostic[] {
  if (!/<w:(?:del|ins|moveFrom|moveTo) /.test(document)) return [];
  return [
    note(
      'DOCUMENT_CHANGES',
      `“${name}” has tracked changes: it is read as if they were accepted.`,
      'Accept or reject them in Word and choose the file again, if you want another reading.',
    ),
  ];
}

function hiddenText(name: string): Diagnostic {
  return note(
    'DOCUMENT_HIDDEN_TEXT',
    `“${name}” has hidden text, which is left out.`,
    'Show it in Word and choose the file again, if you want to ask it.',
  );
}

function commentsIn(comments: string, name: string): Diagnostic[] {
  let count = 0;
  for (const tag of xmlTags(comments)) if (tag.name === 'comment' && !tag.isEnd) count++;
  if (count === 0) return [];
  const said = count === 1 ? 'a comment' : `${count.toLocaleString('en')} comments`;
  return [
    note(
      'DOCUMENT_COMMENTS',
      `“${name}” has ${said}: ${count === 1 ? 'it is' : 'they are'} left out.`,
      'Write into the text what should be asked, too.',
    ),
  ];
}
