import type { Column, Table } from '../tables/tables';
import { isDone } from '../text/verbForms';
import { stemsOf, wordSet } from '../text/words';
import { isMoney, namesPersons } from './lexicon';
import { type Asked, columnsOf, isStop, type Meaning, says, type Term, takenFor } from './meaning';
import { headNouns } from './rowNouns';
import { verbOf } from './verbs';

/** Verbs that say no more than the noun beside them: "how many visits did she make". */
const LIGHT = /^(?:make|made|do|did|have|take|place|get)$/i;
/** What is done to rows and makes them: "matches were played". */
const HELD = /^(?:made|played|taken|booked|placed|held|recorded)$/i;
/** Whoever has a row has come. */
const COMING =
  /^(?:comes?|came|attend(?:s|ed)?|turn(?:ed)? up|show(?:ed)? up|(?:takes?|took|taken) part|participated?)$/i;
/** Heads of columns that say whether somebody did. */
const PRESENCE = wordSet('attended attendance present presence came showed participated participation');
const MOST = /^(?:most|least)$/i;
const TIMES = new Set(['month', 'quarter', 'date', 'first']);

/** Whether a verb that names no column says no more than that there are such rows: "how many visits did she make". */
export function isEmptyVerb(
  { text }: Term,
  index: number,
  terms: readonly Term[],
  table: Table,
  asked: Asked | null,
  isFree: boolean,
): boolean {
  const isLight =
    (LIGHT.test(text) && isBehindDid(terms, index)) || (HELD.test(text) && isBehindWas(terms, index));
  if (isLight && namesRows(terms, table)) return true;
  const saysWhether = table.columns.some(({ stems }) => stems.some((stem) => PRESENCE.has(stem)));
  return COMING.test(text) && isFree && !saysWhether && asked !== 'when' && asked !== 'where';
}

/** "the most borrowed title": counted, where the verb itself names no column. */
export function countedDoings(
  terms: readonly Term[],
  resolve: (term: Term, index: number) => Term,
): readonly Term[] {
  const read = terms.map(resolve);
  return read.map((term, index) => {
    const rank = MOST.test(term.text) ? term.meanings.find((meaning) => meaning.kind === 'rank') : undefined;
    const next = read[index + 1];
    const isDoing = terms[index + 1]?.meanings[0]?.kind === 'verb' && isStop(next);
    const isOfDoings =
      (index === read.length - 1 && isBehindRowVerb(terms, read, index)) ||
      isDoneThing(terms, index + 1) ||
      (isDoing && isDone(next?.text ?? ''));
    if (rank && isOfDoings) return takenFor(term, { kind: 'frequent', order: rank.order });
    if (isDoneThing(terms, index) && says(terms[index - 1], MOST)) return takenFor(term, doneIn(term));
    return term;
  });
}

/** "the most played opening", of a date “Played on”: what is done stands before the thing that it is done to, and asks for no date. */
function isDoneThing(terms: readonly Term[], index: number): boolean {
  const { text = '', meanings = [] } = terms[index] ?? {};
  const isDate = meanings.every((one) => one.kind === 'column' && !one.exact && one.column.type === 'date');
  const thing = terms[index + 1]?.meanings ?? [];
  return (
    isDate &&
    meanings.length > 0 &&
    isDone(text) &&
    thing.some((one) => one.kind === 'column' && one.column.type === 'text')
  );
}

/** Where some rows have no such date it says which rows are counted. */
function doneIn({ meanings }: Term): Meaning {
  const [meaning] = meanings;
  return meaning?.kind === 'column' && meaning.column.empty > 0
    ? { kind: 'filled', column: meaning.column }
    : { kind: 'stop', noun: true };
}

/** "who flies the least": how often, where each row is a flight and nothing else is measured. */
function isBehindRowVerb(terms: readonly Term[], read: readonly Term[], index: number): boolean {
  const before = says(terms[index - 1], /^the$/i) ? index - 2 : index - 1;
  const isVerb = terms[before]?.meanings[0]?.kind === 'verb' && read[before]?.meanings[0]?.kind === 'stop';
  return isVerb && !read.some((term) => columnsOf(term).some(({ type }) => type === 'number'));
}

