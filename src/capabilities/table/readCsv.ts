import Papa from 'papaparse';
import { failure } from '../fail';
import { cellValue, columnType } from './inferColumn';
import type { Table } from './table';

/**
 * Reads CSV (RFC 4180; also `;`, tab and `|` between cells) whose first line names the columns.
 *
 * Doubled names are numbered (`name`, `name_2`), missing ones become `column_3`, blank lines are left out, a byte
 * order mark is forgiven, cells that look like formulas stay text (case A13). Nothing else is repaired.
 *
 * @param name what messages call the table
 * @throws CallError `CSV_EMPTY`, `CSV_RAGGED` or `CSV_QUOTES`, naming the line
 */
export function readCsv(text: string, name: string): Table {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const parsed = Papa.parse<string[]>(source, { delimiter: separatorOf(source) });
  const quotes = parsed.errors.find((error) => error.type === 'Quotes');
  if (quotes) throw badQuotes(name, (quotes.row ?? 0) + 1);
  const numbered = parsed.data
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), record: index + 1 }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  const [header, ...records] = numbered;
  if (!header) throw emptyTable(name);
  const names = columnNames(header.cells);
  for (const { cells, record } of records) {
    if (cells.length !== names.length) throw ragged(name, record, cells.length, names.length);
  }
  const types = names.map((_, index) => columnType(records.map(({ cells }) => cells[index] ?? '')));
  return {
    columns: names.map((column, index) => ({ name: column, type: types[index] ?? 'text' })),
    // fromEntries creates own properties, also for a column that is called `__proto__` (case C1).
    rows: records.map(({ cells }) =>
      Object.fromEntries(
        names.map((column, at) => [column, cellValue(cells[at] ?? '', types[at] ?? 'text')]),
      ),
    ),
  };
}

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * The separator that stands most often between the names of the first line. Cells are not asked: where `;` separates,
 * they often hold commas.
 */
function separatorOf(source: string): string {
  const header = (/[^\r\n]*\S[^\r\n]*/.exec(source)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const stem = cell === '' ? `column_${index + 1}` : cell;
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}_${number}`;
    taken.add(name);
    return name;
  });
}

function emptyTable(name: string) {
  return failure('CSV_EMPTY', `"${name}" is empty.`, 'Its first line has to name the columns.');
}

function badQuotes(name: string, record: number) {
  return failure(
    'CSV_QUOTES',
    `"${name}" has a quotation mark that is not closed, or stands alone, in record ${record}.`,
    'Put cells that hold quotation marks into quotation marks, and double the ones inside.',
  );
}

function ragged(name: string, record: number, found: number, expected: number) {
  return failure(
    'CSV_RAGGED',
    `Record ${record} of "${name}" has ${found} ${found === 1 ? 'cell' : 'cells'}, the header names ${expected}.`,
    'Give every line as many cells as the header, and put cells that hold the separator into quotation marks.',
  );
}
