import { type Column, isUnique, type Table } from '../tables/tables';
import { stemsOf, wordSet } from '../text/words';
import { columnsFor, namesPersons } from './lexicon';
import { type Kind, STOP, says, type Term, takenFor, UNKNOWN } from './meaning';
import { verbOf } from './verbs';

/** How the values of a column may be said: whole, or by a word that no other kind of value has. */
interface SaidValue {
  readonly stems: readonly string[];
  readonly values: readonly string[];
  readonly isPart: boolean;
}

/** A column of more values names things, and any word of one of their names says too little. */
const MOST_KINDS = 30;
/** Words of a value that mean nothing by themselves. */
const SMALL_WORDS = wordSet('the and for with from not a of in on no to by or at');

const DAYS = new Set(['date', 'timestamp']);

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
  // A year of what could be read as days is no name that some of them have.
  if (values.length < 2 || column.readable.some(({ type }) => DAYS.has(type))) return whole;
  const parts = new Map<string, string[]>();
  for (const said of whole) {
    for (const stem of new Set(partsOf(said, column)))
      if (stem.length > 2 && !SMALL_WORDS.has(stem))
        parts.set(stem, [...(parts.get(stem) ?? []), ...said.values]);
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

/**
 * "home goals of the Rangers", who are home teams and away teams: a word of the head that is named says which. "who reports to
 * Ann", who has a row and is a manager: the verb says which.
 */
export function besideNamed(terms: readonly Term[]): readonly Term[] {
  const named = terms.flatMap(({ meanings: [one] }) =>
    one?.kind === 'column' && one.exact ? [one.column] : [],
  );
  return terms.map((term, index) => {
    const values = term.meanings.filter((one) => one.kind === 'value');
    if (values.length < 2 || values.length < term.meanings.length) return term;
    const fitting = values.filter(
      ({ column }) =>
        isDoneTo(terms[index - 1], column) ||
        named.some((one) => one !== column && one.stems.some((stem) => column.stems.includes(stem))),
    );
    return fitting.length === 1 ? { ...term, meanings: fitting } : term;
  });
}

/** "average gift", "gifts in March", of “Gift Aid” with yes and no: a thing, and not whether there is any of the other. */
export function withoutFlags(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) => {
    const isFlag = term.meanings.every(
      (one) => one.kind === 'column' && !one.exact && one.column.type === 'boolean',
    );
    if (!isFlag) return term;
    const before = terms[index - 1]?.meanings[0];
    const isOne = before?.kind === 'function' ? before.function !== 'count' : before?.kind === 'rank';
    const areMany = term.plural && (index === 0 || before?.kind === 'function' || before?.kind === 'list');
    return isOne || areMany ? takenFor(term, UNKNOWN) : term;
  });
}

function isDoneTo(before: Term | undefined, { stems }: Column): boolean {
  const who = before?.meanings[0]?.kind === 'verb' ? verbOf(before.text)?.who : undefined;
  return who !== undefined && stemsOf(who).some((stem) => stems.includes(stem));
}

/** "payment date", of “Amt paid” and “Paid on”: the one that is a date. */
export function withDatesBeside(terms: readonly Term[]): readonly Term[] {
  return terms.map((term, index) => {
    if (/^(?:date|day)$/i.test(term.text) && datesAt(terms, index - 1).length === 1)
      return takenFor(term, STOP);
    const isDate = says(terms[index + 1], /^(?:date|day)$/i);
    const dates = isDate ? datesAt(terms, index) : [];
    return dates.length === 1 ? { ...term, meanings: dates } : term;
  });
}

/** The columns of dates among several that a term may name. */
function datesAt(terms: readonly Term[], index: number): Term['meanings'] {
  const meanings = terms[index]?.meanings ?? [];
  const columns = meanings.filter((one) => one.kind === 'column');
  if (columns.length < 2 || columns.length < meanings.length) return [];
  return columns.filter(({ column }) => column.type === 'date');
}

const NONE =
  /^(?:no|without|without any|with no|(?:had|has|have|got|having|that have|that has|which have|which has) no)$/i;

/** "which beds had no lettuce": those that never had, where a bed has several rows; others than lettuce every bed has. */
export function withNever(terms: readonly Term[], table: Table): readonly Term[] {
  if (!asksForGroups(terms, table) || terms.some(measures)) return terms;
  return terms.map((term, index) => {
    const next = terms[index + 1]?.meanings[0];
    const isOfValue = NONE.test(term.text) && next?.kind === 'value' && next.column.derived === undefined;
    return isOfValue ? takenFor(term, { kind: 'never' }) : term;
  });
}

/** "which types have more than 2 machines without lathe": what is counted leaves some out. */
function measures({ meanings: [meaning] }: Term): boolean {
  return MEASURING.has(meaning?.kind ?? 'stop');
}

const MEASURING = new Set<Kind>([
  'compare',
  'orCompare',
  'between',
  'rank',
  'adjective',
  'frequent',
  'function',
  'times',
]);

function asksForGroups(terms: readonly Term[], table: Table): boolean {
  return terms.some(({ text, meanings }, index) => {
    if (meanings[0]?.kind !== 'which') return false;
    if (/^who$/i.test(text)) return columnsFor('person', table).some((column) => !isUnique(column, table));
    const asked = terms[index + 1]?.meanings ?? [];
    return asked.some((one) => one.kind === 'column' && !isUnique(one.column, table));
  });
}
