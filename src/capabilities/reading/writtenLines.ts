import type { Bytes } from '#runtime';
import type { Table } from './table';

/** What stood in a cell before it was read, by row (from 0) and column; null where that is no text, or no other. */
export type WrittenCells = (row: number, column: string) => string | null;

const NEWLINE = 0x0a;
/** So many characters are encoded at once. */
const SLICE = 500_000;

/**
 * What stood in the cells of a table before they were read, as text: the names of the columns whose values are no texts, then a
 * line of their cells for each row. Of texts, what stands there is the value.
 */
export function linesOfWritten({ columns, rows }: Table, written: WrittenCells): Bytes {
  const names = columns.filter(({ type }) => type !== 'text').map(({ name }) => name);
  const encoder = new TextEncoder();
  const parts: Bytes[] = [];
  let lines = `${JSON.stringify(names)}\n`;
  for (let row = 0; row < rows.length; row++) {
    lines += `${JSON.stringify(names.map((name) => written(row, name)))}\n`;
    if (lines.length < SLICE) continue;
    parts.push(encoder.encode(lines));
    lines = '';
  }
  return together([...parts, encoder.encode(lines)]);
}

/** The same, of which a line is read when one of its cells is asked for: few of them are ever seen. */
export function writtenInLines(bytes: Bytes): WrittenCells {
  const ends = endsOfLines(bytes);
  const decoder = new TextDecoder();
  const cellsAt = (line: number): readonly unknown[] => {
    const from = line === 0 ? 0 : (ends[line - 1] ?? bytes.length) + 1;
    const cells: unknown = JSON.parse(decoder.decode(bytes.subarray(from, ends[line])) || '[]');
    return Array.isArray(cells) ? cells : [];
  };
  const places = new Map(cellsAt(0).map((name, place) => [name, place]));
  let last: { readonly row: number; readonly cells: readonly unknown[] } | null = null;
  return (row, column) => {
    const place = places.get(column);
    if (place === undefined) return null;
    if (last?.row !== row) last = { row, cells: cellsAt(row + 1) };
    const cell = last.cells[place];
    return typeof cell === 'string' ? cell : null;
  };
}

function endsOfLines(bytes: Bytes): Uint32Array {
  const ends: number[] = [];
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) ends.push(at);
  return Uint32Array.from(ends);
}

function together(parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
