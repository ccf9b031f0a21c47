import { readEmpty } from './emptyCells';
import { type Filter, filterOf, inYear } from './filter';
import { claimTime, meantTimes } from './meantTimes';
import { partOfYear } from './partOfYear';
import { isYearNumber } from './saidComparison';
import type { Sentence } from './sentence';
import { type Column, isYear, periodColumn, type Table } from './tables';

/** Values of one column that were named, to keep or to leave out. */
interface Named {
  readonly column: Column;
  readonly values: string[];
  readonly negated: boolean;
}

/**
 * Reads filters by value: "for North", "Electronics only", "excluding Toys", "region is North or South", "in 2026",
 * "in March", "store 12", a quoted text, "active". Values of one column join to "any of them".
 */
export function readValues(sentence: Sentence, table: Table): readonly Filter[] {
  const named: Named[] = [];
  const filters: Filter[] = [];
  let negatedUntil = -1;
  for (let index = 0; index < sentence.terms.length; index++) {
    const negated = index <= negatedUntil || isNegated(sentence, index);
    const column = valueColumn(sentence, index);
    if (column) {
      for (const value of valuesAt(sentence, index, column)) addNamed(named, column, value, negated);
      sentence.claim(index);
      claimTimeOf(sentence, table, column);
      claimColumnBeside(sentence, index, column);
      if (negated) negatedUntil = endOfList(sentence, index, column);
      continue;
    }
    const filter =
      readEmpty(sentence, index) ??
      quoted(sentence, table, index, negated) ??
      flag(sentence, index, negated) ??
      partOfYear(sentence, table, index) ??
      numbered(sentence, table, index, negated);
    if (filter) filters.push(filter);
  }
  claimJoints(sentence);
  return [...named.map(filterOfNamed), ...filters];
}

/** "opened on Monday": the date is named, and its weekday is meant. */
function claimTimeOf(sentence: Sentence, table: Table, { derived }: Column): void {
  const time = table.columns.find(({ name }) => derived && 'from' in derived && derived.from === name);
  if (time) claimTime(sentence, time);
}

/** "North or South": between two values "or" means any of them. */
function claimJoints(sentence: Sentence): void {
  for (const index of sentence.open('or')) {
    const isValue = (at: number) => sentence.read(at, 'value') !== null && sentence.isClaimed(at);
    if (isValue(sentence.before(index)) && isValue(sentence.next(index, ['not']))) sentence.claim(index);
  }
}

/** The column whose value stands here; the column named beside it decides between several. */
function valueColumn(sentence: Sentence, index: number): Column | null {
  if (sentence.isClaimed(index)) return null;
  const meanings = sentence.terms[index]?.meanings ?? [];
  const columns = meanings.flatMap((meaning) => (meaning.kind === 'value' ? [meaning.column] : []));
  if (columns.length < 2) return columns[0] ?? null;
  const beside = [
    ...sentence.columnsAt(before(sentence, index)),
    ...sentence.columnsAt(sentence.next(index)),
  ];
  const chosen = columns.filter((column) => beside.includes(column));
  if (chosen.length !== 1) {
    const names = columns.map(({ name }) => `"${name}"`).join(' or ');
    sentence.problem(`"${sentence.terms[index]?.text}" is a value of ${names}; say which`);
  }
  return chosen[0] ?? columns[0] ?? null;
}

function valuesAt(sentence: Sentence, index: number, column: Column): readonly string[] {
  const meanings = sentence.terms[index]?.meanings ?? [];
  const found = meanings.find((meaning) => meaning.kind === 'value' && meaning.column === column);
  return found?.kind === 'value' ? found.values : [];
}

function before(sentence: Sentence, index: number): number {
  return sentence.before(index, ['not', 'compare', 'and', 'or', 'value']);
}

function isNegated(sentence: Sentence, index: number): boolean {
  const at = sentence.before(index, ['column']);
  const near = sentence.before(index);
  const not = sentence.read(near, 'not') ? near : sentence.read(at, 'not') ? at : -1;
  if (not >= 0 && describes(sentence, index)) {
    sentence.claim(not);
    return true;
  }
  const compare = sentence.read(near, 'compare');
  if (compare && (compare.operator === '=' || compare.operator === '!=') && describes(sentence, index)) {
    sentence.claim(near);
    return compare.operator === '!=';
  }
  return false;
}

function describes(sentence: Sentence, index: number): boolean {
  const kinds = ['value', 'quoted', 'number', 'true', 'false'] as const;
  return kinds.some((kind) => sentence.at(index, kind) !== null) || isFlag(sentence, index);
}

/** "not North or South" leaves out both. */
function endOfList(sentence: Sentence, index: number, column: Column): number {
  let end = index;
  for (;;) {
    const next = sentence.next(end, ['and', 'or']);
    const meanings = sentence.terms[next]?.meanings ?? [];
    if (!meanings.some((meaning) => meaning.kind === 'value' && meaning.column === column)) return end;
    end = next;
  }
}

