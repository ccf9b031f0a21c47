import type { Json } from '#base';
import { wordSet } from '../text/words';

/** A duration is a number of seconds, a time of day a text; a time stamp is a date with a time behind it. */
export type ColumnType = 'number' | 'text' | 'date' | 'boolean';

/** A column as `memory.tables` describes it. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly stems: readonly string[];
  /** Distinct texts, the first thousand of them. */
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
  /** Whether its numbers are whole, one for each row, and none between them is left out: 101, 102, 103. */
  readonly consecutive: boolean;
  /** How many rows repeat the value of another, where nearly all have one of their own. */
  readonly repeats: number;
  /** A duration. */
  readonly isDuration: boolean;
  /** Whether its cells say a time of day, alone or behind a date. */
  readonly hasClock: boolean;
  /** Whether its dates are whole months, as text: `2026-03`. */
  readonly isMonthly: boolean;
  /** Whether its name says from where to where its numbers go: "Overall (1-5)". */
  readonly scale: boolean;
  /** Which rows of it are meant: money that came in stands above nothing, money that went out below. */
  readonly keeps?: { readonly column: string; readonly operator: '<' | '>' };
  /** Other names of its values: January for a value Jan. */
  readonly spoken?: readonly { readonly value: string; readonly names: readonly string[] }[];
  /** How a column of text could be read, if a person said so. */
  readonly readable: readonly Readable[];
  /** How a step has to read a column of text before it computes with it. */
  readonly readAs?: ReadAs;
  /** A column that is not there, and what makes it of others. */
  readonly derived?: Derived;
}

/** A reading of a column for one plan. */
interface ReadAs {
  readonly type: 'number' | 'duration';
  readonly read?: string;
  readonly unit?: string;
}

/** The period of the dates in a column, which `table.period` adds, or two columns computed by `table.compute`. */
type Derived = DerivedPeriod | Computed;

interface DerivedPeriod {
  readonly from: string;
  readonly period: Period;
  readonly left?: undefined;
  readonly operation?: undefined;
}

interface Computed {
  readonly left: string;
  readonly operation: Operation;
  readonly right: string | number;
  /** How the left column is to be read first. */
  readonly readAs?: { readonly type: 'duration'; readonly read: 'hours-minutes' };
  readonly from?: undefined;
  readonly period?: undefined;
}

/** What is known of a column that a step makes of others. */
export const NOTHING_KNOWN = {
  values: [],
  min: null,
  max: null,
  unit: '',
  distinct: null,
  empty: 0,
  unread: 0,
  identifies: false,
  consecutive: false,
  repeats: 0,
  isDuration: false,
  hasClock: false,
  isMonthly: false,
  readable: [],
  scale: false,
} as const;

export type Operation = 'minus' | 'plus' | 'times' | 'divided by' | 'days since' | 'hours since';

export type Period = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'weekday' | 'hour';

/** A reading of a column of text: a few cells may not fit it, or only a person can tell it from another. */
export interface Readable {
  readonly type: string;
  /** The notation. */
  readonly read: string;
  readonly unit: string;
  readonly unfit: number;
  /** All cells that do not fit, where they are few and have no figures: "abs", "POA". */
  readonly words: readonly string[];
  /** The first cell that does not fit. */
  readonly first: { readonly text: string; readonly row: number } | null;
  /** A cell that fits. */
  readonly example: string;
}

/** Columns of one table that are read as rows: the head of each is a value of one column, its cells are another. */
export interface Wide {
  readonly columns: readonly string[];
  /** What the heads and the cells are called then. */
  readonly name: string;
  readonly value: string;
}

/** Two tables side by side by a column that both have, or the rows of one that have no row in the other. */
export interface Joined {
  readonly document: string;
  /** What the other table is called. */
  readonly name: string;
  /** What the common column is called here, and there. */
  readonly on: string;
  readonly rightOn: string;
  readonly kind: 'left' | 'without';
  /** The columns that come from the other table. */
  readonly columns: readonly string[];
  /** What the answer says of keys that have no partner. */
  readonly words: readonly string[];
}

/** "Match day", "Floor", "Round": whole numbers that say which one it is, and are never added up. "Hours per week" are hours. */
const LABEL =
  /(?:^|(?<!\bper)[\s_-])(?:day|week|round|floor|room|seat|lane|gate|zip|postcode|table|bay|platform|track|pitch|aisle|ward|heat|class)$/i;

/** A column of such numbers. */
export function isLabel(column: Column): boolean {
  return isWhole(column) && LABEL.test(column.name.trim());
}

/** Things that are numbered, and that a head in the plural counts: "Order" is which one it is, "Orders" is how many. */
const NUMBERED =
  /^(?:order|ticket|invoice|booking|reservation|visit|appointment|loan|member|respondent|response|participant|patient|case|incident|delivery|shipment|parcel|receipt|bib|customer|employee|student|game|match|lot|trip|ride|job|batch|sample|race)$/i;

/** A column of whole numbers that says which order or member a row is about. */
export function numbersThings(column: Column): boolean {
  return isWhole(column) && (NUMBERED.test(column.name.trim()) || countsUp(column));
}

/** Each row has the number behind that of another, and its head is no word for what is measured or ranked. */
function countsUp({ consecutive, stems, name }: Column): boolean {
  return consecutive && stems.length === 1 && !/s$/i.test(name.trim()) && !stems.some(isMeasured);
}

const MEASURED = wordSet(
  'year month quarter hour minute second age score point size length width height depth weight amount value level number count stock temperature humidity',
);

function isMeasured(stem: string): boolean {
  return MEASURED.has(stem) || OPEN_HEADS.has(stem);
}

function isWhole({ type, unit, derived, max }: Column): boolean {
  const isWholeNumber = typeof max !== 'number' || Number.isInteger(max);
  return type === 'number' && unit === '' && derived === undefined && isWholeNumber;
}

const BOUND = wordSet(
  'level target planned plan budget limit minimum min maximum max goal quota threshold reorder',
);

/** What another number is held against: "Minimum stock", "Reorder level", "Budget". */
export function isBound({ stems }: Column): boolean {
  return stems.some((stem) => BOUND.has(stem));
}

/** Of these more is better for one and worse for another. */
export const OPEN_HEADS = wordSet('time pace duration price cost fee rent rank position place delay error');

const SUBJECTS = wordSet(
  'math maths mathematics algebra geometry english german french spanish italian latin science physics chemistry biology history geography art music sport sports pe computing religion ethics economics reading writing spelling',
);

/** Whether a head is what is taught at school: marks stand under it. */
export function isSubject(head: string): boolean {
  return SUBJECTS.has(head.trim().toLowerCase());
}
