import { readComparisons } from './comparisons';
import { compose } from './compose';
import type { Composed } from './composed';
import { readParts } from './parts';
import { joinPeriods } from './periods';
import { Sentence } from './sentence';
import type { Table } from './tables';
import { termsOf } from './terms';
import { readValues } from './values';
import type { Token } from './words';

/** A question read against one table: what to do, or why it cannot be told. */
export interface TableReading {
  readonly table: Table;
  readonly composed: Composed | null;
  readonly reasons: readonly string[];
  /** How many words nothing understood; of several tables the one with fewest is likely meant. */
  readonly unknown: number;
  readonly named: boolean;
}

/** Reads a question against a table: filters first, then what to compute; every word must be accounted for. */
export function readTableQuestion(tokens: readonly Token[], table: Table): TableReading {
  const sentence = new Sentence(termsOf(tokens, table));
  const named = sentence.has('table');
  const beyond = sentence.terms.flatMap(({ meanings }) =>
    meanings.flatMap((meaning) => (meaning.kind === 'beyond' ? [meaning.what] : [])),
  );
  const { filters, having } = readComparisons(sentence, table);
  const kept = joinPeriods(sentence, table, [...filters, ...readValues(sentence, table)]);
  const composed = compose(sentence, table, kept, having, readParts(sentence, table));
  const unknown = unknownWords(sentence);
  const foreign = [
    ...[...new Set(beyond)].map((what) => `I cannot tell ${what}`),
    ...(unknown.length > 0 ? [`I do not know what ${listed(unknown)} means here`] : []),
    ...missingPeriods(sentence, table),
  ];
  // What else does not fit is mostly a consequence of what was not understood.
  const reasons = foreign.length > 0 ? foreign : [...sentence.problems, ...leftOver(sentence)];
  return { table, composed: reasons.length === 0 ? composed : null, reasons, unknown: unknown.length, named };
}

function unknownWords(sentence: Sentence): readonly string[] {
  const words = sentence.open('unknown').map((index) => sentence.terms[index]?.text ?? '');
  return [
    ...new Set([...words, ...sentence.open('quoted').map((index) => sentence.terms[index]?.text ?? '')]),
  ];
}

function missingPeriods(sentence: Sentence, table: Table): readonly string[] {
  return sentence
    .open('period')
    .map((index) => `${table.name} has no column "${sentence.terms[index]?.text}"`);
}

/** Kinds that say nothing by themselves. */
const HARMLESS = new Set([
  'stop',
  'row',
  'table',
  'and',
  'with',
  'list',
  'which',
  'unknown',
  'quoted',
  'beyond',
  'period',
  'distinct',
]);

function leftOver(sentence: Sentence): readonly string[] {
  const left = sentence.terms.flatMap(({ meanings, text }, index) => {
    const [meaning] = meanings;
    if (!meaning || sentence.isClaimed(index) || HARMLESS.has(meaning.kind)) return [];
    if (meaning.kind === 'amount' && meaning.value === 1) return [];
    return [text];
  });
  return left.length === 0 ? [] : [`I cannot tell what ${listed(left)} is to do here`];
}

function listed(words: readonly string[]): string {
  const quoted = words.slice(0, 4).map((word) => `"${word}"`);
  return words.length > 4 ? `${quoted.join(', ')} and more` : quoted.join(', ');
}
