import { expect, test } from '../fixtures/model';
import { connectModel, planWith } from '../pages/models';

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
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(app.panel('Steps').getByRole('progressbar', { name: 'Budget' })).toBeVisible();
});

test('K10 T10 a plan that asks models is said to have no budget before it runs, until it has one', async ({
  app,
  page,
  model,
}) => {
  await app.openTemplate('Ask a table');
  const warning = app.panel('Inspector').getByText('Runs of this plan ask models without a budget.');
  await expect(app.panel('Inspector').getByRole('textbox', { name: 'Description' })).toBeVisible();
  await expect(warning).toBeHidden();
  await connectModel(app, model.url);
  await expect(warning).toBeHidden();
  await planWith(app, 'llm');
  await app.canvas.press('Escape');
  await expect(warning).toBeVisible();
  await app.button('Set a budget').click();
  await app.dialog('Settings').getByRole('textbox', { name: 'Most calls' }).fill('3');
  await app.button('Keep the budget').click();
  await page.keyboard.press('Escape');
  await expect(warning).toBeHidden();
});
