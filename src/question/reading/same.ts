import type { Column } from '../tables/tables';
import type { Having } from './comparisons';
import type { Sentence } from './sentence';

/** Groups that share a value, and how many of them it takes. */
interface Same {
  readonly column: Column;
  readonly having: Having;
}

/** Reads "two items with the same EAN", "any customers with an identical email": groups of more than one row. */
export function readSame(sentence: Sentence): Same | null {
  const [same, ...others] = sentence.open('same');
  if (same === undefined || others.length > 0 || !sentence.wantsYes) return null;
  const place = sentence.next(same);
  const [column, ...more] = sentence.isClaimed(place) ? [] : sentence.columnsAt(place);
  if (!column || more.length > 0) return null;
  const amounts = sentence.open('amount');
  const [amount] = amounts;
  const value = amount === undefined ? 2 : (sentence.at(amount, 'amount')?.value ?? 2);
  sentence.claim(same, place, ...amounts);
  return { column, having: { function: 'count', column: null, operator: '>=', value } };
}
