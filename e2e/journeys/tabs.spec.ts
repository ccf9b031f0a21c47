import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { Planloom } from '../pages/planloom';
import { rename, renameInTwoTabs } from '../pages/renaming';

test('K7 case H3 a run belongs to one tab: another sees it live, may take it over, and the first writes no more', async ({
  app,
  context,
}) => {
  await app.openTemplate('Parallel review');
  await app.run();
  await app.expectRun('waiting');
  await expect(app.page).toHaveURL(/run=/);

  const other = new Planloom(await context.newPage());
  await other.open(app.page.url());
  await expect(other.page.getByText('Running in another tab')).toBeVisible();
  await other.expectRun('waiting');
  await expect(other.button('Publish')).toBeDisabled();
  const before = (await storedIn(app.page)).commits ?? [];
  await other.button('Take over').click();
  await expect(app.page.getByText('Running in another tab')).toBeVisible();
  await expect(app.button('Publish')).toBeDisabled();
  await expect(other.page.getByText('Running in another tab')).toBeHidden();
  // Like after a crash (K6): whoever takes a run up says when it goes on.
  await other.expectRun('paused');
  await other.button('Resume').click();
  await other.page.getByRole('form').getByRole('button', { name: 'Publish' }).click();
  await other.expectRun('completed');
  const after = (await storedIn(app.page)).commits ?? [];
  expect(after.slice(0, before.length)).toEqual(before);

  // The first tab has followed it to its end, and offers nothing that would write.
  await app.expectRun('completed');
  await expect(app.page.getByRole('form')).toBeHidden();
  await expect(app.page.getByText('Running in another tab')).toBeHidden();
  expect((await storedIn(app.page)).commits).toEqual(after);
});

test('W6 case A6 a workspace changed in two tabs: the second is told, and keeps its work', async ({
  app,
  context,
}) => {
  const other = await renameInTwoTabs(app, context);
  const notice = other.page.getByRole('alert');
  await expect(notice).toContainText('Another tab saved this workspace first.');
  await expect(notice).toContainText('WORKSPACE_CONFLICT');
  const { workspaces = [], checkpointTexts = [] } = await storedIn(other.page);
  expect(workspaces.join()).toContain('From the first tab');
  expect(checkpointTexts.join()).toContain('From the second tab');
  await notice.getByRole('button', { name: 'Open theirs' }).click();
  await expect(other.page.getByRole('heading', { name: 'From the first tab' })).toBeAttached();
});

test('fault B7 W6 tabs follow one another: workspaces, runs, what waits for a person, checkpoints, and the open document', async ({
  app,
  context,
}) => {
  const other = new Planloom(await context.newPage());
  await other.open();
  await expect(other.templates).toBeVisible();
  await app.openTemplate('Parallel review');
  const workspaces = other.page.getByRole('region', { name: 'Recent workspaces' });
  await expect(workspaces.getByRole('button', { name: /^Parallel review/ })).toBeVisible();
  await app.run();
  await app.expectRun('waiting');
  const runs = other.page.getByRole('region', { name: 'Recent runs' });
  await expect(runs.getByRole('button', { name: /waiting/i })).toBeVisible();
  await other.openTemplate('Blank plan');
  await other.openTab('Inbox');
  const waits = other.panel('Inbox').getByRole('button', { name: /another workspace/ });
  await expect(waits).toContainText(/“.+” (asks you|waits for a signal) since/);
  await app.button('Publish').click();
  await app.expectRun('completed');
  await expect(other.panel('Inbox')).toContainText('Nothing waits for you');

  // Both have one workspace open: what is saved of it, its runs and its checkpoints; neither is in the other's way.
  await other.open(app.page.url());
  await other.openTab('Runs');
  await rename(app, 'Shared');
  await expect(other.page.getByRole('heading', { name: 'Shared' })).toBeAttached();
  await rename(other, 'Shared by both');
  await expect(app.page.getByRole('heading', { name: 'Shared by both' })).toBeAttached();
  await app.run();
  await app.expectRun('waiting');
  await expect(other.panel('Runs').getByRole('treeitem', { name: /waiting/ })).toBeVisible();
  for (const one of [other, app]) await one.button('History').click();
  await app.dialog('History').getByRole('textbox', { name: 'Name of a checkpoint' }).fill('Kept by one');
  await app.dialog('History').getByRole('button', { name: 'Keep a checkpoint' }).click();
  await expect(other.dialog('History')).toContainText('Kept by one');
  for (const one of [other, app]) await expect(one.page.getByText('WORKSPACE_CONFLICT')).toHaveCount(0);
});

test('case B6 no other site may frame the app', async ({ page, network, complaints, baseURL }) => {
  complaints.expectConsole(/frame-ancestors/);
  const framer = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><link rel="icon" href="data:,"><iframe src="${baseURL}/"></iframe>`);
  });
  await new Promise<void>((resolve) => framer.listen(0, '127.0.0.1', resolve));
  const { port } = framer.address() as AddressInfo;
  network.allow(`http://127.0.0.1:${port}`);
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(`http://127.0.0.1:${port}/`);
  await refused;
  await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0);
  await new Promise((resolve) => framer.close(resolve));
});
