import type { Planloom } from './planloom';

/** The rows of the answer's table, by the names in its head. */
export async function rowsOf(app: Planloom): Promise<Record<string, string>[]> {
  const names = await app.answer.getByRole('columnheader').allTextContents();
  const rows = await app.answer
    .getByRole('row')
    .filter({ has: app.page.getByRole('cell') })
    .all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.getByRole('cell').allTextContents();
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
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
