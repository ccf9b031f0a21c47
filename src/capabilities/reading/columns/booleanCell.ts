import type { CellStyle } from './cellStyle';

const PAIRS: readonly (readonly [yes: RegExp, no: RegExp])[] = [
  [/^true$/i, /^false$/i],
  [/^yes$/i, /^no$/i],
  [/^ja$/i, /^nein$/i],
  [/^oui$/i, /^non$/i],
  [/^s[ií]$/i, /^no$/i],
  [/^sim$/i, /^não$/i],
  [/^wahr$/i, /^falsch$/i],
  [/^vrai$/i, /^faux$/i],
];

/** Single letters, also among whole words, say so only in pairs: a column of `N` alone may be the north. */
const LETTERS: readonly (readonly [yes: RegExp, no: RegExp])[] = [
  [/^y(?:es)?$/i, /^no?$/i],
  [/^j$/i, /^n$/i],
  [/^t$/i, /^f$/i],
];

/** Yes and no in one language throughout. */
export const BOOLEAN_STYLES: readonly CellStyle[] = [
  ...PAIRS.map((pair) => styleOf(pair)),
  ...LETTERS.map(
    (pair): CellStyle => ({
      ...styleOf(pair),
      isTelling: (values) => values.includes(true) && values.includes(false),
    }),
  ),
];

function styleOf([yes, no]: readonly [RegExp, RegExp]): CellStyle {
  return {
    type: 'boolean',
    read: (cell) => (yes.test(cell) ? YES : no.test(cell) ? NO : null),
  };
}

const YES = { value: true, mark: '' };
const NO = { value: false, mark: '' };

/** What a word for yes or no means, in any of the languages that are read; null where it is neither. */
export function booleanOf(word: string): boolean | null {
  for (const [yes, no] of [...PAIRS, ...LETTERS]) {
    if (yes.test(word)) return true;
    if (no.test(word)) return false;
  }
  return null;
}
