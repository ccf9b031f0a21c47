import { onlyOf } from '#base';
import { COUNT, type Figure, total, usual } from '../query/figure';
import {
  addsUp,
  type Column,
  isKey,
  isMeasure,
  isRate,
  mainMeasure,
  measuresOf,
  nounsOf,
  type Table,
} from '../tables/tables';
import { readable } from '../text/names';
import { stemsOf } from '../text/words';
import { isInTotal } from '../words/figures';
import { columnsFor } from '../words/lexicon';
import type { AggregateFunction } from '../words/meaning';
import { asksPersons, telling } from '../words/qualities';
import { isIn, unitWord } from '../words/units';
import { listOfColumns } from './groups';
import type { Sentence } from './sentence';

interface Figures {
  readonly figures: readonly Figure[];
  /** Columns whose distinct values are counted. */
  readonly distinct: readonly Column[];
}

/** Reads "total revenue", "average of price", "how many rows", "number of distinct products". */
export function readFigures(sentence: Sentence, range: number | null): Figures {
  const figures: Figure[] = [];
  if (range !== null) readFigure(sentence, 'range', range, sentence.next(range), figures);
  const distinct: Column[] = [];
  for (const index of sentence.open('function')) {
    const meant = sentence.at(index, 'function')?.function;
    if (meant === undefined) continue;
    const isNarrowing = meant === 'count' && sentence.read(index + 1, 'only') !== null && index > 2;
    sentence.claim(index);
    // "… Count only shipped orders" behind a question narrows it.
    if (isNarrowing) continue;
    const at = thingAfter(sentence, index, meant);
    if (asksHowFar(sentence, index) && measuresFrom(sentence, at).length === 0) continue;
    if (meant === 'count' && countsOtherwise(sentence, index, at, figures)) continue;
    if (meant === 'count') readCount(sentence, at, figures, distinct);
    else readFigure(sentence, meant, index, at, figures);
  }
  return { figures, distinct };
}

/** What is no count of rows though it says "how many". */
function countsOtherwise(sentence: Sentence, index: number, at: number, figures: Figure[]): boolean {
  return (
    averagesIt(sentence, index, at) ||
    countsUnits(sentence, at, figures) ||
    countsPieces(sentence, at, figures)
  );
}

function readFigure(
  sentence: Sentence,
  meant: AggregateFunction,
  index: number,
  start: number,
  figures: Figure[],
): void {
  // "how many bottles do I have in total" says it twice.
  const isSaid =
    figures.length === 1 && figures.every(({ function: name }) => name === 'sum' || name === 'count');
  if (meant === 'sum' && isSaid && isInTotal(sentence.textAt(index))) return;
  const following = sentence.at(start, 'function');
  // "total number of rows" is a count, "average number of units" an average.
  if (following && meant === 'sum') return;
  const counts = following?.function === 'count';
  const places = measuresFrom(sentence, counts ? sentence.next(start) : start);
  if (counts && places.length === 0) {
    sentence.problem('I cannot compute a figure of a count');
    return;
  }
  if (counts) sentence.claim(start);
  const chosen = places.length > 0 ? places : measureElsewhere(sentence, index);
  for (const place of chosen) {
    const column = sentence.column(place);
    sentence.claim(place);
    if (column)
      figures.push({
        ...figureOf(meant, column, sentence.terms[index]?.text),
        ...percentAt(sentence, index),
      });
  }
  if (chosen.length > 0) return;
  // What is next on the way may have been taken for a table or a date, and stands there all the same.
  const thing = [index + 1, start].find((place) => countsRows(sentence, place));
  if (meant === 'sum' && sentence.says(index, /^total$/i) && thing !== undefined) {
    sentence.problem(
      `“total ${sentence.textAt(thing)}” could be how many there are or what they come to; ask how many, or name the column to add up`,
    );
    return;
  }
  const column =
    onlyOf(measuresOf(sentence.table)) ??
    (meant === 'sum' ? mainMeasure(sentence.table) : ofQuality(sentence));
  if (column) figures.push({ function: meant, column, ...percentAt(sentence, index) });
  else sentence.problem(`“${sentence.textAt(index)}” of which column: ${namesOf(sentence.table)}?`);
}

