import { onlyOf } from '#base';
import type { NamedSpan } from '../query/query';
import { type Column, isYear } from '../tables/tables';
import { claimTime, type Moment, meantDate, momentAt, spanAt } from './periods';
import type { Sentence } from './sentence';

/** Two periods of a column of dates, or two values of another column, that are set side by side. */
export interface Sides {
  readonly column: Column;
  /** What they are called, the one that is compared with first. */
  readonly names: readonly [string, string];
  /** Of periods: where each begins and ends; null for values. */
  readonly spans: readonly [NamedSpan, NamedSpan] | null;
  /** Whether more or less was asked of the second. */
  readonly direction: 'up' | 'down' | 'either';
}

/**
 * Reads what is compared with what: "more in March than in February", "compare July to December 2024 with July to December
 * 2025", "did it go up from March to April", "did North sell more than South". Two whole years without "than" are left to
 * the reader of growth, which knows how far each of them goes.
 */
export function readSides(sentence: Sentence): Sides | null {
  const than = comparative(sentence);
  if (than) return thanSides(sentence, than);
  const values = betweenValues(sentence) ?? fromTo(sentence);
  if (values) return values;
  if (!sentence.has('versus') && !sentence.has('growth')) return null;
  const column = meantDate(sentence);
  const [first, second, ...more] = column ? spansIn(sentence, column) : [];
  if (!column || !first || !second || more.length > 0) return null;
  sentence.claim(...first.places, ...second.places, ...joints(sentence, first, second));
  claimTime(sentence, column);
  const [direction = null] = sentence
    .open('growth')
    .map((at) => sentence.read(at, 'growth')?.direction ?? null);
  sentence.claim(...sentence.open('growth'), ...sentence.open('versus'));
  return {
    column,
    names: [first.span.name, second.span.name],
    spans: [first.span, second.span],
    direction: direction ?? 'either',
  };
}

interface Comparative {
  readonly more: readonly number[];
  readonly than: number;
  readonly direction: 'up' | 'down';
}

function comparative(sentence: Sentence): Comparative | null {
  const said = onlyOf(sentence.open('compare'), (at) => comparesSides(sentence, at));
  if (said !== null && !sentence.has('than')) {
    const isLess = sentence.read(said, 'compare')?.operator === '<';
    return { more: [], than: said, direction: isLess ? 'down' : 'up' };
  }
  const than = onlyOf(sentence.open('than'));
  const before = than === null ? [] : sentence.open('more').filter((at) => at < than);
  const [more] = before;
  if (than !== null && more !== undefined && before.length === 1)
    return { more: before, than, direction: sentence.read(more, 'more')?.direction ?? 'up' };
  return null;
}

/** "was Food higher than Travel": what follows is neither a number nor a column. */
function comparesSides(sentence: Sentence, at: number): boolean {
  if (!sentence.says(at, / than$/i)) return false;
  const place = sentence.next(at);
  return (['value', 'month', 'quarter'] as const).some((kind) => sentence.at(place, kind) !== null);
}

/** "the difference between Food and Travel", "the difference in sales between North and South". */
function betweenValues(sentence: Sentence): Sides | null {
  const [difference] = sentence.open('growth').filter((at) => sentence.says(at, /^difference/i));
  const between = onlyOf(sentence.open('between'));
  if (difference === undefined || between === null) return null;
  const first = sentence.next(between);
  const joint = sentence.next(first);
  const second = sentence.next(joint);
  const [left, right] = [sentence.at(first, 'value'), sentence.at(second, 'value')];
  const [name, more] = left?.values ?? [];
  const [against, rest] = right?.values ?? [];
  const isPair = left !== null && left.column === right?.column && more === undefined && rest === undefined;
  if (!isPair || name === undefined || against === undefined || !sentence.at(joint, 'and')) return null;
  sentence.claim(difference, between, first, joint, second);
  return { column: left.column, names: [against, name], spans: null, direction: 'either' };
}

/** "did electricity go up from January to December", where each is a column of the table. */
function fromTo(sentence: Sentence): Sides | null {
  const [growth, joint] = [onlyOf(sentence.open('growth')), onlyOf(sentence.open('to'))];
  if (growth === null || joint === null) return null;
  const [left, right] = [sentence.before(joint), sentence.next(joint)].map((at) => sentence.at(at, 'value'));
  const [from, to] = [left?.values[0], right?.values[0]];
  if (
    !left ||
    left.column !== right?.column ||
    left.column.name !== sentence.table.wide?.name ||
    !from ||
    !to
  )
    return null;
  const direction = sentence.read(growth, 'growth')?.direction ?? 'either';
  sentence.claim(growth, joint, sentence.before(joint), sentence.next(joint));
  return { column: left.column, names: [from, to], spans: null, direction };
}

