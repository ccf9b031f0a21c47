import type { Json, JsonObject } from '#base';
import type { Composed } from './composed';
import { type NamedFigure, plural, readable } from './figure';
import { readDocumentQuestion } from './readDocumentQuestion';
import { readTableQuestion, type TableReading } from './readTableQuestion';
import { tablesIn } from './tables';
import { tokensOf } from './words';

/** Words of a question beyond which it is not read: nobody asks a table in a longer sentence. */
const MOST_TOKENS = 200;

/**
 * Reads a question in English against the tables and documents at hand, without a model: what the built-in planners
 * plan from, at `memory.question`.
 *
 * Deterministic, and it never guesses: every word must be understood or be one of the stop words, a name that fits
 * several columns is a reason to refuse, and so is a question that fits several tables.
 *
 * @returns `{about: "table", kind, document, filters, by, figures, sort, limit, …labels}`,
 *   `{about: "documents", kind, query, topics}`, or `{about: "nothing", reasons}`
 * @example readQuestion('average price by region', { tables }).kind // 'groups'
 */
export function readQuestion(goal: string, memory: JsonObject): JsonObject {
  const tokens = tokensOf(goal);
  if (tokens.length > MOST_TOKENS) return nothing([`it is longer than ${MOST_TOKENS} words`]);
  if (tokens.length === 0) return nothing(['it asks nothing']);
  const readings = tablesIn(memory).map((table) => readTableQuestion(tokens, table));
  const fitting = readings.filter(({ composed }) => composed !== null);
  const chosen = fitting.length > 1 ? fitting.filter(({ named }) => named) : fitting;
  const [only] = chosen;
  if (chosen.length === 1 && only?.composed) return answerable(only, only.composed);
  if (fitting.length > 1) return nothing([whichTable(fitting)]);
  const documents = readDocumentQuestion(goal, memory, readings.length > 0);
  return documents ?? nothing(reasonsAmong(readings));
}

function nothing(reasons: readonly string[]): JsonObject {
  return { about: 'nothing', kind: 'nothing', reasons };
}

function whichTable(readings: readonly TableReading[]): string {
  const names = readings.map(({ table }) => `"${table.name}"`).join(' or ');
  return `it could be about ${names}; name the table`;
}

/** The reasons of the table that understood most of it. */
function reasonsAmong(readings: readonly TableReading[]): readonly string[] {
  const [best] = readings.toSorted(
    (left, right) =>
      Number(right.named) - Number(left.named) ||
      left.unknown - right.unknown ||
      left.reasons.length - right.reasons.length,
  );
  return best?.reasons ?? ['there is no table and no document to look into'];
}

function answerable(reading: TableReading, composed: Composed): JsonObject {
  const { table } = reading;
  return {
    about: 'table',
    kind: composed.kind,
    document: table.document,
    table: table.name,
    filters: composed.filters.map((filter): Json => ({ ...filter })),
    unite: composed.unite,
    by: composed.by,
    figures: composed.figures.map(aggregateOf),
    figure: composed.figures[0] ? aggregateOf(composed.figures[0]) : null,
    having: composed.having.map((filter): Json => ({ ...filter })),
    sort: composed.sort && { ...composed.sort },
    limit: composed.limit,
    words: wordsOf(table.name, composed),
  };
}

function aggregateOf({ function: name, column, as }: NamedFigure): JsonObject {
  return column === undefined ? { function: name, as } : { function: name, column, as };
}

/** What the cards of the plan and its answer are called. */
function wordsOf(table: string, composed: Composed): JsonObject {
  const { sort, limit } = composed;
  const figures = composed.figures.map(({ label }) => label).join(' and ');
  const groups = composed.by.map(readable).join(' and ');
  const order = sort?.order === 'desc' ? 'highest first' : 'lowest first';
  return {
    load: `Load ${table}`,
    unite: `Find distinct ${composed.unite.map(readable).join(' and ')}`,
    compute: capital(figures),
    group: capital(`${figures} by ${groups}`),
    sort: sort ? `Sort by ${readable(sort.by)}, ${order}` : '',
    limit: limit === null ? '' : `${extreme(sort)} ${limit}`,
    answer: capital(answerWords(table, composed, figures, groups)),
  };
}

function extreme(sort: Composed['sort']): string {
  if (sort === null) return 'First';
  return sort.order === 'asc' ? 'Bottom' : 'Top';
}

function answerWords(table: string, composed: Composed, figures: string, groups: string): string {
  const conditions = [...composed.filters, ...composed.having].map(({ label }) =>
    label.replace(/^Keep /, '').replace(/^Leave out (.*) = /, '$1 ≠ '),
  );
  const condition = conditions.length === 0 ? '' : ` (${conditions.join(', ')})`;
  switch (composed.kind) {
    case 'figure':
    case 'distinct':
      return `${figures}${condition}`;
    case 'share':
      return `share of the ${figures} in percent${condition}`;
    case 'shares':
      return `share of the ${figures} by ${groups} in percent${condition}`;
    case 'groups':
      return `${groupWords(composed, figures, groups)}${condition}`;
    case 'list':
      return `${listWords(table, composed)}${condition}`;
  }
}

function groupWords(composed: Composed, figures: string, groups: string): string {
  const { sort, limit } = composed;
  if (limit === null) return `${figures} by ${groups}`;
  if (limit === 1 && sort)
    return `${groups} with the ${mostOf(sort)} ${figures.replace(/^(?:lowest|highest) /, '')}`;
  return `${extreme(sort)} ${limit} ${composed.by.map(plural).join(' and ')} by ${figures}`;
}

function listWords(table: string, { sort, limit }: Composed): string {
  if (limit === null) return `rows of ${table}`;
  const rows = limit === 1 ? 'row' : `${limit} rows`;
  if (sort === null) return `first ${rows} of ${table}`;
  return `${rows} of ${table} with the ${mostOf(sort)} ${readable(sort.by)}`;
}

function mostOf(sort: NonNullable<Composed['sort']>): string {
  return sort.order === 'asc' ? 'lowest' : 'highest';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
