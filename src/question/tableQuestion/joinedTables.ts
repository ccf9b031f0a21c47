import type { Query } from '../query/query';
import { isRepeated, type Link, linkOf, sideBySide, unnamedIn } from '../tables/joined';
import { nounsOf, type Table } from '../tables/tables';
import { plural, readable } from '../text/names';
import { stemOf, stemsOf, type Token } from '../text/words';
import { termsOf } from '../words/terms';
import { readTableQuestion, type TableReading } from './readTableQuestion';
import { readWithout } from './withoutRows';

/**
 * Reads a question against pairs of tables with a common column, each pair as one table. It is read so only where it names
 * something of both, and where no row would be counted or added up that it does not speak of.
 *
 * @returns readings with a query, or those refused for a reason that only both tables together have
 */
export function readJoined(tokens: readonly Token[], tables: readonly Table[]): readonly TableReading[] {
  const readings = tables.flatMap((one, index) =>
    tables.slice(index + 1).flatMap((other): readonly TableReading[] => {
      const linked = linkOf(one, other);
      if (linked === null) return [];
      if ('link' in linked) return readPair(tokens, linked.link);
      return namesBoth(tokens, one, other) ? [refused(one, linked.reason)] : [];
    }),
  );
  const fitting = readings.filter(({ query }) => query !== null);
  return fitting.length > 0 ? fitting : readings;
}

function refused(table: Table, reason: string): TableReading {
  return { table, query: null, reasons: [reason], unknown: 0, named: false, computed: [] };
}

/** Whether each table knows the words that the other does not. */
function namesBoth(tokens: readonly Token[], one: Table, other: Table): boolean {
  const [here, there] = [one, other].map((table) =>
    termsOf(tokens, table).flatMap(({ meanings, text }) => (meanings[0]?.kind === 'unknown' ? [text] : [])),
  );
  if (!here || !there || here.length === 0 || there.length === 0) return false;
  return !here.some((word) => there.includes(word));
}

function readPair(said: readonly Token[], link: Link): readonly TableReading[] {
  const tokens = asSeveral(said, link.left);
  const table = sideBySide(link);
  const reading = readTableQuestion(tokens, table);
  const { query } = reading;
  if (query === null)
    return reading.unknown === 0 && namesBoth(tokens, link.left, link.right) ? [reading] : [];
  const asked = askedOf(tokens, table, link);
  if (!asked.namesLeft || !usesRight(query, table)) return [];
  const reason = reasonAgainst(query, table, link, asked);
  return [reason === null ? reading : { ...reading, query: null, reasons: [reason] }];
}

/** "have an open invoice": one of the rows of that table, of which there may be more. */
function asSeveral(tokens: readonly Token[], left: Table): readonly Token[] {
  const noun = nounsOf(left).at(-1);
  return tokens.map((token, index) => {
    if (token.kind !== 'word' || token.text.toLowerCase() !== noun) return token;
    const isOne = tokens
      .slice(Math.max(0, index - 3), index)
      .some(({ text }) => /^(?:an?|any|1)$/i.test(text));
    return isOne ? { ...token, text: plural(token.text) } : token;
  });
}

/**
 * "customers without invoices", whatever a single table makes of it: what no row names is told by both tables alone.
 *
 * @returns null where the question is of another kind
 */
export function readUnnamed(tokens: readonly Token[], tables: readonly Table[]): TableReading | null {
  const [first] = linksAmong(tables).flatMap((link) => readWithout(tokens, link) ?? []);
  return first ?? null;
}

/** Why a reading of one table is another question, where a second table has the things that it names: "which customer has the fewest invoices". */
export function missesOthers(
  tokens: readonly Token[],
  { query, table }: TableReading,
  tables: readonly Table[],
): string | null {
  const links = linksAmong(tables).filter(({ left }) => left.document === table.document);
  if (query === null || table.wide) return null;
  for (const link of links) {
    const asked = askedOf(tokens, table, link);
    const reason =
      asked.rightAt === Number.POSITIVE_INFINITY ? null : reasonAgainst(query, table, link, asked);
    if (reason !== null) return reason;
  }
  return null;
}

function linksAmong(tables: readonly Table[]): readonly Link[] {
  return tables.flatMap((one, index) =>
    tables.slice(index + 1).flatMap((other) => {
      const linked = linkOf(one, other);
      return linked && 'link' in linked ? [linked.link] : [];
    }),
  );
}

/** What a question says of two tables. */
interface Asked {
  readonly tokens: readonly Token[];
  readonly namesLeft: boolean;
  /** Where the rows of each are named first; infinity where they are not. */
  readonly leftAt: number;
  readonly rightAt: number;
}

