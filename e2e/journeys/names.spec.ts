import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import { Sharing } from '../pages/sharing';

test.describe('U names are a public interface', () => {
  test('empty state: templates, the field, what can be done before', async ({ app }) => {
    await expect(
      app.page.getByRole('textbox', { name: 'What do you want done?', exact: true }),
    ).toBeVisible();
    await expect(app.button('Plan it')).toBeVisible();
    const templates = app.page.getByRole('list', { name: 'Templates', exact: true });
    for (const name of [
      'Ask a table',
      'Research documents',
      'Parallel review',
      'Search state machine',
      'One activity per step',
      'Blank plan',
    ])
      await expect(templates.getByRole('button', { name, exact: true })).toBeVisible();
    for (const name of ['Import', 'Settings']) await expect(app.button(name)).toBeVisible();
  });

  test('editor: toolbar, panels, views, dialogs', async ({ app }) => {
    await app.openTemplate('Ask a table');
    for (const name of [
      'Run',
      'Step',
      'Share',
      'Export',
      'Import',
      'Undo',
      'Redo',
      'Tidy',
      'Add node',
      'Live',
    ])
      await expect(app.button(name), name).toBeVisible();
    await expect(app.button('Problems (0)')).toBeVisible();
    for (const name of ['Palette', 'Outline', 'Runs']) {
      await app.page.getByRole('tab', { name, exact: true }).click();
      await expect(app.panel(name), name).toBeVisible();
    }
    for (const name of ['Timeline', 'Ledger', 'Plan attempts', 'Costs', 'Inbox']) {
      await app.page.getByRole('tab', { name, exact: true }).click();
      await expect(app.panel(name), name).toBeVisible();
    }
    for (const name of ['Canvas', 'Inspector', 'Variables'])
      await expect(app.panel(name), name).toBeVisible();
    for (const name of ['State view', 'Canvas'])
      await app.page.getByRole('tab', { name, exact: true }).click();
    for (const name of ['Share', 'Import', 'Settings']) {
      await app.button(name).click();
      await expect(app.dialog(name), name).toBeVisible();
      await app.page.keyboard.press('Escape');
      await expect(app.dialog(name), name).toBeHidden();
    }
    await app.page.keyboard.press('Control+k');
    await expect(
      app.dialog('Commands').getByRole('combobox', { name: 'Search commands', exact: true }),
    ).toBeFocused();
  });

  test('a node: its name, its TYPE, and during a run its status; its id and address as attributes', async ({
    app,
  }) => {
    await app.open(
      linkTo(
        workspaceJson('start: START\none: CAPABILITY echo {name: First step}\nend: END\nstart -> one -> end'),
      ),
    );
    const node = app.canvas.getByRole('group', { name: 'First step, CAPABILITY', exact: true });
    await expect(node).toBeVisible();
    await expect(node.and(app.page.locator('[data-node-id="one"]'))).toBeVisible();
    await app.run();
    await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
    const ran = app.canvas.getByRole('group', { name: 'First step, CAPABILITY, succeeded', exact: true });
    await expect(ran.and(app.page.locator('[data-address^="/one"]'))).toBeVisible();
    await expect(app.page.getByRole('status', { name: 'Run completed', exact: true })).toBeVisible();
    await expect(app.page.getByRole('slider', { name: 'Ledger position', exact: true })).toBeEnabled();
  });

  test('a run that stands still: step, resume, cancel; one that waits: pause, and the form of its question', async ({
    app,
  }) => {
    await app.openTemplate('Parallel review');
    await app.button('Step').click();
    await app.expectRun('paused');
    for (const name of ['Step', 'Step into', 'Step out', 'Resume', 'Cancel'])
      await expect(app.button(name), name).toBeVisible();
    await app.button('Resume').click();
    await app.expectRun('waiting');
    await expect(app.button('Pause')).toBeVisible();
    const asked = app.page.getByRole('form', { name: /\S/ });
    for (const name of ['Publish', 'Ask for changes', 'Reject'])
      await expect(asked.getByRole('button', { name, exact: true })).toBeVisible();
  });

  test('a plan that wants a yes: Approve, Reject, Ask for another; trust: Trust, Keep restricted', async ({
    app,
  }) => {
    const sample = await readFile('public/samples/ask-a-table.planloom.json', 'utf8');
    const careful = sample.replace(
      /("type": "PLAN_EXECUTOR",\s*"name": "[^"]*",\s*"params": )\{\}/,
      '$1{ "approve": "always" }',
    );
    expect(careful).not.toBe(sample);
    await app.open(linkTo(careful));
    await expect(app.button('Trust')).toBeVisible();
    await app.run();
    const { trust } = new Sharing(app);
    await expect(trust.getByRole('button', { name: 'Keep restricted', exact: true })).toBeVisible();
    await trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await app.expectRun('waiting');
    for (const name of ['Approve', 'Reject', 'Ask for another'])
      await expect(app.button(name), name).toBeVisible();
  });
});
