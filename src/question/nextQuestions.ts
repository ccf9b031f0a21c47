import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { capital } from './planning/cards';
import { readQuestion } from './readQuestion';
import { groupsOf, suggestQuestions } from './suggestQuestions';
import { tablesIn, timesOf } from './tables/tables';
import { readable } from './text/names';

/** What a figure is called in a question. */
const FIGURES: Readonly<Record<string, string>> = {
  sum: 'total',
  average: 'average',
  median: 'median',
  min: 'lowest',
  max: 'highest',
};

/**
 * Questions that carry on from one that was asked: its figure, with its conditions, by what it was not grouped by; then what
 * can be asked anyway. Each is one that `readQuestion` understands; whether its answer is worth reading shows when it is run.
 *
 * @param memory as planners get it: `tables` and `documents`
 * @example nextQuestions('total revenue by city', memory)[0] // 'Total revenue by month'
 */
export function nextQuestions(asked: string, memory: JsonObject): readonly string[] {
  const candidates = [...carriedOn(readQuestion(asked, memory), memory), ...suggestQuestions(memory)];
  const same = asked.trim().toLowerCase();
  return [...new Set(candidates.map(capital))].filter(
    (question) => question.toLowerCase() !== same && readQuestion(question, memory).about !== 'nothing',
  );
}

function carriedOn(read: JsonObject, memory: JsonObject): readonly string[] {
  const table = tablesIn(memory).find(({ document }) => document === read.document);
  const figure = figureIn(read.figure);
  if (table === undefined || figure === null) return [];
  const by = new Set(Array.isArray(read.by) ? read.by : []);
  const where = conditionIn(read.filters);
  const groups = groupsOf(table)
    .filter(({ name }) => !by.has(name))
    .map(({ name }) => readable(name));
  const [time] = timesOf(table);
  const isByTime = table.columns.some(({ name, derived }) => derived && 'period' in derived && by.has(name));
  return [...(time && !isByTime ? ['month'] : []), ...groups].map((group) => `${figure} by ${group}${where}`);
}

/** `total revenue`, `how many rows`; null of what a question does not say that way. */
function figureIn(figure: Json | undefined): string | null {
  if (figure === undefined || !isJsonObject(figure)) return null;
  const { function: name, column } = figure;
  if (name === 'count') return 'how many rows';
  const word = own(FIGURES, String(name));
  return word === undefined || typeof column !== 'string' ? null : `${word} ${readable(column)}`;
}

/** The condition that a question had, where it is one that can be said in a few words. */
function conditionIn(filters: Json | undefined): string {
  const [only, ...more] = Array.isArray(filters) ? filters.filter(isJsonObject) : [];
  if (only === undefined || more.length > 0 || only.operator !== '=') return '';
  const { column, value } = only;
  if (typeof column !== 'string' || typeof value !== 'string') return '';
  return ` where ${readable(column)} is ${value}`;
}
