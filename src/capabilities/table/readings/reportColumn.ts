import type { Json } from '#base';
import type { ColumnNotation, ColumnReading, ColumnType } from '#plan';
import { type Cell, cellText, isEmpty } from './cell';
import { askedFit, readColumn, readColumnAs } from './readColumn';
import { FAMILIES } from './styles';

/** A cell that a reading cannot take. */
export interface UnfitCell {
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
  cells: readonly Cell[],
  said: ColumnReading | undefined,
): ColumnReport {
  const { values, unread: _, ...read } = said === undefined ? readColumn(cells) : readColumnAs(cells, said);
  const filled = cells.filter((cell) => !isEmpty(cell)).length;
  const choices = distinct(choicesOf(cells, true, said?.type === 'number' ? said.unit : undefined));
  const isText = read.type === 'text';
  return {
    name,
    ...read,
    isSaid: said !== undefined,
    filled,
    nearest:
      said !== undefined
        ? isText
          ? null
          : incomplete(choiceOf(read, cells, values))
        : isText
          ? incomplete(best(choicesOf(cells, false, undefined), filled))
          : null,
    choices: choices.map(({ choice }) => choice),
    open:
      isText && said === undefined
        ? tellingApart(
            choices.filter(({ choice }) => choice.unfit === 0),
            cells,
          )
        : [],
  };
}

interface ValuedChoice {
  readonly choice: ColumnChoice;
  readonly values: readonly Json[];
}

function choicesOf(
  cells: readonly Cell[],
  asked: boolean,
  unit: string | undefined,
): readonly ValuedChoice[] {
  return FAMILIES.flat().flatMap((style) => {
    const { values, fitting, unit: found } = askedFit(style, cells, unit, asked);
    if (fitting === 0 || (!asked && style.isTelling?.(values) === false)) return [];
    const { type, notation } = style;
    const read = { type, ...(notation && { notation }), ...(found !== '' && { unit: found }) };
    const choice = choiceOf(read, cells, values);
    return choice === null ? [] : [{ choice, values }];
  });
}

function choiceOf(
  read: Pick<ColumnChoice, 'type' | 'notation' | 'unit'>,
  cells: readonly Cell[],
  values: readonly Json[],
): ColumnChoice | null {
  const unfit = cells.flatMap((cell, index) =>
    values[index] === null && !isEmpty(cell) ? { text: cellText(cell), row: index + 1 } : [],
  );
  const taken = values.findIndex((value) => value !== null);
  return {
    ...read,
    fits: values.filter((value) => value !== null).length,
    unfit: unfit.length,
    firstUnfit: unfit[0] ?? null,
    example: { written: cellText(cells[taken] ?? ''), value: values[taken] ?? null },
  };
}

/** Of choices that read every cell alike the first: a column of `5` and `7` needs no decimal comma. */
function distinct(choices: readonly ValuedChoice[]): readonly ValuedChoice[] {
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
function tellingApart(choices: readonly ValuedChoice[], cells: readonly Cell[]): readonly ColumnChoice[] {
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
