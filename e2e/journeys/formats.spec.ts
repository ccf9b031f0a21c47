import { HARBOUR } from '../../test/formats/engine/configurations';
import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { Sharing } from '../pages/sharing';

test('fault F8 S3 a file of another system: what was recognised, read otherwise and only kept; and taken back', async ({
  app,
  page,
}) => {
  const sharing = new Sharing(app);
  await sharing.give(fileOf('harbour.json', JSON.stringify(HARBOUR)));
  const said = sharing.import;
  await expect(said.getByRole('region', { name: 'Recognised' })).toContainText('1 pipelines became plans');
  await expect(said.getByRole('region', { name: 'Converted differently' })).toContainText(
    'LOOP_WITHOUT_TEST',
  );
  await said.getByText('not convertible, kept as').click();
  await expect(said).toContainText('/worker is kept at workspace source.engine.worker');
  await said.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.canvas).toBeVisible();
  await app.button('Export').click();
  const arriving = page.waitForEvent('download');
  // What the file would lack is said before there is a file.
  await sharing.share.getByRole('button', { name: 'Download Planner’s plan' }).click();
  const leftOut = sharing.share.getByRole('status', { name: 'Left out' });
  await expect(leftOut).toContainText('LEFT_OUT');
  await leftOut.getByRole('button', { name: 'Cancel' }).click();
  await sharing.share.getByRole('button', { name: 'Download Planner’s plan' }).click();
  await leftOut.getByRole('button', { name: 'Download without these' }).click();
  expect((await arriving).suggestedFilename()).toBe('default.planner-plan.json');
  await expect(leftOut).toBeHidden();
});

test('fault F9 S3 a file of a tool that is not read is named, with what can be done', async ({ app }) => {
  const sharing = new Sharing(app);
  await sharing.give(
    fileOf('flow.json', '{"nodes": [{"type": "n8n-nodes-base.webhook"}], "connections": {}}'),
  );
  await expect(sharing.import).toContainText('This is a workflow of n8n, which Planloom does not read.');
  await expect(sharing.import).toContainText('describe what it does');
});

test('S3 a person may say what a file is, and what is wrong with it as that is listed', async ({ app }) => {
  const sharing = new Sharing(app);
  await sharing.give(
    fileOf('plan.json', '{"planId": "p", "steps": [{"id": "a", "type": "tool", "toolId": "echo"}]}'),
  );
  await sharing.import.getByRole('combobox', { name: 'Read it as' }).selectOption('Engine configuration');
  await expect(sharing.import).toContainText('NOT_AN_ENGINE_CONFIGURATION');
  await sharing.import.getByRole('combobox', { name: 'Read it as' }).selectOption('Planner’s plan');
  await expect(sharing.import.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
});
