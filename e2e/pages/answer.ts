import type { Planloom } from './planloom';

/** The rows of the answer's table once it is drawn, by the names in its head. */
export async function rowsOf(app: Planloom): Promise<Record<string, string>[]> {
  const grid = app.answer.getByRole('grid');
  await grid.getByRole('gridcell').first().waitFor();
  const heads = await grid.getByRole('columnheader').all();
  // A head is named by its first button, which sorts; what else is in it tells about the column.
  const names = await Promise.all(heads.map((head) => head.getByRole('button').first().textContent()));
  const rows = await grid
    .getByRole('row')
    .filter({ has: app.page.getByRole('gridcell') })
    .all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.getByRole('gridcell').allTextContents();
      return Object.fromEntries(names.map((name, index) => [name ?? '', cells[index] ?? '']));
    }),
  );
}

/** The one figure that the answer states in bold. */
export async function figureIn(app: Planloom): Promise<number> {
  return figure((await app.answer.locator('strong').textContent()) ?? '');
}

/** A number as people read it: `1,234.5`. */
export function figure(text = ''): number {
  return Number(text.replaceAll(',', ''));
}
