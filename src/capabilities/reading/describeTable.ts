import { isBlank, type Json, type JsonObject, present } from '#base';
import type { ReadDocument } from '#runtime';
import { readColumnAs } from './columns/readColumn';
import { compareCells } from './compareCells';
import { knownReading } from './knownReadings';
import { readableIn } from './readable';
import type { Column, Table } from './table';
import { tableOf } from './tableOf';

/** Distinct texts of a column that planners are told, whatever they hold. */
const ANY_VALUES = 50;
/** So many are told of names, which a question may say: texts that are no longer than that. */
const NAMES = 1_000;
const LONGEST_NAME = 60;

const descriptions = new WeakMap<ReadDocument, readonly JsonObject[]>();

/**
 * What planners are told of a table: columns with their types and values, never the rows. Found once a document.
 *
 * @returns none where the document is no table
 */
export function describeTable(document: ReadDocument): readonly JsonObject[] {
  const known = knownReading(document)?.description ?? descriptions.get(document);
  if (known) return known;
  const description = tableDescribed(document);
  descriptions.set(document, description);
  return description;
}

function tableDescribed(document: ReadDocument): readonly JsonObject[] {
  const read = tableOf(document);
  if (!read.ok) return [];
  const table = read.value;
  const readable = readableIn(document, table);
  return [
    {
      document: document.id,
      name: document.name ?? document.id,
      rows: table.rows.length,
      columns: table.columns.map((column) => ({
        ...describeColumn(table, column),
        ...described(readable.get(column.name)),
      })),
      ...describeTotals(table),
    },
  ];
}

function described(readable: readonly JsonObject[] | undefined): JsonObject {
  return readable === undefined ? {} : { readable };
}

/** What an answer has to say of rows that sum up others. */
function describeTotals({ leftOut = [], inDoubt = [] }: Table): JsonObject {
  return leftOut.length + inDoubt.length === 0 ? {} : { totals: { leftOut, inDoubt } };
}

function describeColumn({ rows }: Table, { name, type, unit, unread }: Column): JsonObject {
  const cells = filledCells(rows, name);
  const distinct = new Set(cells);
  for (const cell of distinct) if (typeof cell === 'object') distinct.delete(cell);
  const counted = {
    ...{ name, type, distinct: distinct.size, empty: rows.length - cells.length },
    ...present({ unit, unread }),
  };
  if (type === 'text') return { ...counted, values: valuesOf([...distinct]), ...asDuration(cells) };
  if (type === 'boolean' || cells.length === 0) return counted;
  return { ...counted, ...range(cells), ...(type === 'time' ? asDuration(cells) : {}) };
}

/** What stands in a column; of a list what is in it. */
function filledCells(rows: Table['rows'], column: string): readonly Json[] {
  const cells: Json[] = [];
  for (const row of rows) {
    const cell = row[column] ?? null;
    const inside: readonly Json[] = Array.isArray(cell) ? cell : cell === null ? [] : [cell];
    for (const one of inside) cells.push(one);
  }
  return cells;
}

function valuesOf(distinct: readonly Json[]): Json[] {
  const further = distinct.slice(ANY_VALUES).filter((value) => String(value).length <= LONGEST_NAME);
  return [...distinct.slice(0, ANY_VALUES), ...further].slice(0, NAMES);
}

/** Hours and minutes, or a time of day, or minutes and seconds: which of these, only a person or their question says. */
function asDuration(cells: readonly Json[]): JsonObject {
  const filled = cells.filter((cell) => !(typeof cell === 'string' && isBlank(cell)));
  const texts = filled.filter((cell) => typeof cell === 'string');
  if (texts.length === 0 || texts.length < filled.length || !texts.every((text) => CLOCK.test(text)))
    return {};
  const { unread, values } = readColumnAs(texts, { name: '', type: 'duration', read: 'hours-minutes' });
  return unread === 0 ? { duration: range(values) } : {};
}

const CLOCK = /^\d{1,3}:\d\d(?::\d\d)?$/;

function range(cells: readonly Json[]): JsonObject {
  let min = cells[0] ?? null;
  let max = min;
  for (const cell of cells) {
    if (compareCells(cell, min) < 0) min = cell;
    if (compareCells(cell, max) >= 0) max = cell;
  }
  return { min, max };
}
