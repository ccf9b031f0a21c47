import { type Filter, filterOf } from '../query/filter';
import type { Column } from '../tables/tables';
import type { Sentence } from './sentence';

/** Whether a column of yes and no, or of crossed cells, stands at a place. */
export function isFlag(sentence: Sentence, index: number): boolean {
  const [column] = sentence.columnsAt(index);
  return (
    !sentence.isClaimed(index) && column !== undefined && (column.type === 'boolean' || isMarked(column))
  );
}

const MARK = /^(?:x|✓|✔|y|yes|true|1)$/i;

/** Cells that are crossed, and others that are left empty. */
function isMarked({ type, values, empty }: Column): boolean {
  return type === 'text' && empty > 0 && values.length === 1 && MARK.test(values[0]?.trim() ?? '');
}

/** A column of yes and no: "active", "not active", "active is false". */
export function flag(sentence: Sentence, index: number, negated: boolean): Filter | null {
  if (!isFlag(sentence, index) || sentence.isGroup(index)) return null;
  const column = sentence.column(index);
  if (!column) return null;
  const next = sentence.next(index, ['compare']);
  const said = sentence.at(next, 'false') ? false : sentence.at(next, 'true') ? true : null;
  sentence.claim(index, ...(said === null ? [] : [next]));
  const compare = sentence.next(index);
  if (said !== null && sentence.at(compare, 'compare')) sentence.claim(compare);
  const isTrue = said === null ? !negated : said !== negated;
  if (column.type !== 'boolean') return filterOf(column, isTrue ? 'filled' : 'empty', null);
  return filterOf(column, '=', isTrue);
}
