import { type Json, type JsonObject, own } from '#base';
import { defineCapability } from '../defineCapability';
import { failure } from '../fail';
import { isDate } from '../reading/isDate';
import { decimalsOf, sumOf } from '../reading/sum';
import { rows, z } from '../zod';
import { requireColumn, requireFreeName } from './column';
import { daysSince } from './daysOf';
import { figure } from './figuresOf';

const OPERATIONS = [
  'minus',
  'plus',
  'times',
  'divided by',
  'days since',
  'hours since',
  'minus the average of',
  'percent of the sum of',
  'running total from',
] as const;
type Operation = (typeof OPERATIONS)[number];

export const compute = defineCapability({
  id: 'table.compute',
  title: 'Compute a column',
  description:
    'Adds a column computed in each row from two others, or from one and a number: of numbers, of dates ("days since", "hours since"; left is the later one), with a figure of all rows ("minus the average of", "percent of the sum of", two decimals), or of the rows so far ("running total from" a number). Empty where either cell is.',
  input: z.strictObject({
    rows: rows.meta({ title: 'Rows' }),
    left: z.string().min(1).meta({ title: 'Column' }),
    operation: z.enum(OPERATIONS).meta({ title: 'Operation' }),
    right: z
      .union([z.string().min(1), z.number()])
      .meta({ title: 'Other column', description: 'A column, or one number for every row.' }),
    as: z.string().min(1).meta({ title: 'Call it' }),
  }),
  output: z.object({ rows }),
  icon: 'calculator',
  tags: ['table', 'difference'],
  run({ rows: all, left, operation, right, as }) {
    requireColumn(all, left);
    if (typeof right === 'string') requireColumn(all, right);
    requireFreeName(all, as);
    if (operation === 'running total from') return { rows: runningTotal(all, left, right, as) };
    const ofAll = typeof right === 'string' ? figureOfAll(all, operation, right) : null;
    return {
      rows: all.map((row, index) => {
        const other = typeof right === 'number' ? right : ofAll ? ofAll.value : (own(row, right) ?? null);
        return { ...row, [as]: computed(own(row, left) ?? null, operation, other, index) };
      }),
    };
  },
});

/** Where a cell is empty nothing is added, and nothing stands. */
function runningTotal(
  all: readonly JsonObject[],
  left: string,
  from: string | number,
  as: string,
): readonly JsonObject[] {
  if (typeof from === 'string')
    throw failure('VALUE_UNFIT', 'A running total starts from a number.', 'Give 0 to start from nothing.');
  let total = from;
  return all.map((row, index) => {
    const cell = own(row, left) ?? null;
    const added = computed(cell, 'plus', total, index);
    total = added ?? total;
    return { ...row, [as]: added };
  });
}

/** What each row is held against alike: a figure of all of them, which is null where no cell is filled. */
function figureOfAll(
  all: readonly JsonObject[],
  operation: Operation,
  column: string,
): { readonly value: Json } | null {
  if (operation === 'minus the average of') return { value: averageOf(all, column) };
  return operation === 'percent of the sum of' ? { value: figure(all, { function: 'sum', column }) } : null;
}

/** The average of what is there; null where nothing is. */
function averageOf(all: readonly JsonObject[], column: string): number | null {
  const cells = all.map((row) => own(row, column) ?? null).filter((cell) => cell !== null && cell !== '');
  const odd = cells.find((cell) => typeof cell !== 'number');
  if (odd !== undefined)
    throw failure(
      'VALUE_UNFIT',
      `"${column}" holds ${JSON.stringify(odd)}, which has no average.`,
      'Choose a column of numbers.',
    );
  return cells.length === 0 ? null : sumOf(cells.filter((cell) => typeof cell === 'number')) / cells.length;
}

function computed(left: Json, operation: Operation, right: Json, index: number): number | null {
  if (left === null || right === null) return null;
  const isTime = operation === 'days since' || operation === 'hours since';
  if (isTime && typeof left === 'string' && typeof right === 'string' && isDate(left) && isDate(right)) {
    const days = daysSince(left) - daysSince(right);
    return rounded(operation === 'days since' ? days : days * 24, 9);
  }
  if (!isTime && typeof left === 'number' && typeof right === 'number') return number(left, operation, right);
  throw failure(
    'VALUE_UNFIT',
    `Row ${index + 1} has ${JSON.stringify(left)} and ${JSON.stringify(right)}: that has no "${operation}".`,
    isTime ? 'Choose two columns of dates.' : 'Choose two columns of numbers.',
  );
}

function number(left: number, operation: Operation, right: number): number | null {
  const decimals = [decimalsOf(left), decimalsOf(right)] as const;
  switch (operation) {
    case 'plus':
      return rounded(left + right, Math.max(...decimals));
    case 'times':
      return rounded(left * right, decimals[0] + decimals[1]);
    case 'divided by':
      return right === 0 ? null : left / right;
    case 'minus the average of':
      return left - right;
    case 'percent of the sum of':
      return right === 0 ? null : rounded((left / right) * 100, 2);
    default:
      return rounded(left - right, Math.max(...decimals));
  }
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(Math.min(decimals, 20)));
}
