import { onlyOf } from '#base';
import { numbersThings } from '../tables/column';
import {
  type Column,
  DEALS,
  isKey,
  nounsOf,
  periodColumn,
  recordsDeals,
  type Table,
  timesOf,
} from '../tables/tables';
import { isPlural, stemOf, stemsOf, type Token, textOf } from '../text/words';
import { withDoings, withDoneThings, withDoneValues } from './doings';
import { withRates } from './figures';
import { asidesOf, partsOf } from './heads';
import { dueAndDone, withLateRows } from './howLong';
import { CONCEPTS, columnsFor, GIVEN_UP, signedMoney } from './lexicon';
import { columnMeant, type Kind, literalOf, type Meaning, type Phrase, type Term } from './meaning';
import { withMoneyIn } from './moneyIn';
import { hoursOfDay, withoutLengths } from './periods';
import { KEYWORDS } from './phrases';
import { withWinners } from './qualities';
import { resolveConcepts } from './resolveConcepts';
import { resolveVerbs } from './resolveVerbs';
import { headNouns, isNext, meansPersons, rowNouns } from './rowNouns';
import { UNITS } from './units';
import { nearestTo } from './unknownWords';
import { withUsedAndPaid } from './usedAndPaid';
import { besideNamed, saidValues, withDatesBeside, withNever, withoutFlags } from './values';

/** Reads a question against one table: at every place the longest phrase that is known, of those the surest. */
export function termsOf(tokens: readonly Token[], table: Table): readonly Term[] {
  const phrases = phrasesOf(table);
  const terms: Term[] = [];
  for (let index = 0; index < tokens.length; ) {
    const found = longestAt(tokens, index, phrases, table);
    const length = Math.max(1, found[0]?.stems.length ?? 1);
    const stretch = tokens.slice(index, index + length);
    const meanings = asRows(surest(found, stretch, index === 0), stretch, table);
    const text = textOf(stretch);
    const plural = isPlural(stretch.at(-1));
    if (meanings.length > 0)
      terms.push({
        meanings: withLiteral(meanings, stretch),
        text,
        plural,
        ...repeated(found, meanings, text),
      });
    else
      terms.push(nearestTo(stretch[0], text, plural, phrases, table, (stem) => meant(stem, phrases, table)));
    index += length;
  }
  const done = withDoneValues(withDoings(terms, table), table);
  const negated = withNever(withUsedAndPaid(withoutFlags(done), table), table);
  const narrowed = withDatesBeside(withoutLengths(besideNamed(withMoneyIn(negated, table))));
  const resolved = resolveConcepts(resolveVerbs(narrowed, table), table);
  return withWinners(withRates(withLateRows(withDoneThings(resolved, table), table)), table);
}

/** "responses" of which some are there twice: each row counts, unless the question says once. */
function repeated(found: readonly Phrase[], meanings: readonly Meaning[], text: string): Pick<Term, 'note'> {
  if (meanings[0]?.kind !== 'row') return {};
  const [repeats] = found.flatMap(({ meaning }) =>
    meaning.kind === 'column' && meaning.column.repeats > 0 ? [meaning.column.repeats] : [],
  );
  return repeats === undefined ? {} : { note: `${repeats} rows repeat one of the other ${text}` };
}

/** What one known word means by itself. */
function meant(
  stem: string,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  table: Table,
): readonly Meaning[] {
  const token: Token = { kind: 'word', text: stem, stem };
  return asRows(surest(longestAt([token], 0, phrases, table), [token], true), [token], table);
}

/** What phrases of the language stand for here: "hour" and "date" are spans of time as well, and a table may have no such column. */
function conceptsAt(first: string, table: Table): readonly Phrase[] {
  return (CONCEPTS.get(first) ?? [])
    .filter(({ concept }) => !GIVEN_UP.has(concept) || columnsFor(concept, table).length > 0)
    .map(({ stems, concept }) => ({ stems, meaning: { kind: 'concept', concept } }));
}

