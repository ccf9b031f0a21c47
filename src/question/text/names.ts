/** A column's name as a person would write it: `unitPrice` is two words, `kWh` is one. */
export function readable(name: string): string {
  return name.replaceAll('_', ' ').replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2');
}

/** The plural of a name's last word, for "Top 3 products". */
export function plural(name: string): string {
  const words = readable(name);
  if (/(?:s|x|ch|sh)$/i.test(words)) return /s$/i.test(words) && !/ss$/i.test(words) ? words : `${words}es`;
  return /[^aeiou]y$/i.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`;
}

/** What fits on the card of a node, in characters. */
const CARD = 24;

/** The first of several names that fits on a card; the last if none does. */
export function fitting(...names: readonly string[]): string {
  return names.find((name) => name.length <= CARD) ?? names.at(-1) ?? '';
}

/** The months, as they are said. */
export const MONTHS = Object.freeze(
  'january february march april may june july august september october november december'.split(' '),
);

/** A month or a day as ISO 8601 writes it: `03`. */
export function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** A month's name, short: 1 is January. */
export function monthName(month: number): string {
  return longMonthName(month).slice(0, 3);
}

/** In full. */
export function longMonthName(month: number): string {
  const name = MONTHS[month - 1] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
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
