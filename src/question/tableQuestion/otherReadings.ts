import { type ColumnReading, columnReadingSchema } from '#plan';
import { isOneRow, type Query } from '../query/query';
import type { Column, Readable, Table } from '../tables/tables';
import { asRows } from '../tables/wide';
import { readable } from '../text/names';
import { stemOf, type Token } from '../text/words';
import { readTableQuestion, type TableReading } from './readTableQuestion';

/** A reading of a column of text, with which a question could be answered: an exit of one click (W8, E8). */
export interface ColumnExit {
  readonly document: string;
  readonly column: ColumnReading;
}

/** A question read against a table, and the columns that would have to be read in another way to answer it. */
export interface OpenReading extends TableReading {
  readonly exits: readonly ColumnExit[];
}

/**
 * Reads a question against a table. Where it needs figures or an order of columns that are text now, and that could be
 * read, it is refused for that reason, and the readings go along: text has no average, and `9` comes after `10` in it.
 */
export function readOpenQuestion(tokens: readonly Token[], table: Table): OpenReading {
  const plain = readAsItIs(tokens, table);
  const wide = plain.query === null ? asRows(table) : null;
  const asked = wide && readTableQuestion(tokens, wide);
  return asked?.query ? { ...asked, exits: [] } : plain;
}

function readAsItIs(tokens: readonly Token[], table: Table): OpenReading {
  const plain = readTableQuestion(tokens, table);
  // The cell itself is asked for, whatever stands in it.
  if (plain.query?.kind === 'list' && isOneRow(table, plain.query)) return { ...plain, exits: [] };
  const worded = readWorded(tokens, table, plain);
  if (worded) return { ...worded, exits: [] };
  const columns = table.columns.filter(({ readable }) => readable.length > 0);
  const other = columns.length === 0 ? plain : readTableQuestion(tokens, asRead(table));
  const { query } = other;
  // "the best English" is no text that most have.
  const isRanked = plain.query !== null && plain.query.limit !== null;
  if (query === null && isRanked && columns.some(({ name }) => plain.query?.by.includes(name)))
    return { ...other, exits: [] };
  if (query === null || columns.length === 0) return { ...plain, exits: [] };
  const needed = columns.filter((column) => measures(query, column));
  const asked = plain.query === null ? needed : needed.filter((column) => isNamed(tokens, column));
  if (asked.length === 0) return { ...plain, exits: [] };
  return {
    ...other,
    query: null,
    reasons: asked.map((column) => reasonOf(column)),
    exits: asked.flatMap(({ name, readable }) =>
      readable.flatMap((one) => exitOf(table.document, name, one)),
    ),
  };
}

/** What stands in the place of a number and says that there is none. */
const NO_NUMBER =
  /^(?:abs(?:ent)?|dn[fsp]|dsq|dq|p\.?o\.?a\.?|tb[acd]|pending|unknown|excused|(?:price )?on (?:request|application)|not (?:available|applicable|known|tested|measured)|no data|no price|withheld)\.?$/i;

/** "abs" among marks, "POA" among prices: the one reading of a column in which every other cell is a number. */
function wordedIn({ readable: [only, ...others] }: Column): Readable | null {
  if (!only || others.length > 0 || only.type !== 'number') return null;
  const isWorded = only.words.length > 0 && only.words.every((word) => NO_NUMBER.test(word));
  return isWorded ? only : null;
}

/** The question with such columns as numbers, if it computes with one; the answer says what is none. */
function readWorded(tokens: readonly Token[], table: Table, plain: TableReading): TableReading | null {
  const worded = table.columns.filter((column) => wordedIn(column) !== null);
  if (worded.length === 0) return null;
  const reading = readTableQuestion(tokens, {
    ...table,
    columns: table.columns.map((column) => (worded.includes(column) ? asNumbers(column) : column)),
  });
  const { query } = reading;
  const needed = worded.filter((column) => query !== null && measures(query, column));
  const isMeant = plain.query === null || needed.some((column) => isNamed(tokens, column));
  if (query === null || needed.length === 0 || !isMeant) return null;
  return { ...reading, query: { ...query, notes: [...query.notes, ...needed.map(wordsOf)] } };
}

function asNumbers(column: Column): Column {
  const { read = '', unit = '', unfit = 0 } = wordedIn(column) ?? {};
  return {
    ...column,
    type: 'number',
    readAs: { type: 'number', ...(read && { read }), ...(unit && { unit }) },
    unit: unit || column.unit,
    empty: column.empty + unfit,
    values: [],
    readable: [],
    identifies: false,
  };
}

function wordsOf(column: Column): string {
  const words = (wordedIn(column)?.words ?? []).map((word) => `“${word}”`);
  const said = `${words.join(' and ')} ${words.length === 1 ? 'is' : 'are'} none`;
  return `“${readable(column.name)}” is read as numbers, of which ${said}`;
}

function exitOf(document: string, name: string, { type, read, unit }: Readable): readonly ColumnExit[] {
  const said = columnReadingSchema.safeParse({ name, type, ...(read && { read }), ...(unit && { unit }) });
  return said.success ? [{ document, column: said.data }] : [];
}

/** The table as it would be if its columns were read as they nearly are. */
function asRead(table: Table): Table {
  return {
    ...table,
    columns: table.columns.map((column) => {
      const [first] = column.readable;
      if (first === undefined) return column;
      const isTime = first.type === 'date' || first.type === 'timestamp';
      const isDuration = column.readable.some(({ type }) => type === 'duration');
      return {
        ...column,
        type: isTime ? 'date' : 'number',
        unit: first.unit || column.unit,
        isDuration,
        values: [],
        identifies: false,
      };
    }),
  };
}

const ORDERED = new Set(['>', '>=', '<', '<=', 'between']);

/** Whether a query computes with a column, orders by it or compares it. */
function measures({ figures, sort, filters }: Query, { name }: Column): boolean {
  return (
    figures.some((figure) => figure.column === name) ||
    sort?.by === name ||
    filters.some(({ column, operator }) => column === name && ORDERED.has(operator))
  );
}

function isNamed(tokens: readonly Token[], { stems }: Column): boolean {
  return tokens.some((token) => stems.includes(stemOf(token)));
}

const NOUNS: Readonly<Record<string, string>> = {
  number: 'numbers',
  date: 'dates',
  timestamp: 'dates',
  time: 'times of day',
  duration: 'durations',
};

function reasonOf({ name, readable }: Column): string {
  const [first, ...others] = readable;
  if (first === undefined) return `“${name}” is text`;
  const kinds = [...new Set(readable.map(({ type }) => NOUNS[type] ?? type))];
  const said = `${kinds.join(' or ')}${first.unit ? ` in ${first.unit}` : ''}`;
  if (first.unfit === 0)
    return `“${name}” is text such as '${first.example}'; say whether it is ${said}${kinds.length === 1 && others.length > 0 ? ', and how they are written' : ''}`;
  const cells = first.unfit === 1 ? 'one cell does not fit' : `${first.unfit} cells do not fit`;
  const where = first.first ? `, the first is “${first.first.text}” in row ${first.first.row}` : '';
  return `“${name}” is text: read as ${said}, ${cells}${where}; it stays text until you say so`;
}
