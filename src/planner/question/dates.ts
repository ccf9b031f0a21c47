import { betweenDates, type Filter, filterOf } from './filter';
import type { CompareOperator } from './keyword';
import { claimTime, meantDate } from './meantTimes';
import type { Sentence } from './sentence';
import type { Table } from './tables';

/** Reads an ISO date, alone or compared: "2026-03", "before 2026-03-15", "between 2026-01-01 and 2026-03-31". */
export function readDate(sentence: Sentence, table: Table, index: number): Filter | null {
  const said = saidDate(sentence, index);
  return said && filterOfDate(sentence, table, said);
}

interface SaidDate {
  readonly operator: CompareOperator;
  readonly date: string;
  readonly upTo: string | null;
  readonly start: number;
}

function saidDate(sentence: Sentence, index: number): SaidDate | null {
  const first = sentence.at(sentence.next(index), 'date');
  if (sentence.at(index, 'between') && first) {
    const joint = sentence.next(sentence.next(index));
    const second = sentence.at(sentence.next(joint), 'date');
    if (!second) return null;
    sentence.claim(index, sentence.next(index), joint, sentence.next(joint));
    return { operator: '=', date: first.text, upTo: second.text, start: index };
  }
  const compare = sentence.at(index, 'compare');
  if (compare && first) {
    sentence.claim(index, sentence.next(index));
    return { operator: compare.operator, date: first.text, upTo: null, start: index };
  }
  const alone = sentence.at(index, 'date');
  if (!alone) return null;
  sentence.claim(index);
  return { operator: '=', date: alone.text, upTo: null, start: index };
}

function filterOfDate(sentence: Sentence, table: Table, said: SaidDate): Filter | null {
  const before = sentence.before(said.start);
  const named = sentence.columnsAt(before).find(({ type }) => type === 'date');
  const column = named ?? meantDate(sentence, table);
  if (!column) {
    sentence.problem(`I cannot tell which column of dates ${said.date} is about`);
    return null;
  }
  if (named) sentence.claim(before);
  claimTime(sentence, column);
  if (said.upTo !== null) return betweenDates(column, said.date, said.upTo);
  // A day or a month is the beginning of the ISO dates in it.
  return said.operator === '='
    ? filterOf(column, 'contains', said.date)
    : filterOf(column, said.operator, said.date);
}
