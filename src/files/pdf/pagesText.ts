import { withoutSoftHyphens } from '../text/softHyphens';
import { unmarked } from '../text/unmarked';
import { linesOf, type Piece } from './piece';
import { readingOrder } from './readingOrder';
import { type Line, withoutRepeated } from './repeatedLines';

/** Letters that are larger by this factor than most are a heading's. */
const LARGER = 1.15;
/** A heading is a line, not a paragraph set large. */
const HEADING_LENGTH = 150;
/** Levels of headings that are told apart: the largest letters are the first. */
const LEVELS = 3;
/** Lines farther apart than so many times their letters' height are of different paragraphs. */
const PARAGRAPH_GAP = 1.7;

/** What all pages are read by. */
interface Letters {
  /** Levels of headings by the size of their letters. */
  readonly levels: ReadonlyMap<number, number>;
  /** Words that are written with a hyphen, wherever their line ends. */
  readonly hyphened: ReadonlySet<string>;
}

/** The Markdown of all pages, and where in it each begins; lines that stand on most pages, as a letterhead, once. */
export function pagesText(pages: readonly (readonly Piece[])[]): {
  text: string;
  starts: readonly number[];
  repeated: readonly string[];
} {
  const drawn = pages.map((pieces) => linesOf(readingOrder(pieces)).map(lineOf));
  const { pages: lines, repeated } = withoutRepeated(drawn);
  const letters = { levels: levelsOf(lines.flat()), hyphened: hyphenedIn(lines.flat()) };
  const starts: number[] = [];
  let text = '';
  for (const page of lines) {
    const written = pageText(page, letters);
    if (text !== '' && written !== '') text += '\n\n';
    starts.push(text.length);
    text += written;
  }
  return { text, starts, repeated };
}

function lineOf(pieces: readonly Piece[]): Line {
  return {
    // At the end of a line a soft hyphen is seen, elsewhere it is not.
    text: withoutSoftHyphens(
      pieces
        .map(({ text }) => text)
        .join('   ')
        .replace(/\u00ad$/, '-'),
    ),
    isRow: pieces.length > 1,
    y: pieces[0]?.y ?? 0,
    size: Math.max(...pieces.map(({ size }) => size)),
  };
}

/** Levels of headings by the size of their letters: sizes above that of most letters, in half points. */
function levelsOf(lines: readonly Line[]): ReadonlyMap<number, number> {
  const letters = new Map<number, number>();
  for (const line of lines)
    letters.set(half(line.size), (letters.get(half(line.size)) ?? 0) + line.text.length);
  const [usual = [0, 0]] = [...letters].toSorted((one, other) => other[1] - one[1]);
  const larger = [...letters.keys()]
    .filter((size) => size >= usual[0] * LARGER)
    .toSorted((one, other) => other - one);
  return new Map(larger.map((size, index) => [size, Math.min(index + 1, LEVELS)]));
}

function half(size: number): number {
  return Math.round(size * 2) / 2;
}

function pageText(lines: readonly Line[], { levels, hyphened }: Letters): string {
  const blocks: string[] = [];
  let before: Line | null = null;
  for (const line of lines) {
    const level = line.text.length <= HEADING_LENGTH && !line.isRow ? levels.get(half(line.size)) : undefined;
    const open = blocks.at(-1);
    if (level !== undefined) blocks.push(`${'#'.repeat(level)} ${line.text}`);
    else if (open === undefined || before === null || !continues(before, line, levels))
      blocks.push(unmarked(line.text));
    else blocks[blocks.length - 1] = withLine(open, before, line, hyphened);
    before = line;
  }
  return blocks.join('\n\n');
}

/** Whether a line is of the paragraph, or of the table, that the one before it is of. */
function continues(before: Line, line: Line, levels: ReadonlyMap<number, number>): boolean {
  const gap = before.y - line.y;
  const isHeading = levels.has(half(before.size)) && !before.isRow;
  return !isHeading && gap > 0 && gap <= PARAGRAPH_GAP * Math.max(before.size, line.size);
}

function withLine(open: string, before: Line, line: Line, hyphened: ReadonlySet<string>): string {
  if (before.isRow || line.isRow) return `${open}\n${line.text}`;
  const start = open.slice(open.lastIndexOf(' ') + 1).replace(/^\P{L}+/u, '');
  const end = /^\p{Ll}[\p{L}-]*/u.exec(line.text)?.[0];
  if (end === undefined || !/\p{L}-$/u.test(start)) return `${open} ${line.text}`;
  // "state-" and "of-the-art" are of one word that is written so, "termi-" and "nated" are not.
  const isOwn = start.indexOf('-') < start.length - 1 || end.includes('-') || hyphened.has(start + end);
  return (isOwn ? open : open.slice(0, -1)) + line.text;
}

function hyphenedIn(lines: readonly Line[]): ReadonlySet<string> {
  const words = lines.flatMap(({ text }) => text.match(/[\p{L}-]+/gu) ?? []);
  return new Set(words.filter((word) => word.includes('-')));
}
