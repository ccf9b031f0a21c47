import type { Column } from './tables';
import { stemsOf } from './words';

/** How the values of a column may be said: whole, or by a word that no other kind of value has. */
interface SaidValue {
  readonly stems: readonly string[];
  readonly values: readonly string[];
  readonly isPart: boolean;
}

/** A column of more values names things, and a word of one of their names says too little. */
const MOST_KINDS = 30;
/** Words of a value that mean nothing by themselves. */
const SMALL = new Set('the and for with from not a of in on no to by or at'.split(' '));

/** The values of a column, each spelling once, and the words that stand for values of more words than one. */
export function saidValues(column: Column): readonly SaidValue[] {
  const spelled = new Map(column.values.toReversed().map((value) => [value.trim().toLowerCase(), value]));
  const values = [...spelled.values()].toReversed();
  const whole = values.map((value) => ({ stems: stemsOf(value), values: [value], isPart: false }));
  if (column.derived && values.length === 0) return [];
  if (column.derived)
    return [...whole, { stems: ['weekend'], values: ['Saturday', 'Sunday'], isPart: false }];
  if (values.length > MOST_KINDS || values.length < 2) return whole;
  const parts = new Map<string, string[]>();
  for (const { stems, values: said } of whole) {
    if (stems.length < 2 || stems.length > 4) continue;
    for (const stem of new Set(stems)) {
      if (stem.length > 2 && !SMALL.has(stem)) parts.set(stem, [...(parts.get(stem) ?? []), ...said]);
    }
  }
  return [...whole, ...[...parts].map(([stem, said]) => ({ stems: [stem], values: said, isPart: true }))];
}
