import { cellText } from '../columns/cell';
import { type GridRecord, isBlank, isName } from './gridRecord';

/** Names of columns that stand in several lines: groups above, what each has below. */
export interface GroupedHead {
  /** Indices of the first and the last of its lines. */
  readonly first: number;
  readonly last: number;
  /** One name for each column: `2024 Q1`. */
  readonly cells: readonly string[];
  /** One of them that was put together. */
  readonly example: string;
}

/** Lines of groups above each other, as years over quarters over plan and actual. */
const LEVELS = 3;

/**
 * The names of columns together with those of their groups, where the names alone are there twice: `Q1` under 2024 and `Q1` under
 * 2025. Null where each name is there once, and where groups do not tell them apart.
 *
 * @param start the line that seems to name the columns
 */
export function groupedHead(records: readonly GridRecord[], start: number): GroupedHead | null {
  const cells = records[start]?.cells.map(cellText) ?? [];
  if (!hasRepeated(cells)) return null;
  return groupsAbove(records, start, cells) ?? namesBelow(records, start, cells);
}

function groupsAbove(
  records: readonly GridRecord[],
  start: number,
  cells: readonly string[],
): GroupedHead | null {
  let joined = cells;
  for (let first = start - 1; first >= Math.max(0, start - LEVELS + 1); first--) {
    const groups = records[first]?.cells.map(cellText) ?? [];
    if (groups.filter((cell) => cell !== '').length < 2 || groups.length > cells.length) return null;
    joined = joinNames(spread(groups, cells), joined);
    if (!hasRepeated(joined)) return headOf(first, start, joined, cells);
  }
  return null;
}

/** Groups whose names are written over each of their columns seem to be the names, and the names below them a row of text. */
function namesBelow(
  records: readonly GridRecord[],
  start: number,
  cells: readonly string[],
): GroupedHead | null {
  const names = records[start + 1];
  const row = records[start + 2];
  if (!names || !row || isBlank(names) || names.cells.length > cells.length) return null;
  if (!names.cells.every((cell) => cell === '' || isName(cell)) || row.cells.every(isName)) return null;
  const below = names.cells.map(cellText);
  const joined = joinNames(spread(cells, below), below);
  return hasRepeated(joined) ? null : headOf(start, start + 1, joined, below);
}

function headOf(
  first: number,
  last: number,
  cells: readonly string[],
  names: readonly string[],
): GroupedHead {
  const example = cells.find((cell, index) => names[index] !== '' && cell !== names[index]) ?? '';
  return { first, last, cells, example };
}

/** A group is written over its first column: it counts up to the next one, and the last for as many columns as the widest before it. */
function spread(groups: readonly string[], names: readonly string[]): readonly string[] {
  const starts = groups.flatMap((cell, index) => (cell === '' ? [] : [index]));
  const widths = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  const end = (starts.at(-1) ?? 0) + Math.max(...widths);
  let group = '';
  return names.map((_, index) => {
    group = groups[index] || group;
    return index < end ? group : '';
  });
}

function joinNames(groups: readonly string[], names: readonly string[]): readonly string[] {
  const width = Math.max(groups.length, names.length);
  return Array.from({ length: width }, (_, index) => {
    const [group = '', name = ''] = [groups[index], names[index]];
    return group === name ? name : `${group} ${name}`.trim();
  });
}

function hasRepeated(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== '');
  return new Set(filled).size < filled.length;
}

export function groupedNote({ example }: GroupedHead): string {
  return `The names of the columns stand in several lines, and are read together, as “${example.slice(0, 80)}”.`;
}
