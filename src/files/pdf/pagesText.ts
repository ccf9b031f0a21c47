import { unmarked } from '../text/unmarked';
import { linesOf, type Piece } from './piece';
import { readingOrder } from './readingOrder';

/** A line as it is read: its pieces, of which a row of a table has several. */
interface Line {
  readonly text: string;
  readonly isRow: boolean;
  readonly y: number;
  readonly size: number;
}

/** Letters that are larger by this factor than most are a heading's. */
const LARGER = 1.15;
/** A heading is a line, not a paragraph set large. */
const HEADING_LENGTH = 150;
/** Levels of headings that are told apart: the largest letters are the first. */
const LEVELS = 3;
/** Lines farther apart than so many times their letters' height are of different paragraphs. */
const PARAGRAPH_GAP = 1.7;

/** The Markdown of all pages, and where in it each begins. */
export function pagesText(pages: readonly (readonly Piece[])[]): { text: string; starts: readonly number[] } {
  const lines = pages.map((pieces) => linesOf(readingOrder(pieces)).map(lineOf));
  const levels = levelsOf(lines.flat());
  const starts: number[] = [];
  let text = '';
  for (const page of lines) {
    const written = pageText(page, levels);
    if (text !== '' && written !== '') text += '\n\n';
    starts.push(text.length);
    text += written;
  }
  return { text, starts };
}

function lineOf(pieces: readonly Piece[]): Line {
  return {
    text: pieces.map(({ text }) => text).join('   '),
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

function pageText(lines: readonly Line[], levels: ReadonlyMap<number, number>): string {
  const blocks: string[] = [];
  let before: Line | null = null;
  for (const line of lines) {
    const level = line.text.length <= HEADING_LENGTH && !line.isRow ? levels.get(half(line.size)) : undefined;
    const open = blocks.at(-1);
    if (level !== undefined) blocks.push(`${'#'.repeat(level)} ${line.text}`);
    else if (open === undefined || before === null || !continues(before, line, levels))
      blocks.push(unmarked(line.text));
    else blocks[blocks.length - 1] = withLine(open, before, line);
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

function withLine(open: string, before: Line, line: Line): string {
  if (before.isRow || line.isRow) return `${open}\n${line.text}`;
  const isHyphened = /\p{L}-$/u.test(open) && /^\p{Ll}/u.test(line.text);
  return isHyphened ? open.slice(0, -1) + line.text : `${open} ${line.text}`;
}
