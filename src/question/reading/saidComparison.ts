import { textOf } from '../text/words';
import type { CompareOperator, Quality } from '../words/meaning';
import type { Sentence } from './sentence';

/** A comparison as it was said: sign, number, and where the words around it stand. */
export interface Said {
  readonly operator: CompareOperator;
  readonly value: number;
  readonly upTo: number | null;
  readonly percent: boolean;
  /** Whether it is about how many rows there are: "at least twice", "more than 3 times". */
  readonly times: boolean;
  /** "cheaper than": what is compared, though no column is named. */
  readonly of?: Quality;
  /** First term of the comparison, and the term after its last. */
  readonly start: number;
  readonly end: number;
}

/** Reads the comparison that begins at a place, and claims its words; null where none does. */
export function saidAt(sentence: Sentence, index: number): Said | null {
  const said =
    saidBetween(sentence, index) ??
    saidSpan(sentence, index) ??
    saidCompare(sentence, index) ??
    saidSuffix(sentence, index) ??
    saidOnward(sentence, index);
  return said ? counting(sentence, said) : saidCounting(sentence, index);
}

/** "between 20 and 25 years old": what the numbers count says which column. */
function counting(sentence: Sentence, said: Said): Said {
  const counted = sentence.at(said.end, 'counting');
  if (!counted || (said.of !== undefined && said.of !== counted.quality)) return said;
  sentence.claim(said.end);
  return { ...said, of: counted.quality, end: said.end + 1 };
}

/** "who is 30 years old" */
function saidCounting(sentence: Sentence, index: number): Said | null {
  const number = numberAt(sentence, index);
  const counted = number && sentence.at(index + 1, 'counting');
  if (!number || !counted) return null;
  sentence.claim(index, index + 1);
  const { value, percent, times } = number;
  return {
    operator: '=',
    value,
    upTo: null,
    percent,
    times,
    of: counted.quality,
    start: index,
    end: index + 2,
  };
}

function saidBetween(sentence: Sentence, index: number): Said | null {
  if (!sentence.at(index, 'between')) return null;
  const low = numberAt(sentence, sentence.next(index));
  if (!low) return null;
  const joint = sentence.next(low.index);
  const high = numberAt(sentence, sentence.next(joint));
  if (!high || !(sentence.at(joint, 'and') || sentence.at(joint, 'to'))) return null;
  sentence.claim(index, low.index, joint, high.index);
  return spanOf(low, high, index);
}

/** "from 10 to 20", "2025 to 2026". */
function saidSpan(sentence: Sentence, index: number): Said | null {
  const low = numberAt(sentence, index);
  const joint = sentence.next(index);
  const high = low && sentence.at(joint, 'to') ? numberAt(sentence, sentence.next(joint)) : null;
  if (!low || !high) return null;
  const from = sentence.terms[index - 1]?.text.toLowerCase() === 'from';
  if (!from && !(isYearNumber(low.value) && isYearNumber(high.value))) return null;
  sentence.claim(index, joint, high.index);
  return spanOf(low, high, index);
}

/** All numbers between two, whichever is said first. */
function spanOf(low: NumberAt, high: NumberAt, start: number): Said {
  return {
    operator: '=',
    value: Math.min(low.value, high.value),
    upTo: Math.max(low.value, high.value),
    percent: low.percent || high.percent,
    times: false,
    start,
    end: high.index + 1,
  };
}

function saidCompare(sentence: Sentence, index: number): Said | null {
  const compare = sentence.at(index, 'compare');
  if (!compare) return null;
  const number = numberAt(sentence, sentence.next(index));
  if (!number) return null;
  const before = sentence.before(index);
  const negated = sentence.at(before, 'not') !== null;
  sentence.claim(index, number.index, ...(negated ? [before] : []));
  return {
    operator: negated ? opposite(compare.operator) : compare.operator,
    value: number.value,
    upTo: null,
    percent: number.percent,
    times: number.times || saysTimes(sentence, number.index + 1),
    ...(compare.of ? { of: compare.of } : {}),
    start: negated ? before : index,
    end: number.index + 1,
  };
}

function saidSuffix(sentence: Sentence, index: number): Said | null {
  const number = numberAt(sentence, index);
  if (!number) return null;
  let after = index + 1;
  // "10 units or more": the column may stand between.
  if (sentence.read(after, 'column') && sentence.at(after + 1, 'orCompare')) after++;
  const behind = isTimes(sentence, after) ? after + 1 : after;
  const suffix = sentence.at(behind, 'orCompare');
  if (!suffix) return null;
  const times = number.times || behind !== after || saysTimes(sentence, behind + 1);
  sentence.claim(index, behind, ...(behind === after ? [] : [after]));
  return {
    operator: suffix.operator,
    value: number.value,
    upTo: null,
    percent: number.percent,
    times,
    ...(suffix.of ? { of: suffix.of } : {}),
    start: index,
    // "4 or more persons": what is compared may stand behind.
    end: behind === index + 1 ? behind + 1 : index + 1,
  };
}

/** "from 2025 on": that year and those behind it. */
function saidOnward(sentence: Sentence, index: number): Said | null {
  const number = numberAt(sentence, index);
  const onward = number && isYearNumber(number.value) ? onwardAt(sentence, index, index + 1) : null;
  if (!number || onward === null) return null;
  sentence.claim(index, onward);
  return {
    operator: '>=',
    value: number.value,
    upTo: null,
    percent: false,
    times: false,
    start: index,
    end: index + 1,
  };
}

/** What may stand behind "from July 2024 on". */
const BEHIND_ON =
  /^(?:|by|per|for|and|or|but|where|with|without|whose|that|which|who|when|if|only|in|is|are|was|were)$/;

/** The place of what opens "July 2024 onwards", or "from July 2024 on"; "on Friday" is something else. */
export function onwardAt(sentence: Sentence, start: number, after: number): number | null {
  const textAt = (place: number) => sentence.terms[place]?.text.toLowerCase() ?? '';
  if (/^onwards?$/.test(textAt(after))) return after;
  if (textAt(start - 1) !== 'from' || textAt(after) !== 'on') return null;
  const next = textAt(after + 1);
  if (/day|weekend/.test(next)) return null;
  if (!BEHIND_ON.test(next)) sentence.problem(`does “from … on ${next}” say since when? Say “since”`);
  return after;
}

/** "3 times": so many rows, where no column stands behind that would be multiplied. */
function isTimes(sentence: Sentence, place: number): boolean {
  return !sentence.isClaimed(place) && sentence.says(place, /^times$/i);
}

function saysTimes(sentence: Sentence, place: number): boolean {
  if (!isTimes(sentence, place)) return false;
  sentence.claim(place);
  return true;
}

interface NumberAt {
  readonly times: boolean;
  readonly index: number;
  readonly value: number;
  readonly percent: boolean;
}

function numberAt(sentence: Sentence, index: number): NumberAt | null {
  const number = sentence.at(index, 'number');
  if (number) return { index, value: number.value, percent: number.percent, times: false };
  const amount = sentence.at(index, 'amount');
  if (amount) return { index, value: amount.value, percent: false, times: false };
  const times = sentence.at(index, 'times');
  return times && { index, value: times.value, percent: false, times: true };
}

function opposite(operator: CompareOperator): CompareOperator {
  const opposites = { '=': '!=', '!=': '=', '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const;
  return opposites[operator];
}

/** Whether a number can be a year. */
export function isYearNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1_900 && value <= 2_100;
}

/** A comparison as the question says it. */
export function wordsOf(sentence: Sentence, said: Said): string {
  return textOf(sentence.terms.slice(said.start, said.end));
}