/** "more in A than in B": B is what A is compared with. */
function thanSides(sentence: Sentence, { more, than, direction }: Comparative): Sides | null {
  const column = meantDate(sentence);
  const periods = column ? spansIn(sentence, column, true) : [];
  const left = periods.filter(({ places }) => places.every((at) => at < than));
  const right = periods.filter(({ places }) => places.every((at) => at > than));
  const [after, before] = [left[0], right[0]];
  if (column && after && before && left.length === 1 && right.length === 1) {
    sentence.claim(...more, than, ...after.places, ...before.places);
    claimTime(sentence, column);
    return {
      column,
      names: [before.span.name, after.span.name],
      spans: [before.span, after.span],
      direction,
    };
  }
  const isOneSided = left.length === 0 || right.length === 0;
  return isOneSided ? valueSides(sentence, more, than, direction) : null;
}

/** "did North sell more than South", "more orders in North than in South". */
function valueSides(
  sentence: Sentence,
  more: readonly number[],
  than: number,
  direction: 'up' | 'down',
): Sides | null {
  const place = sentence.next(than);
  const value = sentence.at(place, 'value');
  if (value?.values.length !== 1) return null;
  const others = sentence.open('value').filter((at) => {
    const other = sentence.at(at, 'value');
    return at < than && other?.column === value.column && other.values.length === 1;
  });
  const left = onlyOf(others);
  const name = left === null ? undefined : sentence.at(left, 'value')?.values[0];
  const [against] = value.values;
  if (left === null || name === undefined || against === undefined) return null;
  sentence.claim(...more, than, place, left);
  return { column: value.column, names: [against, name], spans: null, direction };
}

interface Placed {
  readonly span: NamedSpan;
  readonly places: readonly number[];
}

/** All periods of a sentence, in its order; years alone only where nothing else reads them. */
function spansIn(sentence: Sentence, column: Column, years = false): readonly Placed[] {
  const found: Placed[] = [];
  for (let index = 0; index < sentence.terms.length; index++) {
    const asGrowth = sentence.has('growth') && !hasTwoSpans(sentence, column);
    const span = spanAt(sentence, column, index);
    if (span && asGrowth) {
      for (const moment of [span.from, span.to]) found.push(placed(moment));
      index = Math.max(...span.places);
      continue;
    }
    if (span) {
      const name = `${span.from.first} – ${span.to.last}`;
      found.push({ span: { name, from: span.from.first, to: span.to.last }, places: span.places });
      index = Math.max(...span.places);
      continue;
    }
    const moment = momentAt(sentence, column, index) ?? (years ? yearAt(sentence, column, index) : null);
    if (!moment) continue;
    found.push(placed(moment));
    index = Math.max(...moment.places);
  }
  return found;
}

function placed(moment: Moment): Placed {
  return { span: { name: nameOf(moment), from: moment.first, to: moment.last }, places: moment.places };
}

/** "change from March to April" compares two months, unless two such spans are compared. */
function hasTwoSpans(sentence: Sentence, column: Column): boolean {
  const starts = sentence.terms.flatMap((_, index) => (spanAt(sentence, column, index) ? [index] : []));
  return starts.length > 1;
}

function nameOf({ first, last }: Moment): string {
  if (first === last) return first;
  return `${first.slice(0, 4)}-Q${Math.ceil(Number(last.slice(5, 7)) / 3)}`;
}

function yearAt(sentence: Sentence, column: Column, index: number): Moment | null {
  const number = sentence.at(index, 'number');
  if (!number || isYear(column) || !/^(?:19|20)\d\d$/.test(String(number.value))) return null;
  return { first: String(number.value), last: String(number.value), places: [index] };
}

/** "from", "to", "and", "with" between the two say nothing more. */
function joints(sentence: Sentence, first: Placed, second: Placed): readonly number[] {
  const [start, end] = [Math.max(...first.places), Math.min(...second.places)];
  const kinds = ['to', 'and', 'versus', 'with'] as const;
  const between = kinds.flatMap((kind) => sentence.open(kind).filter((at) => at > start && at < end));
  const before = sentence.before(Math.min(...first.places));
  return sentence.at(before, 'between') ? [...between, before] : between;
}
