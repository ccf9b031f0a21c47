import { isBlank, itemsIn, type Json } from '#base';
import { failure } from '../fail';
import { booleanOf } from '../reading/columns/booleanCell';
import { readColumn } from '../reading/columns/readColumn';
import { compareCells, sameCell } from '../reading/compareCells';
import { isDate } from '../reading/isDate';

export const OPERATORS = ['=', '!=', '>', '>=', '<', '<=', 'contains', 'between', 'empty', 'filled'] as const;
export type Operator = (typeof OPERATORS)[number];

/**
 * The test that a cell has to pass. A text counts as what a column of it would be read as, since forms and planners write
 * text: `"12"` and `"€ 12"` beside cells of numbers, `"22.12.2025"` beside dates, `"no"` beside yes and no. Texts are equal whatever their case. A list beside `=` means any of it, beside `!=`
 * none of it. An empty cell passes `= null` and `!=` of everything else, and no other test.
 *
 * @throws CallError `VALUE_UNFIT` when the operator cannot take the value
 */
export function cellTest(operator: Operator, value: Json): (cell: Json) => boolean {
  if (operator === '=') return equalTest(value);
  if (operator === '!=') {
    const equal = equalTest(value);
    return (cell) => !equal(cell);
  }
  if (operator === 'contains') return containsTest(value);
  if (operator === 'between') return betweenTest(value);
  if (operator === 'empty') return isNothing;
  if (operator === 'filled') return (cell) => !isNothing(cell);
  if (!isOrdered(value)) throw unfit(operator, value, 'a number or a text');
  const fitted = fitting(value);
  return (cell) => {
    const other = fitted(cell);
    return isOrdered(cell) && typeof cell === typeof other && holds(operator, compareCells(cell, other));
  };
}

function isNothing(cell: Json): boolean {
  return cell === null || (typeof cell === 'string' && isBlank(cell));
}

function equalTest(value: Json): (cell: Json) => boolean {
  if (Array.isArray(value)) {
    const tests = value.map((one: Json) => equalTest(one));
    return (cell) => tests.some((equal) => equal(cell));
  }
  if (typeof value === 'object' && value !== null)
    throw unfit('=', value, 'a number, a text or a list of them');
  const fitted = fitting(value);
  return (cell) => sameCell(ignoringCase(cell), ignoringCase(fitted(cell)));
}

function ignoringCase(value: Json): Json {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function containsTest(value: Json): (cell: Json) => boolean {
  if (!isOrdered(value)) throw unfit('contains', value, 'a text');
  const wanted = String(value).toLowerCase();
  return (cell) => cell !== null && String(cell).toLowerCase().includes(wanted);
}

function betweenTest(value: Json): (cell: Json) => boolean {
  const [low, high, ...rest]: readonly Json[] = itemsIn(value);
  if (low === undefined || high === undefined || rest.length > 0 || !isOrdered(low) || !isOrdered(high)) {
    throw unfit('between', value, 'an array of two numbers or texts, [low, high]');
  }
  const notBelow = cellTest('>=', low);
  const notAbove = cellTest('<=', high);
  return (cell) => notBelow(cell) && notAbove(cell);
}

function holds(operator: '>' | '>=' | '<' | '<=', order: number): boolean {
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  return operator === '<' ? order < 0 : order <= 0;
}

function isOrdered(value: Json): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** The value as the cell's kind would write it; what a text could be is found out once, not for each cell. */
function fitting(value: Json): (cell: Json) => Json {
  if (typeof value === 'number') return (cell) => (typeof cell === 'string' ? String(value) : value);
  if (typeof value !== 'string') return () => value;
  const text = value.trim();
  const number = text === '' ? Number.NaN : Number(text);
  const read = readColumn([text]);
  const found = read.values[0] ?? null;
  const asNumber = Number.isFinite(number) ? number : read.type === 'number' ? found : value;
  const asDate = !isDate(value) && (read.type === 'date' || read.type === 'timestamp') ? found : value;
  return (cell) => {
    if (typeof cell === 'number') return asNumber;
    if (typeof cell === 'boolean') return booleanOf(text) ?? value;
    return typeof cell === 'string' && isDate(cell) ? asDate : value;
  };
}

function unfit(operator: Operator, value: Json, wanted: string) {
  return failure(
    'VALUE_UNFIT',
    `"${operator}" cannot compare with ${JSON.stringify(value)}.`,
    `Give it ${wanted}.`,
  );
}
