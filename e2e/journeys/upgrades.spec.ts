import type { Page } from '@playwright/test';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { Planloom } from '../pages/planloom';

test('case H4 a newer version in another tab: the open one lets go and loses nothing, an old one says why it keeps nothing', async ({
  app,
  context,
  complaints,
}) => {
  complaints.expectConsole(/favicon\.ico/);
  await app.openTemplate('Blank plan');
  const other = await context.newPage();
  await other.goto('/samples/ask-a-table.planloom.json');
  await openNewer(other);
  const closed = app.page.getByText(
    'Nothing is kept any more: a newer version of Planloom is open in another tab',
  );
  await expect(closed).toBeVisible();
  await expect(app.page.getByText('STORAGE_CLOSED')).toBeVisible();
  const before = await storedIn(app.page);

  // What is changed from now on cannot be saved, and can be taken away.
  await app.button('Add a document').click();
  const document = app.dialog('Add a document');
  await document.getByLabel('Name').fill('Late');
  await document.getByLabel('Text of the document').fill('written after the upgrade');
  await document.getByRole('button', { name: 'Add', exact: true }).click();
  const notice = app.page.getByRole('alert');
  await expect(notice).toContainText('This workspace is not saved');
  expect(await downloaded(app.page, 'Download it')).toContain('written after the upgrade');

  const old = new Planloom(await context.newPage());
  await old.open();
  await expect(
    old.page.getByText('Nothing is kept: a newer version of Planloom has been here'),
  ).toBeVisible();
  await expect(old.page.getByText('STORAGE_NEWER')).toBeVisible();
  expect(JSON.parse(await downloaded(old.page, 'Download what is kept'))).toMatchObject({
    tables: { workspaces: [{ name: expect.any(String) }] },
  });
  await old.openTemplate('Blank plan');
  await expect(old.page.getByText('STORAGE_NEWER')).toBeVisible();
  expect(await storedIn(old.page)).toEqual(before);
});

test('case H4 a tab that holds an old database: the new one says that it waits, works, and hears when it is ready', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectConsole(/favicon\.ico/);
  await page.goto('/samples/ask-a-table.planloom.json');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('planloom', 10);
        request.onupgradeneeded = () => {
          for (const [name, keyPath] of [
            ['workspaces', 'id'],
            ['runs', 'runId'],
            ['settings', 'name'],
          ] as const)
            request.result.createObjectStore(name, { keyPath });
          request.result.createObjectStore('checkpoints', { keyPath: 'key', autoIncrement: true });
          request.result.createObjectStore('commits', { keyPath: ['runId', 'seq'] });
        };
        request.onsuccess = () => {
          Object.assign(window, { held: request.result });
          resolve();
        };
        request.onerror = () => reject(request.error);
      }),
  );
  const app = new Planloom(await context.newPage());
  await app.open();
  await expect(app.page.getByText('Nothing is kept yet: waiting for other tabs of Planloom')).toBeVisible();
  await app.openTemplate('Blank plan');
  await expect(app.page.getByText('STORAGE_WAITING')).toBeVisible();
  await page.close();
  await expect(app.page.getByText('The storage is ready: reload this page')).toBeVisible();
  await app.open();
  await expect(app.templates).toBeVisible();
  await expect(app.page.getByText('Nothing is kept')).toBeHidden();
});

/** What a newer version does first: it asks for a higher version than there is. */
async function openNewer(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const [installed] = await indexedDB.databases();
    const { name = '', version = 0 } = installed ?? {};
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(name, version + 10);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error);
    });
  });
}

async function downloaded(page: Page, button: string): Promise<string> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await (await arriving).createReadStream();
  return Buffer.concat(await file.toArray()).toString('utf8');
}
