import { expect } from '../fixtures/test';
import type { Planloom } from './planloom';

/** A row as it is shown, by the names in the head of its table. */
export type ShownRow = Readonly<Record<string, string>>;

/**
 * Waits until the answer's table shows these rows: a run ends before its answer is drawn.
 *
 * @param read what is compared of a row, when not all of it
 */
export function expectRows(app: Planloom, rows: readonly ShownRow[]): Promise<void>;
export function expectRows<Value>(
  app: Planloom,
  rows: readonly Value[],
  read: (row: ShownRow) => Value,
): Promise<void>;
export async function expectRows(
  app: Planloom,
  rows: readonly unknown[],
  read: (row: ShownRow) => unknown = (row) => row,
): Promise<void> {
  await expect.poll(async () => (await rowsOf(app)).map(read)).toEqual(rows);
}

/** The rows of the answer's table as they are at this moment, all of one picture; those that are on their way are left out. */
export async function rowsOf(app: Planloom): Promise<readonly ShownRow[]> {
  const tables = await app.answer.getByRole('grid').evaluateAll((grids) =>
    grids.map((grid) => {
      // A head is named by its first button, which sorts; what else is in it tells about the column.
      const names = [...grid.querySelectorAll('th')].map((head) => head.querySelector('button')?.textContent);
      const rows = [...grid.querySelectorAll('tbody tr:not([aria-hidden])')];
      return rows.map((row) => {
        const cells = [...row.querySelectorAll('td')];
        return Object.fromEntries(cells.map((cell, index) => [names[index] ?? '', cell.textContent]));
      });
    }),
  );
  return tables.flat().filter((row) => !Object.values(row).includes('…'));
}

/** Waits until the one figure that the answer states in bold is this one, to two places. */
export async function expectFigure(app: Planloom, expected: number): Promise<void> {
  await expect
    .poll(async () => figure((await app.answer.locator('strong').allTextContents()).join()))
    .toBeCloseTo(expected, 2);
}

/** A number as people read it: `1,234.5`. */
export function figure(text = ''): number {
  return Number(text.replaceAll(',', ''));
}
