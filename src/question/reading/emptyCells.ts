import { onlyOf } from '#base';
import { eitherOf, type Filter, filterOf } from '../query/filter';
import { type Column, hasBlanks, isMeasure, isRate } from '../tables/tables';
import { readable } from '../text/names';
import { isDone, verbBase } from '../text/verbForms';
import { stemsOf } from '../text/words';
import { timed } from '../words/emptyVerbs';
import type { Kind } from '../words/meaning';
import { verbOf } from '../words/verbs';
import type { Sentence } from './sentence';

/** Reads what is there and what is not: "without a supplier", "with no ship date", "pace is blank", "not closed", "with a rating". */
export function readEmpty(sentence: Sentence, index: number): Filter | null {
  return (
    saidBefore(sentence, index) ??
    saidBehind(sentence, index) ??
    notYet(sentence, index) ??
    withAny(sentence, index) ??
    itDid(sentence, index) ??
    done(sentence, index)
  );
}

function saidBefore(sentence: Sentence, index: number): Filter | null {
  const said = sentence.at(index, 'empty');
  if (said?.stands !== 'before') return null;
  const place = sentence.next(index);
  const column = fillable(sentence, place);
  if (!column || !isNamed(sentence, place, column)) return null;
  sentence.claim(index, place);
  if (column.type === 'text' && sentence.says(place + 1, /^dates?$/i)) {
    sentence.problem(
      `“${column.name}” holds text such as “${column.values[0] ?? ''}”; read it as dates first`,
    );
  }
  const left = sentence.before(index, ['row', 'table']);
  // "ignore tickets without a rating" keeps those with one.
  if (!said.isFilled && sentence.at(left, 'not')) {
    sentence.claim(left);
    return filterOf(column, 'filled', null);
  }
  const behind = sentence.next(place);
  // "have no rating given" says it twice.
  if (sentence.at(behind, 'empty')?.stands === 'after') sentence.claim(behind);
  if (!said.isFilled && mayBeZero(column)) return noneOf(column, sentence.textAt(index));
  const no = said.isFilled ? null : sayingNo(column);
  if (no !== null) return filterOf(column, '=', no);
  return filterOf(column, said.isFilled ? 'filled' : 'empty', null);
}

/** A count or an amount of which a row may have none; a rating or a price of 0 is one. */
function mayBeZero(column: Column): boolean {
  return isMeasure(column) && !isRate(column) && !column.scale && Number(column.min) <= 0;
}

/** "no goals" is a 0, and an empty cell where there are such; "missing" is an empty cell alone. */
function noneOf(column: Column, said: string): Filter {
  const blank = filterOf(column, 'empty', null);
  if (/missing|lack|empty|blank/i.test(said)) return blank;
  const zero = filterOf(column, '=', 0);
  return column.empty === 0 ? zero : eitherOf(zero, blank);
}

/** "without a pension", where cells say yes or no: those that say no, and not those that say nothing. */
function sayingNo({ type, values }: Column): boolean | string | null {
  if (type === 'boolean') return false;
  if (!values.some((value) => /^(?:yes|y)$/i.test(value.trim()))) return null;
  return values.find((value) => /^(?:no|n)$/i.test(value.trim())) ?? null;
}

function saidBehind(sentence: Sentence, index: number): Filter | null {
  const said = sentence.at(index, 'empty');
  if (said?.stands !== 'after') return null;
  for (const place of [sentence.before(index), sentence.next(index)]) {
    const column = fillable(sentence, place);
    if (!column || !isNamed(sentence, place, column)) continue;
    const left = sentence.before(place);
    // "left the rating blank"
    if (sentence.at(left, 'leave')) sentence.claim(left);
    sentence.claim(index, place);
    // "which flat is empty": each row has one, and what is empty is said by another column.
    if (column.identifies && column.empty === 0 && sentence.read(sentence.before(place), 'which'))
      sentence.problem(`every row has a “${readable(column.name)}”; name the column that is empty`);
    // "owes nothing"
    if (sentence.says(index, /^nothing$/i) && mayBeZero(column)) return noneOf(column, '');
    return filterOf(column, said.isFilled ? 'filled' : 'empty', null);
  }
  return null;
}

/** "not closed", where a column says when each was: one without a date was not. */
function notYet(sentence: Sentence, index: number): Filter | null {
  if (!sentence.at(index, 'not') && !sentence.at(index, 'never')) return null;
  const place = sentence.next(index);
  const column = fillable(sentence, place);
  const isToDo = sentence.says(index, /\bto$/i);
  if (!column || !hasGaps(column)) return null;
  if (!isToDo && !isDone(sentence.textAt(place))) return null;
  if (goesOn(sentence, place)) return null;
  sentence.claim(index, place);
  return filterOf(column, 'empty', null);
}

