import { withoutSoftHyphens } from '../text/softHyphens';
import { unmarked } from '../text/unmarked';
import { linesOf, type Piece } from './piece';

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

/** Letters from which a piece is prose: cells of tables are shorter. */
const PROSE = 25;
/** Lines that a column of prose has at least. */
const COLUMN_LINES = 3;
/** Left edges that are this close are one edge, in points. */
const SAME_EDGE = 4;

/**
 * The pieces of a page in the order in which people read them: columns of prose one after the other, rows of tables across.
 * A piece that crosses the gap between two columns, as a title, ends what stands above it.
 *
 * @param pieces from top to bottom
 */
function readingOrder(pieces: readonly Piece[]): readonly Piece[] {
  const edge = columnEdge(pieces);
  if (edge === null) return pieces;
  const ordered: Piece[] = [];
  let left: Piece[] = [];
  let right: Piece[] = [];
  const endColumns = (): void => {
    ordered.push(...readingOrder(left), ...readingOrder(right));
    left = [];
    right = [];
  };
  for (const piece of pieces) {
    if (piece.left >= edge - SAME_EDGE) right.push(piece);
    else if (piece.right <= edge) left.push(piece);
    else {
      endColumns();
      ordered.push(piece);
    }
  }
  endColumns();
  return ordered;
}

/** Where a second column of prose begins: the left edge of most of its lines. Null where all is one column. */
function columnEdge(pieces: readonly Piece[]): number | null {
  const prose = pieces.filter(({ text }) => text.length >= PROSE);
  const first = Math.min(...prose.map(({ left }) => left));
  const counts = new Map<number, Piece[]>();
  for (const piece of prose) {
    if (piece.left <= first + SAME_EDGE) continue;
    const edge = Math.round(piece.left / SAME_EDGE);
    const known = counts.get(edge);
    if (known) known.push(piece);
    else counts.set(edge, [piece]);
  }
  const [most = []] = [...counts.values()].toSorted((one, other) => other.length - one.length);
  const edge = Math.min(...most.map(({ left }) => left));
  const beside = prose.filter(({ right }) => right <= edge);
  return most.length >= COLUMN_LINES && beside.length >= COLUMN_LINES ? edge : null;
}

/** A line as it is read: its pieces, of which a row of a table has several. */
interface Line {
  readonly text: string;
  readonly isRow: boolean;
  readonly y: number;
  readonly size: number;
}

/** Pages of which a line has to stand on most, to be none of their text. */
const PAGES = 3;
const MOST = 0.6;
/** Lines at the top and at the bottom of a page that may be its head and its foot. */
const EDGE = 2;
/** A gap of so many letters' heights parts the head or foot of a page from its text. */
const GAP = 2;
/** Heights that are this close are one, in points. */
const SAME_HEIGHT = 3;

/**
 * Pages on which what repeats at their top and bottom stands once: "Page 3 of 9", the name of a firm. It would part sentences, and be
 * found on every page. A line with any other figure stays, even if each page has it: it may be the sum of that page.
 *
 * @returns also the lines that were left out, as the first page has them
 */
function withoutRepeated(pages: readonly (readonly Line[])[]): {
  pages: readonly (readonly Line[])[];
  repeated: readonly string[];
} {
  const keys = pages.map((lines, page) => keysOf(lines, page + 1, pages.length));
  const counts = new Map<string, number>();
  for (const ofPage of keys)
    for (const key of new Set(ofPage.values())) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.max(PAGES, pages.length * MOST);
  const seen = new Map<string, string>();
  const kept = pages.map((lines, page) =>
    lines.filter((line) => {
      const key = keys[page]?.get(line);
      if (key === undefined || (counts.get(key) ?? 0) < least) return true;
      const isFirst = !seen.has(key);
      if (isFirst) seen.set(key, line.text);
      return isFirst;
    }),
  );
  return { pages: kept, repeated: [...seen.values()] };
}

/** By what lines at the edges of a page are compared with those of others. */
function keysOf(lines: readonly Line[], page: number, pages: number): ReadonlyMap<Line, string> {
  const downwards = lines.toSorted((one, other) => other.y - one.y);
  const edges = [...parted(downwards), ...parted(downwards.toReversed())];
  const keys = new Map<Line, string>();
  for (const line of edges) {
    const text = line.text.replace(/\d+/g, (figure) =>
      Number(figure) === page || Number(figure) === pages ? '#' : figure,
    );
    if (!/\d/.test(text)) keys.set(line, `${Math.round(line.y / SAME_HEIGHT)} ${text}`);
  }
  return keys;
}

/** The first lines, where a gap parts them from the others. */
function parted(lines: readonly Line[]): readonly Line[] {
  const isLast = ({ y, size }: Line, at: number) => {
    const next = lines[at + 1];
    return at < EDGE && next !== undefined && Math.abs(y - next.y) > size * GAP;
  };
  return lines.slice(0, lines.findIndex(isLast) + 1);
}
