import { onlyOf } from '#base';
import type { Query } from '../query/query';
import { isRepeated, type Link, linkOf, sideBySide, unnamedIn, withoutRows } from '../tables/joined';
import { isUnique, nounsOf, plainName, type Table } from '../tables/tables';
import { plural, readable } from '../text/names';
import { stemOf, stemsOf, type Token, tokensOf, wordSet } from '../text/words';
import { termsOf } from '../words/terms';
import { readTableQuestion, type TableReading } from './readTableQuestion';

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

const RELATIVE = wordSet('who whose that since start started join joined hire hired born registered');

/** A date where both tables have one, and the question speaks of those that the right table has. */
function couldBeOfRight(query: Query, { left, right }: Link, { tokens }: Asked): boolean {
  if (!right.columns.some(({ type }) => type === 'date')) return false;
  const times = new Set(
    left.columns.flatMap(({ name, type, derived }) => (type === 'date' || derived?.period ? [name] : [])),
  );
  const kept = [...query.filters, ...query.part].some(({ column }) => times.has(column));
  const ofRight = right.columns.filter(({ type }) => type === 'date').flatMap(({ stems }) => stems);
  return kept && tokens.some((token) => RELATIVE.has(stemOf(token)) || ofRight.includes(stemOf(token)));
}

/** What may stand behind the noun and says nothing new. */
const IDLE = new Set(['yet', 'so far', 'at all']);

/** What says before a noun that there is none. */
const NONE =
  / (?:(?:that|which|who) )?(?:(?:are|is|were) )?(?:(?:have|has|had) (?:(?:no|zero)|not (?:had )?(?:a|an|any)|never had(?: (?:a|an|any))?)|(?:do|does|did) (?:not|never) have(?: (?:a|an|any))?|with(?:out(?: (?:a|an|any))?| no| zero)|lack(?:s|ing)?)$/;

/** What says before a verb that nobody did it. */
const NEVER = / (?:(?:that|which|who) )?(?:(?:have|has|had|did) )?never$/;

/**
 * "customers without an invoice", "who has never ordered": the things of one table that no row of another names. It must be
 * the end of the question, since what came behind it could be about the rows that are not there.
 *
 * @returns null where it is no such question
 */
function readWithout(tokens: readonly Token[], link: Link): TableReading | null {
  const words = idleOff(tokens);
  const last = words.at(-1);
  const before = ` ${words
    .slice(0, -1)
    .map(({ text }) => text.toLowerCase())
    .join(' ')}`;
  if (last?.kind !== 'word') return null;
  const none = (NONE.exec(before) ?? [])[0];
  const never = (NEVER.exec(before) ?? [])[0];
  const found = none ?? never;
  if (found === undefined) return null;
  if (none === undefined ? !isDeed(last.text, link.left) : !meansRows(last.text, link.left)) return null;
  const rest = words.slice(0, words.length - 1 - found.trim().split(' ').length);
  const reading = readTableQuestion(asQuestion(rest, link.right), withoutRows(link));
  const { query } = reading;
  if (query === null || isOfThings(query, link.right)) return reading;
  const reason = `“${found.trim()} ${last.text}” could be said of some or of all of them`;
  return { ...reading, query: null, reasons: [reason] };
}

function idleOff(tokens: readonly Token[]): readonly Token[] {
  const tail = (length: number) =>
    tokens
      .slice(-length)
      .map(({ text }) => text.toLowerCase())
      .join(' ');
  const idle = [1, 2].find((length) => IDLE.has(tail(length)));
  return idle === undefined ? tokens : tokens.slice(0, -idle);
}

/** "who" and "which" ask for the things of the table. */
function asQuestion(rest: readonly Token[], { name }: Table): readonly Token[] {
  const isBare = rest.length === 0 || (rest.length === 1 && /^who$/i.test(rest[0]?.text ?? ''));
  return isBare ? tokensOf(`list ${plainName(name)}`) : rest;
}

/** Whether a noun stands for the rows of a table, as the table itself is asked: how many of them are there? */
function meansRows(noun: string, table: Table): boolean {
  return [noun, plural(noun)].some((word) => {
    const query = readTableQuestion(tokensOf(`how many ${word}`), table).query;
    if (query === null || query.filters.length > 0) return false;
    if (query.kind === 'figure') return query.figures.every(({ column }) => column === undefined);
    const only = onlyOf(query.unite);
    return (
      query.kind === 'distinct' &&
      table.columns.some((column) => column.name === only && isUnique(column, table))
    );
  });
}

/** "ordered" is what somebody did who stands in a table of orders. */
function isDeed(verb: string, table: Table): boolean {
  const nouns = nounsOf(table);
  return nouns.some((noun) => [`${noun}ed`, `${noun}d`].includes(verb.toLowerCase()));
}

/** Whether each thing is told by itself: a country may have customers with invoices and such without. */
function isOfThings({ kind, by, unite, filters, having }: Query, table: Table): boolean {
  const groups = table.columns.filter(({ name }) => by.includes(name) || unite.includes(name));
  const times = new Set(
    table.columns.flatMap(({ name, type, derived }) => (type === 'date' || derived ? [name] : [])),
  );
  const isPlain = kind === 'list' || kind === 'figure' || kind === 'groups' || kind === 'distinct';
  return (
    isPlain &&
    having.length === 0 &&
    groups.every((column) => isUnique(column, table)) &&
    !filters.some(({ column }) => times.has(column))
  );
}

/**
 * The word of a column that another table has never stands for a column of this one that it only could mean: "amount per
 * zone", where one table has the amounts and the other the zones, is no question about either.
 *
 * @returns the reason to refuse, or null
 */
export function columnElsewhere(
  tokens: readonly Token[],
  table: Table,
  tables: readonly Table[],
): string | null {
  const others = tables.filter(({ document }) => document !== table.document);
  if (others.length === 0) return null;
  for (const { meanings, text } of termsOf(tokens, table)) {
    const [meaning] = meanings;
    const isSure = meaning?.kind !== 'column' || meaning.exact;
    const isLoose = !isSure || (meaning?.kind === 'stop' && /^(?:amount|value|level)s?$/i.test(text));
    if (!isLoose) continue;
    const said = stemsOf(text).join(' ');
    const owner = others.find(({ columns }) =>
      columns.some(({ stems, derived }) => derived === undefined && stems.join(' ') === said),
    );
    if (owner)
      return `“${text}” is a column of “${owner.name}”, and the rest is about “${readable(table.name)}”: I cannot join the two`;
  }
  return null;
}
