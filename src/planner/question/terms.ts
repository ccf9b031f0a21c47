import { DEALS, recordsDeals } from './deals';
import type { Keyword } from './keyword';
import { KEYWORDS } from './keywords';
import { saidValues } from './saidValues';
import { type Column, periodColumn, type Table, timesOf } from './tables';
import { UNITS } from './units';
import { isPlural, stemOf, stemsOf, type Token } from './words';

/** What a stretch of a question means. */
export type Meaning =
  | Keyword
  | { readonly kind: 'column'; readonly column: Column; readonly exact: boolean }
  | {
      readonly kind: 'value';
      readonly column: Column;
      /** All that the word may mean: "closed" is Closed Won and Closed Lost. */
      readonly values: readonly string[];
      readonly written: boolean;
      /** A word of a value and not the whole of it. */
      readonly isPart: boolean;
    }
  | { readonly kind: 'unit'; readonly units: readonly string[] }
  | { readonly kind: 'table' }
  | { readonly kind: 'number'; readonly value: number; readonly percent: boolean }
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'unknown' };

export type Kind = Meaning['kind'];
export type MeaningOf<K extends Kind> = Extract<Meaning, { kind: K }>;

/** One stretch of a question, with its meaning; several only where names or values of columns are equally good. */
export interface Term {
  readonly meanings: readonly Meaning[];
  readonly text: string;
  readonly plural: boolean;
}

interface Phrase {
  readonly stems: readonly string[];
  readonly meaning: Meaning;
}

/** Words that join a name's words, and never stand for a column by themselves. */
const JOINTS = new Set('of per by in to and or the a for on at with from'.split(' '));

/** Reads a question against one table: at every place the longest phrase that is known, of those the surest. */
export function termsOf(tokens: readonly Token[], table: Table): readonly Term[] {
  const phrases = phrasesOf(table);
  const terms: Term[] = [];
  for (let index = 0; index < tokens.length; ) {
    const found = longestAt(tokens, index, phrases);
    const length = Math.max(1, found[0]?.stems.length ?? 1);
    const stretch = tokens.slice(index, index + length);
    const meanings = asRows(surest(found, stretch, index === 0), stretch, table);
    terms.push({
      meanings: meanings.length > 0 ? withLiteral(meanings, stretch) : [literalOf(stretch[0])],
      text: stretch.map(({ text }) => text).join(' '),
      plural: isPlural(stretch.at(-1)),
    });
    index += length;
  }
  return terms;
}

function longestAt(
  tokens: readonly Token[],
  index: number,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): readonly Phrase[] {
  const token = tokens[index];
  if (token === undefined || token.kind === 'quoted') return [];
  const first = stemOf(token);
  const keywords = (KEYWORDS.get(first) ?? [])
    // "orders by month" is no "order by".
    .filter(({ keyword }) => keyword.kind !== 'sort' || !isPlural(token))
    .map(({ stems, keyword }) => ({ stems, meaning: keyword }));
  const fitting = [...keywords, ...(phrases.get(first) ?? [])].filter(({ stems }) =>
    stems.every((stem, at) => {
      const here = tokens[index + at];
      return here !== undefined && here.kind !== 'quoted' && stemOf(here) === stem;
    }),
  );
  const longest = Math.max(0, ...fitting.map(({ stems }) => stems.length));
  return fitting.filter(({ stems }) => stems.length === longest);
}

function surest(found: readonly Phrase[], stretch: readonly Token[], atStart: boolean): readonly Meaning[] {
  const text = stretch.map((token) => token.text).join(' ');
  const sure = found.map(({ meaning }) => ({ meaning: meantBy(meaning, text, atStart), weight: 0 }));
  const weighed = sure.map(({ meaning }) => ({ meaning, weight: weightOf(meaning) }));
  const most = Math.max(0, ...weighed.map(({ weight }) => weight));
  return weighed.filter(({ weight }) => weight === most).map(({ meaning }) => meaning);
}

/** A value in the very letters of the table, capitals in the middle of a sentence, is surely that value. */
function meantBy(meaning: Meaning, text: string, atStart: boolean): Meaning {
  if (meaning.kind !== 'value') return meaning;
  const [value = ''] = meaning.values;
  const same = !meaning.isPart && (stemsOf(value).length > 1 || value === text);
  return { ...meaning, written: same && !(atStart && /^\p{Lu}/u.test(text)) && /[\p{Lu}\p{N}]/u.test(text) };
}