/** "total visits", "total patients": counts them, or adds up something of theirs; "total sales" is money. */
function countsRows(sentence: Sentence, place: number): boolean {
  const { text = '', plural = false } = sentence.terms[place] ?? {};
  const columns = sentence.columnsAt(place);
  const isRow =
    sentence.isRow(place) || stemsOf(text).every((stem) => nounsOf(sentence.table).includes(stem));
  const areThings = isRow || (columns.length > 0 && !columns.some(isMeasure));
  const isMoney = columnsFor('money', sentence.table).length > 0 && COMES_TO.test(text);
  return areThings && plural && !isMoney;
}

/** Rows that are themselves an amount. */
const COMES_TO =
  /^(?:sales|orders|invoices|bills|payments|expenses|costs|donations|purchases|transactions|receipts|deposits|refunds|fees|rents|salaries|revenues|earnings|deliveries|bookings|loans|claims|subscriptions)$/i;

function percentAt(sentence: Sentence, index: number): Pick<Figure, 'percent'> {
  const percent = sentence.read(index, 'function')?.percent;
  return percent === undefined ? {} : { percent };
}

/** "cheapest courier on average": what tells the quality. */
function ofQuality(sentence: Sentence): Column | null {
  const [quality] = sentence.terms.flatMap((_, index) => sentence.read(index, 'adjective')?.quality ?? []);
  const told = quality ? telling(quality, sentence.table, asksPersons(sentence.terms, sentence.table)) : [];
  const only = onlyOf(told, ({ column, inverse }) => column.type === 'number' && !inverse);
  return only && told.length === 1 ? only.column : null;
}

/** "how much did loans grow": by how much, and no sum of some column. */
function asksHowFar({ terms }: Sentence, index: number): boolean {
  const grows = terms.some(({ meanings }, at) => at > index && meanings[0]?.kind === 'growth');
  return grows && /^how much$/i.test(terms[index]?.text ?? '');
}

/** "how much is the price": prices are not added up, unless somebody says "total". */
function figureOf(meant: AggregateFunction, column: Column, said: string | undefined): Figure {
  if (said?.toLowerCase() === 'how much') return usual(column);
  return meant === 'sum' ? total(column) : { function: meant, column };
}

function measuresFrom(sentence: Sentence, start: number): readonly number[] {
  return listOfColumns(sentence, start).filter((place) => sentence.columnsAt(place).some(isMeasure));
}

/** "price average", else the one column of numbers that is named anywhere: "average by region of price". */
function measureElsewhere(sentence: Sentence, index: number): readonly number[] {
  const open = sentence.terms.flatMap((_, place) =>
    sentence.openColumnsAt(place).some(isMeasure) ? [place] : [],
  );
  if (open.includes(index - 1)) return [index - 1];
  return open.slice(0, 1);
}

function namesOf(table: Table): string {
  return (
    measuresOf(table)
      .map(({ name }) => name)
      .join(', ') || 'there is none of numbers'
  );
}

/** What a figure is of: of "how many sick days" the days, and which of them is said between. */
function thingAfter(sentence: Sentence, index: number, meant: AggregateFunction): number {
  const at = sentence.next(index, ['distinct', 'more']);
  const past = sentence.next(at - 1, ['value']);
  const isSum = meant === 'count' && sentence.openColumnsAt(past).some(isMeasure);
  return isSum ? past : at;
}

