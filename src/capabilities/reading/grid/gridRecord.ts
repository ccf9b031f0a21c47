import { type Cell, cellText } from '../columns/cell';

/** A line of cells as it was written, perhaps a title or a remark, and its number, counted from 1. */
export interface GridRecord {
  readonly cells: readonly Cell[];
  readonly number: number;
}

export function isBlank({ cells }: GridRecord): boolean {
  return cells.every((cell) => cell === '');
}

export function filledIn({ cells }: GridRecord): number {
  return cells.filter((cell) => cell !== '').length;
}

export function isComment({ cells }: GridRecord): boolean {
  return cellText(cells[0] ?? '').startsWith('#');
}

/** "Source: the ledger, 2025" is a sentence, whatever separates cells. */
export function isNote({ cells }: GridRecord): boolean {
  return /^\p{L}[^:]{0,40}:\s/u.test(cellText(cells[0] ?? ''));
}

/** A sentence about lines that are no rows. */
export function leftOut(where: string, lines: readonly GridRecord[]): string {
  const said = cellText(lines[0]?.cells.find((cell) => cell !== '') ?? '');
  return `${lines.length === 1 ? 'One line' : `${lines.length} lines`} ${where} ${lines.length === 1 ? 'is' : 'are'} left out: “${said.slice(0, 80)}”.`;
}

/** Text as columns are called: no figure, no date. */
export function isName(cell: Cell): boolean {
  return typeof cell === 'string' && /\p{L}/u.test(cell) && !/^\d/.test(cell);
}
