import { compose } from '../composing/compose';
import { asYesOrNo } from '../composing/yesOrNo';
import { type Filter, filterOf } from '../query/filter';
import { type Query, withoutGaps } from '../query/query';
import { type EitherOf, joinEither, readBoth, readEitherOf, readSame } from '../reading/bothOrEither';
import { readComparisons } from '../reading/comparisons';
import { refuseOpenReadings } from '../reading/openReadings';
import { type Parts, readParts } from '../reading/parts';
import { joinPeriods } from '../reading/periods';
import { Sentence } from '../reading/sentence';
import { readSides } from '../reading/sides';
import { readSmallWords, readTableName } from '../reading/smallWords';
import { readValues } from '../reading/values';
import { namesTwice, readWideSpans } from '../reading/wideSpans';
import { type Column, isKey, type Table } from '../tables/tables';
import type { Token } from '../text/words';
import { withComputed } from '../words/computed';
import { withByHowMuch, withDistribution, withPercentiles } from '../words/figures';
import { columnsByHead } from '../words/heads';
import { withHowLong, withWithin } from '../words/howLong';
import { termsOf } from '../words/terms';

/** A question read against one table: what to do, or why it cannot be told. */
export interface TableReading {
  readonly table: Table;
  readonly query: Query | null;
  readonly reasons: readonly string[];
  /** How many words nothing understood; of several tables the one with fewest is likely meant. */
  readonly unknown: number;
  readonly named: boolean;
  /** Columns that the question makes of two others. */
  readonly computed: readonly Column[];
}

/** Reads a question against a table: filters first, then what to compute; every word must be accounted for. */
export function readTableQuestion(tokens: readonly Token[], table: Table): TableReading {
  const sentence = new Sentence(
    withHowLong(
      withDistribution(
        withComputed(withPercentiles(withByHowMuch(withWithin(termsOf(tokens, table), table)))),
      ),
      table,
    ),
    table,
  );
  const named = sentence.has('table');
  const beyond = sentence.terms.flatMap(({ meanings }) =>
    meanings.flatMap((meaning) => (meaning.kind === 'beyond' ? [meaning.what] : [])),
  );
  const either = readEitherOf(sentence);
  const sides = either ? null : readSides(sentence);
  const both = readBoth(sentence);
  const same = readSame(sentence);
  const spans = readWideSpans(sentence);
  const { filters, having: said } = readComparisons(sentence);
  const having = same ? [...said, same.having] : said;
  const kept = joinPeriods(sentence, [...spans, ...filters, ...readValues(sentence)]);
  if (namesTwice(table, kept)) sentence.problem('it names periods in more than one way; name one of them');
  const read = readParts(sentence, sides, both);
  const whole = same ? { ...read, by: [...read.by, same.column] } : read;
  const parts = either ? askedOfEither(whole, either) : whole;
  readTableName(sentence);
  const flows = flowsIn(sentence);
  const composed = compose(sentence, [...joinEither(sentence, kept), ...flows], having, parts);
  const plain = composed && (either ? composed : asYesOrNo(sentence, composed, parts));
  if (table.wide && plain && countsCells(plain))
    sentence.problem(`the rows of ${table.name} cannot be counted by columns that are read as rows`);
  if (plain && averagesApart(plain))
    sentence.problem('“above average” holds for all rows, beside the other conditions');
  const query = plain && {
    ...withoutGaps(table, plain, calledByNouns(sentence)),
    once: readOnce(sentence),
    shown: shownOf(sentence, plain),
  };
  if (query) readSmallWords(sentence, query, parts);
  if (query) refuseOpenReadings(sentence, query);
  const unknown = unknownWords(sentence);
  const foreign = [
    ...[...new Set(beyond)].map((what) => `I cannot tell ${what}`),
    ...(unknown.length > 0
      ? [`I do not know what ${listed(unknown)} ${unknown.length > 1 ? 'mean' : 'means'} here`]
      : []),
    ...missingPeriods(sentence),
  ];
  // What else does not fit is mostly a consequence of what was not understood.
  const reasons = foreign.length > 0 ? foreign : [...sentence.problems, ...leftOver(sentence)];
  return {
    table,
    query: query && reasons.length === 0 ? { ...query, notes: notesOf(sentence) } : null,
    reasons,
    unknown: unknown.length,
    named,
    computed: computedIn(sentence),
  };
}

/** What is held against an average is kept after all other conditions, and can be no part of a share and no alternative. */
function averagesApart({ part, filters }: Query): boolean {
  const held = filters.filter(({ toAverage }) => toAverage);
  const isEither = filters.some(
    ({ or = [], toAverage }) => or.length > 0 && (toAverage || or.some((one) => one.toAverage)),
  );
  return held.length > 1 || isEither || part.some(({ toAverage }) => toAverage);
}

/** A row of a wide table is a cell, and nobody asks how many of these there are. */
function countsCells({ figures, kind }: Query): boolean {
  const isRow = ({ function: name, column }: Query['figures'][number]) =>
    name === 'count' && column === undefined;
  return kind === 'list' || (kind !== 'distinct' && figures.some(isRow));
}

