import type { CompareOperator } from './keyword';
import type { Sentence } from './sentence';

/** A comparison as it was said: sign, number, and where the words around it stand. */
export interface Said {
  readonly operator: CompareOperator;
  readonly value: number;
  readonly upTo: number | null;
  readonly percent: boolean;
  /** First term of the comparison, and the term after its last. */
  readonly start: number;
  readonly end: number;
}

/** Reads the comparison that begins at a place, and claims its words; null where none does. */
export function saidAt(sentence: Sentence, index: number): Said | null {
  return (
    saidBetween(sentence, index) ??
    saidSpan(sentence, index) ??
    saidCompare(sentence, index) ??
    saidSuffix(sentence, index)
  );
}

function saidBetween(sentence: Sentence, index: number): Said | null {
  if (!sentence.at(index, 'between')) return null;
  const low = numberAt(sentence, sentence.next(index));
  if (!low) return null;
  const joint = sentence.next(low.index);
  const high = numberAt(sentence, sentence.next(joint));
  if (!high || !(sentence.at(joint, 'and') || sentence.at(joint, 'to'))) return null;
  sentence.claim(index, low.index, joint, high.index);
  return {
    operator: '=',
    value: Math.min(low.value, high.value),
    upTo: Math.max(low.value, high.value),
    percent: low.percent || high.percent,
    start: index,
    end: high.index + 1,
  };
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
  return {
    operator: '=',
    value: Math.min(low.value, high.value),
    upTo: Math.max(low.value, high.value),
    percent: low.percent || high.percent,
    start: index,
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
  const suffix = sentence.at(after, 'orCompare');
  if (!suffix) return null;
  sentence.claim(index, after);
  return {
    operator: suffix.operator,
    value: number.value,
    upTo: null,
    percent: number.percent,
    start: index,
    end: index + 1,
  };
}

function numberAt(sentence: Sentence, index: number) {
  const number = sentence.at(index, 'number');
  if (number) return { index, value: number.value, percent: number.percent };
  const amount = sentence.at(index, 'amount');
  return amount ? { index, value: amount.value, percent: false } : null;
}

function opposite(operator: CompareOperator): CompareOperator {
  const opposites = { '=': '!=', '!=': '=', '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const;
  return opposites[operator];
}

/** Whether a number can be a year. */
export function isYearNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1_900 && value <= 2_100;
}
