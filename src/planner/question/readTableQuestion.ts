import { readComparisons } from './comparisons';
import { compose } from './compose';
import type { Composed } from './composed';
import { withComputed } from './computed';
import { filterOf } from './filter';
import { readParts } from './parts';
import { joinPeriods } from './periods';
import { Sentence } from './sentence';
import { readSmallWords } from './smallWords';
import type { Column, Table } from './tables';
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
  /** Columns that the question makes of two others. */
  readonly computed: readonly Column[];
}

/** Reads a question against a table: filters first, then what to compute; every word must be accounted for. */
export function readTableQuestion(tokens: readonly Token[], table: Table): TableReading {
  const sentence = new Sentence(withComputed(termsOf(tokens, table)));
  const named = sentence.has('table');
  const beyond = sentence.terms.flatMap(({ meanings }) =>
    meanings.flatMap((meaning) => (meaning.kind === 'beyond' ? [meaning.what] : [])),
  );
  const { filters, having } = readComparisons(sentence, table);
  const kept = joinPeriods(sentence, table, [...filters, ...readValues(sentence, table)]);
  const parts = readParts(sentence, table);
  const plain = compose(sentence, table, kept, having, parts);
  const composed = plain && withoutTotals(sentence, table, plain);
  if (composed) readSmallWords(sentence, table, composed, parts);
  const unknown = unknownWords(sentence);
  const foreign = [
    ...[...new Set(beyond)].map((what) => `I cannot tell ${what}`),
    ...(unknown.length > 0 ? [`I do not know what ${listed(unknown)} means here`] : []),
    ...missingPeriods(sentence, table),
  ];
  // What else does not fit is mostly a consequence of what was not understood.
  const reasons = foreign.length > 0 ? foreign : [...sentence.problems, ...leftOver(sentence)];
  return {
    table,
    composed: reasons.length === 0 ? composed : null,
    reasons,
    unknown: unknown.length,
    named,
    computed: computedIn(sentence),
  };
}

/** A row of totals is no row like the others. */
function withoutTotals(sentence: Sentence, { totals }: Table, composed: Composed): Composed {
  const once = sentence.has('once');
  sentence.claim(...sentence.open('once'));
  if (totals === null) return { ...composed, once };
  const filter = filterOf({ name: totals.column }, '!=', totals.value);
  const words = `without the row "${totals.value}"`;
  return { ...composed, once, filters: [{ ...filter, words }, ...composed.filters] };
}

function computedIn(sentence: Sentence): readonly Column[] {
  const columns = sentence.terms.flatMap((_, index) => sentence.columnsAt(index));
  return columns.filter(({ derived }) => derived !== undefined && 'left' in derived);
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
    .filter((index) => !sentence.columnsAt(index - 1).some(({ type }) => type === 'date'))
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
]);

/** What joins what stands before it to something: at the end it joins nothing, and something is missing. */
const JOINING = new Set(['with', 'and', 'which']);

function leftOver(sentence: Sentence): readonly string[] {
  const left = sentence.terms.flatMap(({ meanings, text }, index) => {
    const [meaning] = meanings;
    const hangs = JOINING.has(meaning?.kind ?? '') && sentence.next(index) >= sentence.terms.length;
    if (!meaning || sentence.isClaimed(index) || (HARMLESS.has(meaning.kind) && !hangs)) return [];
    if (meaning.kind === 'amount' && meaning.value === 1) return [];
    return [text];
  });
  return left.length === 0 ? [] : [`I cannot tell what ${listed(left)} is to do here`];
}

function listed(words: readonly string[]): string {
  const quoted = words.slice(0, 4).map((word) => `"${word}"`);
  return words.length > 4 ? `${quoted.join(', ')} and more` : quoted.join(', ');
}
