import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openFirst, openNewer, otherVersion } from '../fixtures/otherVersion';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { Planloom } from '../pages/planloom';
import { rename } from '../pages/renaming';
import { Sharing } from '../pages/sharing';

test('case H4 a newer version in another tab: the open one lets go and loses nothing, an old one says why it keeps nothing', async ({
  app,
  context,
}) => {
  await app.openTemplate('Blank plan');
  await openNewer(await otherVersion(context));
  const closed = app.page.getByText(
    'Nothing is kept any more: a newer version of Planloom is open in another tab',
  );
  await expect(closed).toBeVisible();
  await expect(app.page.getByText('STORAGE_CLOSED')).toBeVisible();
  const before = await storedIn(app.page);

  // What is changed from now on cannot be saved, and can be taken away.
  await app.addDocument('Late', 'text', 'written after the upgrade');
  const notice = app.page.getByRole('alert');
  await expect(notice).toContainText('This workspace is not saved');
  expect(await downloaded(app.page, 'Download it')).toContain('written after the upgrade');

  const old = new Planloom(await context.newPage());
  await old.open();
  await expect(
    old.page.getByText('Nothing is kept: a newer version of Planloom has been here'),
  ).toBeVisible();
  await expect(old.page.getByText('STORAGE_NEWER')).toBeVisible();
  expect(JSON.parse(await downloaded(old.page, 'Download a backup'))).toMatchObject({
    tables: { workspaces: [{ name: expect.any(String) }] },
  });
  await old.openTemplate('Blank plan');
  await expect(old.page.getByText('STORAGE_NEWER')).toBeVisible();
  expect(await storedIn(old.page)).toEqual(before);
});

test('case H4 a tab that holds an old database: the new one says that it waits, works, and hears when it is ready', async ({
  context,
}) => {
  const old = await otherVersion(context);
  await openFirst(old);
  const app = new Planloom(await context.newPage());
  await app.open();
  await expect(app.page.getByText('Nothing is kept yet: waiting for other tabs of Planloom')).toBeVisible();
  await app.openTemplate('Blank plan');
  await expect(app.page.getByText('STORAGE_WAITING')).toBeVisible();
  await old.close();
  await expect(app.page.getByText('The storage is ready: reload this page')).toBeVisible();
  await app.open();
  await expect(app.templates).toBeVisible();
  await expect(app.page.getByText('Nothing is kept')).toBeHidden();
});

test('case H4 an upgrade that throws half way: told, what is kept can be taken away, and the next attempt has all of it', async ({
  context,
}) => {
  const old = await otherVersion(context);
  const workspace = {
    id: 'years',
    name: 'Work of years',
    revision: 1,
    updatedAt: 1,
    trusted: null,
    hash: 'x',
  };
  const checkpoint = { workspace: 'years', at: 1, label: 'First', hash: 'x', text: 'as it was' };
  await openFirst(old, { workspaces: [{ ...workspace, text: '{}' }], checkpoints: [checkpoint] });
  const before = await storedIn(old);
  await old.close();

  const app = new Planloom(await context.newPage());
  await app.page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...row) {
      if (this.transaction.mode === 'versionchange' && this.name === 'checkpoints')
        throw new DOMException('The disk is read-only.', 'NotReadableError');
      return put.apply(this, row);
    };
  });
  await app.open();
  await expect(app.page.getByText('Nothing is kept: the storage could not be upgraded')).toBeVisible();
  await expect(app.page.getByText('The disk is read-only.')).toBeVisible();
  expect(JSON.parse(await downloaded(app.page, 'Download a backup'))).toMatchObject({
    tables: { workspaces: [{ name: 'Work of years' }], checkpoints: [{ text: 'as it was' }] },
  });
  expect(await storedIn(app.page)).toEqual(before);

  const again = new Planloom(await context.newPage());
  await again.open();
  await expect(again.page.getByRole('button', { name: 'Work of years' })).toBeVisible();
  await expect(again.page.getByText('Nothing is kept')).toBeHidden();
  expect(await storedIn(again.page)).toMatchObject({
    workspaces: before.workspaces,
    checkpointTexts: [expect.stringContaining('as it was')],
  });
});

test('case A9 a file of version 1 opens; its text stays as it came until the first save, and is found under History after it', async ({
  app,
  page,
}) => {
  const file = 'test/plan/migrations/corpus/version-1/by-hand/parallel-review.planloom.json';
  const original = readFileSync(file, 'utf8');
  const stored = async (table: string): Promise<unknown> => (await storedIn(page))[table]?.map(textOf);
  await new Sharing(app).bringIn(file);
  await expect(app.canvas).toBeVisible();
  await app.button('Trust').click();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(page.getByText('Restricted:')).toBeHidden();
  await page.reload();
  await expect(app.canvas).toBeVisible();
  expect(await stored('workspaces')).toEqual([original]);
  expect(await stored('checkpointTexts')).toEqual([]);

  await rename(app, 'A review of today');
  await expect.poll(() => stored('workspaces')).toEqual([expect.stringContaining('A review of today')]);
  expect(await stored('checkpointTexts')).toEqual([original]);
});

function textOf(row: string): unknown {
  return JSON.parse(row).text;
}

async function downloaded(page: Page, button: string): Promise<string> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await (await arriving).createReadStream();
  return Buffer.concat(await file.toArray()).toString('utf8');
}
