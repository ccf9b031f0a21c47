import type { Query } from '../query/query';
import { type Link, withoutRows } from '../tables/joined';
import { isUnique, nounsOf, plainName, type Table } from '../tables/tables';
import { plural } from '../text/names';
import { type Token, tokensOf } from '../text/words';
import { readTableQuestion, type TableReading } from './readTableQuestion';

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
export function readWithout(tokens: readonly Token[], link: Link): TableReading | null {
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
    const [only, ...others] = query.unite;
    return (
      query.kind === 'distinct' &&
      others.length === 0 &&
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
