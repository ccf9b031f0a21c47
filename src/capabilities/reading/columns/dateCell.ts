import type { Json } from '#base';
import type { ColumnNotation } from '#plan';
import type { Cell } from './cell';
import type { CellReading, CellStyle } from './cellStyle';

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})(?:(\.) ?|([-/]))(\d{1,2})(?:\2 ?|\3)(\d{4}|\d{2})$/;
const DAY_NAME_YEAR = /^(\d{1,2})(?:\.|st|nd|rd|th)?[ -]?(\p{L}{3,12})\.?,?[ -]?(\d{4})$/u;
const NAME_DAY_YEAR = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;

/** From here on a year in two digits is one of the last century, where a person says that these are dates (POSIX). */
const FIRST_OF_LAST_CENTURY = 69;

type DateOrder = Extract<
  ColumnNotation,
  'year-month-day' | 'day-month-year' | 'month-day-year' | 'month-name'
>;
export const DATE_ORDERS: readonly DateOrder[] = [
  'year-month-day',
  'day-month-year',
  'month-day-year',
  'month-name',
];

/** Characters of the longest day. */
const LONGEST = 30;

/** Days of the calendar, read as ISO 8601 text. */
export const DATE_STYLES: readonly CellStyle[] = DATE_ORDERS.map((notation) => ({
  type: 'date',
  notation,
  read: (cell, asked) => (cell.length > LONGEST ? null : dateIn(cell, notation, asked)),
}));

/** The day that a text names in that order; null where it names none. */
export function dateIn(text: string, order: DateOrder, asked: boolean): CellReading | null {
  if (order === 'month-name') return namedDay(text);
  if (order === 'year-month-day') {
    const [, year = '', mark = '', month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
    return dayOf(Number(year), Number(month), Number(day), mark);
  }
  const parts = YEAR_LAST.exec(text);
  if (!parts) return null;
  const [, first = '', point, other = '', second = '', year = ''] = parts;
  const isMonthFirst = order === 'month-day-year';
  // Nobody writes the month first between points; whose century `25` is, only a person knows.
  if ((point && isMonthFirst) || (year.length === 2 && !asked)) return null;
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return dayOf(fullYear(year), Number(month), Number(day), point ?? other);
}

/** Days of a column of which each may be written in a way of its own. */
interface DaysInAnyWay {
  /** One for each cell: null where it is no day, or where nothing in the column tells its day from its month. */
  readonly values: readonly Json[];
  /** Whether some are written with the day first, and others with the month first: then one that could be either is null. */
  readonly isOfTwoOrders: boolean;
}

export function daysInAnyWay(cells: readonly Cell[], asked: boolean): DaysInAnyWay {
  const days = cells.map((cell) => waysToRead(cell, asked));
  const hasDayFirst = days.some(({ dayFirst, monthFirst }) => isAlone(dayFirst, monthFirst));
  const hasMonthFirst = days.some(({ dayFirst, monthFirst }) => isAlone(monthFirst, dayFirst));
  return {
    values: days.map(({ certain, dayFirst, monthFirst }) => {
      const [one, other] = [dayFirst?.value ?? null, monthFirst?.value ?? null];
      if (certain !== null) return certain;
      if (one === other || other === null) return one;
      if (one === null) return other;
      if (hasDayFirst === hasMonthFirst) return null;
      return hasDayFirst ? one : other;
    }),
    isOfTwoOrders: hasDayFirst && hasMonthFirst,
  };
}

/** What one cell says in each of the ways. */
function waysToRead(cell: Cell, asked: boolean) {
  const text = typeof cell === 'string' && cell.length <= LONGEST ? cell : '';
  return {
    certain: (dateIn(text, 'year-month-day', asked) ?? dateIn(text, 'month-name', asked))?.value ?? null,
    dayFirst: dateIn(text, 'day-month-year', asked),
    monthFirst: dateIn(text, 'month-day-year', asked),
  };
}

/** Points stand behind the day everywhere, and so tell nothing of cells without them. */
function isAlone(reading: CellReading | null, other: CellReading | null): boolean {
  return reading !== null && reading.mark !== '.' && other === null;
}

function namedDay(text: string): CellReading | null {
  const dayFirst = DAY_NAME_YEAR.exec(text);
  const [, name = '', day = '', year = ''] = dayFirst
    ? [text, dayFirst[2], dayFirst[1], dayFirst[3]]
    : (NAME_DAY_YEAR.exec(text) ?? []);
  const month = monthNamed(name);
  return month === null ? null : dayOf(Number(year), month, Number(day), '');
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) >= FIRST_OF_LAST_CENTURY ? 1900 : 2000);
}

function dayOf(year: number, month: number, day: number, mark: string): CellReading | null {
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return { value: `${year}-${two(month)}-${two(day)}`, mark };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Beginnings of the names of months that tell them apart, in English, German, French, Spanish, Italian and Portuguese. */
const BEGINNINGS: readonly string[] = [
  'jan gen ene',
  'feb fév fev',
  'mar mär mrz',
  'apr avr abr',
  'may mai mayo mag maggio maio',
  'jun juin giu',
  'jul juil lug',
  'aug aoû aou ago',
  'sep set',
  'oct okt ott out',
  'nov',
  'dec dez déc dic',
];

/** What may follow: a name is a whole word, and `Marker 3, 2025` is not a day in March. */
const WHOLE =
  /^(?:jan(?:uary|uar|v|vier|eiro)?|gen(?:naio)?|ene(?:ro)?|feb(?:ruary|ruar|rero|braio)?|f[ée]v(?:r|rier|ereiro)?|mar(?:ch|s|zo|ço)?|märz?|mrz|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|ma[iy]|mayo|mag(?:gio)?|maio|june?|juni|junio|junho|juin|giu(?:gno)?|july?|juli|julio|julho|juil(?:let)?|lug(?:lio)?|aug(?:ust)?|ao[ûu]t?|ago(?:sto)?|sept?(?:ember|embre|iembre)?|set(?:embro|tembre|iembre)?|o[ck]t(?:ober|obre|ubre)?|ott(?:obre)?|out(?:ubro)?|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embro)?|déc(?:embre)?|dic(?:embre|iembre)?)$/;

/** The month of a name, counted from 1; null where it is the name of none. */
function monthNamed(name: string): number | null {
  const lower = name.normalize('NFC').toLowerCase();
  if (!WHOLE.test(lower)) return null;
  const month = BEGINNINGS.findIndex((starts) => starts.split(' ').some((start) => lower.startsWith(start)));
  return month < 0 ? null : month + 1;
}