/** "with a rating", "got a discount", "have remarks", and not "with a rating of 5" or "with the highest rating". */
function withAny(sentence: Sentence, index: number): Filter | null {
  const isGiven = sentence.says(index, /^(?:got|left)$/i) && !sentence.isClaimed(index);
  if (!sentence.at(index, 'with') && !isGiven) return null;
  const hasArticle = sentence.says(index + 1, /^(?:an?|any)$/i);
  const place = index + (hasArticle ? 2 : 1);
  const column = fillable(sentence, place);
  if (!column) return null;
  if (mayBeZero(column) && sentence.isRow(sentence.before(index))) {
    // "list orders with quantity and price" asks for these to be shown.
    const isShown = sentence.has('list') && sentence.says(index, /^with$/i) && !hasArticle;
    if (isShown || goesOn(sentence, place, OF_NUMBERS)) return null;
    sentence.claim(index, place);
    return someOf(column);
  }
  if (column.empty === 0 || goesOn(sentence, place)) return null;
  if (!hasArticle && !saysSome(sentence, index, place, column)) return null;
  sentence.claim(index, place);
  return filterOf(column, 'filled', null);
}

/** "rainy days", "when it rained", "did it rain", of a column of rain: the rows that have some. */
function itDid(sentence: Sentence, index: number): Filter | null {
  const column = fillable(sentence, index);
  if (!column || !mayBeZero(column) || goesOn(sentence, index, OF_NUMBERS)) return null;
  const isDoing = sentence.says(index - 1, /^it$/i);
  // "energy readings" have energy for their name.
  const isKind = /y$/i.test(sentence.textAt(index)) && !isHead(sentence.textAt(index), column);
  if (!isDoing && !(isKind && sentence.isRow(index + 1))) return null;
  sentence.claim(index);
  return someOf(column);
}

function isHead(text: string, { stems }: Column): boolean {
  return stemsOf(text).every((stem) => stems.includes(stem));
}

/** More than none, or anything but none where it may be less. */
function someOf(column: Column): Filter {
  return filterOf(column, Number(column.min) < 0 ? '!=' : '>', 0);
}

/** "responses that have remarks", and not "list customers with emails", which asks for these to be shown. */
function saysSome(sentence: Sentence, index: number, place: number, { type }: Column): boolean {
  const counts = sentence.open('function').some((at) => sentence.at(at, 'function')?.function === 'count');
  const isWith = sentence.says(index, /^with$/i);
  return type === 'text' && sentence.terms[place]?.plural === true && (!isWith || counts);
}

/** "closed tickets", "which are closed", "who left", where a column says when each was. */
function done(sentence: Sentence, index: number): Filter | null {
  const column = fillable(sentence, index) ?? dateOfDoing(sentence, index);
  if (column && didIt(sentence, index, column)) {
    sentence.claim(index);
    return filterOf(column, 'filled', null);
  }
  if (!column || !isDone(sentence.textAt(index)) || sentence.isGroup(index)) return null;
  if (isAlways(sentence, index, column)) sentence.claim(index);
  if (!hasGaps(column)) return null;
  const behind = sentence.terms[index + 1]?.meanings[0]?.kind;
  const stands =
    behind === 'row' || behind === 'table' || isPredicate(sentence, index) || isDoing(sentence, index);
  if (!stands || goesOn(sentence, index)) return null;
  sentence.claim(index);
  return filterOf(column, 'filled', null);
}

/** "how many homes did Ann sell": those that have the date of it. */
function didIt(sentence: Sentence, index: number, column: Column): boolean {
  const { terms } = sentence;
  const text = terms[index]?.text ?? '';
  const did = terms.findIndex((term) => /^did$/i.test(term.text));
  const isVerb = column.type === 'date' && !isDone(text) && verbOf(text)?.when !== undefined;
  const counts = terms.slice(0, did).some(({ text: said }) => /^(?:how many|which|what)$/i.test(said));
  const isEnd = sentence.next(index) >= terms.length;
  return isVerb && counts && did > 0 && did < index - 1 && isEnd && hasGaps(column);
}

