import type { JsonObject } from '#base';
import { planValues } from './planning/planValues';
import { readDocumentQuestion } from './readDocumentQuestion';
import { columnElsewhere, missesOthers, readJoined, readUnnamed } from './tableQuestion/joinedTables';
import { type ColumnExit, type OpenReading, readOpenQuestion } from './tableQuestion/otherReadings';
import type { TableReading } from './tableQuestion/readTableQuestion';
import { tablesIn } from './tables/tables';
import { type Token, tokensOf } from './text/words';
import { withQuotients } from './words/computed';
import { withDates } from './words/periods';
import { isForeign } from './words/unknownWords';

/** What says that `7:30` is a length of time. */
const HOURS =
  /^(?:hours?|minutes?|durations?|lengths?|longer|shorter|longest|shortest|long|time|fastest|slowest|quickest)$/i;

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
  const spoken = withDates(tokensOf(goal));
  if (spoken.length > MOST_TOKENS) return nothing([`it is longer than ${MOST_TOKENS} words`]);
  if (spoken.length === 0) return nothing(['it asks nothing']);
  if (isForeign(spoken))
    return nothing(['the built-in planner reads English; connect a model for questions in other languages']);
  if (goesOn(spoken))
    return nothing(['it goes on from another question, which I do not know here: ask the whole question']);
  const tables = tablesIn(memory, saysHours(spoken));
  const tokens = withDates(tokensOf(withQuotients(goal, tables)));
  const unnamed = readUnnamed(tokens, tables);
  if (unnamed !== null) return planned([unnamed]) ?? nothing(unnamed.reasons);
  const readings = tables.map((table) => readOpenQuestion(tokens, table));
  const fitting = readings.filter(({ query }) => query !== null);
  const chosen = fitting.length > 1 ? fitting.filter(({ named }) => named) : fitting;
  const [only] = chosen;
  if (chosen.length === 1 && only?.query) {
    const other = columnElsewhere(tokens, only.table, tables) ?? missesOthers(tokens, only, tables);
    if (other === null) return planValues(only, only.query);
    return planned(readJoined(tokens, tables)) ?? nothing([other]);
  }
  if (fitting.length > 1) return nothing([whichTable(fitting)]);
  const joined = planned(readJoined(tokens, tables));
  if (joined !== null) return joined;
  const documents = readDocumentQuestion(goal, memory, readings.length > 0);
  return documents ?? nothing(reasonsAmong(readings));
}

/** What both tables of the one pair say that fits, or why none does; null where no two tables belong together. */
function planned(readings: readonly TableReading[]): JsonObject | null {
  const [only, ...others] = readings;
  if (!only) return null;
  if (only.query === null) return nothing(only.reasons);
  return others.length === 0 ? planValues(only, only.query) : nothing([whichTable(readings)]);
}

/** "and in October?", "what about Oslo?": what is asked of it stands in the question before. */
function goesOn(tokens: readonly Token[]): boolean {
  const begun = tokens.slice(0, 2).map(({ text }) => text.toLowerCase());
  return begun[0] === 'and' || /^(?:what|how) about$/.test(begun.join(' '));
}

/** What says that `7:30` is a length of time. */
function saysHours(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => HOURS.test(text));
}

function nothing(reasons: readonly string[]): JsonObject {
  return { about: 'nothing', kind: 'nothing', reasons };
}

function whichTable(readings: readonly TableReading[]): string {
  const names = readings.map(({ table }) => `“${table.name}”`).join(' or ');
  return `it could be about ${names}; name the table`;
}

/** The reasons of the table that understood most of it. */
function reasonsAmong(readings: readonly OpenReading[]): readonly string[] {
  return bestOf(readings)?.reasons ?? ['there is no table and no document to look into'];
}

/**
 * Readings of columns with which a question could be answered that is refused as the tables are read now: each is one to
 * put into `columns` of its document.
 *
 * @example columnExits('average price', { tables })
 * // [{ document: 'homes', column: { name: 'Price', type: 'number', read: 'decimal-point', unit: '$' } }]
 */
export function columnExits(goal: string, memory: JsonObject): readonly ColumnExit[] {
  const tokens = withDates(tokensOf(goal));
  if (tokens.length > MOST_TOKENS || readQuestion(goal, memory).about !== 'nothing') return [];
  return (
    bestOf(tablesIn(memory, saysHours(tokens)).map((table) => readOpenQuestion(tokens, table)))?.exits ?? []
  );
}

function bestOf(readings: readonly OpenReading[]): OpenReading | undefined {
  const [best] = readings.toSorted(
    (left, right) =>
      Number(right.named) - Number(left.named) ||
      left.unknown - right.unknown ||
      left.reasons.length - right.reasons.length,
  );
  return best;
}
