import { type Column, isMeasure, isYear, mainMeasure, measuresOf, type Table } from '../tables/tables';
import { columnsFor } from '../words/lexicon';
import { isIn, secondsIn, secondsOf, unitsInAny } from '../words/units';
import { meantTimes } from './meantTimes';
import { isYearNumber, type Said, wordsOf } from './saidComparison';
import type { Sentence } from './sentence';

/** Without a column beside it: a year for the one column of times, else the one column of numbers asked about. */
export function unnamed(sentence: Sentence, table: Table, said: Said): Column | null {
  const times = meantTimes(sentence, table);
  const measures = measuresOf(table);
  const [time] = times;
  if (isYearNumber(said.value) && time) {
    const years = times.filter(isYear);
    return years[0] ?? (times.length === 1 ? time : null);
  }
  if (secondsOf(sentence.terms[sentence.next(said.end - 1)]?.text ?? '') !== null) {
    const [spans, ...more] = measures.filter((column) => secondsIn(column) !== null);
    return spans && more.length === 0 ? spans : null;
  }
  const isCounted = unitAfter(sentence, said);
  const flow = sentence.terms.flatMap((_, index) =>
    sentence.columnsAt(index).filter(({ keeps }) => keeps !== undefined),
  );
  if (flow[0] && (isCounted === null || isIn(flow[0].unit, isCounted))) return flow[0];
  const money = /[$€£]/.test(wordsOf(sentence, said)) ? columnsFor('money', table) : [];
  if (money.length === 1) return money[0] ?? null;
  if (isCounted) {
    const own = table.columns.filter(({ unit }) => isIn(unit, isCounted));
    const alike = table.columns.filter(({ unit }) => unitsInAny(isCounted, unit) !== null);
    return mainMeasure({ ...table, columns: own.length > 0 ? own : alike });
  }
  // "more than 8 orders" says of what, and that is no column of numbers.
  if (namesThings(sentence, sentence.next(said.end - 1))) return null;
  const maybe = table.columns.filter(({ readable }) => readable.some(({ type }) => type === 'number'));
  return onlyOne(sentence, said, measures, maybe);
}

/** The one column of numbers that is named, or the only one, or the only one with values on both sides. */
function onlyOne(
  sentence: Sentence,
  said: Said,
  measures: readonly Column[],
  maybe: readonly Column[],
): Column | null {
  const named = sentence.terms.flatMap((_, index) =>
    sentence.isClaimed(index) ? [] : sentence.columnsAt(index).filter(isMeasure),
  );
  const distinct = new Set(named);
  const [only] = distinct;
  if (distinct.size === 1 && only) return only;
  if (distinct.size > 0) return null;
  // “Asking price” that is text so far could be meant as well.
  if (maybe.length > 0) return null;
  if (measures.length === 1) return measures[0] ?? null;
  const [reached, ...more] = measures.filter((column) => reaches(column, said));
  return reached && more.length === 0 ? reached : null;
}

/** Of several columns of numbers only one may have values on both sides of what they are compared with. */
function reaches({ min, max, derived }: Column, { value, upTo, percent }: Said): boolean {
  if (derived || percent || typeof min !== 'number' || typeof max !== 'number') return !percent;
  return min <= (upTo ?? value) && max >= value;
}

/** "over 1000 euros": what is counted so. */
function unitAfter(sentence: Sentence, said: Said): readonly string[] | null {
  const place = sentence.next(said.end - 1);
  const units = sentence.at(place, 'unit')?.units ?? null;
  if (units) sentence.claim(place);
  return units;
}

function namesThings(sentence: Sentence, place: number): boolean {
  if (sentence.read(place, 'row') || sentence.read(place, 'table') || sentence.read(place, 'unknown'))
    return true;
  return sentence.columnsAt(place).some((column) => !isMeasure(column) && !column.derived);
}
