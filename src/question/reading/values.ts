import { onlyOf } from '#base';
import { type Filter, filterOf, inYear } from '../query/filter';
import { type Column, isMeasure, isYear, periodColumn } from '../tables/tables';
import { isTitle } from '../words/values';
import { readEmpty } from './emptyCells';
import { claimTime, meantTimes, partOfYear } from './periods';
import { isYearNumber } from './saidComparison';
import type { Sentence } from './sentence';
import { readState } from './states';

/** Values of one column that were named, to keep or to leave out. */
interface Named {
  readonly column: Column;
  readonly values: string[];
  readonly negated: boolean;
  /** The term of the first of them. */
  readonly at: number;
}

/**
 * Reads filters by value: "for North", "Electronics only", "excluding Toys", "region is North or South", "in 2026",
 * "in March", "store 12", a quoted text, "active". Values of one column join to "any of them".
 */
export function readValues(sentence: Sentence): readonly Filter[] {
  const named: Named[] = [];
  const filters: Filter[] = [];
  let negatedUntil = -1;
  for (let index = 0; index < sentence.terms.length; index++) {
    const negated = index <= negatedUntil || isNegated(sentence, index);
    const column = valueColumn(sentence, index);
    if (column) {
      const values = valuesAt(sentence, index, column);
      if (!narrowed(sentence, named, column, values, index, negated))
        for (const value of values) addNamed(named, column, value, negated, index);
      sentence.claim(index);
      claimTimeOf(sentence, column);
      claimColumnBeside(sentence, index, column);
      claimTowards(sentence, index);
      if (negated) negatedUntil = endOfList(sentence, index, column);
      continue;
    }
    const filter =
      readState(sentence, index) ??
      readEmpty(sentence, index) ??
      quoted(sentence, index, negated) ??
      mentioned(sentence, index) ??
      flag(sentence, index, negated) ??
      partOfYear(sentence, index) ??
      numbered(sentence, index, negated);
    if (filter) filters.push({ ...filter, at: index });
  }
  claimJoints(sentence);
  return [...named.map(filterOfNamed), ...filters];
}

/** "books by Ann", "paid by card", "married to Ann": the word before belongs to the value. */
function claimTowards(sentence: Sentence, index: number): void {
  const towards = sentence.before(index);
  const isBy = sentence.at(towards, 'by') !== null && sentence.says(towards, /^by$/i);
  // "by doctor" is by each of them.
  if (isBy && isTitle(sentence.textAt(index))) return;
  if (sentence.at(towards, 'to') || isBy) sentence.claim(towards);
}

/** "opened on Monday": the date is named, and its weekday is meant. */
function claimTimeOf(sentence: Sentence, { derived }: Column): void {
  const time = sentence.table.columns.find(({ name }) => derived?.from === name);
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
  const own = ownColumn(sentence, columns) ?? columnTowards(sentence, index, columns);
  if (own) return own;
  const beside = [
    ...sentence.columnsAt(before(sentence, index)),
    ...sentence.columnsAt(sentence.next(index)),
  ];
  const chosen = columns.filter((column) => beside.includes(column));
  if (chosen.length !== 1) {
    const names = columns.map(({ name }) => `“${name}”`).join(' or ');
    sentence.problem(`“${sentence.textAt(index)}” is a value of ${names}; say which`);
  }
  return chosen[0] ?? columns[0] ?? null;
}

const TOWARDS: readonly (readonly [word: RegExp, heads: RegExp])[] = [
  [/^from$/i, /^(?:from|origin|departure)$/],
  [/^(?:to|into)$/i, /^(?:to|destination|arrival)$/],
];

/** "from Berlin to Lisbon", of “From” and “To”. */
function columnTowards(sentence: Sentence, index: number, columns: readonly Column[]): Column | null {
  const said = sentence.textAt(index - 1);
  const heads = TOWARDS.find(([word]) => word.test(said))?.[1];
  return onlyOf(columns, ({ stems }) => heads && stems.some((stem) => heads.test(stem)));
}

/** The name of a row, where it is one of those that other rows name as well, and no column of those is named. */
function ownColumn(sentence: Sentence, columns: readonly Column[]): Column | null {
  const own = onlyOf(columns, ({ identifies }) => identifies);
  const isNamed = sentence.columns().some((column) => columns.includes(column));
  return own && !isNamed ? own : null;
}

function valuesAt(sentence: Sentence, index: number, column: Column): readonly string[] {
  const meanings = sentence.terms[index]?.meanings ?? [];
  const found = meanings.filter((meaning) => meaning.kind === 'value');
  return found.find((meaning) => meaning.column === column)?.values ?? [];
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
    refuseNotAny(sentence, not, index);
    return true;
  }
  const without = sentence.at(near, 'empty');
  if (without?.stands === 'before' && !without.isFilled && describes(sentence, index)) {
    sentence.claim(near);
    return true;
  }
  if (isLeftOut(sentence, index)) return true;
  const compare = sentence.read(near, 'compare');
  if (compare && (compare.operator === '=' || compare.operator === '!=') && describes(sentence, index)) {
    sentence.claim(near);
    return compare.operator === '!=';
  }
  return false;
}

