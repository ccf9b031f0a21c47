import type { Json } from '#base';

/**
 * A test of `table.filter` as a person would type it into the filter of the column, as `readCellTest` reads it; null where
 * there are no such words for it.
 *
 * @example typedTest('between', [10, 20]) // '10..20'
 */
export function typedTest(operator: string, value: Json): string | null {
  switch (operator) {
    case '=':
      return value === null ? 'empty' : signed('=', value);
    case '>':
    case '>=':
    case '<':
    case '<=':
      return signed(operator, value);
    case 'contains':
      return textOf(value);
    case 'between':
      return rangeOf(value);
    case 'empty':
    case 'filled':
      return operator;
    default:
      return null;
  }
}

function signed(sign: string, value: Json): string | null {
  const text = textOf(value);
  return text === null ? null : `${sign}${text}`;
}

function rangeOf(value: Json): string | null {
  const [low, high]: readonly (string | null)[] = Array.isArray(value) ? value.map(textOf) : [];
  return low == null || high == null ? null : `${low}..${high}`;
}

function textOf(value: Json): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