function isOfPeriod(meaning: Meaning): boolean {
  return meaning.kind === 'value' && meaning.column.derived !== undefined;
}

/**
 * The plural of a column in which every row has a name of its own means the rows: "tickets by priority". Of the same
 * period of several dates, that of the date in which a row begins is meant.
 */
function asRows(meanings: readonly Meaning[], stretch: readonly Token[], table: Table): readonly Meaning[] {
  const [time, ...others] = timesOf(table);
  const ofTime = meanings.filter(
    (meaning) =>
      meaning.kind === 'value' &&
      meaning.column.derived !== undefined &&
      'from' in meaning.column.derived &&
      meaning.column.derived.from === time?.name,
  );
  if (others.length === 0 && ofTime.length === 1 && meanings.every(isOfPeriod)) return ofTime;
  const columns = meanings.flatMap((meaning) => (meaning.kind === 'column' ? [meaning.column] : []));
  if (columns.length === 0 || columns.length < meanings.length) return meanings;
  const isExact = meanings.some((meaning) => meaning.kind === 'column' && meaning.exact);
  const namesRows = columns[isExact ? 'every' : 'some'](({ identifies }) => identifies);
  if (isPlural(stretch.at(-1)) && namesRows) return [{ kind: 'row' }];
  if (!time || others.length > 0 || columns.length < 2) return meanings;
  const periods = meanings.filter(
    (meaning) =>
      meaning.kind === 'column' &&
      meaning.column.derived !== undefined &&
      'period' in meaning.column.derived &&
      periodColumn(table, time, meaning.column.derived.period) === meaning.column,
  );
  return columns.every(({ derived }) => derived) && periods.length === 1 ? periods : meanings;
}

function weightOf(meaning: Meaning): number {
  switch (meaning.kind) {
    case 'column':
      return meaning.column.derived ? 3.5 : meaning.exact ? 9 : 4;
    case 'value':
      return meaning.isPart ? 3.2 : meaning.written ? 8 : 6;
    case 'table':
      return 5;
    case 'unit':
      return 4.5;
    case 'row':
    case 'period':
      return 3;
    case 'stop':
      return meaning.noun ? 2 : 7;
    default:
      return 7;
  }
}

function withLiteral(meanings: readonly Meaning[], stretch: readonly Token[]): readonly Meaning[] {
  const [token] = stretch;
  return stretch.length === 1 && token?.kind === 'number' ? [...meanings, literalOf(token)] : meanings;
}

function literalOf(token: Token | undefined): Meaning {
  if (token?.kind === 'number') return { kind: 'number', value: token.value, percent: token.percent };
  if (token?.kind === 'date') return { kind: 'date', text: token.text };
  if (token?.kind === 'quoted') return { kind: 'quoted', text: token.text };
  return { kind: 'unknown' };
}

function phrasesOf(table: Table): ReadonlyMap<string, readonly Phrase[]> {
  const index = new Map<string, Phrase[]>();
  const add = (stems: readonly string[], meaning: Meaning) => {
    const [first] = stems;
    if (first !== undefined) index.set(first, [...(index.get(first) ?? []), { stems, meaning }]);
  };
  for (const name of new Set([table.name, table.document])) {
    add(stemsOf(name.replace(/\.\w{2,4}$/, '')), { kind: 'table' });
  }
  if (recordsDeals(table)) for (const noun of DEALS) add([noun], { kind: 'row' });
  for (const column of table.columns) {
    add(column.stems, { kind: 'column', column, exact: true });
    if (column.stems.length > 1) add([column.stems.join('')], { kind: 'column', column, exact: true });
    for (const part of partsOf(column.stems)) add(part, { kind: 'column', column, exact: false });
    for (const { stems, values, isPart } of saidValues(column)) {
      add(stems, { kind: 'value', column, values, written: false, isPart });
    }
  }
  for (const [units, words] of UNITS) for (const word of words) add([word], { kind: 'unit', units });
  return index;
}

/** Every stretch of a name's words that is not the whole name and holds no joint. */
function partsOf(stems: readonly string[]): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  for (let start = 0; start < stems.length; start++) {
    for (let end = start + 1; end <= stems.length; end++) {
      const part = stems.slice(start, end);
      if (part.length < stems.length && !part.some((stem) => JOINTS.has(stem))) parts.push(part);
    }
  }
  return parts;
}
