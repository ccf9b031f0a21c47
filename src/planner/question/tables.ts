import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { stemsOf } from './words';

/** A duration is a number of seconds, a time of day a text; a time stamp is a date with a time behind it. */
export type ColumnType = 'number' | 'text' | 'date' | 'boolean';

/** A column as `memory.tables` describes it. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly stems: readonly string[];
  /** Distinct texts, at most `MOST_VALUES`. */
  readonly values: readonly string[];
  readonly min: Json;
  readonly max: Json;
  /** What its numbers count, as its head or its cells say: `EUR`, `kWh`. */
  readonly unit: string;
  /** How many different values it has; null where nobody counted. */
  readonly distinct: number | null;
  readonly empty: number;
  /** How many of its cells could not be read as a person said, and are empty. */
  readonly unread: number;
  /** Whether every row has a value of its own there: a name of rows, not of groups. */
  readonly identifies: boolean;
  /** A duration in seconds. */
  readonly isDuration: boolean;
  /** A column that is not there, and what makes it of others. */
  readonly derived?: Derived;
}

/** The period of the dates in a column, which `table.period` adds, or two columns computed by `table.compute`. */
export type Derived =
  | { readonly from: string; readonly period: Period }
  | { readonly left: string; readonly operation: Operation; readonly right: string };

export type Operation = 'minus' | 'plus' | 'times' | 'divided by' | 'days since' | 'hours since';

export type Period = 'year' | 'quarter' | 'month' | 'weekday';

export interface Table {
  readonly document: string;
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly Column[];
  /** A last row that adds up the others; it is left out of everything. */
  readonly totals: { readonly column: string; readonly value: string } | null;
}

/** How many distinct texts of a column memory holds; a column with so many may have more. */
const MOST_VALUES = 50;

/** The tables at hand; an entry that is none is passed over. */
export function tablesIn(memory: JsonObject): readonly Table[] {
  const tables = own(memory, 'tables');
  return Array.isArray(tables) ? tables.filter(isJsonObject).map(tableOf) : [];
}

function tableOf(table: JsonObject): Table {
  const listed = own(table, 'columns');
  const rows = typeof table.rows === 'number' ? table.rows : 0;
  const columns = Array.isArray(listed)
    ? listed.filter(isJsonObject).map((column) => columnOf(column, rows))
    : [];
  return {
    document: text(table.document),
    name: text(table.name) || text(table.document),
    rows,
    columns: [...columns, ...periodsOf(columns)],
    totals: totalsOf(own(table, 'totals')),
  };
}

function totalsOf(totals: Json | undefined): Table['totals'] {
  return isJsonObject(totals) ? { column: text(totals.column), value: text(totals.value) } : null;
}

