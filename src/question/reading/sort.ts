import { COUNT, type Figure } from '../query/figure';
import { OPEN_HEADS } from '../tables/column';
import type { Column, Table } from '../tables/tables';
import { meantDate } from './meantTimes';
import type { Sentence } from './sentence';

/** An order that was asked for: by a figure or a column; null where only the direction was said. */
export interface Sort {
  readonly figure: Figure | null;
  readonly order: 'asc' | 'desc' | null;
}

/** Reads "sorted by price descending", "highest first", "order the cities by average score". */
export function readSort(sentence: Sentence, table: Table): Sort | null {
  refuseBestFirst(sentence);
  const order = readOrder(sentence);
  const byTime = order !== null ? timeOrdered(sentence, table) : null;
  for (const index of sentence.open('sort')) {
    const by = byAfter(sentence, index);
    const figure = by === null ? null : figureAt(sentence, sentence.next(by));
    if (figure === null && order === null) continue;
    sentence.claim(index, ...(by === null ? [] : [by]));
    return { figure, order };
  }
  const listed = listedBy(sentence);
  if (listed) return { figure: { function: 'max', column: listed }, order };
  return order === null ? null : { figure: byTime, order };
}

/** "best first", of times, ranks or prices: of these less may be better. */
function refuseBestFirst(sentence: Sentence): void {
  const said = sentence.terms.find(({ text }) => /^(?:best|worst) first$/i.test(text))?.text;
  const open = sentence.openColumns().find(({ stems }) => stems.some((stem) => OPEN_HEADS.has(stem)));
  if (said && open)
    sentence.problem(`“${said}”: are the highest of “${open.name}” the best? Say “highest first”`);
}

/** "list the players by age": rows in that order, and no count for each age. */
function listedBy(sentence: Sentence): Column | null {
  const list = sentence.next(-1);
  const [by, ...others] = sentence.open('by').filter((at) => sentence.at(at, 'by')?.each === false);
  const isRow =
    sentence.read(sentence.next(list, ['value']), 'row') ??
    sentence.read(sentence.next(list, ['value']), 'table');
  if (!sentence.at(list, 'list') || !isRow || by === undefined || others.length > 0) return null;
  const place = sentence.next(by);
  const [column, ...more] = sentence.columnsAt(place);
  if (!column || more.length > 0 || column.derived || sentence.isClaimed(place) || sentence.has('function'))
    return null;
  if (column.type === 'text' || sentence.has('rank') || sentence.has('adjective')) return null;
  sentence.claim(by, place);
  return column;
}

/** "newest first" says by what: the date of the table. */
function timeOrdered(sentence: Sentence, table: Table): Figure | null {
  const saysTime = sentence.terms.some(
    (term, index) =>
      sentence.read(index, 'order') !== null && /newest|latest|oldest|earliest/i.test(term.text),
  );
  const column = saysTime ? meantDate(sentence, table) : null;
  return column && { function: 'max', column };
}

function readOrder(sentence: Sentence): 'asc' | 'desc' | null {
  const [first, ...rest] = sentence.open('order');
  if (first === undefined) return null;
  const order = sentence.at(first, 'order')?.order ?? null;
  sentence.claim(first, ...rest);
  return order;
}

/** Where the thing to sort by is named: after "sorted by", or after the "by" that follows. */
function byAfter(sentence: Sentence, index: number): number | null {
  if (/\b(?:by|of)\b/i.test(sentence.terms[index]?.text ?? '')) return index;
  for (let at = index + 1; at < sentence.terms.length; at++) {
    const by = sentence.at(at, 'by');
    if (by && !by.each) return at;
  }
  return null;
}

function figureAt(sentence: Sentence, at: number): Figure | null {
  const counts = sentence.at(at, 'function');
  const place = counts ? sentence.next(at) : at;
  if (counts?.function === 'count') {
    if (sentence.at(place, 'row') || sentence.at(place, 'table')) sentence.claim(place);
    sentence.claim(at);
    return COUNT;
  }
  const column =
    sentence.isClaimed(place) || sentence.columnsAt(place).length === 0 ? null : sentence.column(place);
  if (column === null) return null;
  sentence.claim(place, ...(counts ? [at] : []));
  return { function: counts?.function ?? 'max', column };
}
