import { saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { fileOf } from '../material/workspaces';
import { Inspector } from '../pages/inspector';
import { joinBroughtModel } from '../pages/models';
import { Sharing } from '../pages/sharing';

test('P13 a prompt of the workspace: written, used by a planner, changed into its next version', async ({
  app,
  page,
}) => {
  await app.openTemplate('Ask a table');
  await app.button('Add a prompt').click();
  const added = app.dialog('Add a prompt');
  await added.getByRole('textbox', { name: 'Name' }).fill('With care');
  await added.getByRole('combobox', { name: 'Start from' }).selectOption({ index: 1 });
  await expect(added.getByRole('textbox', { name: 'Text' })).toHaveText(/{{ ?tools ?}}/);
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

test('P3 a prompt that has no room for 150 tools says what it left out; P13 a model that declines is told in its own words', async ({
  app,
  page,
  model,
}) => {
  const tools = Array.from({ length: 150 }, (_, index) => ({
    id: `shed.tool_${index}`,
    description: `Takes a thing off shelf ${index}, ${'wipes it, '.repeat(12)}and puts it back.`,
    make: { kind: 'answer', value: index },
  }));
  const workspace = {
    ...{ format: 'planloom/workspace', version: 1, id: 'shed', name: 'Shed', capabilities: tools },
    models: [{ id: 'm', connection: 'c', model: 'small' }],
    connections: [{ id: 'c' }],
    plans: [
      {
        ...{ id: 'main', kind: 'capability', name: 'Main' },
        nodes: [
          {
            ...{ id: 'plan', type: 'PLANNER', name: 'Plan it' },
            params: { planner: 'llm', goal: 'Oil shed.tool_149', tools: ['shed.*'] },
          },
        ],
        edges: [],
      },
    ],
  };
  await app.open();
  const sharing = new Sharing(app);
  await sharing.bringIn(fileOf('shed.planloom.json', workspace));
  await joinBroughtModel(app, 'm', model.url);
  model.script(saysJson({ steps: [{ type: 'decline', reason: 'No tool of the shed oils anything.' }] }));
  await app.run();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('failed');
  expect(model.requests, 'it is not asked to repair that').toHaveLength(1);
  const sent = JSON.stringify(model.requests[0]?.body);
  expect(sent).toContain('shed.tool_149(');
  await expect(page.getByText(/small declined: No tool of the shed oils anything/).first()).toBeVisible();
  await expect(page.getByText(/had no room for \d+ tools\. Name the right one/).first()).toBeVisible();

  await app.openTab('Plan attempts');
  const panel = app.panel('Plan attempts');
  const attempts = panel.getByRole('list', { name: 'Attempts' }).getByRole('button');
  await attempts.filter({ hasText: 'refused: plan declined' }).click();
  await panel.getByRole('tab', { name: 'Prompt' }).click();
  const leftOut = panel.getByRole('region', { name: 'Left out of the prompt' });
  await leftOut.getByText(/^\d+ tools$/).click();
  await expect(leftOut.getByText(/^shed\.tool_\d+, shed/)).toBeVisible();
  await expect(leftOut).not.toContainText('shed.tool_149');
});
