import { expect, test } from '../fixtures/test';

test('K10 the budget of a workspace bounds its runs, a bar shows what is used, and as much again is allowed', async ({
  app,
  page,
}) => {
  await app.openTemplate('Ask a table');
  await app.button('Settings').click();
  await app.openTab('Budget');
  await app.dialog('Settings').getByRole('textbox', { name: 'Most calls' }).fill('3');
  await app.button('Keep the budget').click();
  await page.keyboard.press('Escape');
  await app.run();
  await app.expectRun('paused');
  await expect(page.getByRole('progressbar', { name: 'Budget' })).toHaveAttribute('value', '1');
  await expect(page.getByText('Calls 3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Allow 3 more' }).click();
  await page.getByRole('button', { name: 'Allow 3 more' }).click();
  await app.expectRun('completed');
});
