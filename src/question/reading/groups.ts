import { onlyOf } from '#base';
import { type Column, isMeasure, isUnique, periodColumn, type Table, timesOf } from '../tables/tables';
import { readable } from '../text/names';
import { columnsFor } from '../words/lexicon';
import { isDoing } from './emptyCells';
import type { Rank } from './order';
import { claimTime, meantDate, meantTimes } from './periods';
import { claimPerRow, claimRatios, refuseRatio, refuseScattered } from './ratios';
import type { Sentence } from './sentence';

/** Columns after "by", and columns of numbers there that a ranking goes by. */
interface By {
  readonly by: readonly Column[];
  readonly measures: readonly Column[];
  /** Whether it was said of each group: "in each region", "per region". */
  readonly each: boolean;
  /** "replies per ticket by channel", where each row is a ticket: an average of the rows of each group. */
  readonly perRow: boolean;
  /** "revenue per unit by region": one column of numbers divided by another. */
  readonly ratios: readonly Column[];
}

/** Reads "by region", "per year", "for each product and channel"; "by revenue" names a measure where one is wanted. */
export function readBy(sentence: Sentence, ranked: boolean): By {
  const by: Column[] = [...readPeriodic(sentence)];
  const measures: Column[] = [];
  let saysEach = false;
  const perRow = claimPerRow(sentence, ranked);
  const ratios = claimRatios(sentence);
  for (const index of sentence.open('by')) {
    const each = sentence.at(index, 'by')?.each === true;
    const at = sentence.next(index, ['distinct']);
    if (sentence.at(at, 'function')) {
      sentence.claim(index);
      continue;
    }
    if (each && isOfEveryRow(sentence, at)) {
      sentence.claim(index, at);
      continue;
    }
    const places = groupsAlone(sentence, listOfColumns(sentence, at), each);
    if (each) refuseRatio(sentence, places);
    saysEach ||= each && places.length > 0;
    for (const { column, isWanted } of columnsAfter(sentence, index, places, ranked, each))
      (isWanted ? measures : by).push(column);
    const kinds = places.length === 0 ? askedKinds(sentence, at) : [];
    if (kinds.length > 0) sentence.claim(index);
    by.push(...kinds);
    if (places.length === 0) readRowsAfter(sentence, index, at, each, ranked);
  }
  // "by quarter created" says of which date the quarter is.
  const ofPeriods = by.flatMap(({ derived }) => derived?.from ?? []);
  return { by: by.filter(({ name }) => !ofPeriods.includes(name)), measures, each: saysEach, perRow, ratios };
}

/** The columns behind "by" or "each", and whether one is a measure that is wanted of groups which something else makes. */
function columnsAfter(
  sentence: Sentence,
  index: number,
  places: readonly number[],
  ranked: boolean,
  each: boolean,
): readonly { readonly column: Column; readonly isWanted: boolean }[] {
  return places.flatMap((place) => {
    const column = sentence.column(place);
    sentence.claim(index, place);
    if (!column) return [];
    const isWanted = isWantedMeasure(sentence, column, ranked, each);
    if (!isWanted && !each) refuseScattered(sentence, column);
    return [{ column: ofNamedTime(sentence, column, place), isWanted }];
  });
}

/** "each person spend": what is spent is no second group. */
function groupsAlone(sentence: Sentence, places: readonly number[], each: boolean): readonly number[] {
  const isAmount = (place: number) => sentence.columnsAt(place).every(isMeasure);
  const [first = -1, second] = places;
  const isBeside = second === first + 1 && isAmount(second) && !isAmount(first);
  return each && isBeside ? [first] : places;
}

/** "opened each month", "shipped each month": the month of the date that is named. */
function ofNamedTime(sentence: Sentence, column: Column, place: number): Column {
  const period = column.derived?.period;
  const isAlone = sentence.says(place, /^(?:year|quarter|month|week|day|weekday)s?$/i);
  const time = onlyOf(meantTimes(sentence));
  const isNamed = sentence.terms.some((_, index) => time && sentence.columnsAt(index).includes(time));
  if (!time || !isNamed || !isAlone || !period) return column;
  claimTime(sentence, time);
  return periodColumn(sentence.table, time, period) ?? column;
}

/** In a table of fewer rows a column may have each value once by chance. */
const MANY_ROWS = 20;

/** "average number of nights per booking", where each row is a booking: the average is over the rows already. */
function isOfEveryRow(sentence: Sentence, at: number): boolean {
  const only = onlyOf(sentence.openColumnsAt(at));
  const averages = sentence.terms.some((_, index) =>
    ['average', 'median'].includes(sentence.read(index, 'function')?.function ?? ''),
  );
  const isMany = sentence.table.rows >= MANY_ROWS;
  return only !== null && averages && isMany && isUnique(only, sentence.table);
}