/** "departments without employees" is about rows that are not there, and about no name that is empty. */
function isNamed(sentence: Sentence, place: number, column: Column): boolean {
  if (hasBlanks(column) || mayBeZero(column)) return true;
  const { stems } = column;
  const said = stemsOf(sentence.textAt(place));
  return said.some((word) => stems.some((stem) => stem === word || verbBase(stem) === verbBase(word)));
}

const AUXILIARY = /^(?:is|are|was|were|been|be|being|got|has|have|had|already|ever|who)$/i;

/** "were returned", "has been paid", and not "when was it paid", which asks for the cell. */
function isPredicate(sentence: Sentence, index: number): boolean {
  const asksCell = sentence.terms.some(({ text }) => /^(?:when|where|until when|since when)$/i.test(text));
  const isSubject = sentence.says(index - 1, /^(?:we|they|you|i)$/i);
  return !asksCell && sentence.says(index - (isSubject ? 2 : 1), AUXILIARY);
}

/** "how many tickets were opened", "were opened but not closed": that says nothing where each row was, and no time is named. */
function isAlways(sentence: Sentence, index: number, { type, empty }: Column): boolean {
  const next = sentence.terms[index + 1]?.text;
  const isEnd = next === undefined || /^(?:and|but)\b/i.test(next);
  return type === 'date' && empty === 0 && isEnd && isPredicate(sentence, index) && !timed(sentence.terms);
}

/** "which agent closed the most tickets": what those did who are asked for, and no column beside theirs. */
export function isDoing(sentence: Sentence, index: number): boolean {
  if (!isDateOfDoing(sentence, index) || !isRanked(sentence, index)) return false;
  // "opened and closed"
  const isJoined = sentence.read(index - 1, 'and') !== null && isDateOfDoing(sentence, index - 2);
  const place = isJoined ? index - 3 : index - 1;
  const [doer] = sentence.columnsAt(place);
  const isAsked = [place, sentence.before(place)].some((at) => sentence.read(at, 'which') !== null);
  return isAsked && (doer?.type === 'text' || sentence.says(place, /^who$/i));
}

function isDateOfDoing(sentence: Sentence, index: number): boolean {
  const isDate = sentence.columnsAt(index).some(({ type }) => type === 'date');
  return isDate && isDone(sentence.textAt(index));
}

/** "… the most tickets": rows that are ranked behind the verb. */
function isRanked(sentence: Sentence, index: number): boolean {
  const behind = sentence.terms.map((_, at) => at).filter((at) => at > index);
  return behind.some((at) => sentence.read(at, 'rank') !== null) && behind.some((at) => sentence.isRow(at));
}

/** Whether nothing in a cell says that it was not done: there are such cells, and the others are no figures. */
function hasGaps(column: Column): boolean {
  if (column.type === 'boolean' || column.type === 'number') return false;
  return hasBlanks(column) && !column.values.some((value) => STATE.test(value.trim()));
}

/** A cell that says whether, and not when or by whom. */
const STATE = /^(?:y|n|yes|no|true|false|x|✓|maybe|partly|pending|open)$/i;

const FURTHER = [
  'compare',
  'number',
  'value',
  'quoted',
  'between',
  'not',
  'contains',
  'true',
  'false',
  'month',
  'quarter',
  'date',
] as const;

/** What is said of numbers: a month behind "with red cards" is about the day of the match. */
const OF_NUMBERS = [
  ...(['compare', 'number', 'amount', 'between', 'not', 'unit'] as const),
  ...(['rank', 'adjective', 'function', 'empty', 'sign', 'more', 'than', 'operation'] as const),
];

/** Whether what stands behind says more of the same column: "paid in March", "with a rating of 5". */
function goesOn(sentence: Sentence, index: number, further: readonly Kind[] = FURTHER): boolean {
  const next = sentence.next(index);
  const behind = sentence.read(next, 'by') ? sentence.next(next) : next;
  return further.some((kind) => sentence.read(behind, kind) !== null);
}

/** "sold", of “Sold on” and “Sold for”: the date says whether, where both are empty in the same rows. */
function dateOfDoing(sentence: Sentence, place: number): Column | null {
  const columns = sentence.openColumnsAt(place);
  const dates = columns.filter(({ type }) => type === 'date');
  const only = onlyOf(dates);
  const isAlike = columns.every(({ empty, derived }) => empty === only?.empty && derived === undefined);
  return only && isAlike ? only : null;
}

/** The column at a place, where no value of it follows. */
function fillable(sentence: Sentence, place: number): Column | null {
  const column = onlyOf(sentence.openColumnsAt(place));
  return column?.derived === undefined ? column : null;
}