/** "how many kilometres": what the one column counts in that unit comes to, and never so many rows. */
function countsUnits(sentence: Sentence, at: number, figures: Figure[]): boolean {
  const unit = sentence.isClaimed(at) || sentence.columnsAt(at).length > 0 ? null : sentence.read(at, 'unit');
  if (!unit) return false;
  sentence.claim(at);
  const counting = measuresOf(sentence.table).filter((column) => isIn(column.unit, unit.units));
  // "how many kWh did we produce": the verb says which.
  const said = counting.filter((column) => sentence.openColumns().includes(column));
  const [only, ...others] = said.length > 0 ? said : counting;
  if (said.length === 1) sentence.claimColumns();
  const text = sentence.textAt(at);
  if (!only) sentence.problem(`no column of ${sentence.table.name} counts in ${unitWord(unit.units)}`);
  else if (others.length > 0)
    sentence.problem(`“${text}” could be ${[only, ...others].map(({ name }) => `“${name}”`).join(' or ')}`);
  else if (isRate(only))
    sentence.problem(`${readable(only.name)} is nothing to count; ask for its average, or how many rows`);
  else figures.push({ function: 'sum', column: only });
  return true;
}

/** "how many days … on average", of a column of numbers: its average, which the words further on ask for. */
function averagesIt(sentence: Sentence, index: number, at: number): boolean {
  const isMeasured = sentence.openColumnsAt(at).some(isMeasure);
  return (
    isMeasured &&
    sentence.open('function').some((place) => {
      const meant = sentence.at(place, 'function')?.function;
      return place > index && (meant === 'average' || meant === 'median') && !sentence.has('by');
    })
  );
}

/** "how many hammers", where one row is of hammers: so many as its quantity says, and never one. */
function countsPieces(sentence: Sentence, at: number, figures: Figure[]): boolean {
  const value = sentence.read(at, 'value');
  if (!value?.column.identifies || value.isPart) return false;
  const only = onlyOf(columnsFor('quantity', sentence.table));
  if (only) figures.push({ function: 'sum', column: only });
  else sentence.problem(`“${sentence.textAt(at)}” is one row, and I cannot tell what is counted of it`);
  return true;
}

/** "how many units": so many as the column of quantities says, where another has their price. */
function quantityOf(sentence: Sentence, at: number): Column | null {
  const text = sentence.textAt(at);
  const only = onlyOf(/^(?:units|pieces)$/i.test(text) ? columnsFor('quantity', sentence.table) : []);
  const quantity = only && !isRate(only) ? only : null;
  if (quantity) sentence.note(`“${text}” is read as “${readable(quantity.name)}”`);
  return quantity;
}

/** "how many": rows for rows and keys, the sum of a column of numbers, the distinct values of any other column. */
function readCount(sentence: Sentence, at: number, figures: Figure[], distinct: Column[]): void {
  const different = sentence.open('distinct');
  if (sentence.isRow(at)) sentence.claim(at);
  // "number of payments" counts them.
  const isCountedFlow =
    sentence.terms[at]?.plural === true && sentence.columnsAt(at).some(({ keeps }) => keeps !== undefined);
  if (isCountedFlow) sentence.claim(at);
  const column = sentence.isClaimed(at) || sentence.columnsAt(at).length === 0 ? null : sentence.column(at);
  if (column === null || (isKey(column, sentence.table) && different.length === 0)) {
    if (column) sentence.claim(at);
    figures.push(COUNT);
    return;
  }
  sentence.claim(at, ...different);
  if (!isMeasure(column) || different.length > 0) {
    distinct.push(column);
    return;
  }
  const quantity = isRate(column) ? quantityOf(sentence, at) : null;
  if (quantity) {
    figures.push(usual(quantity));
    return;
  }
  if (isRate(column))
    sentence.problem(`${readable(column.name)} is nothing to count; ask for its average, or how many rows`);
  // "how many fees": each row has one, and nobody asks how many euros in that way.
  if (columnsFor('money', sentence.table).includes(column))
    sentence.problem(
      `“${sentence.textAt(at)}” could be rows or what they come to; ask how many rows, or for the total of ${readable(column.name)}`,
    );
  figures.push({ function: 'sum', column });
}

/** A figure of what every group comes to: "in a typical month", "orders per customer on average". */
export interface Over {
  readonly function: AggregateFunction;
  /** The column that makes the groups, where the same words name it; else they are said with "per". */
  readonly column: Column | null;
}

