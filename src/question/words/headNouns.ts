import { isLabel } from '../tables/labels';
import { type Column, isKey, statedColumns, type Table, timesOf } from '../tables/tables';
import { verbBase } from '../text/verbForms';
import { isPersonWord } from './lexicon';

/** What stands before "date" of things that happen to a row, and are no rows themselves. */
const OF_ROWS = new Set(
  'birth due start end begin delivery ship shipping shipment expiry expiration renewal hire release join entry exit return check last first next work close closing open opening created updated update modified value settlement posting effective sale accounting tax'.split(
    ' ',
  ),
);
const DATES = new Set(['date', 'day', 'time']);

/**
 * Nouns for the rows of a table that its heads tell: visits have a "Visit ID" or a "Visit date", matches a "Match day". A
 * word that names something else of a row, or who it is about, is none.
 */
export function headNouns(table: Table): ReadonlySet<string> {
  const columns = statedColumns(table);
  const dates = columns.filter(({ type }) => type === 'date');
  return new Set([
    ...papersOf(columns),
    ...comingAgain(dates),
    ...columns.flatMap((column) => {
      const [noun, mark, ...more] = column.stems;
      if (noun === undefined || mark === undefined || more.length > 0 || noun.length < 4) return [];
      if (OF_ROWS.has(noun) || isPersonWord(noun) || isNamedByAnother(noun, column, columns)) return [];
      return isOfRow(column, mark, dates, table) ? [noun] : [];
    }),
  ]);
}

/** "Next inspection": a date that is still to come, of the same kind as the row and never what the noun alone means. */
export function isNext({ type, stems }: Column): boolean {
  return type === 'date' && stems.length === 2 && stems[0] === 'next';
}

/** Rows are inspections where each was “Inspected” on one day and has a “Next inspection”. */
function comingAgain(dates: readonly Column[]): readonly string[] {
  return dates.filter(isNext).flatMap(({ stems: [, noun = ''] }) => {
    const isDone = ({ empty, stems }: Column) =>
      empty === 0 && stems.some((stem) => stem.length > 3 && noun.startsWith(verbBase(stem)));
    return dates.some((date) => !isNext(date) && isDone(date)) ? [noun] : [];
  });
}

const PAPERS = new Set(['invoice', 'bill', 'receipt']);

/** Each row has an invoice, where one head is its total and another the day on which it was paid. */
function papersOf(columns: readonly Column[]): readonly string[] {
  const ofPaper = (paper: string) => columns.filter(({ stems }) => stems[0] === paper && stems.length > 1);
  return [...PAPERS].filter((paper) => {
    const types = new Set(ofPaper(paper).map(({ type }) => type));
    return types.has('number') && types.has('date');
  });
}

function isOfRow(column: Column, mark: string, dates: readonly Column[], table: Table): boolean {
  if (isKey(column, table)) return true;
  const [own, ...others] = dates.length === 1 ? dates : timesOf(table);
  const isOnlyDate = own === column && others.length === 0 && column.empty === 0;
  return DATES.has(mark) && (isOnlyDate || isLabel(column));
}

function isNamedByAnother(noun: string, own: Column, columns: readonly Column[]): boolean {
  return columns.some((column) => column !== own && column.type === 'text' && column.stems.includes(noun));
}
