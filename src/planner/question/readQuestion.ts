import type { Json, JsonObject } from '#base';
import { answerWords } from './answerWords';
import { cardsOf } from './cards';
import type { Composed } from './composed';
import { derivedIn } from './derivedIn';
import type { NamedFigure } from './figure';
import type { Filter } from './filter';
import { isForeign } from './isForeign';
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
  if (isForeign(tokens))
    return nothing(['the built-in planner reads English; connect a model for questions in other languages']);
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
    derive: derivedIn(table, composed, reading.computed),
    filters: composed.filters.map(filterOf),
    unite: composed.unite,
    by: composed.by,
    figures: composed.figures.map(aggregateOf),
    figure: composed.figures[0] ? aggregateOf(composed.figures[0]) : null,
    having: composed.having.map(filterOf),
    sort: composed.sort && { by: composed.sort.by, order: composed.sort.order },
    limit: composed.limit,
    once: composed.once,
    within: composed.within,
    growth: composed.growth && { ...composed.growth },
    columns: columnsOf(composed),
    words: { ...cardsOf(table.name, composed), answer: answerWords(table, composed) },
  };
}

function filterOf({ column, operator, value, label }: Filter): Json {
  return { column, operator, value, label };
}

/** The columns that an answer begins with; the others follow as the table lists them. */
function columnsOf({ kind, by, figures, growth }: Composed): readonly string[] {
  if (growth !== null) {
    const groups = by.filter((column) => column !== growth.over);
    return [...groups, String(growth.from), String(growth.to), 'change', 'percent'];
  }
  if (kind !== 'groups' && kind !== 'shares') return [];
  return [...by, ...figures.map(({ as }) => as), ...(kind === 'shares' ? ['percent'] : [])];
}

function aggregateOf({ function: name, column, as }: NamedFigure): JsonObject {
  return column === undefined ? { function: name, as } : { function: name, column, as };
}
