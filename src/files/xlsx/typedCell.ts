import type { FileCell } from '../fileContent';
import type { CellFormat } from './numberFormat';

/** What a cell holds before its format is looked at. */
export type StoredCell = string | number | boolean | Date | null;

/** A value before its format is looked at: dates by whether they are the beginning of a day. */
export function plainCell(value: StoredCell): FileCell {
  if (!(value instanceof Date)) return value;
  if (Number.isNaN(value.getTime())) return null;
  const text = momentText(value);
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text;
}

/**
 * What a number is by its format.
 *
 * @param stored the number as the workbook has it, for times and durations, which no date holds
 */
export function typedCell(value: StoredCell, format: CellFormat, stored: string): FileCell {
  const number = stored === '' ? Number.NaN : Number(stored);
  if (format.is === 'duration' && Number.isFinite(number)) return durationText(number);
  if (format.is === 'time' && Number.isFinite(number) && number >= 0) return timeText(number);
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    if (format.is === 'timestamp') return momentText(value);
    return format.is === 'date' ? momentText(value).slice(0, 10) : plainCell(value);
  }
  if (typeof value !== 'number') return plainCell(value);
  if (format.is === 'percent') return { number: shifted(value, 2), unit: '%' };
  if (format.is === 'measure') return { number: value, unit: format.unit };
  if (format.is === 'id' && Number.isInteger(value) && value >= 0)
    return String(value).padStart(format.digits, '0');
  return value;
}

/** A number with its decimal point moved: 0.07 is 7 %, not the 7.000000000000001 % of a multiplication. */
export function shifted(value: number, places: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

function momentText(date: Date): string {
  // The days of a workbook are doubles: a second is exact, its fractions are not.
  return new Date(Math.round(date.getTime() / 1_000) * 1_000).toISOString().slice(0, 19);
}

function timeText(days: number): string {
  return partsOf(days % 1)
    .map(two)
    .join(':');
}

function durationText(days: number): string {
  const [hours, minutes, seconds] = partsOf(Math.abs(days));
  const text = `${hours}h ${minutes}m${seconds === 0 ? '' : ` ${seconds}s`}`;
  return days < 0 ? `-${text}` : text;
}

function partsOf(days: number): [hours: number, minutes: number, seconds: number] {
  const seconds = Math.round(days * 86_400);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
