/** Words of heads below which a number of four digits is a year. */
const YEAR_WORDS: ReadonlySet<string> = new Set([
  ...['year', 'yr', 'jahr', 'année', 'annee', 'año', 'ano', 'anno', 'jaar', 'rok', 'år'],
  ...['founded', 'established', 'built', 'born', 'vintage', 'since', 'published', 'released'],
]);
const [FIRST_YEAR, LAST_YEAR] = [1000, 2100];
/** Figures of a column that are no years, though its numbers are. */
const AMOUNT = /^(?:count|sum|number|total)\b|^(?:count|sum)_/i;

/**
 * Whether numbers are years, which are written without a comma: 2021. Both have to say so, their head by a word and all of them by
 * being whole numbers from 1000 to 2100, since a head alone is wrong of "Sales per year" and a range alone of any amount.
 */
export function areYears(head: string, numbers: readonly number[]): boolean {
  return (
    numbers.length > 0 &&
    !AMOUNT.test(head) &&
    head
      .toLowerCase()
      .split(/[\s_/()-]+/)
      .some((word) => YEAR_WORDS.has(word) || word.endsWith('jahr')) &&
    numbers.every((number) => Number.isInteger(number) && number >= FIRST_YEAR && number <= LAST_YEAR)
  );
}
