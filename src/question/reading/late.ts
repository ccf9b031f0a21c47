import type { Filter } from '../query/filter';
import type { Table } from '../tables/tables';
import { dueAndDone } from '../words/howLong';
import { compared } from './comparedColumns';
import type { Sentence } from './sentence';

/** "which payments were late": what was done after it was due. What has not been done is not among them, and the answer says what was compared. */
export function readLate(sentence: Sentence, table: Table, index: number): Filter | null {
  const dates = sentence.at(index, 'late') ? dueAndDone(table) : null;
  if (!dates || sentence.has('not') || sentence.has('never')) return null;
  // "came back late", "paid late"
  const isDone = sentence.columnsAt(index - 1).includes(dates.done) && !sentence.isGroup(index - 1);
  sentence.claim(index, ...(isDone ? [index - 1] : []));
  return compared(sentence, dates.done, '>', dates.due, 'days since');
}
