import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { stemsOf } from './words';

export type ColumnType = 'number' | 'text' | 'date' | 'boolean';

/** A column as `memory.tables` describes it. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What its numbers count: `EUR`, `%`. */
  readonly unit?: string;
  /** How many of its cells could not be read as a person said, and are empty. */
  readonly unread?: number;
  readonly stems: readonly string[];
  /** Distinct texts, at most `MOST_VALUES`. */
  readonly values: readonly string[];
  readonly min: Json;
  readonly max: Json;
  /** A column that is not there: the period of the dates in another, which `table.period` adds. */
  readonly derived?: { readonly from: string; readonly period: Period };
}

export type Period = 'year' | 'quarter' | 'month';

export interface Table {
  readonly document: string;
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly Column[];
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
  const columns = Array.isArray(listed) ? listed.filter(isJsonObject).map(columnOf) : [];
  return {
    document: text(table.document),
    name: text(table.name) || text(table.document),
    rows: typeof table.rows === 'number' ? table.rows : 0,
    columns: [...columns, ...periodsOf(columns)],
  };
}

const PERIODS: readonly Period[] = ['year', 'quarter', 'month'];

/** Year, quarter and month of each column of dates, unless the table has a column of that name. */
function periodsOf(columns: readonly Column[]): readonly Column[] {
  const dates = columns.filter(({ type }) => type === 'date');
  const missing = PERIODS.filter((period) => !columns.some(({ stems }) => stems.join(' ') === period));
  return dates.flatMap((date) =>
    missing.map((period): Column => {
      const name = dates.length === 1 ? period : `${date.name} ${period}`;
      const derived = { from: date.name, period };
      return { name, type: 'text', stems: stemsOf(name), values: [], min: null, max: null, derived };
    }),
  );
}

function columnOf(column: JsonObject): Column {
  const values = own(column, 'values');
  const unit = text(own(column, 'unit'));
  return {
    name: text(column.name),
    type: typeNamed(text(column.type)),
    ...(unit === '' ? {} : { unit }),
    ...(typeof column.unread === 'number' ? { unread: column.unread } : {}),
    stems: stemsOf(text(column.name)),
    values: Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [],
    min: own(column, 'min') ?? null,
    max: own(column, 'max') ?? null,
  };
}

/**
 * A timestamp is a date to questions: both are ISO text. Times of day and durations are no numbers to them: "over 2" of a
 * duration could be hours or minutes.
 */
function typeNamed(type: string): ColumnType {
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

/** A column that names its row: `order_id`. It is counted, never summed. */
export function isKey(column: Column): boolean {
  return KEY_WORDS.has(column.stems.at(-1) ?? '');
}

/** A column of years as numbers. */
export function isYear(column: Column): boolean {
  if (column.type !== 'number' || !column.stems.includes('year')) return false;
  return typeof column.min !== 'number' || (column.min >= 1_000 && Number(column.max) <= 3_000);
}

/** A column of numbers that can be added up or averaged. */
export function isMeasure(column: Column): boolean {
  return column.type === 'number' && !isKey(column) && !isYear(column);
}

/** A column whose sum says nothing: prices and rates are compared, not added. */
export function isRate(column: Column): boolean {
  return column.unit === '%' || column.stems.some((stem) => RATE_WORDS.has(stem));
}

/** What people mean by a figure that they do not name, the likeliest first. */
const MONEY_WORDS = 'revenue sale turnover income profit amount total'.split(' ');

/** The one column of money that a table has, or the only measure of all; null where neither can be told. */
export function mainMeasure(table: Table): Column | null {
  const measures = measuresOf(table);
  const word = MONEY_WORDS.find((money) => measures.some(({ stems }) => stems.includes(money)));
  const meant = word === undefined ? measures : measures.filter(({ stems }) => stems.includes(word));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/** Whether every row has a value of its own there; then the column names rows, not groups. */
export function isUnique(column: Column, table: Table): boolean {
  if (column.type !== 'text') return isKey(column);
  return column.values.length === table.rows || (column.values.length >= MOST_VALUES && isKey(column));
}

export function measuresOf(table: Table): readonly Column[] {
  return table.columns.filter(isMeasure);
}

/** The one column with the period of a column of times; the column itself where it is one of years. */
export function periodColumn(table: Table, time: Column, period: Period): Column | undefined {
  if (isYear(time)) return period === 'year' ? time : undefined;
  return table.columns.find(({ derived }) => derived?.from === time.name && derived.period === period);
}

/** Columns that can say when: dates, and years as numbers. */
export function timesOf(table: Table): readonly Column[] {
  return table.columns.filter((column) => column.type === 'date' || isYear(column));
}
