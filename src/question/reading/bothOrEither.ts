import { onlyOf } from '#base';
import { eitherOf, type Filter } from '../query/filter';
import type { Column } from '../tables/tables';
import type { Having } from './comparisons';
import type { Sentence } from './sentence';

/** Two values of a column that something has to have in different rows. */
export interface Both {
  readonly column: Column;
  readonly values: readonly [string, string];
}

/**
 * Reads "both Lamp and Desk". Of two columns of yes and no ("both a car and a bike") it says no more than "and"; before
 * anything else it is not understood.
 */
export function readBoth(sentence: Sentence): Both | null {
  claimEither(sentence);
  const both = onlyOf(sentence.open('both'));
  if (both === null) return null;
  const first = sentence.next(both);
  const joint = sentence.next(first);
  const second = sentence.next(joint);
  if (!sentence.at(joint, 'and')) return null;
  if ([first, second].every((place) => sentence.columnsAt(place).some(({ type }) => type === 'boolean'))) {
    sentence.claim(both);
    return null;
  }
  const [left, right] = [sentence.at(first, 'value'), sentence.at(second, 'value')];
  const [one, another] = [left?.values ?? [], right?.values ?? []].map(([only, ...more]) =>
    more.length > 0 ? undefined : only,
  );
  if (!left || left.column !== right?.column || left.column.derived) return null;
  if (one === undefined || another === undefined || one === another) return null;
  sentence.claim(both, joint);
  return { column: left.column, values: [one, another] };
}

/** "either bass or tenor" says no more than "bass or tenor"; behind "not" it is left as it is. */
function claimEither(sentence: Sentence): void {
  for (const either of sentence.open('either')) {
    const first = sentence.next(either);
    const or = sentence.next(first);
    const second = sentence.next(or);
    const columns = [first, second].map((place) => sentence.at(place, 'value')?.column);
    const isPair = columns[0] !== undefined && columns[0] === columns[1] && sentence.at(or, 'or') !== null;
    if (isPair && !sentence.has('not') && !sentence.has('never')) sentence.claim(either);
  }
}

/** Two values of which the one with more is asked for. */
export interface EitherOf {
  readonly column: Column;
  readonly order: 'asc' | 'desc';
}

/** Reads "who spent more, Ann or Bob", "did Food or Travel cost more": which of the two is asked, and not whether. */
export function readEitherOf(sentence: Sentence): EitherOf | null {
  const [more, or] = [onlyOf(sentence.open('more')), onlyOf(sentence.open('or'))];
  if (more === null || or === null) return null;
  if (sentence.has('than') || sentence.has('growth')) return null;
  const [left, right] = [sentence.before(or), sentence.next(or)].map((at) => sentence.at(at, 'value'));
  if (!left || left.column !== right?.column || left.column.derived) return null;
  if (left.values.length !== 1 || right.values.length !== 1) return null;
  sentence.claim(more);
  // Behind the two values their column has been asked for: "which shop", "who".
  for (const which of sentence.open('which')) {
    const place = sentence.next(which);
    sentence.claim(which, ...(sentence.columnsAt(place).includes(left.column) ? [place] : []));
  }
  return { column: left.column, order: sentence.read(more, 'more')?.direction === 'down' ? 'asc' : 'desc' };
}

/** "before 2025 or never counted": two conditions on different columns of which one is enough. */
export function joinEither(sentence: Sentence, filters: readonly Filter[]): readonly Filter[] {
  return sentence.open('or').reduce((all, or) => joinAt(sentence, all, or), filters);
}

/** The conditions right before and right behind the word; with one more of them it could join otherwise. */
function joinAt(sentence: Sentence, filters: readonly Filter[], or: number): readonly Filter[] {
  const placed = filters.flatMap((filter) => (filter.at === undefined ? [] : [{ filter, at: filter.at }]));
  const [left, ...more] = placed.filter(({ at }) => at < or);
  const [right, ...others] = placed.filter(({ at }) => at > or);
  if (!left || !right) return filters;
  if (more.length + others.length > 0) {
    sentence.problem('with “or” I can join two conditions, and no third beside them');
    return filters;
  }
  sentence.claim(or);
  const joined = eitherOf(left.filter, right.filter);
  return filters.flatMap((filter) =>
    filter === left.filter ? [joined] : filter === right.filter ? [] : [filter],
  );
}

/** Groups that share a value, and how many of them it takes. */
interface Same {
  readonly column: Column;
  readonly having: Having;
}

/** Reads "two items with the same EAN", "any customers with an identical email": groups of more than one row. */
export function readSame(sentence: Sentence): Same | null {
  const same = onlyOf(sentence.open('same'));
  if (same === null || !sentence.wantsYes) return null;
  const place = sentence.next(same);
  const column = onlyOf(sentence.openColumnsAt(place));
  if (!column) return null;
  const amounts = sentence.open('amount');
  const [amount] = amounts;
  const value = amount === undefined ? 2 : (sentence.at(amount, 'amount')?.value ?? 2);
  sentence.claim(same, place, ...amounts);
  return { column, having: { function: 'count', column: null, operator: '>=', value } };
}
