import { own } from '#base';
import type { ColumnType } from '#plan';
import type { ReadDocument } from '#runtime';
import { columnsOf } from '../reading/columnsOf';
import { compareText } from '../reading/compareCells';
import { rowsInLines } from '../reading/knownReadings';
import type { Row } from '../reading/table';
import { shapeOf, tableOf } from '../reading/tableOf';
import { requireName } from './column';
import { figureLabel, isFigureOf } from './figureLabel';
import { decimalsOfColumn, readableValue, withUnit } from './formatValue';
import { decimalsShown } from './numberCells';
import { areYears } from './years';

/** A column as an answer shows it. */
export interface ShownColumn {
  readonly name: string;
  /** `name` as its document writes it; a computed figure in words. */
  readonly label: string;
  readonly type: ColumnType;
  /** All numbers of a column are shown with the same decimals. */
  readonly decimals: number;
  /** What its numbers count, where all tables that have the column agree on it. */
  readonly unit?: string;
  /** Its numbers are years, which no comma parts. */
  readonly areYears?: true;
}

const NAMES_SOMETHING = /(?:^|[\s_])(?:(?<!\bper[\s_])year|id|no|nr|code|zip)$/i;

/** Whether the whole numbers of a column name something: nobody writes the year 2,026. */
export function isNaming({ name, areYears }: { readonly name: string; readonly areYears?: true }): boolean {
  return areYears === true || NAMES_SOMETHING.test(name);
}

/**
 * The columns of rows in the order in which a person knows them: first those that were asked for, then those of the
 * tables of the workspace as these list them, then what was computed. The order of keys in a row says nothing: facts
 * are applied with their keys in canonical order (K4).
 *
 * @param asked columns to begin with, in this order
 * @throws CallError `COLUMN_UNKNOWN` when one that was asked for is in no row
 */
export function shownColumns(
  rows: readonly Row[],
  documents: readonly ReadDocument[],
  asked: readonly string[] = [],
): readonly ShownColumn[] {
  const there = new Map(columnsOf(rows).map((column) => [column.name, column]));
  for (const name of asked) requireName([...there.values()], name);
  const listed = listedColumns(documents, there);
  const computed = [...there.keys()].filter((name) => !listed.includes(name)).toSorted(compareText);
  return [...new Set([...asked, ...listed, ...computed])].map((name) => {
    const numbers = numbersIn(rows, name);
    return {
      name,
      label: listed.includes(name) ? name : figureLabel(name),
      type: there.get(name)?.type ?? 'text',
      decimals: Math.max(decimalsOfColumn(numbers), numbers.length > 0 ? decimalsIn(documents, name) : 0),
      ...unitIn(documents, name),
      ...(areYears(name, numbers) && { areYears: true }),
    };
  });
}

/** A cell in words; nothing where it is empty. */
export function shownCell(row: Row, column: ShownColumn): string {
  const { name, decimals, unit } = column;
  const value = own(row, name) ?? null;
  if (value === null) return '';
  if (Number.isInteger(value) && isNaming(column)) return String(value);
  const text = readableValue(value, decimals);
  return typeof value === 'number' ? withUnit(text, unit && readableValue(unit)) : text;
}

/** Columns that a table of the workspace lists; the table that has most of them goes first. */
function listedColumns(
  documents: readonly ReadDocument[],
  there: ReadonlyMap<string, unknown>,
): readonly string[] {
  const shared = documents.map((document) => namesIn(document).filter((name) => there.has(name)));
  return [...new Set(shared.toSorted((left, right) => right.length - left.length).flat())];
}

function numbersIn(rows: readonly Row[], column: string): readonly number[] {
  return rows.flatMap((row) => {
    const value = own(row, column);
    return typeof value === 'number' ? [value] : [];
  });
}

/** The unit of a column, or of the column that a figure was computed from. */
function unitIn(documents: readonly ReadDocument[], name: string): { unit?: string } {
  const units = documents.flatMap((document) => {
    const table = shapeOf(document);
    if (!table.ok) return [];
    return table.value.columns.flatMap((column) =>
      column.name === name || isFigureOf(name, column.name) ? [column.unit] : [],
    );
  });
  const [unit, ...others] = new Set(units);
  return unit === undefined || others.length > 0 ? {} : { unit };
}

/** The decimals of the column that a figure was computed from, in tables whose rows are here: each total of it has them, whole ones too. */
function decimalsIn(documents: readonly ReadDocument[], name: string): number {
  const found = documents.flatMap((document) => {
    const shape = shapeOf(document);
    const of = shape.ok ? shape.value.columns.find((column) => isFigureOf(name, column.name)) : undefined;
    if (of === undefined || rowsInLines(document) !== null) return [];
    const table = tableOf(document);
    return table.ok ? [decimalsShown(table.value.rows, of.name)] : [];
  });
  return Math.max(0, ...found);
}

function namesIn(document: ReadDocument): readonly string[] {
  const table = shapeOf(document);
  return table.ok ? table.value.columns.map(({ name }) => name) : [];
}
