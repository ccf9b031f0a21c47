import { type Filter, inMonth, inQuarter } from '../query/filter';
import { periodColumn, type Table } from '../tables/tables';
import { claimTime, meantDate } from './meantTimes';
import { isYearNumber } from './saidComparison';
import type { Sentence } from './sentence';

/** Reads a month or a quarter, with the year behind it if one is there: "March", "Q1 2026". */
export function partOfYear(sentence: Sentence, table: Table, index: number): Filter | null {
  return monthly(sentence, table, index) ?? quarterly(sentence, table, index);
}

function monthly(sentence: Sentence, table: Table, index: number): Filter | null {
  const month = sentence.at(index, 'month')?.month;
  if (month === undefined) return null;
  const column = meantDate(sentence, table);
  if (column) claimTime(sentence, column);
  return column && inMonth(column, month, claimWithYear(sentence, index));
}

/** "Q1", "the first quarter of 2026". */
function quarterly(sentence: Sentence, table: Table, index: number): Filter | null {
  const quarter = sentence.at(index, 'quarter')?.quarter;
  const column = meantDate(sentence, table);
  const quarters = column && periodColumn(table, column, 'quarter');
  if (quarter === undefined || !quarters) return null;
  claimTime(sentence, column);
  return inQuarter(column, quarters, quarter, claimWithYear(sentence, index));
}

/** The year behind a month or quarter, which then belongs to it. */
function claimWithYear(sentence: Sentence, index: number): number | null {
  const after = sentence.next(index);
  const year = sentence.at(after, 'number');
  const isMeant = year !== null && isYearNumber(year.value);
  sentence.claim(index, ...(isMeant ? [after] : []));
  return isMeant ? year.value : null;
}
