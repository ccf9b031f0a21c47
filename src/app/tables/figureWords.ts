import { type ColumnStatistics, cellText, type TableColumn } from '#tables';

/**
 * What a head says of its column in a few words: what its numbers reach from and to, its first and last day, how many different
 * values it has.
 *
 * @example figureWords(statistics, column) // '€4.20 to €1,964.00', '2 Jan to 30 Jun 2026', '5 values', '6% yes'
 */
export function figureWords(statistics: ColumnStatistics, column: TableColumn): string {
  const { filled, distinct, numbers, span } = statistics;
  if (filled === 0) return 'all empty';
  if (column.type === 'boolean') return `${shareOf(statistics, true)} yes`;
  if (numbers !== null) return range(numbers.min, numbers.max, column);
  if (span !== null) return range(span.earliest, span.latest, column);
  if (distinct === filled && filled > 1) return 'all different';
  return `${distinct.toLocaleString('en')} ${distinct === 1 ? 'value' : 'values'}`;
}

function range(first: number | string, last: number | string, column: TableColumn): string {
  const [from, to] = [cellText(first, column), cellText(last, column)];
  if (from === to) return from;
  const isOneYear = column.type === 'date' && from.slice(-4) === to.slice(-4);
  return `${isOneYear ? from.slice(0, -5) : from} to ${to}`;
}

function shareOf({ frequent, filled }: ColumnStatistics, value: boolean): string {
  const count = frequent.find((one) => one.value === value)?.count ?? 0;
  return `${Math.round((count / filled) * 100)}%`;
}
