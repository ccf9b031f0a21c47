import { onlyOf } from '#base';
import { type Filter, filterOf } from '../query/filter';
import { isBound } from '../tables/column';
import { type Column, hasBlanks, isMeasure, type Table } from '../tables/tables';
import { wordSet } from '../text/words';
import { columnsFor } from '../words/lexicon';
import type { Sentence } from './sentence';

/** Reads a state that is said without a value of the table: "still open", "unassigned", "negative stock", "overdrawn". */
export function readState(sentence: Sentence, index: number): Filter | null {
  return (
    readOutstanding(sentence, index) ??
    readOpen(sentence, index) ??
    readBlank(sentence, index) ??
    readFilled(sentence, index) ??
    readHere(sentence, index) ??
    readPlaced(sentence, index) ??
    readSign(sentence, index) ??
    readOwing(sentence, index)
  );
}

const MEASURING = [
  'function',
  'rank',
  'adjective',
  'share',
  'sort',
  'by',
  'growth',
  'more',
  'empty',
] as const;

/** "who owes money": whoever owes more than nothing, where nothing says how much. */
function readOwing(sentence: Sentence, index: number): Filter | null {
  if (!sentence.says(index, /^ow(?:e|es|ed|ing)$/i) || sentence.isClaimed(index)) return null;
  const only = onlyOf(sentence.columnsAt(index), isMeasure);
  const asksWho = sentence.terms.some((_, place) => sentence.read(place, 'which') !== null);
  if (!only || !asksWho || MEASURING.some((kind) => sentence.has(kind))) return null;
  sentence.claim(index);
  return filterOf(only, '>', 0);
}

const ENDED = wordSet('closed resolved completed finished ended done solved');

/** "how many tickets did Acme open", and not "does Mira have open": what somebody did, and no state. */
function isOpening({ terms }: Sentence, index: number): boolean {
  const isAsked = terms.slice(0, index).some(({ text }) => /^(?:do|does|did)$/i.test(text));
  const before = terms[index - 1]?.text ?? '';
  return (
    isAsked &&
    /^open$/i.test(terms[index]?.text ?? '') &&
    !/^(?:have|has|had|still|left|remain)$/i.test(before)
  );
}

/** Open is what is not closed: where closing has a date, that is empty; where it is a state, it is another. */
function readOpen(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'open')) return null;
  if (isOpening(sentence, index)) {
    // Each row was opened.
    sentence.claim(index);
    return null;
  }
  const isBill = sentence.terms.some(({ text }) => /^(?:invoice|bill)s?$/i.test(text));
  const isEnd = ({ stems }: Column) => stems.some((stem) => (isBill ? stem === 'paid' : ENDED.has(stem)));
  const columns = sentence.table.columns.filter(({ derived }) => derived === undefined);
  const ended = onlyOf(columns, (column) => isEnd(column) && column.type !== 'number');
  if (ended) {
    sentence.claim(index);
    return said(
      ended.type === 'boolean' ? filterOf(ended, '=', false) : filterOf(ended, 'empty', null),
      sentence,
      index,
    );
  }
  const states = columns.flatMap((column) => {
    const values = column.values.filter((value) =>
      /\b(?:closed|resolved|completed|finished|done|solved)\b/i.test(value),
    );
    return values.length > 0 && values.length < column.values.length ? [{ column, values }] : [];
  });
  const only = onlyOf(states);
  if (!only) return null;
  sentence.claim(index);
  return said(filterOf(only.column, '!=', only.values), sentence, index);
}

const SETTLED = /^(?:paid|settled|paid in full|fully paid)$/i;
const UNSETTLED = /^(?:unpaid|not paid|open|due|overdue|outstanding)$/i;

/**
 * "how much is outstanding" of what is paid: where one column says whether or when, what it says nothing of; where it is a state, all of
 * them but paid. Not where an amount says how much of it was paid, nor where a state is neither ("partly paid", "cancelled").
 */
