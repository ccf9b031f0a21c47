const SHORT = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const LONG = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A month's name, short: 1 is January. */
export function monthName(month: number): string {
  return SHORT[month - 1] ?? '';
}

/** In full. */
export function longMonthName(month: number): string {
  return LONG[month - 1] ?? '';
}

/**
 * A month or a day as people write it; any other text as it is.
 *
 * @example dateWords('2026-03-15') // '15 Mar 2026'
 * @example dateWords('2026-03') // 'March 2026'
 */
export function dateWords(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  const number = Number(month);
  if (year === undefined || longMonthName(number) === '') return text;
  return day === undefined
    ? `${longMonthName(number)} ${year}`
    : `${Number(day)} ${monthName(number)} ${year}`;
}
