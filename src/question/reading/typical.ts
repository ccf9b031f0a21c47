import { addsUp, type Column, isMeasure, type Table } from '../tables/tables';
import type { AggregateFunction } from '../words/meaning';
import type { Sentence } from './sentence';

/** A figure of what every group comes to: "in a typical month", "orders per customer on average". */
export interface Over {
  readonly function: AggregateFunction;
  /** The column that makes the groups, where the same words name it; else they are said with "per". */
  readonly column: Column | null;
}

/** Reads "a typical month", "the average customer", "average monthly …": what says of what the figure is in the same breath. */
export function readTypical(sentence: Sentence, table: Table): Over | null {
  for (const index of [...sentence.open('typical'), ...sentence.open('function')]) {
    const meant = sentence.at(index, 'function')?.function ?? 'average';
    if (meant !== 'average' && meant !== 'median') continue;
    const place = index + 1;
    if (sentence.at(place, 'periodic')) {
      sentence.claim(index);
      return { function: meant, column: null };
    }
    const all = overAll(sentence, table, index);
    if (all) return { function: meant, column: all };
    const column = groupAt(sentence, place);
    if (!column) continue;
    sentence.claim(index, place);
    return { function: meant, column };
  }
  return null;
}

/** "average over all months": the same as of each month. */
function overAll(sentence: Sentence, table: Table, index: number): Column | null {
  const over = sentence.next(index);
  if (!sentence.at(over, 'compare') || !/^over$/i.test(sentence.terms[over]?.text ?? '')) return null;
  const place = sentence.next(over);
  const [only, ...others] = sentence.isClaimed(place) ? [] : sentence.columnsAt(place);
  if (!only || others.length > 0 || !sentence.terms[place]?.plural || isMeasure(only)) return null;
  sentence.claim(over, place);
  // "average over all subjects": marks are not added up first.
  if (only.name === table.wide?.name && !addsUp(table, only)) return null;
  sentence.claim(index);
  return only;
}

/** One of the things that make groups; "average customer rating" goes on and is something else. */
function groupAt(sentence: Sentence, place: number): Column | null {
  const [only, ...others] = sentence.isClaimed(place) ? [] : sentence.columnsAt(place);
  if (!only || others.length > 0 || sentence.terms[place]?.plural || isMeasure(only)) return null;
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
  if (inner < outer && /^how much$/i.test(sentence.terms[inner]?.text ?? '')) sentence.claim(inner);
  return null;
}

function functionAt(sentence: Sentence, place: number): AggregateFunction | null {
  return sentence.at(place, 'function')?.function ?? null;
}
