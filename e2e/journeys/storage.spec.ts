import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { replay } from '#kernel';
import { read } from '#plan';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import { Planloom } from '../pages/planloom';
import { commitsOf, exportedLedger, finishedEffects } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

test.describe('case H2 a browser that refuses to store', () => {
  for (const [how, refuse] of [
    ['throws when the database is opened', throwOnOpen],
    ['answers with an error, as private windows do', failOnOpen],
    ['has no IndexedDB', haveNone],
  ] as const) {
    test(`${how}: it is said at once, and everything works until the page closes`, async ({ app }) => {
      await app.page.addInitScript(refuse);
      await app.open('/');
      const notice = app.page.getByText('Nothing is kept: this browser refuses storage');
      await expect(notice).toBeVisible();
      await expect(app.page.getByText('STORAGE_REFUSED')).toBeVisible();
      await app.openTemplate('Ask a table');
      await expect(notice).toBeVisible();
      await app.run();
      await app.expectRun('completed');
      expect(read(await new Sharing(app).download('Workspace')).kind).toBe('document');
    });
  }
});

test('fault B11 lists that cannot be read say so, and not that nothing is kept', async ({ app }) => {
  await app.openTemplate('Blank plan');
  await app.page.evaluate(failToRead, ['runs', 'checkpoints', 'attempts']);
  for (const name of ['Runs', 'Inbox']) {
    await app.page.getByRole('tab', { name }).click();
    await expect(app.panel(name)).toContainText('storage did not answer');
    await expect(app.panel(name)).not.toContainText(/Nothing/);
  }
  await app.page.getByRole('tab', { name: 'Plan attempts' }).click();
  await app.button('All runs').click();
  await expect(app.panel('Plan attempts')).toContainText('storage did not answer');
  await app.button('Reliability').click();
  await expect(app.panel('Reliability')).toContainText('storage did not answer');
  await app.button('History').click();
  await expect(app.dialog('History')).toContainText('storage did not answer');
});

test.describe('case H2 storage that is full', () => {
  test('fault B11 what cannot be saved says so, is not lost, can be taken away, and is saved once there is room', async ({
    page,
    baseURL,
  }) => {
    const { app, makeRoom } = await openWithRoomFor(200_000, page, baseURL);
    await app.openTemplate('Blank plan');
    const before = await storedIn(app.page);
    const text = noise(1_000_000);
    await app.button('Add a document').click();
    const document = app.dialog('Add a document');
    await document.getByLabel('Name').fill('Large');
    await document.getByLabel('Text of the document').fill(text);
    await document.getByRole('button', { name: 'Add', exact: true }).click();

    const notice = app.page.getByRole('alert');
    await expect(notice).toContainText('This workspace is not saved');
    await expect(notice).toContainText('The storage of this browser is full.');
    await expect(notice).toContainText('STORAGE_FULL');
    await expect(notice).toContainText(/[\d.]+ \w+ are used, [\d.]+ \w+ are free\./);
    expect(await storedIn(app.page)).toEqual(before);
    const arriving = app.page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Download it' }).click();
    const file = await (await arriving).createReadStream();
    expect(Buffer.concat(await file.toArray()).toString('utf8')).toContain(text);
    await notice.getByRole('button', { name: 'See storage' }).click();
    await expect(app.dialog('Settings')).toContainText('Free');
    await app.page.keyboard.press('Escape');

    await makeRoom();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeHidden();
    const { workspaces = [] } = await storedIn(app.page);
    expect(workspaces.join()).toContain(text);
  });

  test('a template that cannot be kept is not opened, and the one before is untouched', async ({
    page,
    baseURL,
  }) => {
    const { app } = await openWithRoomFor(20_000, page, baseURL);
    await app.templates.getByRole('button', { name: 'Ask a table' }).click();
    const message = app.page.getByRole('region', { name: 'Messages' });
    await expect(message).toContainText('STORAGE_FULL');
    await message.getByRole('button', { name: 'See storage' }).click();
    await expect(app.dialog('Settings')).toBeVisible();
    expect(await storedIn(app.page)).toMatchObject({ workspaces: [] });
  });

  test('fault B11 a run pauses before anything is lost, can be taken away, and goes on once there is room', async ({
    page,
    baseURL,
  }) => {
    const plan = `
      start: START
      one: CAPABILITY documents.read {input: {document: large}}
      two: CAPABILITY documents.read {input: {document: large}}
      three: CAPABILITY documents.read {input: {document: large}}
      end: END
      start -> one -> two -> three -> end
    `;
    const documents = [{ id: 'large', kind: 'text', text: noise(60_000) }];
    const { app, makeRoom } = await openWithRoomFor(300_000, page, baseURL);
    await app.open(linkTo(workspaceJson(plan, { documents })));
    await app.run();
    await new Sharing(app).trust.getByRole('button', { name: 'Trust' }).click();
    const notice = app.page.getByRole('alert');
    await expect(notice).toContainText('The run is paused: its ledger cannot be written');
    await expect(notice).toContainText('STORAGE_FULL');
    const { commits: kept = [] } = await storedIn(app.page);
    await expect(app.slider).toHaveAttribute('aria-valuetext', `${kept.length} of ${kept.length}`);

    await expect(notice).toContainText(/[\d.]+ \w+ are used, [\d.]+ \w+ are free\./);
    const arriving = app.page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Download it' }).click();
    const file = await (await arriving).createReadStream();
    const taken = commitsOf(Buffer.concat(await file.toArray()).toString('utf8'));
    expect(taken.map((commit) => commit.seq)).toEqual(kept.map((_, seq) => seq));

    await makeRoom();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await app.expectRun('completed');
    const { commits = [] } = await storedIn(app.page);
    expect(commits.slice(0, kept.length)).toEqual(kept);
    const all = await exportedLedger(app);
    expect(replay(all)).toMatchObject({ ok: true, status: 'completed' });
    // No call was made twice, and none is missing.
    expect(finishedEffects(all)).toEqual(['/one#1', '/two#1', '/three#1']);
  });
});

/**
 * Opens the app where it is granted so many bytes: by the browser's own door (CDP), nothing is mocked. The grant comes
 * first of all, for Chromium remembers for half a minute how much room there was.
 *
 * @returns the app, and what makes room again
 */
async function openWithRoomFor(
  quotaSize: number,
  page: Page,
  baseURL: string | undefined,
): Promise<{ app: Planloom; makeRoom: () => Promise<void> }> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(baseURL ?? '');
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  const app = new Planloom(page);
  await app.open();
  const makeRoom = async () => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  };
  return { app, makeRoom };
}

function throwOnOpen(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError');
  };
}

/** Opens a database that aborts while it is made: what Firefox does in a private window. */
function failOnOpen(): void {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (name: string) {
    const request = open.call(this, `${name}-refused-${Math.random()}`, 1);
    request.addEventListener('upgradeneeded', (event) => {
      event.stopImmediatePropagation();
      request.transaction?.abort();
    });
    return request;
  };
}

function haveNone(): void {
  Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
}

/** Text that no browser can store in less room: Chromium compresses what it keeps. */
function noise(characters: number): string {
  let text = '';
  for (let at = 0; text.length < characters; at++)
    text += createHash('sha512').update(String(at)).digest('base64url');
  return text.slice(0, characters);
}

/** Reads of these tables fail from now on. */
function failToRead(tables: readonly string[]): void {
  const { index } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.index = function failing(name) {
    if (tables.includes(this.name)) throw new DOMException('It cannot be read.', 'UnknownError');
    return index.call(this, name);
  };
}