/** "which customers did not buy Lamp": those who never did, or those with something else? */
function refuseNotAny(sentence: Sentence, not: number, index: number): void {
  const trades = sentence.terms.slice(not, index).some(({ meanings }) => meanings[0]?.kind === 'trade');
  if (trades && sentence.has('which'))
    sentence.problem('those with none such, or with another besides? Say “never” for those with none');
}

/** "cancelled orders not included": what is left out stands before the words that say so. */
function isLeftOut(sentence: Sentence, index: number): boolean {
  const behind = sentence.next(index, ['row', 'table', 'and', 'or', 'value', 'compare', 'not']);
  if (!sentence.read(behind, 'leftOut') || !describes(sentence, index)) return false;
  sentence.claim(behind);
  return true;
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

/** "closed deals that we won": the second word says which of the first are meant; joined by "or" it would add to them. */
function narrowed(
  sentence: Sentence,
  named: Named[],
  column: Column,
  values: readonly string[],
  index: number,
  negated: boolean,
): boolean {
  const known = named.find((one) => one.column === column && one.negated === negated);
  const joint = sentence.before(index, ['value', 'not']);
  if (!known || negated || sentence.read(joint, 'or') || sentence.read(joint, 'and')) return false;
  const both = known.values.filter((value) => values.includes(value));
  if (both.length === 0) {
    refuseStranger(sentence, index, column);
    return false;
  }
  // Of a share one is the whole, the other the part.
  if (sentence.has('share')) return named.push({ column, values: [...values], negated, at: index }) > 0;
  known.values.splice(0, known.values.length, ...both);
  return true;
}

/** "Tom Berg", where there is a Tom and a Berg, and no such person. */
function refuseStranger(sentence: Sentence, index: number, column: Column): void {
  const isPart = (at: number) =>
    sentence.terms[at]?.meanings.some(
      (meaning) => meaning.kind === 'value' && meaning.column === column && meaning.isPart,
    );
  if (!isPart(index) || !isPart(index - 1)) return;
  const said = `${sentence.textAt(index - 1)} ${sentence.textAt(index)}`;
  sentence.problem(`no value of “${column.name}” is called “${said}”`);
}

function addNamed(named: Named[], column: Column, value: string, negated: boolean, at: number): void {
  const known = named.find((one) => one.column === column && one.negated === negated);
  if (!known) named.push({ column, values: [value], negated, at });
  else if (!known.values.includes(value)) known.values.push(value);
}

function filterOfNamed({ column, values, negated, at }: Named): Filter {
  const [only] = values;
  const value = values.length === 1 && only !== undefined ? only : values;
  return { ...filterOf(column, negated ? '!=' : '=', value), at };
}

/** "region North", "the North region", "where region is North": the column belongs to its value. */
function claimColumnBeside(sentence: Sentence, index: number, column: Column): void {
  const left = sentence.before(index, ['not', 'compare', 'and', 'or', 'value', 'with']);
  if (sentence.columnsAt(left).includes(column) && !sentence.isGroup(left)) sentence.claim(left);
  const right = index + 1;
  const isAsked = sentence.terms[right]?.plural && sentence.isGroup(right);
  if (sentence.columnsAt(right).includes(column) && !isAsked) sentence.claim(right);
}

/** Whether a column of yes and no, or of crossed cells, stands at a place. */
function isFlag(sentence: Sentence, index: number): boolean {
  const [column] = sentence.columnsAt(index);
  if (sentence.isClaimed(index) || column === undefined) return false;
  return column.type === 'boolean' || isMarked(column) || isPromised(sentence, column);
}

const MARK = /^(?:x|✓|✔|y|yes|true|1)$/i;

/** Cells that are crossed, and others that are left empty. */
function isMarked({ type, values, empty }: Column): boolean {
  return type === 'text' && empty > 0 && values.length === 1 && MARK.test(values[0]?.trim() ?? '');
}

/** "would recommend", "has children": a head that says what somebody does, over cells of yes, no and the like. */
const PROMISE = /^(?:would|will|has|have|had|is|are|was|does|did|can)\b/i;

/** Whether such a head stands for its yes: beside another of its cells it does not. */
function isPromised(sentence: Sentence, column: Column): boolean {
  if (column.type !== 'text' || !PROMISE.test(column.name) || yesOf(column) === null) return false;
  return sentence.terms.every((_, at) => sentence.read(at, 'value')?.column !== column);
}

function yesOf({ values }: Column): { readonly yes: string; readonly no: string } | null {
  const yes = values.find((value) => /^(?:y|yes)$/i.test(value.trim()));
  const no = values.find((value) => /^(?:n|no)$/i.test(value.trim()));
  return yes === undefined || no === undefined ? null : { yes, no };
}

/** A column of yes and no: "active", "not active", "active is false". */
function flag(sentence: Sentence, index: number, negated: boolean): Filter | null {
  if (!isFlag(sentence, index) || sentence.isGroup(index)) return null;
  const column = sentence.column(index);
  if (!column) return null;
  const next = sentence.next(index, ['compare']);
  const said = sentence.at(next, 'false') ? false : sentence.at(next, 'true') ? true : null;
  sentence.claim(index, ...(said === null ? [] : [next]));
  const compare = sentence.next(index);
  if (said !== null && sentence.at(compare, 'compare')) sentence.claim(compare);
  const isTrue = said === null ? !negated : said !== negated;
  const cells = column.type === 'text' ? yesOf(column) : null;
  if (cells) return filterOf(column, '=', isTrue ? cells.yes : cells.no);
  if (column.type !== 'boolean') return filterOf(column, isTrue ? 'filled' : 'empty', null);
  return filterOf(column, '=', isTrue);
}

/** Reads a quoted text: a value, or with "containing" a part of one. */
function quoted(sentence: Sentence, index: number, negated: boolean): Filter | null {
  const text = sentence.at(index, 'quoted')?.text;
  if (text === undefined) return null;
  const near = sentence.before(index, ['not', 'compare', 'contains']);
  const contains = sentence.at(sentence.before(index), 'contains') !== null;
  const beside = sentence.isClaimed(near)
    ? undefined
    : sentence.columnsAt(near).find(({ type }) => type === 'text');
  const holding = sentence.table.columns.filter(({ values }) =>
    values.some((value) => sameText(value, text)),
  );
  const column = beside ?? onlyOf(holding);
  if (!column) {
    sentence.problem(`no column of ${sentence.table.name} has the value “${text}”`);
    sentence.claim(index);
    return null;
  }
  sentence.claim(index, ...(beside ? [near] : []), ...(contains ? [sentence.before(index)] : []));
  const value = column.values.find((one) => sameText(one, text)) ?? text;
  if (contains) return filterOf(column, 'contains', text);
  return filterOf(column, negated ? '!=' : '=', value);
}

/** "mention a refund in the description": any word, in a column of text that is named. */
function mentioned(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'contains')) return null;
  const place = sentence.next(index);
  const word = sentence.terms[place];
  if (!word || sentence.isClaimed(place) || sentence.at(place, 'quoted')) return null;
  const sides = [sentence.next(place), sentence.before(index)];
  const texts = sides.flatMap((side) => sentence.columnsAt(side).filter(({ type }) => type === 'text'));
  const [column] = texts;
  if (!column || sentence.columnsAt(place).includes(column)) return null;
  const beside = sides.filter((side) => sentence.columnsAt(side).includes(column)).slice(0, 1);
  if (beside.some((side) => sentence.isClaimed(side))) return null;
  sentence.claim(index, place, ...beside);
  return filterOf(column, 'contains', word.text);
}

