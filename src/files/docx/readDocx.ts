import { type Diagnostic, LIMITS, note } from '#base';
import type { TextContent } from '../fileContent';
import { damaged, FileProblem } from '../problems';
import type { Named, ReadOptions } from '../readOptions';
import { withoutSoftHyphens } from '../text/softHyphens';
import { unmarked } from '../text/unmarked';
import { type Entries, repack, unpack } from '../zip/unpack';
import { textBetween, type XmlTag, xmlTags } from '../zip/xmlTags';
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

/** The XML of a document without the runs of text that Word hides (`w:vanish`), and whether there were any. */
function withoutHiddenRuns(xml: string): { readonly xml: string; readonly isChanged: boolean } {
  if (!xml.includes('vanish')) return { xml, isChanged: false };
  let shown = '';
  let place = 0;
  for (const { start, end } of hiddenRuns(xml)) {
    if (start < place) continue;
    shown += xml.slice(place, start);
    place = end;
  }
  return { xml: shown + xml.slice(place), isChanged: place > 0 };
}

/** Where they stand, outer ones before those inside of them. */
function hiddenRuns(xml: string): readonly { start: number; end: number }[] {
  const open: { readonly start: number; isHidden: boolean }[] = [];
  const found: { start: number; end: number }[] = [];
  for (const tag of xmlTags(xml)) {
    const run = open.at(-1);
    if (tag.name === 'r' && tag.isEnd) {
      open.pop();
      if (run?.isHidden) found.push({ start: run.start, end: tag.end });
    } else if (tag.name === 'r' && !tag.isWhole) open.push({ start: tag.start, isHidden: false });
    else if (tag.name === 'vanish' && run && isOn(tag)) run.isHidden = true;
  }
  return found.toSorted((one, other) => one.start - other.start);
}

function isOn(tag: XmlTag): boolean {
  return !/^(?:0|false|off)$/.test(tag.attribute('w:val') ?? '');
}

/** Words beside the number of a page, which says nothing outside of it. */
const PAGE_WORDS: readonly string[] = ['page', 'p', 'of', 'seite', 's', 'von'];

/** What stands in the headers and footers of a document, each line once. */
function marginTexts(entries: Entries, document: string): readonly string[] {
  const decoder = new TextDecoder();
  const used = new Set<string>();
  for (const tag of xmlTags(document))
    if (tag.name === 'headerReference' || tag.name === 'footerReference')
      used.add(tag.attribute('r:id') ?? '');
  const lines = new Set<string>();
  for (const tag of xmlTags(decoder.decode(entries['word/_rels/document.xml.rels']))) {
    if (tag.name !== 'Relationship' || !used.has(tag.attribute('Id') ?? '')) continue;
    const target = tag.attribute('Target') ?? '';
    const part = entries[target.startsWith('/') ? target.slice(1) : `word/${target}`];
    for (const line of linesIn(decoder.decode(part))) if (!isPageNumber(line)) lines.add(line);
  }
  return [...lines];
}

function isPageNumber(line: string): boolean {
  const words = line.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every((word) => PAGE_WORDS.includes(word));
}

function linesIn(xml: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let from = -1;
  for (const { name, isEnd, isWhole, start, end } of xmlTags(xml)) {
    if (name === 't' && !isWhole) {
      if (isEnd && from >= 0) line += textBetween(xml, from, start);
      from = isEnd ? -1 : end;
    } else if (name === 'tab' || name === 'br') line += ' ';
    else if (name === 'p' && isEnd) {
      lines.push(withoutSoftHyphens(line).replace(/\s+/g, ' ').trim());
      line = '';
    }
  }
  return lines.filter((text) => text !== '');
}
