import { expect, test } from '../fixtures/test';

test('P11 a plan that was made becomes a plan of the workspace in one edit, and gives the same answer', async ({
  app,
  page,
}) => {
  await app.openTemplate('Ask a table');
  await app.run();
  await app.expectRun('completed');
  await expect(app.answer).toContainText('Espresso Forte 1 kg');
  await test.step('its steps stand on the canvas as an author’s', async () => {
    await app.button('Promote').click();
    const dialog = app.dialog('Promote');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Best products');
    await dialog.getByRole('button', { name: 'Promote' }).click();
    await expect(page.getByRole('combobox', { name: 'Plan', exact: true })).toHaveValue('Best-products');
    await expect(app.canvas.getByRole('group', { name: /, CAPABILITY$/ })).toHaveCount(6);
    await expect(app.button('Problems (0)')).toBeVisible();
  });
  await test.step('it runs without a planner', async () => {
    await app.run();
    await app.expectRun('completed');
    await expect(app.answer).toContainText('Espresso Forte 1 kg');
  });
  await test.step('the run that it comes from is one click away', async () => {
    await page.keyboard.press('Alt+Backspace');
    await app
      .panel('Inspector')
      .getByRole('button', { name: /^Open run / })
      .click();
    await expect(app.node('Carry it out')).toBeVisible();
  });
});

test.describe('in a hand', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('P11 a plan that was made is promoted from the menu', async ({ app, page }) => {
    await app.templates.getByRole('button', { name: 'Ask a table' }).click();
    await app.button('Menu').click();
    const menu = app.dialog('Menu');
    await expect(menu.getByRole('button', { name: 'Start with…' })).toBeVisible();
    await expect(menu.getByRole('button', { name: 'Promote' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await app.run();
    await app.expectRun('completed');
    await app.button('Menu').click();
    await menu.getByRole('button', { name: 'Promote' }).click();
    await app.dialog('Promote').getByRole('button', { name: 'Promote' }).click();
    await expect(page.getByText('“Carry it out, as a plan” is a plan of this workspace now.')).toBeVisible();
  });
});
