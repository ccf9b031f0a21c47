import type { PlainAnswer } from '../../questions/answers';
import { rows as asRows, value, values } from '../../questions/blind/expected';
import { cellOf, grouped, type Kind, mean, nameOf, numbers, type Places, total } from './kind';
import type { Row } from './table';

export const share = { unit: '%' } as const;
export const figure =
  (of: (all: readonly number[]) => number): Kind['answer'] =>
  (rows, { number }) => {
    const all = numbers(rows, number);
    return all.length === 0 ? null : value(of(all));
  };

/** A row a group; none where a group has nothing to say. */
export function perGroup(
  rows: readonly Row[],
  of: (row: Row) => string | null,
  say: (own: readonly Row[]) => number,
  least = 1,
): PlainAnswer | null {
  const groups = [...grouped(rows, of)].map(([name, own]): [string, number] => [name, say(own)]);
  if (groups.length < least || groups.some(([, number]) => Number.isNaN(number))) return null;
  const without = rows.filter((row) => of(row) === null).length;
  return asRows(groups, without > 0 ? { extraBlankGroup: without } : {});
}

export const sumOf =
  ({ number }: Places) =>
  (own: readonly Row[]) => {
    const all = numbers(own, number);
    return all.length === 0 ? Number.NaN : total(all);
  };
export const meanOf =
  ({ number }: Places) =>
  (own: readonly Row[]) =>
    mean(numbers(own, number));
export const month = (places: Places) => (row: Row) => cellOf(places.date)(row)?.slice(0, 7) ?? null;
export const names = (rows: readonly Row[], { table }: Places) => rows.map((row) => nameOf(row, table));

/** The rows with the greatest number, all of a tie. */
export function extreme(
  rows: readonly Row[],
  { number }: Places,
  of: (...all: number[]) => number,
): readonly Row[] {
  const best = of(...numbers(rows, number));
  return rows.filter((row) => row[number.said] === best);
}

/** The rows in front of the others; none where the last of them is tied. */
export function front(rows: readonly Row[], { number, n }: Places, direction = 1): readonly Row[] | null {
  const sorted = rows
    .filter((row) => typeof row[number.said] === 'number')
    .toSorted((one, other) => direction * (Number(other[number.said]) - Number(one[number.said])));
  if (sorted.length <= n || sorted[n - 1]?.[number.said] === sorted[n]?.[number.said]) return null;
  return sorted.slice(0, n);
}

export const listed = (rows: readonly Row[] | null, places: Places) =>
  rows === null || rows.length === 0 ? null : values(names(rows, places));

export const lead = (all: readonly (readonly [string, number])[]): PlainAnswer | null => {
  const [first, second] = all.toSorted((one, other) => other[1] - one[1]);
  return !first ||
    Number.isNaN(first[1]) ||
    all.some(([, one]) => Number.isNaN(one)) ||
    first[1] === second?.[1]
    ? null
    : values([first[0]]);
};

export const sums = (rows: readonly Row[], places: Places) =>
  [...grouped(rows, cellOf(places.category))].map(([name, own]): [string, number] => [
    name,
    sumOf(places)(own),
  ]);

export const ofValue = (rows: readonly Row[], { category, value: own }: Places, which = own) =>
  rows.filter((row) => row[category.said] === which);
