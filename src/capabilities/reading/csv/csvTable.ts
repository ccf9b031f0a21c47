import Papa from 'papaparse';
import { failure } from '../../fail';
import { commonest } from '../grid/commonest';
import { type GridTable, gridTable } from '../grid/gridTable';

/**
 * Names and cells of a CSV text.
 *
 * @param name what messages call the table
 * @throws CallError `CSV_QUOTES`, and as `gridTable` does
 */
export function csvTable(text: string, name: string): GridTable {
  return gridTable(splitCsv(text, name), name);
}

/** A record of a CSV text: its cells without spaces around them, and its number in the text, counted from 1. */
interface CsvRecord {
  readonly cells: readonly string[];
  readonly number: number;
}

/** In order of preference where two fit equally well: people write commas inside of cells more often than the others. */
const SEPARATORS = ['\t', ';', '|', ','];
/** Records by which the separator is told. */
const SAMPLE = 200;

/**
 * Splits CSV (RFC 4180; also `;`, tab and `|` between cells, a byte order mark, and the line `sep=;` of spreadsheets) into
 * records; blank ones are kept.
 *
 * @param name what messages call the table
 * @throws CallError `CSV_QUOTES`
 */
function splitCsv(text: string, name: string): readonly CsvRecord[] {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const said = /^sep=([^\r\n])\r?\n/i.exec(source);
  const body = said ? source.slice(said[0].length) : source;
  const newline = lineEndIn(body);
  const delimiter = said?.[1] ?? separatorOf(body, newline);
  const parsed = Papa.parse<string[]>(body, { delimiter, newline });
  const quotes = parsed.errors.find((error) => error.type === 'Quotes');
  const before = said ? 1 : 0;
  if (quotes) throw badQuotes(name, (quotes.row ?? 0) + 1 + before);
  return parsed.data.map((cells, index) => ({
    cells: cells.map((cell) => cell.trim()),
    number: index + 1 + before,
  }));
}

/**
 * `\n` where some lines end with `\r\n` and others with `\n`, as in files that were put together from several: both end with it, and
 * the `\r` that is left is a space around a cell. `undefined` leaves it to the library.
 */
function lineEndIn(source: string): '\n' | undefined {
  return source.includes('\r\n') && /(?:^|[^\r])\n/.test(source) ? '\n' : undefined;
}

/** The separator by which most records have equally many cells; of equals the one that makes more of them. */
function separatorOf(source: string, newline: '\n' | undefined): string {
  const [best] = SEPARATORS.map((separator) => ({ separator, ...regularity(source, separator, newline) }))
    .filter(({ width }) => width > 1)
    .toSorted((left, right) => right.share - left.share || right.width - left.width);
  return best?.separator ?? ',';
}

function regularity(
  source: string,
  delimiter: string,
  newline: '\n' | undefined,
): { readonly width: number; readonly share: number } {
  const { data } = Papa.parse<string[]>(source, { delimiter, newline, preview: SAMPLE });
  const widths = data.filter((cells) => cells.some((cell) => cell.trim() !== '')).map(({ length }) => length);
  const width = commonest(widths);
  return { width, share: widths.filter((one) => one === width).length / Math.max(1, widths.length) };
}

function badQuotes(name: string, record: number) {
  return failure(
    'CSV_QUOTES',
    `"${name}" has a quotation mark that is not closed, or stands alone, in record ${record}.`,
    'Put cells that hold quotation marks into quotation marks, and double the ones inside.',
  );
}