function addNamed(named: Named[], column: Column, value: string, negated: boolean): void {
  const known = named.find((one) => one.column === column && one.negated === negated);
  if (!known) named.push({ column, values: [value], negated });
  else if (!known.values.includes(value)) known.values.push(value);
}

function filterOfNamed({ column, values, negated }: Named): Filter {
  const [only] = values;
  return filterOf(column, negated ? '!=' : '=', values.length === 1 && only !== undefined ? only : values);
}

/** "region North", "the North region", "where region is North": the column belongs to its value. */
function claimColumnBeside(sentence: Sentence, index: number, column: Column): void {
  const left = sentence.before(index, ['not', 'compare', 'and', 'or', 'value']);
  if (sentence.columnsAt(left).includes(column) && !isGrouped(sentence, left)) sentence.claim(left);
  const right = index + 1;
  if (sentence.columnsAt(right).includes(column) && !sentence.terms[right]?.plural) sentence.claim(right);
  else if (sentence.columnsAt(right).includes(column) && !isGrouped(sentence, right)) sentence.claim(right);
}

function isGrouped(sentence: Sentence, index: number): boolean {
  const marker = sentence.before(index);
  return sentence.read(marker, 'by') !== null || sentence.read(marker, 'which') !== null;
}

function quoted(sentence: Sentence, table: Table, index: number, negated: boolean): Filter | null {
  const text = sentence.at(index, 'quoted')?.text;
  if (text === undefined) return null;
  const near = sentence.before(index, ['not', 'compare', 'contains']);
  const contains = sentence.at(sentence.before(index), 'contains') !== null;
  const beside = sentence.isClaimed(near)
    ? undefined
    : sentence.columnsAt(near).find(({ type }) => type === 'text');
  const holding = table.columns.filter(({ values }) => values.some((value) => sameText(value, text)));
  const column = beside ?? (holding.length === 1 ? holding[0] : undefined);
  if (!column) {
    sentence.problem(`no column of ${table.name} has the value "${text}"`);
    sentence.claim(index);
    return null;
  }
  sentence.claim(index, ...(beside ? [near] : []), ...(contains ? [sentence.before(index)] : []));
  const value = column.values.find((one) => sameText(one, text)) ?? text;
  if (contains) return filterOf(column, 'contains', text);
  return filterOf(column, negated ? '!=' : '=', value);
}

function sameText(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function isFlag(sentence: Sentence, index: number): boolean {
  return !sentence.isClaimed(index) && sentence.columnsAt(index)[0]?.type === 'boolean';
}

/** A column of yes and no: "active", "not active", "active is false". */
function flag(sentence: Sentence, index: number, negated: boolean): Filter | null {
  if (!isFlag(sentence, index) || isGrouped(sentence, index)) return null;
  const column = sentence.column(index);
  if (!column) return null;
  const next = sentence.next(index, ['compare']);
  const said = sentence.at(next, 'false') ? false : sentence.at(next, 'true') ? true : null;
  sentence.claim(index, ...(said === null ? [] : [next]));
  const compare = sentence.next(index);
  if (said !== null && sentence.at(compare, 'compare')) sentence.claim(compare);
  return filterOf(column, '=', said === null ? !negated : said !== negated);
}

/** A number beside its column ("store 12", "rating = 5"), or a year for the column of times. */
function numbered(sentence: Sentence, table: Table, index: number, negated: boolean): Filter | null {
  const number = sentence.at(index, 'number');
  if (!number) return null;
  const near = sentence.before(index, ['not', 'compare']);
  const beside = sentence.isClaimed(near)
    ? undefined
    : sentence.columnsAt(near).find(({ type }) => type === 'number');
  const times = meantTimes(sentence, table);
  const isTime = isYearNumber(number.value) && times.length > 0;
  if (
    beside &&
    !isGrouped(sentence, near) &&
    isEquated(sentence, near, index) &&
    (!isTime || times.includes(beside))
  ) {
    sentence.claim(index, near);
    return filterOf(beside, negated ? '!=' : '=', number.value);
  }
  if (!isTime) return null;
  const column = times.find(isYear) ?? (times.length === 1 ? times[0] : undefined);
  if (!column || (negated && column.type === 'date')) return null;
  sentence.claim(index);
  if (column.type === 'date') claimTime(sentence, column);
  const names = [column, periodColumn(table, column, 'year')];
  if (sentence.columnsAt(near).some((one) => names.includes(one)) && !isGrouped(sentence, near))
    sentence.claim(near);
  return negated ? filterOf(column, '!=', number.value) : inYear(column, number.value);
}

const EQUATING = new Set(['is', 'are', 'was', 'were', 'of', 'the', 'value', 'number', 'a']);

/** "store 12", "rating of 5", "store = 12", and not "revenue in 12". */
function isEquated(sentence: Sentence, column: number, value: number): boolean {
  for (let index = column + 1; index < value; index++) {
    const joins = sentence.read(index, 'compare') ?? sentence.read(index, 'not');
    if (!joins && !EQUATING.has(sentence.terms[index]?.text.toLowerCase() ?? '')) return false;
  }
  return true;
}
