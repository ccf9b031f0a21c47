import { expect, test } from '../fixtures/test';
import { Inspector } from '../pages/inspector';

test('L4 a guard of the workspace: defined, put beside a node, refuses it; changed, lets it pass', async ({
  app,
}) => {
  await app.openTemplate('Ask a table');
  await app.button('Add a feature').click();
  const added = app.dialog('Add a feature');
  await added.getByRole('textbox', { name: 'Name' }).fill('Office hours');
  await expect(added.getByRole('combobox', { name: 'When' })).toBeHidden();
  await added.getByRole('combobox', { name: 'Capability' }).fill('data.jsonata');
  await added.getByRole('textbox', { name: 'Input' }).fill('{"expression": "1 > 2", "value": {}}');
  await added.getByRole('textbox', { name: 'Verdict' }).fill('result.value ==');
  await expect(added.getByText('EXPRESSION_INVALID', { exact: false }).first()).toBeVisible();
  await expect(added.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await added.getByRole('textbox', { name: 'Verdict' }).fill('result.value');
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(added).toBeHidden();

  const inspector = new Inspector(app);
  await inspector.open('Plan the answer');
  await inspector.unfold('Retry, timeout, switch off');
  const features = inspector.field('Features');
  await features.fill('office-hours');
  await features.press('Enter');
  await app.run();
  await app.expectRun('failed');
  await expect(app.node('Plan the answer')).toContainText('does not let');

  const section = app.panel('Features');
  await section.getByRole('button', { name: 'Features (1)' }).click();
  await section.getByRole('button', { name: 'Office hours guard' }).click();
  const dialog = app.dialog('Office hours');
  await expect(dialog).toContainText('Used by “Plan the answer” in Answer from a table.');
  await dialog.getByRole('textbox', { name: 'Input' }).fill('{"expression": "2 > 1", "value": {}}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await app.run();
  await app.expectRun('completed');
});

test('L4 a guard of the whole plan is asked before anything in it begins', async ({ app }) => {
  await app.openTemplate('Ask a table');
  await app.button('Add a feature').click();
  const added = app.dialog('Add a feature');
  await added.getByRole('combobox', { name: 'Capability' }).fill('data.jsonata');
  await added.getByRole('textbox', { name: 'Input' }).fill('{"expression": "1 > 2", "value": {}}');
  await added.getByRole('textbox', { name: 'Verdict' }).fill('result.value');
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  const features = app.panel('Inspector').getByLabel('Features', { exact: true });
  await features.fill('data-jsonata');
  await features.press('Enter');
  await app.run();
  await app.expectRun('failed');
  await app.openTab('Ledger');
  await expect(app.panel('Ledger')).toContainText('does not let');
  await expect(app.panel('Ledger')).not.toContainText('Plan the answer');
});
