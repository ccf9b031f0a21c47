import type { FileCell } from '../fileContent';

type Row = readonly FileCell[];

/**
 * The tables of a sheet that has several: below each other with blank rows between them, or beside each other with a blank column
 * between them and of different heights. Another table begins only where names stand over figures, as in the table before it; all
 * else, as a remark, a total or a gap, stays with the rows above it. Titles go with the table below them.
 */
export function tablesIn(rows: readonly Row[]): readonly (readonly Row[])[] {
  return stacked(rows).flatMap(besideEachOther);
}

interface Block {
  readonly from: number;
  readonly rows: readonly Row[];
}

function stacked(rows: readonly Row[]): readonly (readonly Row[])[] {
  const blocks = blocksOf(rows);
  const begin = blocks.flatMap((block, index) => (beginsTable(block.rows) ? [index] : []));
  const cuts = begin.slice(1).map((index) => {
    const before = blocks[index - 1];
    return (before && isTitle(before) ? before : blocks[index])?.from ?? 0;
  });
  return [0, ...cuts].map((from, index) => rows.slice(from, cuts[index] ?? rows.length));
}

/** Rows with nothing blank among them. */
function blocksOf(rows: readonly Row[]): readonly Block[] {
  const blocks: { from: number; rows: Row[] }[] = [];
  for (const [index, row] of rows.entries()) {
    if (filledIn(row) === 0) continue;
    const open = blocks.at(-1);
    if (open && open.from + open.rows.length === index) open.rows.push(row);
    else blocks.push({ from: index, rows: [row] });
  }
  return blocks;
}

function isTitle({ rows }: Block): boolean {
  return rows.every((row) => filledIn(row) === 1 && row.some((cell) => typeof cell === 'string'));
}

/** Whether its first row, titles aside, has names alone, and one of them stands over figures or days. */
function beginsTable(rows: readonly Row[]): boolean {
  const at = rows.findIndex((row) => filledIn(row) > 1);
  const head = rows[at];
  if (head === undefined || !head.every((cell) => cell === null || isName(cell))) return false;
  const body = rows.slice(at + 1);
  return head.some((name, column) => {
    const cells = body.flatMap((row) => row[column] ?? []);
    return name !== null && cells.length > 0 && cells.every(isFigure);
  });
}

function besideEachOther(rows: readonly Row[]): readonly (readonly Row[])[] {
  const spans = spansOf(rows);
  if (spans.length < 2) return [rows];
  const tables = spans.map(([from, to]) => rows.map((row) => row.slice(from, to)));
  const heights = tables.map((table) => table.findLastIndex((row) => filledIn(row) > 0));
  const areTables = tables.every((table) => blocksOf(table).some((block) => beginsTable(block.rows)));
  // Tables of one height may be one table that leaves a column free.
  if (!areTables || new Set(heights).size < 2) return [rows];
  return tables.map((table, index) => table.slice(0, (heights[index] ?? 0) + 1));
}

/** Columns that are filled, between columns that are not. */
function spansOf(rows: readonly Row[]): readonly (readonly [from: number, to: number])[] {
  const isUsed: boolean[] = [];
  for (const row of rows) for (const [column, cell] of row.entries()) isUsed[column] ||= cell !== null;
  const spans: [number, number][] = [];
  for (const [column, used] of isUsed.entries()) {
    if (!used) continue;
    const open = spans.at(-1);
    if (open?.[1] === column) open[1] = column + 1;
    else spans.push([column, column + 1]);
  }
  return spans;
}

function filledIn(row: Row): number {
  let count = 0;
  for (const cell of row) if (cell !== null && cell !== '') count++;
  return count;
}

function isName(cell: FileCell): boolean {
  return typeof cell === 'string' && /\p{L}/u.test(cell);
}

function isFigure(cell: FileCell): boolean {
  return typeof cell === 'string' ? /^\d{4}-\d\d-\d\d/.test(cell) : typeof cell !== 'boolean';
}
