import { expect, test } from '../fixtures/test';
import { Inspector } from '../pages/inspector';

test('P13 a prompt of the workspace: written, used by a planner, changed into its next version', async ({
  app,
  page,
}) => {
  await app.openTemplate('Ask a table');
  await app.button('Add a prompt').click();
  const added = app.dialog('Add a prompt');
  await added.getByRole('textbox', { name: 'Name' }).fill('With care');
  await added.getByRole('combobox', { name: 'Start from' }).selectOption({ index: 1 });
  await expect(added.getByRole('textbox', { name: 'Text' })).toHaveValue(/{{ ?goal ?}}/);
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(added).toBeHidden();

  const inspector = new Inspector(app);
  await inspector.open('Plan the answer');
  await inspector.unfold('More settings');
  await inspector.choose('Prompt', 'With care, version 1');
  await inspector.press('Edit the prompt');
  const dialog = app.dialog('With care');
  await expect(dialog).toContainText('Used by “Plan the answer” in Answer from a table.');
  await expect(dialog).toContainText('version 1');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Plan {{ goal }');
  await expect(dialog.getByText('TEMPLATE', { exact: false }).first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Plan {{ goal }} with {{ tools }}.');
  await dialog.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(dialog).toBeHidden();
  const prompts = app.panel('Prompts');
  await prompts.getByRole('button', { name: 'Prompts (1)' }).click();
  await expect(prompts).toContainText('version 2');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(prompts).toContainText('version 1');
});

test('V1 renaming a variable mends what names it; one undo takes it back', async ({ app }) => {
  await app.openTemplate('Ask a table');
  const name = app
    .panel('Inspector')
    .getByRole('group', { name: 'Variable question' })
    .getByRole('textbox', { name: 'Name of the variable' });
  await name.fill('wish');
  await name.blur();
  await expect(app.panel('Inspector').getByRole('group', { name: 'Variable wish' })).toBeVisible();
  await expect(app.node('Plan the answer')).toContainText('{{ wish }}');
  await expect(app.button('Problems (0)')).toBeVisible();
  await app.button('Undo').click();
  await expect(app.node('Plan the answer')).toContainText('{{ question }}');
  await app.run();
  await app.expectRun('completed');
});
