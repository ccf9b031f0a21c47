import { type Json, own } from '#base';
import { isNaming, type Row, sumOf } from '#capabilities';
import { cellText, dateText } from '../cellText';
import type { TableColumn } from '../tableSource';

export type ChartKind = 'bar' | 'line';

/** One place of a chart: a group, or a period; without a value where nothing is known of it. */
interface ChartPoint {
  readonly label: string;
  readonly value: number | null;
}

/** What a chart shows; how it is drawn is the screen's. */
export interface Chart {
  readonly kind: ChartKind;
  /** What its points are, and what it shows of them. */
  readonly by: TableColumn;
  readonly figure: TableColumn;
  readonly points: readonly ChartPoint[];
  /** How many groups it leaves out, where they cannot be added up. */
  readonly leftOut: number;
}

/** Beyond these columns it is a list of rows, and no figures of groups. */
const MOST_COLUMNS = 4;
const MOST_BARS = 12;
const MOST_POINTS = 800;

/**
 * The chart of a result: figures of groups as bars, of periods as a line with gaps where a period is missing. Null where the rows
 * are neither: several columns name them, or nothing in them is a figure.
 *
 * @param asked the kind that the question asks for; bars of periods are drawn in their order, a line needs periods
 */
export function chartOf(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  asked?: ChartKind,
): Chart | null {
  const figures = columns.filter((column) => column.type === 'number' && !isNaming(column));
  const [by, ...others] = columns.filter((column) => !figures.includes(column));
  const figure = figureIn(figures, rows);
  if (by === undefined || others.length > 0 || figure === undefined) return null;
  if (columns.length > MOST_COLUMNS || rows.length < 2 || rows.length > MOST_POINTS) return null;
  const keys = rows.map((row) => keyOf(own(row, by.name) ?? null));
  if (new Set(keys).size < keys.length) return null;
  const points = rows.map((row, index): ChartPoint => {
    const value = own(row, figure.name);
    return { label: labelOf(keys[index] ?? '', by), value: typeof value === 'number' ? value : null };
  });
  const periods = everyPeriod(keys.filter((key) => key !== ''));
  if (periods !== null && (asked === 'line' || asked === undefined || points.length > MOST_BARS)) {
    const at = new Map(keys.map((key, index) => [key, points[index]?.value ?? null]));
    const line = periods.map((key) => ({ label: labelOf(key, by), value: at.get(key) ?? null }));
    return { kind: 'line', by, figure, points: line, leftOut: 0 };
  }
  return { kind: 'bar', by, figure, ...barsOf(points, figure) };
}

/** The figure that the rows are sorted by, else the first. */
function figureIn(figures: readonly TableColumn[], rows: readonly Row[]): TableColumn | undefined {
  const isSorted = ({ name }: TableColumn) =>
    rows.every((row, index) => {
      const [value, before] = [own(row, name), own(rows[index - 1] ?? row, name)];
      return typeof value === 'number' && typeof before === 'number' && value <= before;
    });
  return figures.find(isSorted) ?? figures[0];
}

function barsOf(
  points: readonly ChartPoint[],
  figure: TableColumn,
): { readonly points: readonly ChartPoint[]; readonly leftOut: number } {
  if (points.length <= MOST_BARS) return { points, leftOut: 0 };
  const sorted = points.toSorted((left, right) => (right.value ?? -Infinity) - (left.value ?? -Infinity));
  if (!isAdded(figure)) return { points: sorted.slice(0, MOST_BARS), leftOut: points.length - MOST_BARS };
  const rest = sorted.slice(MOST_BARS - 1);
  const values = rest.flatMap((point) => point.value ?? []);
  const value = values.length === 0 ? null : sumOf(values);
  return {
    points: [...sorted.slice(0, MOST_BARS - 1), { label: `${rest.length} others`, value }],
    leftOut: 0,
  };
}

/** Sums and counts of groups can be put together; averages, shares and extremes cannot. */
function isAdded({ name }: TableColumn): boolean {
  return name === 'count' || name.startsWith('sum_') || name.startsWith('count_');
}

function keyOf(value: Json): string {
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

const MONTH = /^\d{4}-\d{2}$/;

/** `2026-03` as `Mar 2026`, a day with its month by name; what is empty says so. */
function labelOf(key: string, by: TableColumn): string {
  if (key === '') return '(empty)';
  if (MONTH.test(key)) return dateText(`${key}-01`).slice(2);
  return by.type === 'boolean' ? cellText(key === 'true', by) : dateText(key);
}

/** The periods that charts know: years, quarters, months and days, as `table.period` writes them. */
const KINDS = [
  { form: /^\d{4}$/, next: (text: string) => String(Number(text) + 1).padStart(4, '0') },
  { form: /^\d{4}-Q[1-4]$/, next: nextQuarter },
  { form: /^\d{4}-(?:0[1-9]|1[0-2])$/, next: nextMonth },
  { form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, next: nextDay },
] as const;

/** More missing periods than these, and the chart shows the ones that are there. */
const MOST_FILLED = 400;

/**
 * All periods from the first to the last, also those that nothing is known of; null where the texts are no periods of one kind.
 *
 * @example everyPeriod(['2026-03', '2025-12']) // ['2025-12', '2026-01', '2026-02', '2026-03']
 */
function everyPeriod(texts: readonly string[]): readonly string[] | null {
  const kind = KINDS.find(({ form }) => texts.every((text) => form.test(text)));
  const sorted = texts.toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (kind === undefined || first === undefined || last === undefined) return null;
  const all = [first];
  while (all.length <= MOST_FILLED) {
    const at = all.at(-1) ?? last;
    if (at >= last) return all;
    all.push(kind.next(at));
  }
  return sorted;
}

function nextQuarter(text: string): string {
  const [year, quarter] = [Number(text.slice(0, 4)), Number(text.slice(6))];
  return quarter === 4 ? `${year + 1}-Q1` : `${year}-Q${quarter + 1}`;
}

function nextMonth(text: string): string {
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5))];
  return month === 12 ? `${year + 1}-01` : `${year}-${two(month + 1)}`;
}

function nextDay(text: string): string {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  if (day < daysIn(year, month)) return `${text.slice(0, 8)}${two(day + 1)}`;
  return `${nextMonth(text.slice(0, 7))}-01`;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
