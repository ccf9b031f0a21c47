import type { Page } from '@playwright/test';
import { planJson } from '../../test/notation/plan';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

const open = (app: Planloom, name: string | RegExp) =>
  app.page.getByRole('region', { name: 'Recent workspaces' }).getByRole('button', { name }).click();

/** Holds files of the app back until they are let go. */
async function hold(page: Page, file: string): Promise<() => Promise<void>> {
  const asked: (() => Promise<void>)[] = [];
  let isHeld = true;
  await page.route(`**/assets/${file}-*.js`, async (route) => {
    if (isHeld) asked.push(() => route.continue());
    else await route.continue();
  });
  return async () => {
    expect(asked).not.toEqual([]);
    isHeld = false;
    await Promise.all(asked.map((go) => go()));
  };
}

/** Gives no lock of the browser before they are let go. */
async function holdLocks(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { locks } = navigator;
    const request = locks.request.bind(locks);
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const asked: string[] = [];
    Object.defineProperty(locks, 'request', {
      value: async (name: string, ...rest: [LockOptions, LockGrantedCallback<unknown>]) => {
        asked.push(name);
        await promise;
        return request(name, ...rest);
      },
    });
    return { asked, resolve };
  });
  return async () => {
    expect(await held.evaluate(({ asked }) => asked)).not.toEqual([]);
    await held.evaluate(({ resolve }) => resolve());
  };
}

test('what is left takes along what was about it: typing is kept, questions, offers, simulations and starts go', async ({
  app,
}) => {
  const { page } = app;
  await app.openTemplate('Blank plan');
  const name = app.panel('Inspector').getByRole('textbox', { name: 'Name', exact: true });

  // Typed, and left before it rested.
  await name.fill('Typed and left');
  await page.goBack();
  await expect(app.templates).toBeVisible();
  await page.goForward();
  await expect(name).toHaveValue('Typed and left');

  // A dialog about it.
  for (const dialog of ['Commands', 'Settings']) {
    await app.button(dialog).click();
    await expect(app.dialog(dialog)).toBeVisible();
    if (dialog === 'Settings') await page.getByRole('tab', { name: 'Budget' }).click();
    await page.goBack();
    await expect(app.templates).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be shown' })).toHaveCount(0);
    if (dialog === 'Settings') await page.keyboard.press('Escape');
    await expect(app.dialog(dialog)).toHaveCount(0);
    await page.goForward();
    await expect(name).toHaveValue('Typed and left');
  }

  // A simulation is shown and kept in its own workspace only.
  await app.openTab('What if');
  await app.button('Simulate').click();
  await expect(app.button('Keep as a run')).toBeVisible();

  // An offer to undo, with the workspace that it would act on.
  await app.button('Back to the plan').click();
  await app.button('New plan').click();
  await app.button('Remove the plan New plan').click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.goBack();
  await expect(app.templates).toBeVisible();
  await expect(messages.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  // A run that was asked for, and left before it had the lock that it needs.
  const plan = { ...planJson('a: CAPABILITY echo'), id: 'main' };
  const given = linkTo(workspaceJson('', { plans: [plan] }));
  await page.evaluate((hash) => location.assign(hash), given.slice(1));
  await expect(page.getByRole('heading', { name: 'Given' })).toBeAttached();
  await app.openTab('What if');
  await expect(app.panel('What if')).toContainText('Simulate');
  await expect(app.panel('What if')).not.toContainText('completed');
  await app.run();
  const { trust } = new Sharing(app);
  await expect(trust).toBeVisible();
  const letGo = await holdLocks(page);
  await trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.button('Planloom, to the start').click();
  await open(app, /^Untitled/);
  await expect(app.canvas).toBeVisible();
  await letGo();
  await expect.poll(async () => (await storedIn(page)).runs).toEqual([]);
  expect((await storedIn(page)).commits).toEqual([]);
  await expect(app.button('Pause')).toHaveCount(0);
  await app.run();
  await app.expectRun('completed');
  expect((await storedIn(page)).runs).toHaveLength(1);
});

test('of two that are asked for, the last is opened, however long the first takes', async ({ app }) => {
  const { page } = app;
  await page.reload();
  await expect(app.templates).toBeVisible();
  const letGo = await hold(page, 'planSentence');
  await app.question.fill('Which cities grew most?');
  await page.keyboard.press('Enter');
  await app.openTemplate('Blank plan');
  const shown = page.url();
  await letGo();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'A new workspace was made for it',
  );
  expect(page.url()).toBe(shown);
  await expect(app.canvas.getByRole('group')).toHaveCount(2);
  // What was planned is not lost, and waits to be opened; it runs when it is asked to.
  await app.button('Planloom, to the start').click();
  await open(app, /^Which cities grew most/);
  await expect(app.button('Run')).toBeVisible();
  expect((await storedIn(page)).runs).toEqual([]);
});