function askedOf(tokens: readonly Token[], table: Table, { left, right, on }: Link): Asked {
  const terms = termsOf(tokens, table);
  const own = new Set(left.columns.map(({ name }) => name));
  const noun = nounsOf(right).join(' ');
  const isLeft = terms.map(({ meanings }) =>
    meanings.some(
      (meaning) =>
        meaning.kind === 'row' ||
        meaning.kind === 'table' ||
        ('column' in meaning && own.has(meaning.column.name) && meaning.column.name !== on.name),
    ),
  );
  const isRow = terms.map(({ meanings }) => meanings.some(({ kind }) => kind === 'row' || kind === 'table'));
  const isRight = terms.map(({ text }) => stemsOf(text).join(' ') === noun);
  return {
    tokens,
    namesLeft: isLeft.some((is, index) => is && !isRight[index]),
    leftAt: placeOf(isRow),
    rightAt: placeOf(isRight),
  };
}

function placeOf(places: readonly boolean[]): number {
  const found = places.indexOf(true);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

function columnsIn({ by, unite, filters, part, figures, sort, having }: Query): ReadonlySet<string> {
  const tests = [...filters, ...part, ...having, ...filters.flatMap(({ or = [] }) => or)];
  return new Set([
    ...[...by, ...unite],
    ...tests.map(({ column }) => column),
    ...figures.flatMap(({ column }) => column ?? []),
    ...(sort ? [sort.by] : []),
  ]);
}

function usesRight(query: Query, { joined }: Table): boolean {
  const used = columnsIn(query);
  return joined?.columns.some((name) => used.has(name)) === true;
}

/** Why both tables together would answer another question than was asked; null where they do not. */
function reasonAgainst(query: Query, table: Table, link: Link, asked: Asked): string | null {
  const [left, right] = [readable(link.left.name), readable(link.right.name)];
  const repeated = query.figures.find(
    ({ function: name, column }) =>
      column !== undefined && name !== 'min' && name !== 'max' && isRepeated(table, column),
  );
  if (repeated?.column !== undefined)
    return `“${readable(repeated.column)}” is of “${right}”: beside “${left}” it stands in several rows and would be counted more than once`;
  if (countsOthers(query, asked))
    return `I cannot tell whether rows of “${left}” or of “${right}” are asked for`;
  if (denies(query, table, link, asked))
    return `I cannot tell whether those of “${right}” without any row in “${left}” are meant as well`;
  if (needsAll(query, table, link) && unnamedIn(link) !== 0)
    return `some of “${right}” may have no row in “${left}”, and I cannot tell whether they count as none`;
  if (couldBeOfRight(query, link, asked))
    return `the date could be one of “${left}” or of “${right}”: I cannot tell which`;
  return null;
}

/** "how many customers …", where the rows that would be counted or listed are invoices. */
function countsOthers({ kind, by, unite, figures }: Query, { leftAt, rightAt }: Asked): boolean {
  if (rightAt > leftAt || rightAt === Number.POSITIVE_INFINITY || by.length + unite.length > 0) return false;
  return kind === 'list' || kind === 'share' || figures.some(({ column }) => column === undefined);
}

const NEGATION = /^(?:not|no|never|without|none|lack|lacks|except|but)$/i;

/** Whether the answer would be another with those that have no row: the fewest, an average, who has not. */
function needsAll(query: Query, { joined }: Table, { on }: Link): boolean {
  const { kind, by, sort, having, limit } = query;
  if (!isOfRight(query, joined, on.name)) return false;
  const isLeast = sort?.order === 'asc' && (limit !== null || !by.includes(sort.by));
  const isFew = having.some(({ operator }) => ['<', '<=', '=', '!='].includes(operator));
  return (kind === 'summary' && having.length === 0) || isLeast || isFew;
}

/** "which customers have no open invoice" is not answered by those with another one. */
function denies(query: Query, { joined }: Table, { on }: Link, { tokens }: Asked): boolean {
  return tokens.some(({ text }) => NEGATION.test(text)) && isOfRight(query, joined, on.name);
}

function isOfRight({ by, unite, within }: Query, joined: Table['joined'], on: string): boolean {
  return [...by, ...unite, ...within].some((name) => name === on || joined?.columns.includes(name) === true);
}

const RELATIVE = new Set(
  'who whose that since start started join joined hire hired born registered'.split(' '),
);

/** A date where both tables have one, and the question speaks of those that the right table has. */
function couldBeOfRight(query: Query, { left, right }: Link, { tokens }: Asked): boolean {
  if (!right.columns.some(({ type }) => type === 'date')) return false;
  const times = new Set(
    left.columns.flatMap(({ name, type, derived }) =>
      type === 'date' || (derived && 'period' in derived) ? [name] : [],
    ),
  );
  const kept = [...query.filters, ...query.part].some(({ column }) => times.has(column));
  const ofRight = right.columns.filter(({ type }) => type === 'date').flatMap(({ stems }) => stems);
  return kept && tokens.some((token) => RELATIVE.has(stemOf(token)) || ofRight.includes(stemOf(token)));
}
