import type { CellReading, CellStyle } from './cellStyle';
import { DATE_ORDERS, dateIn } from './dateCell';

const TIME = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d)([.,]\d{1,9})?)?(?: ?([ap])\.?m\.?)?$/i;
const MOMENT = /^(.{6,20}?)(T|,? )(\d{1,2}:\d\d[^Z+-]*?)( ?(?:Z|[+-]\d\d:?\d\d))?$/i;

/** `07:30` can hardly be anything else; `7:30` may be a duration, so that it is read as a time only when asked. */
export const TIME_STYLES: readonly CellStyle[] = [
  { type: 'time', notation: 'clock', read: (cell, asked) => timeIn(cell, asked) },
];

/** A day and a time of it, as ISO 8601 text. */
export const TIMESTAMP_STYLES: readonly CellStyle[] = DATE_ORDERS.map((notation) => ({
  type: 'timestamp',
  notation,
  read(cell, asked) {
    const [, day, joint = '', clock = '', zone = ''] = cell.length > 50 ? [] : (MOMENT.exec(cell) ?? []);
    if (day === undefined) return null;
    const date = dateIn(day, notation, asked);
    const time = timeIn(clock, true);
    if (date === null || time === null) return null;
    // ISO text stays as it is written: it sorts, and old filters know it.
    const isIso =
      notation === 'year-month-day' && date.mark === '-' && day.length === 10 && /^[T ]$/.test(joint);
    const value =
      isIso && /^\d\d:/.test(clock) && !zone.startsWith(' ') && time.mark.startsWith('24')
        ? cell
        : `${date.value}T${time.value}${zone.trim().toUpperCase()}`;
    // Fractions of a second sort before a zone only where all cells have equally many.
    const shape = zone === '' ? '' : `${zone.trim()} ${clock.length}`;
    return { value, mark: [date.mark, joint, time.mark.slice(0, 2), shape].join('|') };
  },
}));

/** Whether a timestamp is the beginning of its day, as spreadsheets write a day. */
export function isMidnight(value: unknown): boolean {
  return typeof value === 'string' && /[T ]00:00(?::00(?:\.0+)?)?$/.test(value);
}

/** `loosely`: with one digit of the hour, too. */
function timeIn(text: string, loosely: boolean): CellReading | null {
  const [, hours = '', minutes = '', seconds, fraction = '', half] = TIME.exec(text) ?? [];
  if (hours === '' || (half === undefined && hours.length < 2 && !loosely)) return null;
  const hour = Number(hours);
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return null;
  const whole = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const rest = seconds === undefined ? '' : `:${seconds}${fraction.replace(',', '.')}`;
  const value = `${String(whole).padStart(2, '0')}:${minutes}${rest}`;
  return { value, mark: `${half === undefined ? '24' : '12'}${seconds === undefined ? '' : ' seconds'}` };
}
