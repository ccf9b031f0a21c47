import { onlyOf } from '#base';
import { type Column, isMeasure, isRate, isUnique, type Table } from '../tables/tables';
import { readable } from '../text/names';
import { computedColumn } from '../words/computed';
import { isIn, UNITS } from '../words/units';
import type { Sentence } from './sentence';

/** "revenue per unit by region": with groups of its own "per" divides, and makes none of its own. */
export function claimRatios(sentence: Sentence): readonly Column[] {
  const places = sentence.open('by');
  if (places.length < 2) return [];
  return places.flatMap((place) => {
    const [left, right] = [sentence.before(place), sentence.next(place)];
    const [above, below] = [dividing(sentence, left), dividing(sentence, right)];
    if (!above || !below || above === below || !isPer(sentence, place)) return [];
    sentence.claim(left, place, right);
    return [computedColumn(`${above.name} divided by ${below.name}`, above, 'divided by', below)];
  });
}

/** The one column at a place that can be added up, and so be divided or divide. */
function dividing(sentence: Sentence, place: number): Column | null {
  if (sentence.isClaimed(place)) return null;
  // "euros per kilometre"
  const units = sentence.read(place, 'unit')?.units;
  const counting = units
    ? sentence.table.columns.filter((one) => isIn(one.unit, units) && isAmount(one))
    : [];
  const only = onlyOf(sentence.columnsAt(place));
  return onlyOf(counting) ?? (only && isAmount(only) ? only : null);
}

function isPer(sentence: Sentence, place: number): boolean {
  return sentence.says(place, /^per$/i);
}

/** A price or a rating makes groups; a quantity or a sum of money also divides. */
function isAmount(column: Column): boolean {
  return isMeasure(column) && !isRate(column) && !column.scale;
}

/** "price per night" may be divided by the nights, and not one figure for each number of them. */
export function refuseRatio(sentence: Sentence, places: readonly number[]): void {
  for (const place of places) {
    const term = sentence.terms[place];
    const [column] = sentence.columnsAt(place).filter(isMeasure);
    const isDivisor = column && (isCounting(column) || (divides(sentence, place) && isAmount(column)));
    if (!term || !column || term.plural || !isDivisor) continue;
    const name = readable(column.name);
    const otherwise = isScattered(column, sentence.table) ? '' : ` or “by ${name}”`;
    sentence.problem(
      `“per ${term.text}” could be divided by “${name}”, or for each value of it; say “divided by ${name}”${otherwise}`,
    );
  }
}

/** "revenue per quantity": "per" right behind another amount. */
function divides(sentence: Sentence, place: number): boolean {
  const per = sentence.before(place);
  return isPer(sentence, per) && sentence.columnsAt(sentence.before(per)).some(isMeasure);
}

/** "revenue by quantity", where nearly every row has a quantity of its own: its groups would be the rows again. */
export function refuseScattered(sentence: Sentence, column: Column): void {
  if (!isAmount(column) || !isScattered(column, sentence.table)) return;
  const name = readable(column.name);
  sentence.problem(
    `“${name}” has ${column.distinct} different numbers in ${sentence.table.rows} rows, which make no groups; say “divided by ${name}” or “sorted by ${name}”`,
  );
}

/** Whether the numbers of a column are mostly different. */
function isScattered({ distinct, empty }: Column, { rows }: Table): boolean {
  return distinct !== null && distinct > 1 && distinct * 2 > rows - empty;
}

/** What can be divided by: "Nights", "Tickets sold"; a price or a rating of something makes groups. */
function isCounting(column: Column): boolean {
  return !isRate(column) && column.name.split(/\s+/).some((word) => /s$/i.test(word) || isUnit(word));
}

/** A column called by the unit that it counts in: "kWh". */
function isUnit(name: string): boolean {
  return UNITS.some(([units]) => isIn(name, units));
}

/**
 * Whether "per" names the rows and something else the groups: "replies per ticket by channel" are averages by channel, and so is
 * what "which referee shows the most cards per match" goes by.
 */
export function claimPerRow(sentence: Sentence, ranked: boolean): boolean {
  const per = onlyOf(sentence.open('by'), (place) => namesRow(sentence, place));
  const hasGroups = sentence.open('by').length > 1 || (sentence.has('which') && ranked);
  if (per === null || sentence.has('function') || !hasGroups) return false;
  sentence.claim(per, sentence.next(per, ['distinct']));
  return true;
}

function namesRow(sentence: Sentence, place: number): boolean {
  const at = sentence.next(place, ['distinct']);
  if (!sentence.says(place, /^per$/i) || sentence.isClaimed(at)) return false;
  const only = onlyOf(sentence.columnsAt(at));
  const isKeyed = only !== null && isUnique(only, sentence.table);
  return isKeyed || sentence.at(at, 'row') !== null || sentence.at(at, 'table') !== null;
}
