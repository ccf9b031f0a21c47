import type { Json } from '#base';
import type { ColumnNotation, ColumnReading, ColumnType } from '#plan';
import { type Cell, cellText, isEmpty } from './cell';
import { daysInAnyWay } from './dateCell';
import { countOf, type DistinctCells, distinctCells } from './distinctCells';
import { askedFit, readColumn, readColumnAs } from './readColumn';
import { FAMILIES } from './styles';

/** A cell that a reading cannot take. */
interface UnfitCell {
  readonly text: string;
  /** Counted from 1, without the header. */
  readonly row: number;
}

/** A way to read a column, and how far it goes. */
export interface ColumnChoice {
  readonly type: ColumnType;
  readonly notation?: ColumnNotation;
  readonly unit?: string;
  /** How many cells that are not empty fit, and how many do not. */
  readonly fits: number;
  readonly unfit: number;
  readonly firstUnfit: UnfitCell | null;
  /** The first cell that fits, as written and as read. */
  readonly example: { readonly written: string; readonly value: Json };
}

/** What a person is told of the reading of a column. */
export interface ColumnReport {
  readonly name: string;
  readonly type: ColumnType;
  readonly unit?: string;
  readonly notation?: ColumnNotation;
  /** Whether a person said so. */
  readonly isSaid: boolean;
  /** Cells that are not empty. */
  readonly filled: number;
  /** The reading that does not take every cell: the one said, or of a column of text the one that comes nearest. */
  readonly nearest: ColumnChoice | null;
  /** Readings that a person can choose, text aside. */
  readonly choices: readonly ColumnChoice[];
  /**
   * Of a column of text: the choices that fit every cell, between which nothing but a person decides; their example is a cell
   * that they read differently.
   */
  readonly open: readonly ColumnChoice[];
}

/** A column of text that fits a reading in fewer than half of its cells is simply text. */
const NEAR = 0.5;

export function reportColumn(
  name: string,
  column: readonly Cell[],
  said: ColumnReading | undefined,
): ColumnReport {
  const { values, unread: _, ...read } = said === undefined ? readColumn(column) : readColumnAs(column, said);
  const distinct = distinctCells(column);
  const filled = countOf(distinct, (cell) => !isEmpty(cell));
  const choices = differing(choicesOf(distinct, true, said?.type === 'number' ? said.unit : undefined));
  const isText = read.type === 'text';
  const ofDistinct = () => distinct.firstRow.map((row) => values[row] ?? null);
  return {
    name,
    ...read,
    isSaid: said !== undefined,
    filled,
    nearest:
      said !== undefined
        ? isText
          ? null
          : incomplete(choiceOf(read, distinct, ofDistinct()))
        : isText
          ? incomplete(best(choicesOf(distinct, false, undefined), filled))
          : null,
    choices: choices.map(({ choice }) => choice),
    open:
      isText && said === undefined
        ? tellingApart(
            choices.filter(({ choice }) => choice.unfit === 0),
            distinct,
          )
        : [],
  };
}

interface ValuedChoice {
  readonly choice: ColumnChoice;
  /** One for each distinct cell. */
  readonly values: readonly Json[];
}

function choicesOf(
  distinct: DistinctCells,
  asked: boolean,
  unit: string | undefined,
): readonly ValuedChoice[] {
  const single = FAMILIES.flat().flatMap((style) => {
    const { values, fitting, unit: found } = askedFit(style, distinct, unit, asked);
    if (fitting === 0 || (!asked && style.isTelling?.(values) === false)) return [];
    const { type, notation } = style;
    const read = { type, ...(notation && { notation }), ...(found !== '' && { unit: found }) };
    return [{ choice: choiceOf(read, distinct, values), values }];
  });
  return [...mixedDays(distinct, single, asked), ...single];
}

/** Days that are not all written in one way, where that takes more cells than any one of the ways. */
function mixedDays(
  distinct: DistinctCells,
  single: readonly ValuedChoice[],
  asked: boolean,
): readonly ValuedChoice[] {
  const most = Math.max(0, ...single.map(({ choice }) => choice.fits));
  const { values } = daysInAnyWay(distinct.cells, asked);
  const choice = choiceOf({ type: 'date' }, distinct, values);
  return most > 0 && choice.fits > most ? [{ choice, values }] : [];
}

function choiceOf(
  read: Pick<ColumnChoice, 'type' | 'notation' | 'unit'>,
  distinct: DistinctCells,
  values: readonly Json[],
): ColumnChoice {
  const { cells, firstRow } = distinct;
  const isUnfit = (cell: Cell, index: number) => values[index] === null && !isEmpty(cell);
  const first = cells.findIndex(isUnfit);
  const taken = values.findIndex((value) => value !== null);
  return {
    ...read,
    fits: countOf(distinct, (_, index) => values[index] !== null),
    unfit: countOf(distinct, isUnfit),
    firstUnfit: first < 0 ? null : { text: cellText(cells[first] ?? ''), row: (firstRow[first] ?? 0) + 1 },
    example: { written: cellText(cells[taken] ?? ''), value: values[taken] ?? null },
  };
}

/** Of choices that read every cell alike the first: a column of `5` and `7` needs no decimal comma. */
function differing(choices: readonly ValuedChoice[]): readonly ValuedChoice[] {
  return choices.filter(
    ({ choice, values }, index) =>
      !choices
        .slice(0, index)
        .some(
          (other) =>
            other.choice.type === choice.type && other.values.every((value, at) => value === values[at]),
        ),
  );
}

/** Choices with the first cell as their example that each of them reads otherwise: `05/05/2026` would ask nobody anything. */
function tellingApart(choices: readonly ValuedChoice[], { cells }: DistinctCells): readonly ColumnChoice[] {
  const at = cells.findIndex((_, index) => {
    const values = choices.map((choice) => choice.values[index] ?? null);
    return !values.includes(null) && new Set(values).size === choices.length;
  });
  return choices.map(({ choice, values }) =>
    at < 0 ? choice : { ...choice, example: { written: String(cells[at]), value: values[at] ?? null } },
  );
}

function best(choices: readonly ValuedChoice[], filled: number): ColumnChoice | null {
  const [nearest] = choices.map(({ choice }) => choice).toSorted((left, right) => right.fits - left.fits);
  return nearest !== undefined && nearest.fits >= filled * NEAR ? nearest : null;
}

function incomplete(choice: ColumnChoice | null): ColumnChoice | null {
  return choice !== null && choice.unfit > 0 ? choice : null;
}
