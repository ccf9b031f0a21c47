import { isBlank, isJsonObject, isMonth, type Json, type JsonObject, onlyOf, own } from '#base';
import { verbBase } from '../text/verbForms';
import { isPlural, stemOf, stemsOf, tokensOf, wordSet } from '../text/words';
import {
  type Column,
  type ColumnType,
  isLabel,
  isSubject,
  type Joined,
  numbersThings,
  type Period,
  type Readable,
  type Wide,
} from './column';
import { inHoursIf, periodsOf } from './times';

export type { Column, ColumnType, Operation, Period, Readable } from './column';

export interface Table {
  /** Set where columns of the table are read as rows. */
  readonly wide?: Wide;
  /** Set where a step puts another table beside it. */
  readonly joined?: Joined;
  readonly document: string;
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Labels of rows that sum up others: those that are no rows of the table, and those that may be and are. */
  readonly totals: { readonly leftOut: readonly string[]; readonly inDoubt: readonly string[] };
}

/** How many distinct texts of a column memory holds; a column with so many may have more. */
const MOST_VALUES = 1_000;

/**
 * The tables at hand; an entry that is none is passed over.
 *
 * @param inHours whether the question speaks of hours: then `7:30` is seven and a half of them
 */
export function tablesIn(memory: JsonObject, inHours = false): readonly Table[] {
  const tables = own(memory, 'tables');
  return Array.isArray(tables) ? tables.filter(isJsonObject).map((table) => tableOf(table, inHours)) : [];
}

function tableOf(table: JsonObject, inHours: boolean): Table {
  const listed = own(table, 'columns');
  const rows = typeof table.rows === 'number' ? table.rows : 0;
  const name = text(table.name) || text(table.document);
  const described = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  const monthly = monthlyAmong(described);
  const columns = described.map((column) =>
    inHoursIf(inHours, column, columnOf(column, { name, rows }, column === monthly)),
  );
  return {
    document: text(table.document),
    name,
    rows,
    columns: [...columns, ...periodsOf(columns)],
    totals: totalsOf(own(table, 'totals')),
  };
}

