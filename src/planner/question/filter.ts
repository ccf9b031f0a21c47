import type { Json } from '#base';
import { readable } from './figure';
import type { Column } from './tables';

/** Rows to keep: the input of `table.filter`, and how the step is called. */
export interface Filter {
  readonly column: string;
  readonly operator: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'between';
  readonly value: Json;
  readonly label: string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export function filterOf(column: Pick<Column, 'name'>, operator: Filter['operator'], value: Json): Filter {
  return { column: column.name, operator, value, label: labelOf(column.name, operator, value) };
}

/** From one ISO date to another, both days whole: the last may have times of day. */
export function betweenDates(column: Column, from: string, to: string): Filter {
  const label = `Keep ${readable(column.name)} ${from} to ${to}`;
  return { column: column.name, operator: 'between', value: [from, `${to}${END_OF_DAY}`], label };
}

/** Sorts after every time of day that an ISO date may have behind it (RFC 3339). */
const END_OF_DAY = 'T99';

/** A whole year: the number itself, or the beginning of its ISO dates (RFC 3339). */
export function inYear(column: Column, year: number): Filter {
  if (column.type === 'number') return filterOf(column, '=', year);
  return {
    column: column.name,
    operator: 'contains',
    value: `${year}-`,
    label: `Keep ${year}`,
  };
}

/** A month of one year, or of all of them. */
export function inMonth(column: Column, month: number, year: number | null): Filter {
  const two = String(month).padStart(2, '0');
  return {
    column: column.name,
    operator: 'contains',
    value: year === null ? `-${two}-` : `${year}-${two}`,
    label: `Keep ${MONTHS[month - 1]}${year === null ? '' : ` ${year}`}`,
  };
}

/** A comparison with a whole year, for dates and for years as numbers. */
export function comparedWithYear(column: Column, operator: '>' | '>=' | '<' | '<=', year: number): Filter {
  if (column.type === 'number') return filterOf(column, operator, year);
  const from = operator === '>' || operator === '<=' ? year + 1 : year;
  return filterOf(column, operator === '>' || operator === '>=' ? '>=' : '<', `${from}-01-01`);
}

function labelOf(name: string, operator: Filter['operator'], value: Json): string {
  const column = readable(name);
  if (operator === 'between' && Array.isArray(value)) return `Keep ${column} ${value[0]} to ${value[1]}`;
  const text = Array.isArray(value) ? value.join(' or ') : String(value);
  const sign = {
    '=': '=',
    '!=': '≠',
    '>': '>',
    '>=': '≥',
    '<': '<',
    '<=': '≤',
    contains: 'with',
    between: '',
  };
  return operator === '!=' ? `Leave out ${column} = ${text}` : `Keep ${column} ${sign[operator]} ${text}`;
}
