import type { Rank } from './rank';
import type { Sentence } from './sentence';
import { type Column, isMeasure } from './tables';

/** Columns after "by", and columns of numbers there that a ranking goes by. */
export interface By {
  readonly by: readonly Column[];
  readonly measures: readonly Column[];
}

/** Reads "by region", "per year", "for each product and channel"; "by revenue" names a measure where one is wanted. */
export function readBy(sentence: Sentence, ranked: boolean): By {
  const by: Column[] = [];
  const measures: Column[] = [];
  for (const index of sentence.open('by')) {
    const each = sentence.at(index, 'by')?.each === true;
    const at = sentence.next(index, ['distinct']);
    if (sentence.at(at, 'function')) {
      sentence.claim(index);
      continue;
    }
    const places = listOfColumns(sentence, at);
    for (const place of places) {
      const column = sentence.column(place);
      sentence.claim(index, place);
      if (column) (isWantedMeasure(sentence, column, ranked, each) ? measures : by).push(column);
    }
    if (places.length === 0) readRowsAfter(sentence, index, at, each, ranked);
  }
  return { by, measures };
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
  const others = sentence.terms.flatMap((_, index) =>
    sentence.isClaimed(index) ? [] : sentence.columnsAt(index),
  );
  return !sentence.has('function') && others.some((other) => !isMeasure(other)) && !others.some(isMeasure);
}

/** The places of "region", or of "region and channel", from `start` on. */
export function listOfColumns(sentence: Sentence, start: number): readonly number[] {
  const places: number[] = [];
  let at = start;
  while (!sentence.isClaimed(at) && sentence.columnsAt(at).length > 0) {
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
    for (const place of listOfColumns(sentence, at)) claimGroup(sentence, place, asked);
  }
  if (asked.length === 0 && rank !== null) claimGroups(sentence, asked);
  return asked;
}

/** Every column that is named, is none of numbers, and has no other part to play. */
export function claimGroups(sentence: Sentence, into: Column[]): void {
  for (let index = 0; index < sentence.terms.length; index++) claimGroup(sentence, index, into);
}

function claimGroup(sentence: Sentence, index: number, into: Column[]): void {
  const [first] = sentence.isClaimed(index) ? [] : sentence.columnsAt(index);
  if (!first || isMeasure(first)) return;
  const column = sentence.column(index);
  sentence.claim(index);
  if (column && !into.includes(column)) into.push(column);
}
