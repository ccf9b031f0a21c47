import { type Filter, filterOf } from '../query/filter';
import type { Column } from '../tables/tables';
import type { Sentence } from './sentence';

/** Whether a column of yes and no, or of crossed cells, stands at a place. */
export function isFlag(sentence: Sentence, index: number): boolean {
  const [column] = sentence.columnsAt(index);
  if (sentence.isClaimed(index) || column === undefined) return false;
  return column.type === 'boolean' || isMarked(column) || isPromised(sentence, column);
}

const MARK = /^(?:x|✓|✔|y|yes|true|1)$/i;

/** Cells that are crossed, and others that are left empty. */
function isMarked({ type, values, empty }: Column): boolean {
  return type === 'text' && empty > 0 && values.length === 1 && MARK.test(values[0]?.trim() ?? '');
}

/** "would recommend", "has children": a head that says what somebody does, over cells of yes, no and the like. */
const PROMISE = /^(?:would|will|has|have|had|is|are|was|does|did|can)\b/i;

/** Whether such a head stands for its yes: beside another of its cells it does not. */
function isPromised(sentence: Sentence, column: Column): boolean {
  if (column.type !== 'text' || !PROMISE.test(column.name) || yesOf(column) === null) return false;
  return sentence.terms.every((_, at) => sentence.read(at, 'value')?.column !== column);
}

function yesOf({ values }: Column): { readonly yes: string; readonly no: string } | null {
  const yes = values.find((value) => /^(?:y|yes)$/i.test(value.trim()));
  const no = values.find((value) => /^(?:n|no)$/i.test(value.trim()));
  return yes === undefined || no === undefined ? null : { yes, no };
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
  const cells = column.type === 'text' ? yesOf(column) : null;
  if (cells) return filterOf(column, '=', isTrue ? cells.yes : cells.no);
  if (column.type !== 'boolean') return filterOf(column, isTrue ? 'filled' : 'empty', null);
  return filterOf(column, '=', isTrue);
}
