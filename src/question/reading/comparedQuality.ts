import { onlyOf } from '#base';
import { comparedWithYear, type Filter, filterOf } from '../query/filter';
import { type Column, isYear } from '../tables/tables';
import type { CompareOperator, Quality } from '../words/meaning';
import { asksPersons, type Telling, telling } from '../words/qualities';
import { isIn, secondsIn, secondsOf, unitsInAny } from '../words/units';
import { isYearNumber, type Said, wordsOf } from './saidComparison';
import type { Sentence } from './sentence';

/** Reads "longer than 2 hours", "cheaper than 800 €", "older than 60" of the one column that tells the quality; null with a problem. */
export function comparedQuality(sentence: Sentence, said: Said, quality: Quality): Filter | null {
  const after = sentence.next(said.end - 1);
  const told = telling(quality, sentence.table, asksPersons(sentence.terms, sentence.table));
  const counted = countedHere(sentence, told, after, quality);
  const named = counted.filter(({ column }) => sentence.names(column));
  const only = onlyOf(named.length > 0 ? named : counted);
  const isTaken = only !== null && !said.percent && !said.times;
  if (!isTaken || namesAnother(sentence, after, only.column)) {
    sentence.problem(`I cannot tell which column “${wordsOf(sentence, said)}” is about`);
    return null;
  }
  claimBeside(sentence, only.column, said.start, after);
  return filterOn(sentence, only, said, quality, scaleOf(sentence, only.column, after));
}

/** Those that count what stands behind the number: of hours the durations, of euros the prices. */
function countedHere(
  sentence: Sentence,
  told: readonly Telling[],
  after: number,
  quality: Quality,
): readonly Telling[] {
  const text = sentence.textAt(after);
  const units = sentence.at(after, 'unit')?.units;
  if (units)
    return told.filter(({ column }) => isIn(column.unit, units) || unitsInAny(units, column.unit) !== null);
  if (secondsOf(text) !== null) return told.filter(({ column }) => secondsIn(column) !== null);
  // A length of time is not told by a number alone.
  if (quality === 'age' && /^years?$/i.test(text)) sentence.claim(after);
  return told;
}

function filterOn(
  sentence: Sentence,
  { column, inverse }: Telling,
  said: Said,
  quality: Quality,
  scale: number,
): Filter | null {
  const operator = inverse ? mirrored(said.operator) : said.operator;
  const isTime = column.type === 'date' || isYear(column) || quality === 'date';
  if (isTime || quality === 'age') {
    const wantsYear = isTime || inverse;
    if (wantsYear !== isYearNumber(said.value)) {
      sentence.problem('I cannot tell what day it is now');
      return null;
    }
  }
  if (said.upTo !== null) {
    if (column.type === 'number' && !inverse)
      return { ...filterOf(column, 'between', [said.value * scale, said.upTo * scale]), at: said.start };
    sentence.problem(`I cannot tell which days “${wordsOf(sentence, said)}” are about`);
    return null;
  }
  if (column.type === 'date' && operator !== '=' && operator !== '!=')
    return { ...comparedWithYear(column, operator, said.value), at: said.start };
  if (column.type !== 'number') {
    sentence.problem(`“${column.name}” holds text, which has no order of size; read it as numbers or dates`);
    return null;
  }
  return { ...filterOf(column, operator, said.value * scale), at: said.start };
}

/** A number in the units of a column: what stands behind it says what it counts. */
export function inUnitsOf(sentence: Sentence, column: Column, said: Said): Said {
  const after = sentence.next(said.end - 1);
  const scale = scaleOf(sentence, column, after);
  const isUnit = sentence.read(after, 'unit') !== null && scale !== 1;
  if (!isUnit && (secondsOf(sentence.textAt(after)) === null || secondsIn(column) === null)) return said;
  sentence.claim(after);
  return { ...said, value: said.value * scale, upTo: said.upTo === null ? null : said.upTo * scale };
}

/** "two hours" of a column of minutes are 120 of what it counts. */
function scaleOf(sentence: Sentence, column: Column, after: number): number {
  const [own, meant] = [secondsIn(column), secondsOf(sentence.textAt(after))];
  if (own !== null && meant !== null) return meant / own;
  return unitsInAny(sentence.read(after, 'unit')?.units ?? [], column.unit) ?? 1;
}

/** "longer than 300 pages", "a distance longer than 10 km": the column and what it counts have said all they have to. */
function claimBeside(sentence: Sentence, column: Column, start: number, after: number): void {
  const isSpan = secondsOf(sentence.textAt(after)) !== null;
  if (isSpan || sentence.at(after, 'unit') || sentence.columnsAt(after).includes(column))
    sentence.claim(after);
  const before = sentence.before(start);
  if (sentence.columnsAt(before).includes(column)) sentence.claim(before);
}

/** "longer than 300 pages", where something else tells how long: not understood. */
function namesAnother(sentence: Sentence, after: number, column: Column): boolean {
  const columns = sentence.openColumnsAt(after);
  const isSpan = secondsOf(sentence.textAt(after)) !== null;
  return !isSpan && columns.some(({ type }) => type === 'number') && !columns.includes(column);
}

/** The other direction: who is older was born earlier. */
function mirrored(operator: CompareOperator): CompareOperator {
  const mirror = { '=': '=', '!=': '!=', '>': '<', '>=': '<=', '<': '>', '<=': '>=' } as const;
  return mirror[operator];
}
