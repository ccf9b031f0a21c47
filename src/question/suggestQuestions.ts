import { isJsonObject, type JsonObject, own } from '#base';
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
  const measure = mainMeasure(table) ?? moneyOf(table) ?? measuresOf(table)[0];
  const groups = groupsOf(table);
  const [first, second = first] = groups;
  const [time] = timesOf(table);
  const figure = measure === undefined ? null : readable(measure.name);
  const sum = figure === null ? null : summed(figure);
  return [
    ...(first && sum !== null ? [`${sum} by ${readable(first.name)}, largest first`] : []),
    ...(time && sum !== null ? [`${sum} by month`] : []),
    ...(second && sum !== null && figure !== null ? [ranking(second, sum, figure)] : []),
    ...groups.slice(0, 2).map((group) => `how many rows by ${readable(group.name)}`),
    ...(time ? ['how many rows by month', 'how many rows by weekday'] : []),
    ...(figure !== null ? [`average ${figure}`, `highest ${figure}`] : []),
    'how many rows',
  ];
}

const CURRENCIES = new Set('EUR USD GBP CHF JPY INR € $ £ ¥'.split(' '));

/** A head in another language says by its unit that it is money: enough to offer it, and too little to guess by. */
function moneyOf(table: Table): Column | undefined {
  return measuresOf(table).find((column) => CURRENCIES.has(column.unit) && !isRate(column));
}

/** The first few, where there are more than these. */
function ranking(group: Column, sum: string, figure: string): string {
  if (group.values.length > TOP) return `top ${TOP} ${plural(group.name)} by ${figure}`;
  return `${sum} by ${readable(group.name)}`;
}

/** What a column is called when it is added up: a "Total" needs no second one. */
function summed(column: string): string {
  return /^(?:total|sum)\b/i.test(column) ? `sum of ${column}` : `total ${column}`;
}

/** Columns of which several rows have the same value, those with the fewest values first. */
export function groupsOf(table: Table): readonly Column[] {
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