const PERIODS: readonly Period[] = ['year', 'quarter', 'month', 'weekday'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Year, quarter, month and weekday of each column of dates, unless the table has a column of that name. */
function periodsOf(columns: readonly Column[]): readonly Column[] {
  const dates = columns.filter(({ type }) => type === 'date');
  const missing = PERIODS.filter((period) => !columns.some(({ stems }) => stems.join(' ') === period));
  return dates.flatMap((date) =>
    missing.map((period): Column => {
      const name = dates.length === 1 ? period : `${date.name} ${period}`;
      const derived = { from: date.name, period };
      const values = period === 'weekday' ? WEEKDAYS : [];
      return { ...NOTHING_KNOWN, name, type: 'text', stems: stemsOf(name), values, derived };
    }),
  );
}

const NOTHING_KNOWN = {
  min: null,
  max: null,
  unit: '',
  distinct: null,
  empty: 0,
  unread: 0,
  identifies: false,
  isDuration: false,
} as const;

/** What stands in brackets behind a name is no part of it: "Amount (EUR)", "Overall (1-5)". */
const REMARK = /[([]([^()[\]]*)[)\]]$/;

function columnOf(column: JsonObject, rows: number): Column {
  const values = own(column, 'values');
  const name = text(column.name);
  const remark = REMARK.exec(name.trimEnd());
  const short = name.slice(0, remark?.index).trim();
  return {
    name,
    type: typeOf(column.type),
    stems: stemsOf(short === '' ? name : short),
    values: Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [],
    min: own(column, 'min') ?? null,
    max: own(column, 'max') ?? null,
    unit: text(column.unit) || unitIn(remark?.[1] ?? ''),
    distinct: typeof column.distinct === 'number' ? column.distinct : null,
    empty: typeof column.empty === 'number' ? column.empty : 0,
    unread: typeof column.unread === 'number' ? column.unread : 0,
    identifies: rows > 1 && column.type !== 'number' && column.distinct === rows,
    isDuration: column.type === 'duration',
  };
}

/** A remark with figures in it, as "1-5", says what the values are, and no unit. */
function unitIn(remark: string): string {
  return /\d/.test(remark) ? '' : remark;
}

/**
 * A timestamp is a date to questions: both are ISO text. Times of day and durations are no numbers to them: "over 2" of a
 * duration could be hours or minutes.
 */
function typeOf(type: Json | undefined): ColumnType {
  if (type === 'timestamp') return 'date';
  return type === 'number' || type === 'date' || type === 'boolean' ? type : 'text';
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

const KEY_WORDS = new Set(['id', 'key', 'uuid', 'guid', 'nr', 'no']);
const RATE_WORDS = new Set(
  'price rate rating ratio percent percentage pct age temperature temp height share average avg mean'.split(
    ' ',
  ),
);

/** A column of ids: `order_id`. It is counted, never summed. */
export function isId(column: Column): boolean {
  return KEY_WORDS.has(column.stems.at(-1) ?? '');
}

/** An id that names its row; that of a customer in a table of orders names a group of them. */
export function isKey(column: Column, table: Table): boolean {
  return isId(column) && (column.distinct === null || column.distinct >= table.rows - column.empty);
}

/** A column of years as numbers. */
export function isYear(column: Column): boolean {
  if (column.type !== 'number' || !column.stems.includes('year')) return false;
  return typeof column.min !== 'number' || (column.min >= 1_000 && Number(column.max) <= 3_000);
}

/** A column of numbers that can be added up or averaged. */
export function isMeasure(column: Column): boolean {
  return column.type === 'number' && !isId(column) && !isYear(column);
}

/** A column whose sum says nothing: prices and rates are compared, not added. */
export function isRate(column: Column): boolean {
  return column.unit === '%' || column.stems.some((stem) => RATE_WORDS.has(stem));
}

/** What people mean by a figure that they do not name, the likeliest first. */
const MONEY_WORDS = 'revenue sale turnover income profit amount total value'.split(' ');

/** The one column of money that a table has, or the only measure of all; null where neither can be told. */
export function mainMeasure(table: Table): Column | null {
  const measures = measuresOf(table);
  const word = MONEY_WORDS.find((money) => measures.some(({ stems }) => stems.includes(money)));
  const meant = word === undefined ? measures : measures.filter(({ stems }) => stems.includes(word));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/** Whether every row has a value of its own there; then the column names rows, not groups. */
export function isUnique(column: Column, table: Table): boolean {
  if (column.type !== 'text') return isKey(column, table);
  if (column.distinct !== null) return column.distinct === table.rows && table.rows > 0;
  return column.values.length === table.rows || (column.values.length >= MOST_VALUES && isKey(column, table));
}

export function measuresOf(table: Table): readonly Column[] {
  return table.columns.filter(isMeasure);
}

/** The one column with the period of a column of times; the column itself where it is one of years. */
export function periodColumn(table: Table, time: Column, period: Period): Column | undefined {
  if (isYear(time)) return period === 'year' ? time : undefined;
  return table.columns.find(
    ({ derived }) =>
      derived !== undefined && 'period' in derived && derived.from === time.name && derived.period === period,
  );
}

/**
 * Columns that can say when: dates, and years as numbers. Of several dates the one in which a row begins goes before the
 * others, where its name says so: the order date of orders, the date when a ticket was opened.
 */
export function timesOf(table: Table): readonly Column[] {
  const times = table.columns.filter((column) => column.type === 'date' || isYear(column));
  const nouns = stemsOf(table.name.replace(/\.\w{2,4}$/, ''));
  const own = times.filter(({ stems }) => stems.some((stem) => nouns.includes(stem)));
  if (own.length === 1) return own;
  const begin = times.filter(({ stems }) => stems.some((stem) => BEGINNING.has(stem)));
  return times.length > 1 && begin.length === 1 ? begin : times;
}

const BEGINNING = new Set('created opened booking booked placed started begin'.split(' '));
