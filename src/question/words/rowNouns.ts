import { onlyOf } from '#base';
import { isLabel } from '../tables/column';
import {
  type Column,
  isKey,
  lastNounOf,
  nounsOf,
  statedColumns,
  type Table,
  timesOf,
} from '../tables/tables';
import { verbBase } from '../text/verbForms';
import { wordSet } from '../text/words';
import { isPersonWord } from './lexicon';

/** Nouns of which each may stand for what a table is called by another of its line. */
const ALIKE = [
  'match game fixture',
  'order sale purchase deal',
  'visit appointment booking reservation stay session consultation',
  'expense payment purchase bill',
  'trip journey ride drive tour flight',
  'donation gift contribution',
  'parcel package',
  'harvest picking',
  'run workout training activity jog',
  'employee staff worker colleague person payroll',
  'member person membership club choir band orchestra society association',
  'family person member relative',
  'film movie',
  'listing property home place accommodation',
  'ticket issue request incident case helpdesk support',
  'book title novel library',
  'invoice bill',
  'recipe dish meal',
  'race runner participant finisher athlete competitor entrant result',
  'student pupil grade kid child',
  'survey respondent response answer participant person',
  'absence leave',
  'plant flower',
  'car vehicle',
  'delivery shipment parcel',
  'freight shipment load consignment cargo',
  'course class lesson',
  'guest person',
  'contact person',
  'patient person',
  'volunteer person helper',
  'fuel fill fill_up filled_up refuelling',
].map((line) => line.split(' '));

const PERSONS = wordSet(
  'runner participant finisher athlete competitor entrant employee staff worker colleague person member relative student pupil kid child respondent guest patient volunteer helper contact',
);

/** Whether a noun means persons: of a table in which some stand in several rows they are not its rows. */
export function meansPersons(stem: string): boolean {
  return PERSONS.has(stem);
}

function isKind(stems: readonly string[]): boolean {
  return stems.length === 2 && /^(?:type|kind)$/.test(stems[1] ?? '');
}

/** Bikes of `bike_repairs` come in and go out: each row is one that was there. */
function keptThings(table: Table): readonly string[] {
  const dates = table.columns.filter(({ type, derived }) => type === 'date' && !derived);
  const [isIn, isOut] = ['in', 'out'].map((way) => dates.some(({ stems }) => stems.includes(way)));
  const last = lastNounOf(table);
  return isIn && isOut && last !== null ? nounsOf(table).filter((noun) => noun !== last) : [];
}

/** Nouns that mean a row of the table though it is not called so: games of a table of matches, repairs of `bike_repairs`. */
export function rowNouns(table: Table): readonly string[] {
  const own = new Set([
    ...nounsOf(table),
    ...table.columns.flatMap(({ identifies, stems }) => (identifies && stems.length === 1 ? stems : [])),
  ]);
  // “Property type” is of a property, and names none.
  const named = new Set(table.columns.flatMap(({ stems }) => (isKind(stems) ? stems.slice(1) : stems)));
  const last = lastNounOf(table);
  // Rows of `library_loans` are loans, whatever the library has.
  const kinds =
    last === null ? own : new Set([...own].filter((noun) => noun === last || !nounsOf(table).includes(noun)));
  const alike = ALIKE.filter((line) => line.some((noun) => kinds.has(noun))).flat();
  const others = [...new Set(alike)].filter((noun) => !own.has(noun));
  return [...others, ...keptThings(table), ...(last === null || isUncounted(last) ? [] : [last])].filter(
    (noun) => !named.has(noun),
  );
}

/** What stands before "date" of things that happen to a row, and are no rows themselves. */
const OF_ROWS = wordSet(
  'birth due start end begin delivery ship shipping shipment expiry expiration renewal hire release join entry exit return check last first next work close closing open opening created updated update modified value settlement posting effective sale accounting tax',
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
  const own = onlyOf(dates.length === 1 ? dates : timesOf(table));
  const isOnlyDate = own === column && column.empty === 0;
  return DATES.has(mark) && (isOnlyDate || isLabel(column));
}

function isNamedByAnother(noun: string, own: Column, columns: readonly Column[]): boolean {
  return columns.some((column) => column !== own && column.type === 'text' && column.stems.includes(noun));
}

/** Words that are no things to count: as the name of a table they say what its rows are about. */
const UNCOUNTED =
  /^(?:hours?|minutes?|days?|weeks?|time|stock|inventory|budgets?|revenue|turnover|income|profit|spending|energy|consumption|mileage|distance|weight|money|cash|sales|staff|traffic|usage|rent|pay|payroll)$/i;

/** Whether a word is the name of the table and no name of its rows. */
export function isUncounted(text: string): boolean {
  return UNCOUNTED.test(text);
}
