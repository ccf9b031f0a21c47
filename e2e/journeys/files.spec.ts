import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { figure, rowsOf } from '../pages/answer';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

/** So large that it lies beside the workspace (W8): above 1 MB, in three groups whose sums are known. */
const LINES = Array.from(
  { length: 40_000 },
  (_, at) => `${['North', 'South', 'West'][at % 3]},${at % 7},order number ${at}`,
);
const LARGE = fileOf('orders.csv', ['region,amount,note', ...LINES].join('\n'));
const SUMS = ['North', 'South', 'West'].map(
  (region, group) =>
    [region, LINES.reduce((sum, _, at) => sum + (at % 3 === group ? at % 7 : 0), 0)] as const,
);

test.describe('W8 files beside a workspace', () => {
  test('a large file is asked and answered rightly, also after a reload; it is left out of the link, and goes along in the archive', async ({
    app,
    page,
    visit,
  }) => {
    await new Sharing(app).give(LARGE);
    await expect(page.getByRole('heading', { name: 'Ask about “orders”', level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('40,000 rows, 3 columns');
    await page.reload();
    await app.question.fill('Total amount by region');
    await page.keyboard.press('Enter');
    await app.expectRun('completed');
    await expectSums(app, 'region', 'total amount', Object.fromEntries(SUMS));

    const sharing = new Sharing(app);
    await app.button('Share').click();
    await expect(app.dialog('Share')).toContainText('Left out of the link: orders.csv (1.');
    await page.keyboard.press('Escape');
    await app.button('Export').click();
    const saved = page.waitForEvent('download');
    await app.button('Download Workspace with files').click();
    const archive = await (await saved).path();
    await page.keyboard.press('Escape');
    const text = await sharing.download('Workspace');

    await test.step('elsewhere the workspace alone asks for its file by name, and takes no other', async () => {
      const there = await visit('/', { viewport: { width: 390, height: 844 } });
      const importing = new Sharing(there.app);
      await importing.give(fileOf('orders.planloom.json', text));
      await importing.import.getByRole('button', { name: 'Import', exact: true }).click();
      await there.app.openTab('Ask');
      const missing = there.app.page.getByRole('list', { name: 'Missing files' });
      await expect(missing).toContainText('“orders.csv” is not here');
      await expectAccessible(there.app, 'a file that is asked for, in a hand');
      await missing
        .getByLabel('File “orders.csv”')
        .setInputFiles(fileOf('orders.csv', 'region,amount\nNorth,1\n'));
      await expect(missing.getByRole('alert')).toContainText('is another file');
      await expect(missing.getByRole('button', { name: 'Replace the document' })).toBeVisible();
      await missing.getByLabel('File “orders.csv”').setInputFiles(LARGE);
      await expect(missing).toBeHidden();
      await expect(there.app.page.getByRole('main')).toContainText('40,000 rows');
    });

    await test.step('the archive brings it along', async () => {
      const there = await visit('/', {});
      const importing = new Sharing(there.app);
      await there.app.button('Import').click();
      await importing.import.getByLabel('File to import').setInputFiles({
        name: 'orders.planloom.zip',
        mimeType: 'application/zip',
        buffer: await (await import('node:fs/promises')).readFile(archive),
      });
      await importing.import.getByRole('button', { name: 'Import', exact: true }).click();
      await there.app.openTab('Ask');
      await expect(there.app.page.getByRole('main')).toContainText('40,000 rows');
    });
  });

  test('a table that was pasted is asked about', async ({ app, page }) => {
    await app.button('Import').click();
    await app.dialog('Import').getByLabel('Or paste it').fill('city\tvisits\nOslo\t12\nRome\t30\nOslo\t8');
    await app.dialog('Import').getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('heading', { name: 'Ask about “Pasted table”' })).toBeVisible();
    await app.question.fill('Total visits by city');
    await page.keyboard.press('Enter');
    await app.expectRun('completed');
    await expectSums(app, 'city', 'total visits', { Oslo: 20, Rome: 30 });
  });
});

/** The rows of the answer, in any order. */
async function expectSums(
  app: Planloom,
  by: string,
  of: string,
  sums: Record<string, number>,
): Promise<void> {
  await expect
    .poll(async () => Object.fromEntries((await rowsOf(app)).map((row) => [row[by], figure(row[of])])))
    .toEqual(sums);
}