/** "monthly revenue", "revenue over time": groups of a period, though no "by" says so. */
function readPeriodic(sentence: Sentence): readonly Column[] {
  const { table } = sentence;
  return sentence.open('periodic').flatMap((index) => {
    const period = sentence.at(index, 'periodic')?.period ?? null;
    const times = timesOf(table);
    const head = table.columns.find(({ name }) => name === table.wide?.name && name.toLowerCase() === period);
    if (head) {
      sentence.claim(index);
      return [head];
    }
    const columns = times.flatMap((time) => {
      const column =
        period === null ? (periodColumn(table, time, 'month') ?? time) : periodColumn(table, time, period);
      return column ? [column] : [];
    });
    sentence.claim(index);
    if (columns.length !== 1) sentence.problem(noSuchPeriod(table, sentence.textAt(index), columns));
    return columns.slice(0, 1);
  });
}

function noSuchPeriod(table: Table, said: string, columns: readonly Column[]): string {
  if (columns.length === 0) return `${table.name} has no column of dates for “${said}”`;
  return `“${said}” could be by ${columns.map(({ name }) => `“${name}”`).join(' or ')}`;
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
  const others = sentence.terms.flatMap((_, index) => sentence.openColumnsAt(index));
  return !sentence.has('function') && others.some((other) => !isMeasure(other)) && !others.some(isMeasure);
}

/** The places of "region", or of "region and channel", from `start` on. */
export function listOfColumns(sentence: Sentence, start: number): readonly number[] {
  const places: number[] = [];
  let at = start;
  while (sentence.openColumnsAt(at).length > 0) {
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
    if (sentence.asksFor(index, at))
      for (const place of listOfColumns(sentence, at)) {
        // That a row was opened says nothing new where each was.
        if (isDoing(sentence, place)) sentence.claim(place);
        else claimGroup(sentence, place, asked);
      }
    if (asked.length === 0) asked.push(...askedKinds(sentence, at), ...askedPerson(sentence, index));
  }
  if (asked.length === 0 && rank?.counted) asked.push(...countedColumn(sentence));
  if (rank?.quality === 'date') claimRankedTime(sentence);
  if (asked.length === 0 && rank !== null) {
    claimGroups(sentence, asked);
  }
  return asked;
}

/** "the most common rating": what is counted may be a number as well. */
function countedColumn(sentence: Sentence): readonly Column[] {
  for (const [index, { meanings }] of sentence.terms.entries()) {
    const place = sentence.next(index);
    if (!meanings.some(({ kind }) => kind === 'frequent') || sentence.isClaimed(place)) continue;
    if (sentence.columnsAt(place).length === 0) continue;
    const column = sentence.column(place);
    sentence.claim(place);
    return column ? [column] : [];
  }
  return [];
}

/** "which rack holds the most bottles", "by doctor", where several values are racks or doctors: which of them. */
function askedKinds(sentence: Sentence, place: number): readonly Column[] {
  const value = sentence.read(place, 'value');
  return value?.isPart && value.values.length > 1 ? [value.column] : [];
}

/** "the last five deals we created": the date that is ranked by, and no group. */
function claimRankedTime(sentence: Sentence): void {
  const time = meantDate(sentence);
  if (time) claimTime(sentence, time);
}

/** "who won the most deals": the one column of persons, and the answer says which. */
function askedPerson(sentence: Sentence, index: number): readonly Column[] {
  if (index !== sentence.next(-1) || !sentence.says(index, /^who$/i)) return [];
  const buyer = buyerOf(sentence);
  const [only, ...others] = buyer ? [buyer] : columnsFor('person', sentence.table);
  const named = sentence.openColumns().some((column) => column.type === 'text' && !column.derived);
  if (!only || named) {
    const groups = named ? openGroups(sentence) : [];
    const head = groups.find(({ spoken }) => spoken !== undefined);
    if (only && head) sentence.problem(`“who” is “${readable(only.name)}”, and no ${readable(head.name)}`);
    return groups;
  }
  if (others.length > 0) {
    const names = [only, ...others].map(({ name }) => `“${name}”`).join(' or ');
    sentence.problem(`“${sentence.textAt(index)}” could be ${names}`);
    return [];
  }
  sentence.note(`“${sentence.textAt(index)}” is read as “${readable(only.name)}”`);
  return [only];
}

const BUYING = /^(?:buys?|bought|buying|orders|ordered|purchased?|spends?|spent)$/i;
const BUYERS = new Set(['customer', 'client', 'buyer', 'cust', 'shopper']);

/** "who buys the most": a customer, though it may be an inn, and no driver who brings it there. */
function buyerOf(sentence: Sentence): Column | undefined {
  if (!sentence.terms.some(({ text }) => BUYING.test(text))) return undefined;
  return sentence.table.columns.find(
    ({ stems, type }) => type === 'text' && stems.some((stem) => BUYERS.has(stem)),
  );
}

function openGroups(sentence: Sentence): readonly Column[] {
  const groups: Column[] = [];
  claimGroups(sentence, groups);
  return groups;
}

/** Every column that is named, is none of numbers, and has no other part to play. */
export function claimGroups(sentence: Sentence, into: Column[]): void {
  for (let index = 0; index < sentence.terms.length; index++) claimGroup(sentence, index, into);
}

function claimGroup(sentence: Sentence, index: number, into: Column[]): void {
  const [first] = sentence.openColumnsAt(index);
  if (!first || isMeasure(first)) return;
  const column = sentence.column(index);
  sentence.claim(index);
  if (column && !into.includes(column)) into.push(column);
}