function longestAt(
  tokens: readonly Token[],
  index: number,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  table: Table,
): readonly Phrase[] {
  const token = tokens[index];
  if (token === undefined || token.kind === 'quoted') return [];
  const first = stemOf(token);
  const keywords = (KEYWORDS.get(first) ?? [])
    .filter(({ keyword }) => keyword.kind !== 'flow' || signedMoney(table) !== null)
    // "with breakfast and more than two nights"
    .filter(({ stems, keyword }) => keyword.kind !== 'orCompare' || !isThan(tokens[index + stems.length]))
    .filter(({ keyword }) => keyword.kind !== 'late' || dueAndDone(table) !== null)
    // Where no row is a sale, "bought" says what a column says.
    .filter(({ keyword }) => keyword.kind !== 'trade' || recordsDeals(table) || signedMoney(table) !== null)
    // "the account" says nothing at a bank, and names a column where there is one.
    .filter(({ stems, keyword }) => keyword.kind !== 'stop' || !endsInHead(stems, phrases))
    // "orders by month" is no "order by".
    .filter(({ keyword }) => keyword.kind !== 'sort' || !isPlural(token))
    .map(({ stems, keyword }): Phrase => ({ stems, meaning: keyword }));
  const fitting = [...keywords, ...(phrases.get(first) ?? []), ...conceptsAt(first, table)].filter(
    ({ stems }) =>
      stems.every((stem, at) => {
        const here = tokens[index + at];
        return here !== undefined && here.kind !== 'quoted' && stemOf(here) === stem;
      }),
  );
  const longest = Math.max(0, ...fitting.map(({ stems }) => stems.length));
  return fitting.filter(({ stems }) => stems.length === longest);
}

function endsInHead(stems: readonly string[], phrases: ReadonlyMap<string, readonly Phrase[]>): boolean {
  const last = phrases.get(stems.at(-1) ?? '') ?? [];
  return stems.length > 1 && last.some((one) => one.stems.length === 1 && one.meaning.kind === 'column');
}

function isThan(token: Token | undefined): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === 'than';
}

function surest(found: readonly Phrase[], stretch: readonly Token[], atStart: boolean): readonly Meaning[] {
  const text = textOf(stretch);
  // "lost" is a value of a table of deals before it is a decline, "ordered" a state before it is a trade.
  const values = found.filter(
    ({ meaning }) => meaning.kind === 'value' && meaning.column.derived === undefined,
  );
  const usable = values.length === 0 ? found : found.filter(({ meaning }) => !givesWay(meaning, values));
  const sure = usable.map(({ meaning }) => ({ meaning: meantBy(meaning, text, atStart), weight: 0 }));
  const weighed = sure.map(({ meaning }) => ({ meaning, weight: weightOf(meaning) }));
  const most = Math.max(0, ...weighed.map(({ weight }) => weight));
  return weighed.filter(({ weight }) => weight === most).map(({ meaning }) => meaning);
}

/** "January" is a value where the table has a column for it. */
function givesWay({ kind }: Meaning, values: readonly Phrase[]): boolean {
  const isHead = values.some(
    ({ meaning }) => meaning.kind === 'value' && meaning.column.spoken !== undefined,
  );
  return GIVING_WAY.has(kind) || (isHead && (kind === 'month' || kind === 'quarter'));
}