/** Of two values the one that comes to more. */
function askedOfEither(parts: Parts, { column, order }: EitherOf): Parts {
  const asked = [...new Set([column, ...parts.asked])];
  return { ...parts, asked, rank: { order, limit: null, quality: null, counted: false } };
}

/** "per agent", of a column that says who it is assigned to. */
function calledByNouns(sentence: Sentence): readonly Column[] {
  return sentence.terms.flatMap(({ note }, index) => (note === undefined ? [] : sentence.columnsAt(index)));
}

/** Whether one of several equal rows counts alone. */
function readOnce(sentence: Sentence): boolean {
  const places = sentence.open('once');
  sentence.claim(...places);
  return places.length > 0;
}

function notesOf({ terms, notes }: Sentence): readonly string[] {
  return [...new Set([...terms.flatMap(({ note }) => note ?? []), ...notes])];
}

/** The rows that "spent" or "came in" means. */
function flowsIn(sentence: Sentence): readonly Filter[] {
  const keeps = sentence.columns().flatMap((column) => column.keeps ?? []);
  const once = new Map(keeps.map((one) => [`${one.operator} ${one.column}`, one]));
  // The note on the word says it already.
  return [...once.values()].map(({ column, operator }) => ({
    ...filterOf({ name: column }, operator, 0),
    words: '',
    at: -1,
  }));
}

function computedIn(sentence: Sentence): readonly Column[] {
  const columns = sentence.columns();
  return [...columns, ...sentence.made].filter(({ derived }) => derived?.left !== undefined);
}

function unknownWords(sentence: Sentence): readonly string[] {
  const words = sentence.open('unknown').map((index) => sentence.textAt(index));
  return [...new Set([...words, ...sentence.open('quoted').map((index) => sentence.textAt(index))])];
}

function missingPeriods(sentence: Sentence): readonly string[] {
  return sentence
    .open('period')
    .filter((index) => !sentence.columnsAt(index - 1).some(({ type }) => type === 'date'))
    .map((index) => `${sentence.table.name} has no column “${sentence.textAt(index)}”`);
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
    const atEnd = sentence.next(index) >= sentence.terms.length;
    const hangs = JOINING.has(meaning?.kind ?? '') && atEnd && !isDidHave(sentence, index);
    if (!meaning || sentence.isClaimed(index) || (HARMLESS.has(meaning.kind) && !hangs)) return [];
    if (meaning.kind === 'amount' && meaning.value === 1) return [];
    return [text];
  });
  return left.length === 0 ? [] : [`I cannot tell what ${listed(left)} is to do here`];
}

/** "did each referee have": the verb of the question, which joins nothing. */
function isDidHave({ terms }: Sentence, index: number): boolean {
  return (
    /^have$/i.test(terms[index]?.text ?? '') &&
    terms.slice(0, index).some(({ text }) => /^(?:do|does|did)$/i.test(text))
  );
}

function listed(words: readonly string[]): string {
  const quoted = words.slice(0, 4).map((word) => `“${word}”`);
  const last = words.length > 4 ? 'more' : quoted.pop();
  return quoted.length === 0 ? `${last}` : `${quoted.join(', ')} and ${last}`;
}

/** "what priority does T-1005 have", "when was the last ticket opened": the cells that answer it. What is the same in each row does not. */
function shownOf(sentence: Sentence, { kind, filters, sort }: Query): readonly string[] {
  if (kind !== 'list') return [];
  const { columns } = sentence.table;
  const same = filters.filter(({ operator }) => ['=', 'empty', 'filled'].includes(operator));
  const named = [
    ...sentence.terms.flatMap((_, index) => sentence.columnsAt(index).slice(0, 1)),
    ...placeAsked(sentence),
  ];
  const asked = columns.filter(
    (column) =>
      (named.includes(column) || column.name === sort?.by) &&
      column.derived === undefined &&
      !same.some((filter) => filter.column === column.name),
  );
  if (asked.length === 0) return [];
  return [...new Set([keyOf(sentence.table), ...asked].flatMap((column) => column?.name ?? []))];
}

/** The column that names the rows: people know a name, where a code stands beside it. */
function keyOf(table: Table): Column | undefined {
  const keys = table.columns.filter(
    (column) => (column.identifies && column.type !== 'date') || isKey(column, table),
  );
  const [first] = keys;
  const isCode = first?.stems.every((stem) => CODES.has(stem)) === true;
  const isName = (last = '') => last === 'name' || (isCode && THINGS.has(last));
  return keys.find(({ stems }) => isName(stems.at(-1))) ?? first;
}

const CODES = new Set(['sku', 'ean', 'code', 'id']);
const THINGS = new Set(['title', 'item', 'product', 'article']);

/** "where is the teapot" */
function placeAsked(sentence: Sentence): readonly Column[] {
  const places = sentence.says(0, /^where$/i) ? columnsByHead('place', sentence.table) : [];
  return places.length === 1 ? places : [];
}
