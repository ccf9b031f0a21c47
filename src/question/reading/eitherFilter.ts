import { eitherOf, type Filter } from '../query/filter';
import type { Sentence } from './sentence';

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
  if (more.length > 0 || others.length > 0) {
    sentence.problem('with “or” I can join two conditions, and no third beside them');
    return filters;
  }
  sentence.claim(or);
  const joined = eitherOf(left.filter, right.filter);
  return filters.flatMap((filter) =>
    filter === left.filter ? [joined] : filter === right.filter ? [] : [filter],
  );
}
