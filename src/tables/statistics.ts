import { canonicalJson, type Json } from '#base';
import { sumOf } from '#capabilities';
import type { ColumnType } from '#plan';
import type { ColumnStatistics } from './tableSource';

const MOST_FREQUENT = 5;
const TIMES: ReadonlySet<ColumnType> = new Set(['date', 'timestamp', 'time']);

/** What is known of the cells of a column; one pass over them, and one over their different values. */
export function statisticsOf(cells: readonly Json[], type: ColumnType): ColumnStatistics {
  const counts = new Map<Json, { readonly value: Json; count: number }>();
  let filled = 0;
  for (const value of cells) {
    if (value === null) continue;
    filled += 1;
    const key = typeof value === 'object' ? canonicalJson(value) : value;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { value, count: 1 });
  }
  const values = [...counts.values()];
  return {
    filled,
    empty: cells.length - filled,
    distinct: values.length,
    frequent: mostFrequent(values),
    numbers: numbersIn(cells, filled),
    span: TIMES.has(type) ? spanOf(values) : null,
  };
}

interface Counted {
  readonly value: Json;
  readonly count: number;
}

/** A sort of all values would take longest where all are different, which is where nobody asks. */
function mostFrequent(values: readonly Counted[]): readonly Counted[] {
  const found: Counted[] = [];
  for (const one of values) {
    const last = found[MOST_FREQUENT - 1];
    if (last !== undefined && one.count <= last.count) continue;
    const at = found.findIndex(({ count }) => count < one.count);
    found.splice(at < 0 ? found.length : at, 0, one);
    found.length = Math.min(found.length, MOST_FREQUENT);
  }
  return found;
}

function numbersIn(cells: readonly Json[], filled: number): ColumnStatistics['numbers'] {
  const numbers = cells.filter((value) => typeof value === 'number');
  if (filled === 0 || numbers.length !== filled) return null;
  const sum = sumOf(numbers);
  let [min = 0] = numbers;
  let max = min;
  for (const number of numbers) {
    if (number < min) min = number;
    if (number > max) max = number;
  }
  return { min, max, sum, mean: sum / filled };
}

function spanOf(values: readonly Counted[]): ColumnStatistics['span'] {
  let [earliest, latest]: [string | null, string | null] = [null, null];
  for (const { value } of values) {
    if (typeof value !== 'string') return null;
    if (earliest === null || value < earliest) earliest = value;
    if (latest === null || value > latest) latest = value;
  }
  return earliest === null || latest === null ? null : { earliest, latest };
}
