import { truncate, writeFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import type { Planloom } from '../pages/planloom';

const TABLE = fileOf('Quarter sales.csv', 'region,revenue\nNorth,1200\n"South, far",900\n');
const NOTES = fileOf('Notes.md', '# Harvest\n\nThe *late* one.\n');

/** Files that are dropped on something, as the system hands them over. */
async function drop(
  app: Planloom,
  onto: string,
  files: readonly { name: string; buffer: Buffer }[],
): Promise<void> {
  const given = files.map(({ name, buffer }) => ({ name, text: buffer.toString('utf8') }));
  const transfer = await app.page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, text } of list) data.items.add(new File([text], name));
    return data;
  }, given);
  const target = app.panel(onto);
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

test.describe('documents of a workspace', () => {
  test.beforeEach(async ({ app }) => {
    await app.templates.getByRole('button', { name: 'Blank plan', exact: true }).click();
    await expect(app.canvas).toBeVisible();
  });

  test('dropped together they are added in one step, and one undo takes them back', async ({ app }) => {
    await drop(app, 'Documents', [TABLE, NOTES]);
    const documents = app.panel('Documents');
    await expect(documents.getByRole('listitem')).toHaveText([/Quarter sales\s*2 rows/, /Notes\s*markdown/]);
    await app.button('Undo').click();
    await expect(documents.getByRole('listitem')).toHaveCount(0);
  });

  test('a table is shown as the table that plans read, Markdown as it reads', async ({ app, page }) => {
    await drop(app, 'Documents', [TABLE, NOTES]);
    await page.getByRole('button', { name: /^Quarter sales/ }).click();
    const table = app.dialog('Quarter sales');
    await expect(table.getByRole('columnheader')).toHaveText([/^region/, /^revenue/]);
    await expect(table.getByRole('row').nth(2)).toHaveText(/South, far\s*900/);
    await expect(table).toContainText('2 rows, 2 columns');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Notes/ }).click();
    await expect(app.dialog('Notes').getByText('late')).toHaveCSS('font-style', 'italic');
  });

  test('W8 a column that can be two things is asked about; what is chosen is kept, and one undo takes it back', async ({
    app,
    page,
  }) => {
    const text = 'Due;Net\n03/04/2026;€ 1.117,31\n05/06/2026;€ 3,00\n07/08/2026;pending\n';
    await drop(app, 'Documents', [fileOf('orders.csv', text)]);
    const open = () => page.getByRole('button', { name: /^orders/ }).click();
    await open();
    const dialog = app.dialog('orders');
    const table = dialog.getByRole('grid', { name: 'orders' });
    await expect(table.getByRole('columnheader').nth(1)).toContainText(
      '1 of 3 does not fit number, EUR, decimal comma: “pending”',
    );
    const due = table.getByRole('button', { name: 'Column type of Due' });
    await expect(table.getByRole('columnheader').first()).toContainText('which date?');
    await due.click();
    await dialog
      .getByRole('group', { name: 'Read “Due” as' })
      .getByRole('button', { name: /month first/ })
      .click();
    await expect(table.getByRole('row').nth(1)).toContainText('4 Mar 2026');
    await table.getByRole('button', { name: 'Column type of Net' }).click();
    await dialog.getByRole('button', { name: /^number, EUR, decimal comma/ }).click();
    await expect(table.getByRole('row').nth(1)).toContainText('€1,117.31');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await open();
    await expect(table.getByRole('row').nth(1)).toContainText('4 Mar 2026');
    await page.keyboard.press('Escape');
    await app.button('Undo').click();
    await open();
    await expect(table.getByRole('row').nth(1)).toContainText('03/04/2026');
  });

  test('one is renamed, removed, and brought back', async ({ app, page }) => {
    await drop(app, 'Documents', [TABLE]);
    await page.getByRole('button', { name: /^Quarter sales/ }).click();
    const dialog = app.dialog('Quarter sales');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: /^Sales/ }).click();
    await app.dialog('Sales').getByRole('button', { name: 'Remove' }).click();
    await expect(app.panel('Documents').getByRole('listitem')).toHaveCount(0);
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: /^Sales/ })).toBeVisible();
  });

  test('what was typed into one is not lost by Escape', async ({ app, page }) => {
    await app.button('Add a document').click();
    const dialog = app.dialog('Add a document');
    await dialog.getByRole('textbox', { name: 'Text of the document' }).fill('a,b\n1,2');
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('alert')).toContainText('not kept yet');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(app.panel('Documents').getByRole('listitem')).toHaveText([/Document\s*1 row/]);
  });

  test('a file of 60 MB, and one that is no text, are refused where they were chosen', async ({
    app,
  }, info) => {
    const large = info.outputPath('large.csv');
    await writeFile(large, '');
    await truncate(large, 60_000_000);
    await app.button('Add a document').click();
    const dialog = app.dialog('Add a document');
    const file = dialog.getByLabel('File of the document');
    await file.setInputFiles(large);
    await expect(dialog).toContainText('has 60000000 bytes');
    await expect(dialog).toContainText('FILE_TOO_LARGE');
    await file.setInputFiles({ ...TABLE, buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00]) });
    await expect(dialog).toContainText('FILE_UNKNOWN');
    await file.setInputFiles(TABLE);
    await expect(dialog.getByRole('columnheader')).toHaveText([/^region/, /^revenue/]);
    await expect(dialog).not.toContainText('FILE_UNKNOWN');
  });
});
