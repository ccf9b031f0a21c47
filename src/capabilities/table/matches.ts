import type { Json } from '#base';
import { failure } from '../fail';
import { compareCells, sameCell } from './compareCells';

export const OPERATORS = ['=', '!=', '>', '>=', '<', '<=', 'contains', 'between'] as const;
export type Operator = (typeof OPERATORS)[number];

/**
 * The test that a cell has to pass. A number in text (`"12"`) counts as that number beside cells of numbers, since
 * forms and planners write text; texts are equal whatever their case. A list beside `=` means any of it, beside `!=`
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
  if (!isOrdered(value)) throw unfit(operator, value, 'a number or a text');
  return (cell) => comparable(cell, value) && holds(operator, compareCells(cell, fitted(cell, value)));
}

function equalTest(value: Json): (cell: Json) => boolean {
  if (Array.isArray(value)) {
    const tests = value.map((one: Json) => equalTest(one));
    return (cell) => tests.some((equal) => equal(cell));
  }
  if (typeof value === 'object' && value !== null)
    throw unfit('=', value, 'a number, a text or a list of them');
  return (cell) => sameCell(ignoringCase(cell), ignoringCase(fitted(cell, value)));
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
  const [low, high, ...rest]: readonly Json[] = Array.isArray(value) ? value : [];
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

function comparable(cell: Json, value: Json): boolean {
  return typeof cell === typeof fitted(cell, value) && isOrdered(cell);
}

/** The value as the cell's kind would write it. */
function fitted(cell: Json, value: Json): Json {
  if (typeof cell === 'number' && typeof value === 'string' && value.trim() !== '') {
    const number = Number(value);
    return Number.isFinite(number) ? number : value;
  }
  if (typeof cell === 'string' && typeof value === 'number') return String(value);
  if (typeof cell === 'boolean' && typeof value === 'string' && value.toLowerCase() === String(cell))
    return cell;
  return value;
}

function unfit(operator: Operator, value: Json, wanted: string) {
  return failure(
    'VALUE_UNFIT',
    `"${operator}" cannot compare with ${JSON.stringify(value)}.`,
    `Give it ${wanted}.`,
  );
}