/** Verbs that say something of their own only where the table has no value of that word. */
const GIVING_WAY = new Set<Kind>(['growth', 'trade', 'sort', 'sign', 'beyond', 'late']);

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
    (meaning) => meaning.kind === 'value' && time && meaning.column.derived?.from === time.name,
  );
  if (others.length === 0 && ofTime.length === 1 && meanings.every(isOfPeriod)) return ofTime;
  const columns = meanings.flatMap((meaning) => (meaning.kind === 'column' ? [meaning.column] : []));
  if (columns.length === 0 || columns.length < meanings.length) return meanings;
  const isExact = meanings.some((meaning) => meaning.kind === 'column' && meaning.exact);
  const namesRows = columns[isExact ? 'every' : 'some'](
    (column) =>
      (column.identifies && !isNext(column)) ||
      (column.repeats > 0 && column.stems.length === 1) ||
      (numbersThings(column) && isKey(column, table)),
  );
  if (isPlural(stretch.at(-1)) && namesRows) return [{ kind: 'row' }];
  if (!time || others.length > 0 || columns.length < 2) return meanings;
  const periods = meanings.filter(
    (meaning) =>
      meaning.kind === 'column' &&
      meaning.column.derived?.period &&
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
    case 'concept':
      return 3.6;
    case 'open':
      return 2.6;
    case 'flow':
      return 3.7;
    case 'verb':
      return 3.1;
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
  const isLiteral = token?.kind === 'number' || token?.kind === 'clock';
  return stretch.length === 1 && isLiteral ? [...meanings, literalOf(token)] : meanings;
}

function phrasesOf(table: Table): ReadonlyMap<string, readonly Phrase[]> {
  const index = new Map<string, Phrase[]>();
  const add = (stems: readonly string[], meaning: Meaning) => {
    const [first] = stems;
    if (first === undefined) return;
    const list = index.get(first);
    if (list) list.push({ stems, meaning });
    else index.set(first, [{ stems, meaning }]);
  };
  for (const name of new Set([table.name, table.document]))
    if (!namesItsLengths(name, table)) add(nounsOf({ name }), { kind: 'table' });
  if (recordsDeals(table)) for (const noun of DEALS) add([noun], { kind: 'row' });
  for (const noun of rowNouns(table))
    add(stemsOf(noun), meansPersons(noun) ? { kind: 'concept', concept: 'person' } : { kind: 'row' });
  const ofRows = headNouns(table);
  for (const noun of ofRows) add([noun], { kind: 'row' });
  const nouns = new Set([...ofRows, ...rowNouns(table)]);
  for (const column of table.columns) addColumn(column, nouns, add);
  for (const [units, words] of UNITS) for (const word of words) add([word], { kind: 'unit', units });
  return index;
}

/** A table of hours is called by what the one column of lengths counts: “Time spent”, of `hours`. */
function namesItsLengths(name: string, table: Table): boolean {
  const only = onlyOf(nounsOf({ name }));
  return only === 'hour' && columnsFor('duration', table).length === 1;
}

function addColumn(
  column: Column,
  ofRows: ReadonlySet<string>,
  add: (stems: readonly string[], meaning: Meaning) => void,
): void {
  add(column.stems, { kind: 'column', column, exact: true });
  // "member number", of “Member No”.
  if (column.stems.length > 1 && /^(?:no|nr|num)$/.test(column.stems.at(-1) ?? ''))
    add([...column.stems.slice(0, -1), 'number'], { kind: 'column', column, exact: true });
  // "rain mm", of a head that is called "rain" as well.
  const whole = stemsOf(column.name);
  if (column.unit !== '' && whole.length > column.stems.length)
    add(whole, { kind: 'column', column, exact: true });
  for (const aside of asidesOf(column)) add(aside, columnMeant(column));
  if (column.stems.length > 1) add([column.stems.join('')], { kind: 'column', column, exact: true });
  for (const said of hoursOfDay(column)) add(stemsOf(said), columnMeant(column));
  for (const part of isNext(column) ? [] : partsOf(column.stems))
    if (!ofRows.has(part.join(' '))) add(part, columnMeant(column));
  for (const { stems, values, isPart } of saidValues(column)) {
    const meaning: Meaning = { kind: 'value', column, values, written: false, isPart };
    add(stems, meaning);
    if (stems.length > 1 && !isPart) add([stems.join('')], meaning);
  }
}
