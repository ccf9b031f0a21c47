/** A line as it is read: its pieces, of which a row of a table has several. */
export interface Line {
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
export function withoutRepeated(pages: readonly (readonly Line[])[]): {
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