function sameText(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** A number beside its column ("store 12", "rating = 5"), or a year for the column of times. */
function numbered(sentence: Sentence, index: number, negated: boolean): Filter | null {
  const counted = numberBefore(sentence, index, negated);
  if (counted) return counted;
  const number = sentence.at(index, 'number');
  if (!number) return null;
  const near = sentence.before(index, ['not', 'compare']);
  const beside = sentence.isClaimed(near)
    ? undefined
    : sentence.columnsAt(near).find(({ type }) => type === 'number');
  const times = meantTimes(sentence);
  const isTime = isYearNumber(number.value) && times.length > 0;
  if (
    beside &&
    !sentence.isGroup(near) &&
    isEquated(sentence, near, index) &&
    (!isTime || times.includes(beside))
  ) {
    sentence.claim(index, near);
    return filterOf(beside, negated ? '!=' : '=', number.value);
  }
  if (!isTime) return null;
  const column = times.find(isYear) ?? onlyOf(times);
  if (!column || (negated && column.type === 'date')) return null;
  sentence.claim(index);
  if (column.type === 'date') claimTime(sentence, column);
  const names = [column, periodColumn(sentence.table, column, 'year')];
  if (sentence.columnsAt(near).some((one) => names.includes(one)) && !sentence.isGroup(near))
    sentence.claim(near);
  return negated ? filterOf(column, '!=', number.value) : inYear(column, number.value);
}

const HAVING = /^(?:with|has|have|had|having|a|an|of|gave|give|got|get|exactly|is|are|rated|for)$/i;

/** "with 3 rooms", "a 10 % discount": so many of what a column counts, and no number of rows to show. */
function numberBefore(sentence: Sentence, index: number, negated: boolean): Filter | null {
  const number = sentence.at(index, 'number') ?? sentence.at(index, 'amount');
  const place = index + 1;
  const column = onlyOf(sentence.openColumnsAt(place));
  const isSaid = sentence.says(index - 1, HAVING) && !sentence.read(index + 2, 'orCompare');
  if (!number || !column || !isSaid || !isMeasure(column)) return null;
  sentence.claim(index, place);
  return filterOf(column, negated ? '!=' : '=', number.value);
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
