import type { Column } from '../tables/tables';
import type { Sentence } from './sentence';

/** Two values of which the one with more is asked for. */
export interface EitherOf {
  readonly column: Column;
  readonly order: 'asc' | 'desc';
}

/** Reads "who spent more, Ann or Bob", "did Food or Travel cost more": which of the two is asked, and not whether. */
export function readEitherOf(sentence: Sentence): EitherOf | null {
  const [more, ...others] = sentence.open('more');
  const [or, ...ors] = sentence.open('or');
  if (more === undefined || or === undefined || others.length + ors.length > 0) return null;
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
