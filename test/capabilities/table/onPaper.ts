import { type Json, type JsonObject, own } from '#base';

/** Figures as somebody works them out by hand, cell by cell: what steps are held against. */
export type Figure = 'sum' | 'average' | 'median' | 'min' | 'max' | 'count' | 'range';

/** A figure of the cells of a column of numbers in whole cents; null where no cell is filled. */
export function onPaper(figure: Figure, cells: readonly Json[]): Json {
  const filled = cells.filter((cell) => cell !== null);
  if (figure === 'count') return filled.length;
  const cents = filled.map((cell) => Math.round(Number(cell) * 100)).toSorted((one, other) => one - other);
  const sum = cents.reduce((all, one) => all + one, 0);
  const [low = 0] = cents;
  const high = cents.at(-1) ?? 0;
  if (cents.length === 0) return null;
  if (figure === 'sum') return sum / 100 || 0;
  if (figure === 'average') return quotient(sum, cents, cents.length);
  if (figure === 'min') return low / 100 || 0;
  if (figure === 'max') return high / 100 || 0;
  if (figure === 'range') return (high - low) / 100;
  const middle = cents.length >> 1;
  const two = cents.length % 2 === 0 ? [cents[middle - 1] ?? 0, cents[middle] ?? 0] : [cents[middle] ?? 0];
  return quotient(
    two.reduce((all, one) => all + one, 0),
    two,
    two.length,
  );
}

/** Six decimals more than the numbers have. */
function quotient(sum: number, cents: readonly number[], count: number): number {
  const decimals = cents.every((one) => one % 100 === 0) ? 0 : cents.every((one) => one % 10 === 0) ? 1 : 2;
  return Number((sum / 100 / count).toFixed(decimals + 6)) || 0;
}

/** Rows in groups, in order of first appearance; whoever is equal to whom says `sameAs`. */
export function groupedOnPaper(
  rows: readonly JsonObject[],
  by: readonly string[],
  sameAs: (cell: Json) => Json = (cell) => cell,
): readonly (readonly JsonObject[])[] {
  const groups: { readonly key: string; readonly members: JsonObject[] }[] = [];
  for (const row of rows) {
    const key = JSON.stringify(by.map((column) => sameAs(own(row, column) ?? null)));
    const group = groups.find((one) => one.key === key);
    if (group) group.members.push(row);
    else groups.push({ key, members: [row] });
  }
  return groups.map(({ members }) => members);
}
