import { expect, test } from '../fixtures/test';
import { Inspector } from '../pages/inspector';

test('P13 a parser: added from a planner, tried on a reply, used, and changed', async ({ app, page }) => {
  await app.openTemplate('Ask a table');
  const inspector = new Inspector(app);
  await inspector.open('Plan the answer');
  await inspector.unfold('More settings');
  await inspector.press('Add a parser');
  const added = app.dialog('Add a parser');
  await added.getByRole('textbox', { name: 'Name' }).fill('Steps of ours');
  const expression = added.getByRole('textbox', { name: 'Expression' });
  const came = added.getByRole('status', { name: 'What came of it' });

  await test.step('what is wrong with it is said, and it cannot be kept', async () => {
    await expression.fill('{ "steps": ');
    await expect(added.getByText('JSONATA_INVALID', { exact: false }).first()).toBeVisible();
    await expect(added.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  });
  await test.step('what it makes of a reply is shown', async () => {
    await expression.fill('{ "steps": [value.todo.{ "toolId": use, "input": with }] }');
    await added.getByRole('button', { name: 'Try it' }).click();
    await expect(came).toContainText('A plan of 1 step: text.say.');
    await added.getByRole('textbox', { name: 'A reply to try it on' }).fill('{"todo": [{"use": "no.such"}]}');
    await expect(came).toBeEmpty();
    await added.getByRole('button', { name: 'Try it' }).click();
    await expect(came).toContainText('no.such');
  });

  await test.step('Escape does not lose it', async () => {
    await page.keyboard.press('Escape');
    await expect(added.getByRole('alert')).toContainText('not kept yet');
  });
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(added).toBeHidden();
  await expect(inspector.field('Parser')).toHaveValue('steps-of-ours');
  await inspector.press('Edit the parser');
  const dialog = app.dialog('Steps of ours');
  await expect(dialog).toContainText('Used by “Plan the answer” in Answer from a table.');
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('A capability');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Capability' }).fill('data.jsonata');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const parsers = app.panel('Parsers');
  await parsers.getByRole('button', { name: 'Parsers (1)' }).click();
  await expect(parsers).toContainText('data.jsonata');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(parsers).toContainText('JSONata');
});

test('P13 a subtree creator that is not there is told beside its field', async ({ app }) => {
  await app.openTemplate('Ask a table');
  const inspector = new Inspector(app);
  await inspector.open('Plan the answer');
  await inspector.unfold('More settings');
  const field = inspector.field('Subtree creator');
  await field.fill('text.cutter');
  await field.blur();
  await expect(inspector.panel).toContainText('There is no capability "text.cutter".');
  await field.fill('data.jsonata');
  await field.blur();
  await expect(app.button('Problems (0)')).toBeVisible();
});
