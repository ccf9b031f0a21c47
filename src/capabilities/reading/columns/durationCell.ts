import type { CellStyle } from './cellStyle';

const CLOCK = /^(-?)(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$/;
const PART =
  /^(\d{1,9}(?:\.\d{1,3})?) ?(d|days?|tage?n?|h|hrs?|hours?|std|stunden?|m|mins?|minutes?|minuten?|s|secs?|seconds?|sekunden?)(?!\p{L})\.?,? ?(?:and |und )?/iu;
const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

const SECONDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:d|t)/i, 86_400],
  [/^(?:h|st)/i, 3_600],
  [/^m/i, 60],
  [/^s/i, 1],
];

/** `1:45` is hours and minutes, or minutes and seconds, or a time of day: cells alone seldom say which. */
export const CLOCK_DURATION_STYLES: readonly CellStyle[] = [
  { type: 'duration', notation: 'hours-minutes', read: (cell) => clockDuration(cell, 3_600) },
  { type: 'duration', notation: 'minutes-seconds', read: (cell) => clockDuration(cell, 60) },
];

/** `1h 30m`, `2 days 3 hours`, `PT1H30M`. */
export const WORD_DURATION_STYLES: readonly CellStyle[] = [
  {
    type: 'duration',
    notation: 'words',
    read(cell) {
      const seconds = cell.length > 50 ? null : (isoSeconds(cell) ?? wordSeconds(cell));
      return seconds === null ? null : { value: seconds, mark: '' };
    },
  },
];

function clockDuration(cell: string, first: number) {
  const [, sign, large = '', small = '', seconds] = CLOCK.exec(cell) ?? [];
  if (large === '') return null;
  const total =
    seconds === undefined
      ? Number(large) * first + Number(small) * (first / 60)
      : Number(large) * 3_600 + Number(small) * 60 + Number(seconds);
  return { value: sign === '-' && total !== 0 ? -total : total, mark: '' };
}

function isoSeconds(cell: string): number | null {
  const [whole, days, hours, minutes, seconds] = ISO.exec(cell) ?? [];
  if (whole === undefined || !/\d/.test(whole) || whole.endsWith('T')) return null;
  return total([days, hours, minutes, seconds]);
}

/** Parts from large to small, each at most once. */
function wordSeconds(cell: string): number | null {
  const amounts: (string | undefined)[] = [undefined, undefined, undefined, undefined];
  let rest = cell;
  let last = -1;
  while (rest !== '') {
    const [found, amount, word = ''] = PART.exec(rest) ?? [];
    const place = SECONDS.findIndex(([name]) => name.test(word));
    if (found === undefined || place <= last) return null;
    amounts[place] = amount;
    last = place;
    rest = rest.slice(found.length);
  }
  return last < 0 ? null : total(amounts);
}

function total(amounts: readonly (string | undefined)[]): number {
  const milliseconds = amounts.reduce(
    (sum, amount = '0', index) => sum + Math.round(Number(amount) * 1_000) * (SECONDS[index]?.[1] ?? 0),
    0,
  );
  return milliseconds / 1_000;
}
