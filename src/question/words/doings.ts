import { onlyOf } from '#base';
import { lastNounOf, nounsOf, statedColumns, type Table } from '../tables/tables';
import { isDone, verbBase } from '../text/verbForms';
import { stemsOf } from '../text/words';
import { type Kind, type Meaning, says, type Term, takenFor } from './meaning';
import { headNouns } from './rowNouns';
import { verbOf } from './verbs';

/** Words that ask for an answer at the head of a question, and say what somebody did behind "did". */
const COMMANDS = /^(?:pick|return|keep)s?$/i;

/**
 * "how many did each courier return": what was done, and no command to return something. "per show", of a table of shows: a
 * row, and no command either. "did we walk": no part of the name “Ridge Walk”.
 */
export function withDoings(terms: readonly Term[], table: Table): readonly Term[] {
  const nouns = headNouns(table);
  return terms.map((term, index) => {
    const [meaning] = term.meanings;
    const isCommand = meaning?.kind === 'list';
    if (isCommand && isNoun(terms, index, nouns)) return takenFor(term, { kind: 'row' });
    const isDoing = isCommand ? COMMANDS.test(term.text) : meaning?.kind === 'value' && meaning.isPart;
    if (!isDoing || !(isCommand ? isBehindDid(terms, index) : isWhatTheyDid(terms, index))) return term;
    return { ...term, meanings: [{ kind: 'verb', says: verbOf(term.text) ?? {} }] };
  });
}

function isNoun(terms: readonly Term[], index: number, nouns: ReadonlySet<string>): boolean {
  if (!nouns.has(stemsOf(terms[index]?.text ?? '').join(' '))) return false;
  const before = terms[index - 1];
  const kind = before?.meanings[0]?.kind ?? 'stop';
  const isIntroduced = ['by', 'rank', 'adjective', 'frequent', 'which', 'function'].includes(kind);
  return isIntroduced || /^(?:an?|the|this|each|every)$/i.test(before?.text ?? '');
}

/** "did we walk", "does she run": the verb stands behind its subject. */
function isWhatTheyDid(terms: readonly Term[], index: number): boolean {
  const isSubject = says(terms[index - 1], /^(?:i|we|you|they|he|she)$/i);
  return isSubject && terms.slice(0, index).some(({ text }) => /(?:^|\s)(?:do|does|did)$/i.test(text));
}

/** "did each courier return", with a doer between. */
function isBehindDid(terms: readonly Term[], index: number): boolean {
  const did = terms.findLastIndex(({ text }, at) => at < index && /^(?:do|does|did)$/i.test(text));
  return did >= 0 && did < index - 1;
}

/** What somebody does who has a row of such a table: whoever has a loan has borrowed. */
const ROW_VERBS: readonly (readonly [string, RegExp])[] = [
  ['loan', /^(?:borrow(?:s|ed)?|lend|lent)$/i],
  ['appointment visit consultation', /^(?:see|sees|saw|seen|visit(?:s|ed)?)$/i],
  ['stay booking reservation', /^(?:stay(?:s|ed)?)$/i],
  ['flight trip journey', /^(?:fly|flies|flew|flown|travel(?:s|led|ed)?)$/i],
  ['race run result', /^(?:race[sd]?|run|runs|ran)$/i],
  ['hour timesheet worklog shift', /^(?:work(?:s|ed)?)$/i],
];

/** Whether a verb says no more than that there is a row of the table. */
export function makesRows(text: string, table: Table): boolean {
  const last = lastNounOf(table);
  const nouns = new Set([...nounsOf(table), ...headNouns(table), ...(last === null ? [] : [last])]);
  return ROW_VERBS.some(([said, verb]) => verb.test(text) && said.split(' ').some((noun) => nouns.has(noun)));
}

/** "who borrowed the most books", where each row is a loan and has a book: so many rows, whichever books they are. */
export function withDoneThings(terms: readonly Term[], table: Table): readonly Term[] {
  if (!terms.some(({ text }) => makesRows(text, table))) return terms;
  return terms.map((term, index) => {
    const isRanked = says(terms[index - 1], /^(?:most|fewest|least)$/i);
    const isThing = term.meanings.every((one) => one.kind === 'column' && one.column.type === 'text');
    if (!isRanked || !isThing || !term.plural) return term;
    return { ...term, meanings: [{ kind: 'row' }], note: `each row counts as one of the ${term.text}` };
  });
}

/** What a verb may be taken for before its value is thought of: "loses" for a decline, "return" for a command. */
const GIVING_WAY = new Set<Kind>(['unknown', 'growth', 'verb']);

/** "how many did each courier return", where cells of one column say “Returned” and no head has that verb. */
export function withDoneValues(terms: readonly Term[], table: Table): readonly Term[] {
  return terms.map((term, index) => {
    const kind = term.meanings[0]?.kind;
    if (kind === undefined || !GIVING_WAY.has(kind) || isDone(term.text) || !hasDoer(terms, index))
      return term;
    const value = doneValue(term.text, table);
    return value === null
      ? term
      : { ...term, meanings: [value], note: `“${term.text}” is read as “${value.values[0]}”` };
  });
}

function doneValue(verb: string, table: Table): Extract<Meaning, { kind: 'value' }> | null {
  const base = verbBase(singular(verb.toLowerCase()));
  const columns = statedColumns(table);
  if (columns.some(({ stems }) => stems.some((stem) => verbBase(stem) === base))) return null;
  const found = columns.flatMap((column) =>
    column.type !== 'text'
      ? []
      : column.values.flatMap((value) =>
          isDone(value) && verbBase(value.trim().toLowerCase()) === base ? [{ column, value }] : [],
        ),
  );
  const only = onlyOf(found);
  if (!only) return null;
  return { kind: 'value', column: only.column, values: [only.value], written: false, isPart: false };
}

/** "loses" is a form of "lose". */
function singular(verb: string): string {
  return verb.endsWith('s') && !verb.endsWith('ss') ? verb.slice(0, -1) : verb;
}

/** Whether somebody does it: "did each courier return", "which courier loses". */
function hasDoer(terms: readonly Term[], index: number): boolean {
  return terms
    .slice(0, index)
    .some(({ text, meanings }) => /^(?:do|does|did)$/i.test(text) || meanings[0]?.kind === 'which');
}
