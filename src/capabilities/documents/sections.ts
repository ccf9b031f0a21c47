import { withoutEnd } from '#base';
import { type Page, pageAt } from '#files';
import type { ReadDocument, ReadText } from '#runtime';
import { paragraphsOf, wordsOf } from '../text/measure';

/** Words after which a section is cut at its next paragraph: about what one citation should cover. */
const SECTION_WORDS = 160;

const FENCE = /^\s*(```|~~~)/;

/** A piece of a document that can be found, quoted and cited. `id` is the document's id and a number from 1. */
export interface Section {
  readonly id: string;
  readonly document: string;
  readonly name: string;
  /** The heading it stands under; '' before the first. */
  readonly heading: string;
  /** The page on which it stands, of documents that have pages. */
  readonly page?: number;
  readonly text: string;
}

/** A text that is read, in sentences. */
export type Prose = ReadText & { readonly kind: 'text' | 'markdown' };

/** Whether a document is read as prose; tables have capabilities of their own. */
export function isProse(document: ReadDocument): document is Prose {
  return document.kind === 'markdown' || document.kind === 'text';
}

/**
 * Cuts a document at its headings (Markdown), where its pages begin, and, where a part is long, between paragraphs. The same
 * document gives the same ids.
 */
export function sectionsOf(document: ReadText): Section[] {
  const name = nameOf(document);
  const parts =
    document.kind === 'markdown'
      ? partsByHeading(document.text, document.pages)
      : [{ heading: '', text: document.text }];
  return parts
    .flatMap(({ text, ...part }) => piecesOf(text).map((piece) => ({ ...part, text: piece })))
    .map((part, index) => ({ id: `${document.id}#${index + 1}`, document: document.id, name, ...part }));
}

/** What a document is called: its name, else its first heading, else its id. */
export function nameOf(document: ReadText): string {
  return (
    document.name ?? (document.kind === 'markdown' ? headingsOf(document.text)[0] : undefined) ?? document.id
  );
}

/** The headings of a Markdown text, in order, without their marks. */
export function headingsOf(markdown: string): string[] {
  return partsByHeading(markdown).flatMap(({ heading }) => (heading === '' ? [] : [heading]));
}

interface Part {
  readonly heading: string;
  readonly page?: number;
  readonly text: string;
}

/** @param pages of a text whose lines end in one character, as those do that `#files` reads from pages */
function partsByHeading(markdown: string, pages: readonly Page[] = []): Part[] {
  const parts: { heading: string; page?: number; lines: string[] }[] = [{ heading: '', lines: [] }];
  let fenced = false;
  let place = 0;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (FENCE.test(line)) fenced = !fenced;
    const heading = fenced ? null : headingIn(line);
    const page = pageAt(pages, place)?.number;
    const open = parts.at(-1);
    const isNewPage = page !== undefined && page !== open?.page && line !== '';
    if (heading !== null || isNewPage) {
      const begun = { heading: heading ?? open?.heading ?? '', lines: heading === null ? [line] : [] };
      parts.push(page === undefined ? begun : { ...begun, page });
    } else open?.lines.push(line);
    place += line.length + 1;
  }
  return parts
    .map(({ lines, ...part }) => ({ ...part, text: lines.join('\n').trim() }))
    .filter(({ heading, text }) => heading !== '' || text !== '');
}

/** What a heading says: without the marks before it, and those that may stand behind it. */
function headingIn(line: string): string | null {
  const marks = /^#{1,6}(?=\s)/.exec(line)?.[0];
  if (marks === undefined) return null;
  const text = line.slice(marks.length).trim();
  const bare = withoutEnd(text, (character) => character === '#').trimEnd();
  return bare || text.charAt(0) || null;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let open: string[] = [];
  let words = 0;
  for (const paragraph of paragraphsOf(text)) {
    const more = wordsOf(paragraph).length;
    if (open.length > 0 && words + more > SECTION_WORDS) {
      pieces.push(open.join('\n\n'));
      open = [];
      words = 0;
    }
    open.push(paragraph);
    words += more;
  }
  return open.length > 0 ? [...pieces, open.join('\n\n')] : pieces;
}
