import { onlyOf } from '#base';
import type { Filter } from '../query/filter';
import type { Query } from '../query/query';
import { recordsDeals, timesOf } from '../tables/tables';
import { isUncounted } from '../words/rowNouns';
import { isIn, unitWord } from '../words/units';
import type { Parts } from './parts';
import type { Sentence } from './sentence';

/**
 * Words that mean something only beside others: each is taken where what it says is true of the reading, and is a reason
 * to refuse where it is not, or could say something else.
 */
export function readSmallWords(sentence: Sentence, query: Query, parts: Parts): void {
  readOnly(sentence, query, parts);
  readTogether(sentence, query);
  const flows = sentence.columns().some(({ keeps }) => keeps !== undefined);
  if (recordsDeals(sentence.table) || flows)
    sentence.claim(...sentence.open('trade'), ...orderedAlone(sentence));
  readNew(sentence, query);
  for (const place of sentence.open('unit')) readUnit(sentence, place);
  if (!parts.both) readEitherOrBoth(sentence, query.filters, parts);
}

/** "only orders of Lamp" narrows; "customers who bought only Lamp" says that they bought nothing else. */
function readOnly(sentence: Sentence, { filters, having, limit, kind }: Query, parts: Parts): void {
  const places = sentence.open('only');
  if (places.length === 0) return;
  const narrows = filters.length > 0 || having.length > 0 || limit !== null;
  const ofOthers = parts.asked.length > 0 || parts.distinct.length > 0 || kind === 'distinct';
  if (narrows && !ofOthers) sentence.claim(...places);
}

/** Of several values one sum is computed; of things that come together it says more. */
function readTogether(sentence: Sentence, { figures, kind }: Query): void {
  const isSum = kind === 'figure' || kind === 'groups';
  const figure = onlyOf(figures);
  if (isSum && figure?.function === 'sum') sentence.claim(...sentence.open('together'));
}

/** "new customers per year": by the date in which they begin, which is the only one. */
function readNew(sentence: Sentence, { by, filters }: Query): void {
  const time = onlyOf(timesOf(sentence.table));
  if (!time) return;
  const periods = sentence.table.columns.filter(({ derived }) => derived?.from === time.name);
  const names = new Set([time, ...periods].map(({ name }) => name));
  if (by.some((name) => names.has(name)) || filters.some(({ column }) => names.has(column)))
    sentence.claim(...sentence.open('new'));
}

/** "quantity ordered": what was bought, and no order of rows, where nothing follows to order by. */
function orderedAlone(sentence: Sentence): readonly number[] {
  return sentence.open('sort').filter((place) => sentence.says(place, /^ordered$/i));
}

function readUnit(sentence: Sentence, place: number): void {
  const units = sentence.at(place, 'unit')?.units ?? [];
  sentence.claim(place);
  if (sentence.table.columns.some(({ unit }) => isIn(unit, units))) return;
  sentence.problem(`no column of ${sentence.table.name} counts in ${unitWord(units)}`);
}

/** "customers who bought Lamp and Desk": either of them, or both? */
function readEitherOrBoth(
  sentence: Sentence,
  filters: readonly Filter[],
  { asked, distinct, by }: Parts,
): void {
  const others = [...asked, ...distinct];
  for (const { column, value, operator } of filters) {
    if (!Array.isArray(value) || operator !== '=' || !saysAnd(sentence, value)) continue;
    const isOfAnother = others.some(({ name, derived }) => name !== column && derived === undefined);
    if (!isOfAnother || by.some(({ name }) => name === column)) continue;
    sentence.problem(`“${value.join('” and “')}”: either of them, or both? Say “or” for either`);
  }
}

function saysAnd(sentence: Sentence, values: readonly unknown[]): boolean {
  return sentence.terms.some((_, index) => {
    if (!sentence.read(index, 'and')) return false;
    const sides = [sentence.before(index), sentence.next(index)].map((at) => sentence.read(at, 'value'));
    return sides.every((side) => side?.values.some((value) => values.includes(value)));
  });
}

/** What makes a name of a thing the name of something that it has: "member number". */
const PROPERTY = /^(?:numbers?|values?|figures?|amounts?|levels?)(?: of)?$/i;

/**
 * A word that is the table's name and nothing else in it stands for its rows; not so in "out of stock" and "member number",
 * which ask for something that the table then does not have, nor where it names no single things: "billable hours", "in stock".
 */
export function readTableName(sentence: Sentence): void {
  for (const [index, { meanings, text, plural }] of sentence.terms.entries()) {
    if (meanings[0]?.kind !== 'table') continue;
    const [before, after] = [sentence.textAt(index - 1), sentence.textAt(index + 1)];
    if (/^out of$/i.test(before)) refuse(sentence, `${before} ${text}`);
    else if (!plural && PROPERTY.test(after)) refuse(sentence, `${text} ${after}`);
    else if (isUncounted(text)) refuse(sentence, text);
  }
}

function refuse(sentence: Sentence, said: string): void {
  sentence.problem(`no column or value is called “${said}”; say “rows” for all that the table holds`);
}