function totalsOf(totals: Json | undefined): Table['totals'] {
  const labels = (key: string) => textsOf(isJsonObject(totals) ? own(totals, key) : undefined);
  return { leftOut: labels('leftOut'), inDoubt: labels('inDoubt') };
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** What stands in brackets behind a name is no part of it: "Amount (EUR)", "Overall (1-5)". */
const REMARK = /[([]([^()[\]]*)[)\]]$/;

function columnOf(
  column: JsonObject,
  { name: table, rows }: Pick<Table, 'name' | 'rows'>,
  isMonthly: boolean,
): Column {
  const values = textsOf(own(column, 'values'));
  const months = isMonthly ? values.toSorted() : null;
  const name = text(column.name);
  const remark = REMARK.exec(name.trimEnd());
  const bare = remark === null ? unitBehind(column, name) : '';
  // "Stock min" is the least that there should be.
  const isNamedSo = bare !== '' && bare !== 'min';
  const short = isNamedSo ? name.trim().slice(0, -bare.length).trim() : name.slice(0, remark?.index).trim();
  const stems = stemsOf(short === '' ? name : short);
  const isOfTable = stems.every((stem) => nounsOf({ name: table }).includes(stem));
  return {
    name,
    type: months === null ? typeOf(column.type) : 'date',
    stems,
    values: months === null ? values : [],
    min: months?.[0] ?? own(column, 'min') ?? null,
    max: months?.at(-1) ?? own(column, 'max') ?? null,
    unit: text(column.unit) || unitIn(remark?.[1] ?? '') || bare,
    distinct: typeof column.distinct === 'number' ? column.distinct : null,
    empty: typeof column.empty === 'number' ? column.empty : 0,
    unread: typeof column.unread === 'number' ? column.unread : 0,
    identifies: rows > 1 && column.type !== 'number' && column.distinct === rows,
    consecutive: isConsecutive(column, rows) && (rows >= FEW_NUMBERS || isOfTable),
    repeats: repeatsOf(column, rows),
    isDuration: column.type === 'duration',
    hasClock: column.type === 'time' || column.type === 'timestamp',
    isMonthly,
    readable: readableOf(own(column, 'readable')),
    scale: /^\d+\s?(?:-|–|to)\s?\d+$/.test(remark?.[1] ?? ''),
  };
}

/** The one column of text that holds months and nothing else, where no column has days. */
function monthlyAmong(columns: readonly JsonObject[]): JsonObject | null {
  return columns.some(({ type }) => type === 'date' || type === 'timestamp')
    ? null
    : onlyOf(columns, holdsMonths);
}

function holdsMonths(column: JsonObject): boolean {
  const values = textsOf(own(column, 'values'));
  const areAll = values.length > 0 && values.length < MOST_VALUES;
  return column.type === 'text' && areAll && values.every(isMonth);
}

function readableOf(listed: Json | undefined): readonly Readable[] {
  return (Array.isArray(listed) ? listed.filter(isJsonObject) : []).map((one) => {
    const first = own(one, 'first');
    return {
      ...{ type: text(one.type), read: text(one.read), unit: text(one.unit), example: text(one.example) },
      unfit: typeof one.unfit === 'number' ? one.unfit : 0,
      words: textsOf(own(one, 'words')),
      first: isJsonObject(first) ? { text: text(first.text), row: Number(first.row) } : null,
    };
  });
}

/** Fewer numbers than these may follow each other by chance, but for the "Bill" in a table of bills. */
const FEW_NUMBERS = 8;

function isConsecutive({ type, distinct, min, max }: JsonObject, rows: number): boolean {
  if (type !== 'number' || distinct !== rows) return false;
  return Number.isInteger(min) && Number.isInteger(max) && Number(max) - Number(min) === rows - 1;
}

/** A column of names or numbers of rows of which a few are there twice. */
function repeatsOf({ type, distinct, empty }: JsonObject, rows: number): number {
  if (type !== 'text' || typeof distinct !== 'number' || empty !== 0 || rows < 20) return 0;
  return distinct < rows && distinct >= rows * 0.9 ? rows - distinct : 0;
}

/** A remark with figures in it, as "1-5", says what the values are, and no unit. */
function unitIn(remark: string): string {
  return /\d/.test(remark) ? '' : remark;
}

/** "Distance km", "Weight kg": a unit that stands behind the name without brackets. */
function unitBehind({ type }: JsonObject, name: string): string {
  const last = /\S\s+(\S+)$/.exec(name.trim())?.[1] ?? '';
  return type === 'number' && BARE_UNITS.has(last) ? last : '';
}

const BARE_UNITS = wordSet('°C °F km m cm mm kg g l ml lb mi kWh min h EUR USD GBP CHF € $ £');

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

/** The columns that a table states, its durations in hours among them; not the periods of its dates. */
export function statedColumns({ columns }: Table): readonly Column[] {
  return columns.filter(({ derived }) => derived?.period === undefined);
}

/** Whether rows have nothing in a column, as `table.filter` sees it. */
export function hasBlanks({ empty, values }: Column): boolean {
  return empty > 0 || values.some(isBlank);
}

const KEY_WORDS = new Set(['id', 'key', 'uuid', 'guid', 'nr', 'no']);
const RATE_WORDS = wordSet(
  'satisfaction price rate rating mark grade ratio percent percentage pct age temperature temp height share average avg mean',
);

/** A column of ids: `order_id`, or an "Order" that is a whole number. It is counted, never summed. */
export function isId(column: Column): boolean {
  return KEY_WORDS.has(column.stems.at(-1) ?? '') || numbersThings(column);
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
  return column.type === 'number' && !isId(column) && !isYear(column) && !isLabel(column);
}

/** A column whose sum says nothing: prices and rates are compared, not added. */
export function isRate(column: Column): boolean {
  return (
    column.unit === '%' ||
    column.scale ||
    isSubject(column.name) ||
    column.stems.some((stem) => RATE_WORDS.has(stem))
  );
}

/** Whether what stands under a head of a wide table is added up: the amounts of a month are, the marks of a subject are not. */
export function addsUp({ wide, columns }: Table, head: Column): boolean {
  return head.name === wide?.name && columns.some((column) => column.name === wide.value && !isRate(column));
}

/** What people mean by a figure that they do not name, the likeliest first. */
const MONEY_WORDS = 'revenue sale turnover income profit amount total value'.split(' ');

/** The one column of money that a table has, or the only measure of all; null where neither can be told. */
export function mainMeasure(table: Table): Column | null {
  const measures = measuresOf(table);
  const word = MONEY_WORDS.find((money) => measures.some(({ stems }) => stems.includes(money)));
  const meant = word === undefined ? measures : measures.filter(({ stems }) => stems.includes(word));
  return onlyOf(meant);
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
  return table.columns.find(({ derived }) => derived?.from === time.name && derived.period === period);
}

/**
 * Columns that can say when: dates, and years as numbers. Of several dates the one in which a row begins goes before the
 * others, where its name says so: the order date of orders, when deliveries were delivered, the plain date, the date when a ticket was opened.
 */
export function timesOf(table: Table): readonly Column[] {
  const times = table.columns.filter((column) => column.type === 'date' || isYear(column));
  const nouns = new Set(nounsOf(table).map(verbBase));
  const own = times.filter(({ stems }) => stems.some((stem) => nouns.has(verbBase(stem))));
  if (own.length === 1) return own;
  const plain = times.filter(({ stems }) => stems.join(' ') === 'date');
  if (plain.length === 1) return plain;
  const begin = times.filter(({ stems }) => stems.some((stem) => BEGINNING.has(stem)));
  if (times.length > 1 && begin.length === 1) return begin;
  // Every row was sent, and some have been delivered since.
  const whole = times.filter((time) => time.empty === 0 && !isLater(time));
  return whole.length === 1 && times.every((time) => whole.includes(time) || isLater(time)) ? whole : times;
}

/** A date at which something is to be, or has been with some of the rows. */
function isLater({ stems, empty }: Column): boolean {
  return stems.some((stem) => PLANNED.has(stem) || (ENDING.has(stem) && empty > 0));
}

const PLANNED = wordSet(
  'next due deadline expected planned promised expiry expire expiration until follow birth born dob birthday',
);
const ENDING = wordSet(
  'end ended closed resolved finished completed returned return back delivered delivery arrived arrival paid payment shipped sold cancelled',
);

const BEGINNING = wordSet(
  'created opened taken issued joined hired booking booked placed started start begin arrival in from admitted loaned borrowed',
);

/** What a table is called, without the ending of its file. */
export function plainName(name: string): string {
  return name.replace(/\.\w{2,4}$/, '');
}

/** The words that a table is called by, each one of several. */
export function nounsOf({ name }: { readonly name: string }): readonly string[] {
  return stemsOf(plainName(name));
}

/** What a name of several words ends in, where that is one of several things: repairs, of `bike_repairs.csv`. */
export function lastNounOf({ name }: { readonly name: string }): string | null {
  const tokens = tokensOf(plainName(name));
  const last = tokens.at(-1);
  return last !== undefined && tokens.length > 1 && isPlural(last) ? stemOf(last) : null;
}

/** What people call a row where each is a sale. */
export const DEALS = ['order', 'sale', 'purchase'];

const DEAL_WORDS = wordSet('unit quantity qty revenue amount price cost product customer order sale');
/** What says that something changed hands: a price alone stands on a shelf as well. */
const TRADED = wordSet('unit quantity qty revenue turnover amount total order sale purchase invoice');

/** Whether a row of the table is what people call an order or a sale. */
export function recordsDeals(table: Table): boolean {
  const columns = table.columns.filter(({ derived }) => derived === undefined);
  const stems = columns.flatMap((column) => column.stems.filter((stem) => DEAL_WORDS.has(stem)));
  const isTraded = columns.some((column) => isMeasure(column) && TRADED.has(column.stems.at(-1) ?? ''));
  return new Set(stems).size > 1 && isTraded;
}
