import { isUnique, type Table } from '../tables/tables';
import type { Sentence } from './sentence';

/** Whether "per" names the rows and something else the groups: "replies per ticket by channel" are averages by channel. */
export function claimPerRow(sentence: Sentence, table: Table): boolean {
  const [per, ...others] = sentence.open('by').filter((place) => namesRow(sentence, table, place));
  const isAlone = per === undefined || others.length > 0 || sentence.has('function');
  if (isAlone || sentence.open('by').length < 2) return false;
  sentence.claim(per, sentence.next(per, ['distinct']));
  return true;
}

function namesRow(sentence: Sentence, table: Table, place: number): boolean {
  const at = sentence.next(place, ['distinct']);
  if (!/^per$/i.test(sentence.terms[place]?.text ?? '') || sentence.isClaimed(at)) return false;
  const [only, ...others] = sentence.columnsAt(at);
  const isKeyed = only !== undefined && others.length === 0 && isUnique(only, table);
  return isKeyed || sentence.at(at, 'row') !== null || sentence.at(at, 'table') !== null;
}
