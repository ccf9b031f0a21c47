import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures/test';
import type { Planloom } from '../pages/planloom';

/** Opens the example of a pattern from the help, as a reader does. */
async function openPattern(app: Planloom, page: Page, name: string): Promise<void> {
  await app.button('Help').click();
  const help = app.dialog('Help');
  await help
    .getByRole('navigation', { name: 'Help pages' })
    .getByRole('button', { name: 'Patterns' })
    .click();
  await help.getByRole('table').getByRole('button', { name, exact: true }).click();
  await help.getByRole('button', { name: 'Open this example' }).click();
  await expect(app.canvas).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Plan' })).toBeVisible();
}

const runStatus = (page: Page, status: string) =>
  page.getByRole('status').filter({ hasText: `Run ${status}` });

test.describe('L5 patterns from the help', () => {
  test('the table has all 43, says what is lacking, and is found by its words', async ({ app, page }) => {
    await app.button('Help').click();
    const help = app.dialog('Help');
    await help.getByRole('searchbox', { name: 'Search help' }).fill('discriminator');
    await help.getByRole('button', { name: '9 · Structured discriminator' }).click();
    await expect(help.getByRole('img', { name: /The plan of/ })).toBeVisible();
    await help.getByRole('button', { name: 'All patterns' }).click();
    await expect(help.getByRole('table').getByRole('button')).toHaveCount(43);
    await expect(help.getByRole('row', { name: /Multi-merge/ })).toContainText('lacking');
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  test('E3 the command palette offers help pages by their title', async ({ app, page }) => {
    await app.openTemplate('Blank plan');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill('patterns');
    await page.getByRole('option', { name: /Help: Patterns/ }).click();
    await expect(app.dialog('Help').getByRole('table')).toBeVisible();
  });

  test('R6 a join that needs two cancels the third', async ({ app, page }) => {
    await openPattern(app, page, 'Cancelling partial join');
    await expect(app.canvas.getByRole('group', { name: 'Join, JOIN' })).toContainText('first 2 of 3');
    await app.button('Run').click();
    await expect(runStatus(page, 'completed')).toBeVisible();
    await expect(app.canvas.getByRole('group', { name: 'Join, JOIN, succeeded' })).toBeVisible();
    await expect(app.canvas.getByRole('group', { name: 'Compare, CAPABILITY, succeeded' })).toBeVisible();
  });

  test('U a signal that is waited for is a button with its type; the first decides', async ({
    app,
    page,
  }) => {
    await openPattern(app, page, 'Deferred choice');
    await app.button('Run').click();
    await expect(runStatus(page, 'waiting')).toBeVisible();
    await page.getByRole('textbox', { name: 'Data that goes along' }).fill('{"why": "too late"}');
    await app.button('order.cancelled').click();
    await expect(runStatus(page, 'completed')).toBeVisible();
    await expect(
      app.canvas.getByRole('group', { name: 'Close the order, CAPABILITY, succeeded' }),
    ).toBeVisible();
    await expect(app.canvas.getByRole('group', { name: 'Ship, CAPABILITY, skipped' })).toBeVisible();
  });

  test('D4 a sub-plan opens its plan while it is drawn, and its run once it ran; the path leads back', async ({
    app,
    page,
  }) => {
    await openPattern(app, page, 'Multi-merge');
    const sub = app.nodeAt('/log-pick');
    await sub.dblclick();
    await expect(app.canvas.getByRole('group', { name: 'Note in the book, CAPABILITY' })).toBeVisible();
    const path = page.getByRole('navigation', { name: 'Path' });
    // D5: after a reload, too.
    await page.waitForURL(({ searchParams }) => searchParams.has('via'));
    await page.reload();
    await expect(app.canvas.getByRole('group', { name: 'Note in the book, CAPABILITY' })).toBeVisible();
    await path.getByRole('button', { name: 'Multi-merge', exact: true }).click();
    await app.button('Run').click();
    await expect(runStatus(page, 'completed')).toBeVisible();
    await sub.focus();
    await page.keyboard.press('Enter');
    await expect(app.nodeAt('/log-pick/note')).toHaveAccessibleName(
      'Note in the book, CAPABILITY, succeeded',
    );
    await path.getByRole('button', { name: 'Multi-merge', exact: true }).click();
    await expect(app.nodeAt('/split')).toBeVisible();
  });
});