/** "how many visits", "the longest visit": a noun, though the word is a verb as well. */
export function isThing(terms: readonly Term[], index: number, table: Table): boolean {
  if (!headNouns(table).has(stemsOf(terms[index]?.text ?? '').join(' '))) return false;
  const before = terms[index - 1];
  const kind = before?.meanings[0]?.kind ?? 'stop';
  const isIntroduced =
    kind === 'rank' || kind === 'adjective' || kind === 'frequent' || kind === 'by' || kind === 'first';
  return (
    terms[index]?.plural === true || isIntroduced || /^(?:an?|the|which|what|this)$/i.test(before?.text ?? '')
  );
}

/**
 * Every row has been worked, borrowed, admitted: that it was done says nothing where neither when nor by whom is asked. "which
 * doctor treated Ida": who it was is asked for already.
 */
export function saysNothingNew(
  term: Term,
  terms: readonly Term[],
  column: Column,
  asked: Asked | null,
): boolean {
  // "how many people report to each manager"
  const isGroup = terms.some(
    (other, index) => terms[index - 1]?.meanings[0]?.kind === 'by' && namesColumn(other, column),
  );
  if (isGroup && column.type === 'text') return true;
  if (column.empty > 0) return false;
  if (column.type === 'date') return asked !== 'when' && !timed(terms);
  // "how many kilometres did the Golf drive" asks for no driver.
  const asksHowMuch = asked === null && verbOf(term.text)?.amount !== undefined;
  if (column.type !== 'text' || asked === 'who' || asksHowMuch) return false;
  const isAsked = terms.some((other) => other !== term && namesColumn(other, column));
  return isAsked || !namesPersons(column) ? isAsked : term.meanings[0]?.kind === 'verb' && asked !== 'where';
}

function isBehindDid(terms: readonly Term[], index: number): boolean {
  return terms.slice(0, index).some(({ text }) => /^(?:do|does|did|has|have)$/i.test(text));
}

function isBehindWas(terms: readonly Term[], index: number): boolean {
  return says(terms[index - 1], /^(?:is|are|was|were|been)$/i);
}

function namesRows(terms: readonly Term[], table: Table): boolean {
  const nouns = headNouns(table);
  return terms.some(
    ({ meanings, text }) =>
      meanings.some(({ kind }) => kind === 'row' || kind === 'table') || nouns.has(stemsOf(text).join(' ')),
  );
}

export function comparesAmounts({ meanings, text }: Term): boolean {
  return meanings.some(({ kind }) => kind === 'more' || kind === 'compare') && /^(?:more|less)\b/i.test(text);
}

export function namesMoney(term: Term): boolean {
  return columnsOf(term).some(isMoney);
}

/** "how many hours did Ann work", where each row has a "Work date". */
export function isDoneAlways(terms: readonly Term[], index: number, asked: Asked | null): boolean {
  const { meanings = [], text = '' } = terms[index] ?? {};
  const isPartOfDate = (one: Meaning) =>
    one.kind === 'column' && !one.exact && one.column.type === 'date' && one.column.empty === 0;
  const isVerbHere =
    (verbOf(text) !== null && isBehindDid(terms, index)) ||
    // "openings that were played more than 10 times"
    (isDone(text) && isBehindWas(terms, index) && !timed(terms));
  return isVerbHere && asked !== 'when' && meanings.length > 0 && meanings.every(isPartOfDate);
}

/** Whether a time is named, which some column of dates has to have. */
export function timed(terms: readonly Term[]): boolean {
  return terms.some(({ meanings: [meaning], text }) => {
    const isYear = meaning?.kind === 'number' && /^(?:19|20)\d\d$/.test(text);
    return (
      isYear ||
      TIMES.has(meaning?.kind ?? '') ||
      /^(?:last|latest|longest|newest|earliest|most recent(?:ly)?)$/i.test(text)
    );
  });
}

export function namesColumn(term: Term, column: Column): boolean {
  return columnsOf(term).includes(column);
}
