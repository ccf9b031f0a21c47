import type { Column } from '../tables/tables';
import { stemsOf } from '../text/words';
import { namesPersons } from './lexicon';

/** How the values of a column may be said: whole, or by a word that no other kind of value has. */
interface SaidValue {
  readonly stems: readonly string[];
  readonly values: readonly string[];
  readonly isPart: boolean;
}

/** A column of more values names things, and any word of one of their names says too little. */
const MOST_KINDS = 30;
/** Words of a value that mean nothing by themselves. */
const SMALL = new Set('the and for with from not a of in on no to by or at'.split(' '));

/** The values of a column, each spelling once, and the words that stand for values of more words than one. */
export function saidValues(column: Column): readonly SaidValue[] {
  const spelled = new Map(column.values.toReversed().map((value) => [value.trim().toLowerCase(), value]));
  const values = [...spelled.values()].toReversed();
  const whole = [
    ...values.map((value) => ({ stems: stemsOf(value), values: [value], isPart: false })),
    ...(isGender(column) ? values.flatMap(gendered) : []),
  ];
  const spoken = column.spoken ?? [];
  if (spoken.length > 0)
    return spoken.flatMap(({ value, names }) =>
      names.map((name) => ({ stems: stemsOf(name), values: [value], isPart: false })),
    );
  if (column.derived && values.length === 0) return [];
  if (column.derived)
    return [...whole, { stems: ['weekend'], values: ['Saturday', 'Sunday'], isPart: false }];
  if (values.length < 2) return whole;
  const parts = new Map<string, string[]>();
  for (const said of whole) {
    for (const stem of new Set(partsOf(said, column)))
      if (stem.length > 2 && !SMALL.has(stem)) parts.set(stem, [...(parts.get(stem) ?? []), ...said.values]);
  }
  return [...whole, ...[...parts].map(([stem, said]) => ({ stems: [stem], values: said, isPart: true }))];
}

/** What stands short before a name, and is said in full: "which doctor", of Dr. Patel and Dr. Hahn. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['dr', 'doctor'],
  ['prof', 'professor'],
]);

/** Whether a word is such a title, and so one of many who bear it. */
export function isTitle(text: string): boolean {
  return stemsOf(text).some((stem) => [...TITLES.values()].includes(stem));
}

const GENDERS = [
  { value: /^(?:f|w|female|woman)$/i, said: ['woman', 'female', 'lady'] },
  { value: /^(?:m|male|man)$/i, said: ['man', 'male'] },
] as const;

function isGender({ stems }: Column): boolean {
  return stems.includes('gender') || stems.includes('sex');
}

/** "women", of a column that says "f". */
function gendered(value: string): readonly SaidValue[] {
  return GENDERS.filter(({ value: form }) => form.test(value.trim())).flatMap(({ said }) =>
    said.map((word) => ({ stems: stemsOf(word), values: [value], isPart: false })),
  );
}

/**
 * The words that can stand for a value alone: any of a kind or of a person ("closed", "Rosa"), of a thing the last, which says
 * what it is: "chair" is an office chair, "office" is none.
 */
function partsOf({ stems, values: [value = ''] }: SaidValue, column: Column): readonly string[] {
  // "PayPal" is one word, whatever its capitals.
  if (stems.length < 2 || stems.length > 4 || !/[\s/&,-]/.test(value.trim())) return [];
  // An e-bike is no bike.
  const joined = [...value.matchAll(/(?<!\p{L})\p{L}-(\p{L}+)/gu)].flatMap(([whole]) => stemsOf(whole));
  const loose = stems.filter((stem) => !joined.includes(stem)).map((stem) => TITLES.get(stem) ?? stem);
  if (namesPersons(column)) return loose;
  const isThing = column.identifies || column.values.length > MOST_KINDS;
  return isThing ? loose.filter((stem) => stem === stems.at(-1)) : loose;
}
