import type { Column } from '../tables/tables';
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
  const [both, ...others] = sentence.open('both');
  if (both === undefined || others.length > 0) return null;
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