/** Reads "a typical month", "the average customer", "average monthly …": what says of what the figure is in the same breath. */
export function readTypical(sentence: Sentence): Over | null {
  for (const index of [...sentence.open('typical'), ...sentence.open('function')]) {
    const meant = sentence.at(index, 'function')?.function ?? 'average';
    if (meant !== 'average' && meant !== 'median') continue;
    const place = index + 1;
    if (sentence.at(place, 'periodic')) {
      sentence.claim(index);
      return { function: meant, column: null };
    }
    const all = overAll(sentence, index);
    if (all) return { function: meant, column: all };
    const column = groupAt(sentence, place);
    if (!column) continue;
    sentence.claim(index, place);
    return { function: meant, column };
  }
  return null;
}

/** "average over all months": the same as of each month. */
function overAll(sentence: Sentence, index: number): Column | null {
  const over = sentence.next(index);
  if (!sentence.at(over, 'compare') || !sentence.says(over, /^over$/i)) return null;
  const place = sentence.next(over);
  const only = onlyOf(sentence.openColumnsAt(place));
  if (!only || !sentence.terms[place]?.plural || isMeasure(only)) return null;
  sentence.claim(over, place);
  // "average over all subjects": marks are not added up first.
  if (only.name === sentence.table.wide?.name && !addsUp(sentence.table, only)) return null;
  sentence.claim(index);
  return only;
}

/** One of the things that make groups; "average customer rating" goes on and is something else. */
function groupAt(sentence: Sentence, place: number): Column | null {
  const only = onlyOf(sentence.openColumnsAt(place));
  if (!only || sentence.terms[place]?.plural || isMeasure(only)) return null;
  if (only.type === 'boolean' || only.identifies || holdsClocks(only)) return null;
  const goesOn = sentence.columnsAt(place + 1).length > 0 || sentence.read(place + 1, 'function') !== null;
  return goesOn ? null : only;
}

/** "average wait": what is measured as `0:25` makes no groups, though its column is read as text. */
function holdsClocks({ type, min }: Column): boolean {
  return type === 'text' && typeof min === 'string' && /^\d+:\d\d/.test(min);
}

/**
 * Reads the average behind or before another figure that is asked for of each group: "how much do we spend per month on
 * average", "average number of orders per customer". What is left is the figure of each group.
 */
export function readOver(sentence: Sentence, each: boolean, heads: boolean): Over | null {
  const places = sentence.open('function');
  const [first, second, ...more] = places;
  const alone = first === undefined ? null : functionAt(sentence, first);
  // "average per month", where each month is a column: of what the month comes to.
  if (first !== undefined && second === undefined && heads && (alone === 'average' || alone === 'median')) {
    sentence.claim(first);
    return { function: alone, column: null };
  }
  if (first === undefined || second === undefined || more.length > 0) return null;
  const outer = places.find((place) => ['average', 'median'].includes(functionAt(sentence, place) ?? ''));
  const inner = places.find((place) => place !== outer);
  const meant = outer === undefined ? null : functionAt(sentence, outer);
  if (outer === undefined || inner === undefined || meant === null) return null;
  const counts = functionAt(sentence, inner) === 'count';
  if (!counts && functionAt(sentence, inner) !== 'sum') return null;
  if (!each) return asksAlone(sentence, outer, inner);
  // "average number of units per region" is an average of the units.
  if (counts && outer < inner && sentence.columnsAt(sentence.next(inner)).some(isMeasure)) return null;
  sentence.claim(outer);
  return { function: meant, column: null };
}

/** "how much does an order cost on average" asks for the average and for no sum beside it. */
function asksAlone(sentence: Sentence, outer: number, inner: number): null {
  if (inner < outer && sentence.says(inner, /^how much$/i)) sentence.claim(inner);
  return null;
}

function functionAt(sentence: Sentence, place: number): AggregateFunction | null {
  return sentence.at(place, 'function')?.function ?? null;
}
