import { isJsonObject, type Json, type JsonObject, onlyOf, own } from '#base';
import { capital } from './planning/cards';
import { readQuestion } from './readQuestion';
import {
  type Column,
  isKey,
  isRate,
  isUnique,
  mainMeasure,
  measuresOf,
  type Table,
  tablesIn,
  timesOf,
} from './tables/tables';
import { plural, readable } from './text/names';
import { wordSet } from './text/words';

/** More groups than that make a long answer to begin with. */
const MOST_GROUPS = 40;
/** So many of a ranking are offered. */
const TOP = 5;

/**
 * Questions that can be asked of the tables and documents at hand, made from their own columns and headings, the ones
 * that say most first. Each is one that `readQuestion` understands; whether its answer is worth reading shows when it is
 * run.
 *
 * @param memory as planners get it: `tables` and `documents`
 * @example suggestQuestions(describeDocuments([sales]))[0] // 'Total revenue by region, largest first'
 */
export function suggestQuestions(memory: JsonObject): readonly string[] {
  const candidates = [...tablesIn(memory).flatMap(ofTable), ...headingsIn(memory).map(ofHeading)];
  return [...new Set(candidates.map(capital))].filter(
    (question) => readQuestion(question, memory).about !== 'nothing',
  );
}

function ofTable(table: Table): readonly string[] {
  const measures = measuresOf(table);
  const measure =
    mainMeasure(table) ?? moneyOf(table) ?? measures.find((column) => !isRate(column)) ?? measures[0];
  const groups = groupsOf(table);
  const [first, second = first] = groups;
  const [time] = timesOf(table);
  const figure = measure === undefined ? null : readable(measure.name);
  const sum = measure && figure !== null ? whole(measure, figure) : null;
  return [
    ...(first && sum !== null ? [`${sum} by ${readable(first.name)}, largest first`] : []),
    ...(time && sum !== null ? [`${sum} by month`] : []),
    ...(second && sum !== null && figure !== null ? [ranking(second, sum, figure)] : []),
    ...groups.slice(0, 2).map((group) => `how many rows by ${readable(group.name)}`),
    ...(time && !isOnePerMonth(time, table) ? ['how many rows by month', 'how many rows by weekday'] : []),
    ...(figure !== null ? [`average ${figure}`, `highest ${figure}`] : []),
    'how many rows',
  ];
}

/** A table of months has one row for each, and nothing to count. */
function isOnePerMonth({ isMonthly, distinct }: Column, { rows }: Table): boolean {
  return isMonthly && distinct === rows;
}

const CURRENCIES = wordSet('EUR USD GBP CHF JPY INR € $ £ ¥');

/** A head in another language says by its unit that it is money: enough to offer it, and too little to guess by. */
function moneyOf(table: Table): Column | undefined {
  return measuresOf(table).find((column) => CURRENCIES.has(column.unit) && !isRate(column));
}

/** The first few, where there are more than these. */
function ranking(group: Column, sum: string, figure: string): string {
  if (group.values.length > TOP) return `top ${TOP} ${plural(group.name)} by ${figure}`;
  return `${sum} by ${readable(group.name)}`;
}

/** What all rows of a column come to: temperatures are not added up, and a "Total" needs no second one. */
function whole(measure: Column, column: string): string {
  if (isRate(measure)) return `average ${column}`;
  return /^(?:total|sum)\b/i.test(column) ? `sum of ${column}` : `total ${column}`;
}

/** Columns of which several rows have the same value, those with the fewest values first. */
function groupsOf(table: Table): readonly Column[] {
  return table.columns
    .filter((column) => column.type === 'text' && column.derived === undefined && !isKey(column, table))
    .filter((column) => !isUnique(column, table))
    .filter(({ values }) => values.length > 1 && values.length <= MOST_GROUPS)
    .toSorted((left, right) => left.values.length - right.values.length);
}

function headingsIn(memory: JsonObject): readonly string[] {
  const documents = own(memory, 'documents');
  if (!Array.isArray(documents)) return [];
  return documents.filter(isJsonObject).flatMap((document) => {
    const headings = own(document, 'headings');
    return Array.isArray(headings) ? headings.filter((heading) => typeof heading === 'string') : [];
  });
}

function ofHeading(heading: string): string {
  return `What does it say about ${heading}?`;
}

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
  const isByTime = table.columns.some(({ name, derived }) => derived?.period && by.has(name));
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
  const only = onlyOf(Array.isArray(filters) ? filters.filter(isJsonObject) : []);
  if (only === null || only.operator !== '=') return '';
  const { column, value } = only;
  if (typeof column !== 'string' || typeof value !== 'string') return '';
  return ` where ${readable(column)} is ${value}`;
}