function readOutstanding(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'open') || !sentence.says(index, /^outstanding$/i)) return null;
  const columns = sentence.table.columns.filter(({ derived }) => derived === undefined);
  const paid = columns.filter(({ stems }) => stems.includes('paid'));
  const states = columns.filter(
    ({ type, values }) => type === 'text' && values.some((value) => SETTLED.test(value.trim())),
  );
  const only = onlyOf([...paid, ...states]);
  const filter = only === null ? null : unpaidIn(only);
  if (filter === null) return null;
  sentence.claim(index);
  return said(filter, sentence, index);
}

function unpaidIn(column: Column): Filter | null {
  if (column.type === 'boolean') return column.empty === 0 ? filterOf(column, '=', false) : null;
  if (column.type === 'date') return hasBlanks(column) ? filterOf(column, 'empty', null) : null;
  if (column.type !== 'text' || column.empty > 0) return null;
  const open = column.values.filter((value) => !SETTLED.test(value.trim()));
  return open.length > 0 && open.every((value) => UNSETTLED.test(value.trim()))
    ? filterOf(column, '=', open)
    : null;
}

/** The words of the question stand with what was made of them. */
function said(filter: Filter, sentence: Sentence, index: number): Filter {
  return { ...filter, words: `${sentence.textAt(index)}: ${filter.words}` };
}

function readBlank(sentence: Sentence, index: number): Filter | null {
  const column = sentence.at(index, 'blank')?.column;
  if (!column) return null;
  sentence.claim(index);
  return column.type === 'boolean' ? filterOf(column, '=', false) : filterOf(column, 'empty', null);
}

/** "which bikes are still here": what has a day on which it came in, and none on which it went out. */
function readHere(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'here')) return null;
  const out = onlyOf(
    sentence.table.columns,
    (column) =>
      column.type === 'date' &&
      !column.derived &&
      hasBlanks(column) &&
      column.stems.some((stem) => GOING.has(stem)),
  );
  if (!out) return null;
  sentence.claim(index);
  return said(filterOf(out, 'empty', null), sentence, index);
}

const GOING = new Set([
  'out',
  'departure',
  'departed',
  'checkout',
  'left',
  'returned',
  'collected',
  'discharged',
]);

/** "who won", where a column says who came first. */
function readPlaced(sentence: Sentence, index: number): Filter | null {
  const placed = sentence.at(index, 'placed');
  if (!placed) return null;
  sentence.claim(index);
  return filterOf(placed.column, '=', placed.place);
}

/** "payments", where some rows have none. */
function readFilled(sentence: Sentence, index: number): Filter | null {
  const column = sentence.at(index, 'filled')?.column;
  if (!column) return null;
  sentence.claim(index);
  return filterOf(column, 'filled', null);
}

/** The pieces that are there, and none of the levels that they are held against. */
function onHand(table: Table): readonly Column[] {
  const pieces = columnsFor('quantity', table);
  const there = pieces.filter(({ stems }) =>
    stems.some((stem) => /^(?:hand|available|left|remaining)$/.test(stem)),
  );
  return there.length === 1 ? there : pieces;
}

/** "negative stock", "where the balance is negative", "overdrawn". */
function readSign(sentence: Sentence, index: number): Filter | null {
  const sign = sentence.at(index, 'sign');
  if (!sign) return null;
  if (sign.of !== null) {
    const named = sentence.table.columns.filter(
      (column) => isMeasure(column) && !isBound(column) && column.stems.includes(sign.of ?? ''),
    );
    const only = onlyOf(named.length === 0 && sign.of === 'stock' ? onHand(sentence.table) : named);
    if (!only) return null;
    sentence.claim(index);
    return filterOf(only, sign.operator, 0);
  }
  for (const place of [sentence.next(index), sentence.before(index)]) {
    const only = onlyOf(sentence.openColumnsAt(place), isMeasure);
    if (!only) continue;
    sentence.claim(index, place);
    return filterOf(only, sign.operator, 0);
  }
  return null;
}
