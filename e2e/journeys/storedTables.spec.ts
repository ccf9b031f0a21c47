import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { fileOf, workspaceJson } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { Inspector } from '../pages/inspector';
import { Sharing } from '../pages/sharing';

const ROWS = 40_000;
const orders = Array.from({ length: ROWS }, (_, index) => ({
  note: `order number ${index + 1}`,
  region: ['North', 'South', 'West'][index % 3] ?? '',
  amount: (index * 7_919) % 100_003,
}));
const csv = ['note,region,amount', ...orders.map((one) => Object.values(one).join(','))].join('\n');
const dearest = Math.max(...orders.map(({ amount }) => amount));

const FOUND = orders.filter(({ note, amount }) => `${note} ${amount}`.includes('39999')).length;

const PLAN = `
  out orders
  load: CAPABILITY table.load {input: {document: orders}, output: {orders: "result.rows"}}
  few: CAPABILITY table.limit {input: {rows: "{{ orders }}", limit: 3}}
  load -> few
`;

test('V6 a table by reference is a table: in the answer, in steps, in variables, at every moment; where its rows are gone it asks for them', async ({
  app,
  page,
  visit,
}) => {
  test.setTimeout(240_000);
  const documents = [{ id: 'orders', kind: 'csv', text: csv }];
  await new Sharing(app).bringIn(fileOf('orders.planloom.json', workspaceJson(PLAN, { documents })));
  await app.button('Trust').click();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.run();
  await app.expectRun('completed');
  const answer = app.answer.getByRole('grid', { name: 'orders' });

  await test.step('sorted, found and counted in its worker', async () => {
    await expect(app.answer).toContainText('40,000 rows, 3 columns');
    const head = answer.getByRole('columnheader', { name: /^amount/ });
    await head.getByRole('button', { name: 'amount', exact: true }).click();
    await head.getByRole('button', { name: 'amount', exact: true }).click();
    await expect(answer.getByRole('gridcell').nth(2)).toHaveText(dearest.toLocaleString('en'));
    await app.answer.getByRole('button', { name: 'Find' }).click();
    await app.answer.getByLabel('Search all rows').fill('number 39999');
    await expect(app.answer).toContainText(`${FOUND} of 40,000 rows`);
    await expectAccessible(app, 'a table by reference in the answer');
  });

  await test.step('saved and copied', async () => {
    await app.answer.getByLabel('Search all rows').fill('');
    const saved = page.waitForEvent('download');
    await app.answer.getByRole('button', { name: 'Save as CSV' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text.split('\r\n')).toHaveLength(ROWS + 1);
    expect(text.split('\r\n')[1]).toContain(`,${dearest}`);
  });

  await test.step('S2 its run is taken along with its tables, and shows them where nothing else is', async () => {
    await app.button('Export').click();
    const arriving = page.waitForEvent('download');
    await app.button('Download This run with its tables').click();
    const buffer = await readFile(await (await arriving).path());
    await new Sharing(app).share.getByRole('button', { name: 'Close' }).click();
    const archive = { name: 'run.zip', mimeType: 'application/zip', buffer };
    const there = await visit();
    await new Sharing(there.app).bringIn(archive);
    await there.app.expectRun('completed');
    await expect(there.app.answer).toContainText('40,000 rows, 3 columns');
    await expect(there.app.answer.getByRole('grid', { name: 'orders' })).toContainText('order number 1');
    await there.app.openTab('Runs');
    await there.app.panel('Runs').locator('input[type=file]').setInputFiles(archive);
    await expect(there.app.page.getByText('This run is here already.')).toBeVisible();
  });

  await test.step('in the step and in the variables, also at an earlier moment', async () => {
    const inspector = new Inspector(app);
    await inspector.open('Load table');
    await inspector.tab('In and out');
    await expect(inspector.panel.getByRole('grid', { name: 'rows' })).toContainText('order number 1');
    await app.slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(inspector.panel.getByRole('grid', { name: 'rows' })).toContainText('order number 1');
    await app
      .panel('Variables')
      .getByRole('button', { name: /^orders/ })
      .click();
    await expect(app.panel('Variables').getByRole('grid', { name: 'orders' })).toContainText(
      'order number 1',
    );
  });

  await test.step('where its rows are gone, what made them is said, and their file brings them back', async () => {
    const [bytes = []] = await takeTables(page);
    await page.reload();
    const variables = app.panel('Variables');
    await variables.getByRole('button', { name: /^orders/ }).click();
    await expect(variables).toContainText(
      'These rows are not in this browser: 40,000 rows of note, region, amount',
    );
    await expect(variables).toContainText('made by “Load table”');
    await expectAccessible(app, 'a table whose rows are not here');
    const chooser = variables.getByLabel(/^File /);
    await chooser.setInputFiles(fileOf('other.bin', 'something else'));
    await expect(variables.getByRole('alert')).toContainText('“other.bin” is another file');
    const buffer = Buffer.from(bytes);
    await chooser.setInputFiles({ name: 'rows', mimeType: 'application/octet-stream', buffer });
    await expect(variables).toContainText('40,000 rows, 3 columns');
    await page.setViewportSize({ width: 390, height: 844 });
  });
});

/** Takes the bytes of all tables out of the page's database, as a browser does that clears what it holds; gives them back. */
function takeTables(page: Page): Promise<readonly number[][]> {
  return page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('planloom'));
    const store = database.transaction('blobs', 'readwrite').objectStore('blobs');
    const taken: number[][] = [];
    for (const { hash, bytes } of await done(store.getAll())) {
      if (!(bytes instanceof Uint8Array) || bytes[0] !== 0x5b) continue;
      taken.push([...bytes]);
      await done(store.delete(hash));
    }
    database.close();
    return taken;
  });
}
