import type { Rank } from './rank';
import type { Sentence } from './sentence';
import { type Column, isMeasure, periodColumn, type Table, timesOf } from './tables';

/** Columns after "by", and columns of numbers there that a ranking goes by. */
export interface By {
  readonly by: readonly Column[];
  readonly measures: readonly Column[];
  /** Whether it was said of each group: "in each region", "per region". */
  readonly each: boolean;
}

/** Reads "by region", "per year", "for each product and channel"; "by revenue" names a measure where one is wanted. */
export function readBy(sentence: Sentence, table: Table, ranked: boolean): By {
  const by: Column[] = [...readPeriodic(sentence, table)];
  const measures: Column[] = [];
  let saysEach = false;
  for (const index of sentence.open('by')) {
    const each = sentence.at(index, 'by')?.each === true;
    const at = sentence.next(index, ['distinct']);
    if (sentence.at(at, 'function')) {
      sentence.claim(index);
      continue;
    }
    const places = listOfColumns(sentence, at);
    saysEach ||= each && places.length > 0;
    for (const place of places) {
      const column = sentence.column(place);
      sentence.claim(index, place);
      if (column) (isWantedMeasure(sentence, column, ranked, each) ? measures : by).push(column);
    }
    if (places.length === 0) readRowsAfter(sentence, index, at, each, ranked);
  }
  // "by quarter created" says of which date the quarter is.
  const ofPeriods = by.flatMap(({ derived }) => (derived && 'from' in derived ? [derived.from] : []));
  return { by: by.filter(({ name }) => !ofPeriods.includes(name)), measures, each: saysEach };
}

/** "monthly revenue", "revenue over time": groups of a period, though no "by" says so. */
function readPeriodic(sentence: Sentence, table: Table): readonly Column[] {
  return sentence.open('periodic').flatMap((index) => {
    const period = sentence.at(index, 'periodic')?.period ?? null;
    const times = timesOf(table);
    const columns = times.flatMap((time) => {
      const column =
        period === null ? (periodColumn(table, time, 'month') ?? time) : periodColumn(table, time, period);
      return column ? [column] : [];
    });
    sentence.claim(index);
    if (columns.length !== 1)
      sentence.problem(noSuchPeriod(table, sentence.terms[index]?.text ?? '', columns));
    if (period !== null && sentence.has('function') && sentence.open('function').some((at) => at < index)) {
      const figure = sentence.open('function').find((at) => at === sentence.before(index));
      if (figure !== undefined)
        sentence.problem('a figure of totals is more than I can plan; ask for the total by that period');
    }
    return columns.slice(0, 1);
  });
}

function noSuchPeriod(table: Table, said: string, columns: readonly Column[]): string {
  if (columns.length === 0) return `${table.name} has no column of dates for "${said}"`;
  return `"${said}" could be by ${columns.map(({ name }) => `"${name}"`).join(' or ')}`;
}

/** "average revenue per order" is the average; "top 3 regions by sales" is ranked by how many there are. */
function readRowsAfter(sentence: Sentence, index: number, at: number, each: boolean, ranked: boolean): void {
  if (!sentence.at(at, 'row') && !sentence.at(at, 'table')) return;
  if (each || ranked) sentence.claim(index);
  if (each) sentence.claim(at);
}

/** "regions by revenue", "compare North and South by revenue": something else makes the groups. */
function isWantedMeasure(sentence: Sentence, column: Column, ranked: boolean, each: boolean): boolean {
  if (each || !isMeasure(column)) return false;
  if (ranked || sentence.has('versus')) return true;
  const others = sentence.terms.flatMap((_, index) =>
    sentence.isClaimed(index) ? [] : sentence.columnsAt(index),
  );
  return !sentence.has('function') && others.some((other) => !isMeasure(other)) && !others.some(isMeasure);
}

/** The places of "region", or of "region and channel", from `start` on. */
export function listOfColumns(sentence: Sentence, start: number): readonly number[] {
  const places: number[] = [];
  let at = start;
  while (!sentence.isClaimed(at) && sentence.columnsAt(at).length > 0) {
    places.push(at);
    const joint = sentence.next(at, ['distinct']);
    const next = sentence.at(joint, 'and') ? sentence.next(joint) : joint;
    const follows = sentence.columnsAt(next).length > 0 && !sentence.isClaimed(next);
    if (!follows || (next === joint && next !== at + 1)) break;
    if (next !== joint) sentence.claim(joint);
    at = next;
  }
  return places;
}

/** Reads the columns asked for with "which", or, where something is ranked, named without any other part to play. */
export function readAsked(sentence: Sentence, rank: Rank | null): readonly Column[] {
  const asked: Column[] = [];
  for (const index of sentence.open('which')) {
    sentence.claim(index);
    const at = sentence.next(index, ['distinct', 'amount', 'number', 'function']);
    for (const place of listOfColumns(sentence, at)) claimGroup(sentence, place, asked);
  }
  if (asked.length === 0 && rank !== null) claimGroups(sentence, asked);
  return asked;
}

/** Every column that is named, is none of numbers, and has no other part to play. */
export function claimGroups(sentence: Sentence, into: Column[]): void {
  for (let index = 0; index < sentence.terms.length; index++) claimGroup(sentence, index, into);
}

function claimGroup(sentence: Sentence, index: number, into: Column[]): void {
  const [first] = sentence.isClaimed(index) ? [] : sentence.columnsAt(index);
  if (!first || isMeasure(first)) return;
  const column = sentence.column(index);
  sentence.claim(index);
  if (column && !into.includes(column)) into.push(column);
}
