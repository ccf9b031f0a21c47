import { expect, test } from '../fixtures/test';
import { expectAccessible } from '../pages/accessible';

test.describe('E7 axe finds nothing, in both themes', () => {
  // axe takes seconds for a screen, and more on a busy machine.
  test.describe.configure({ timeout: 180_000 });

  test('on the empty state', async ({ app }) => {
    await expect(app.templates.getByRole('button')).toHaveCount(6);
    await expectAccessible(app, 'empty state');
  });

  test('in the editor, with the plan, a planner and a group in the inspector', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await expectAccessible(app, 'plan');
    await app.canvas.getByRole('group', { name: /, PLANNER$/ }).click();
    await expectAccessible(app, 'planner');
    await app.page.getByRole('tab', { name: 'Outline' }).click();
    await app.page.getByRole('tab', { name: 'State view' }).click();
    await expectAccessible(app, 'outline and state view');
  });

  test('in a finished run: timeline, ledger, plan attempts, costs, the answer', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await app.run();
    await app.expectRun('completed');
    for (const tab of ['Timeline', 'Ledger', 'Plan attempts', 'Costs']) {
      await app.page.getByRole('tab', { name: tab }).click();
      await expectAccessible(app, tab);
    }
    await app.page.getByRole('tab', { name: 'Runs' }).click();
    await app.page.getByRole('slider', { name: 'Ledger position' }).press('ArrowLeft');
    await expectAccessible(app, 'a moment ago');
  });

  test('while a run waits for a person', async ({ app }) => {
    await app.openTemplate('Parallel review');
    await app.run();
    await app.expectRun('waiting');
    await app.page.getByRole('tab', { name: /^Inbox/ }).click();
    await expectAccessible(app, 'form');
  });

  test('in the dialogs', async ({ app }) => {
    await app.openTemplate('Ask a table');
    for (const [button, dialog, tabs] of [
      ['Settings', 'Settings', ['Models', 'Appearance', 'Storage']],
      ['Share', 'Share', ['Link', 'Files']],
      ['Import', 'Import', []],
      ['Problems (0)', 'Problems', []],
      ['Commands', 'Commands', []],
      ['Add node', 'Add a node', []],
    ] as const)
      await test.step(dialog, async () => {
        await app.button(button).click();
        await expect(app.dialog(dialog)).toBeVisible();
        for (const tab of tabs) {
          await app.dialog(dialog).getByRole('tab', { name: tab }).click();
          await expectAccessible(app, `${dialog}, ${tab}`);
        }
        if (tabs.length === 0) await expectAccessible(app, dialog);
        await app.page.keyboard.press('Escape');
        await expect(app.dialog(dialog)).toBeHidden();
      });
  });

  test('in the page of patterns, and in a run of a loop with its picker of rounds', async ({ app }) => {
    await app.button('Help').click();
    const help = app.dialog('Help');
    await help
      .getByRole('navigation', { name: 'Help pages' })
      .getByRole('button', { name: 'Patterns' })
      .click();
    await expectAccessible(app, 'patterns');
    await help.getByRole('table').getByRole('button', { name: 'Blocking discriminator' }).click();
    await help.getByRole('button', { name: 'Open this example' }).click();
    await app.run();
    await app.expectRun('completed');
    await app.canvas.getByRole('group', { name: /, LOOP, succeeded$/ }).focus();
    await expectAccessible(app, 'rounds');
    await app.canvas
      .getByRole('group', { name: /, GROUP, succeeded$/ })
      .click({ position: { x: 40, y: 12 } });
    await expectAccessible(app, 'a group in a round');
  });

  test('in help, keys and documents', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await app.canvas.getByRole('group', { name: /, PLANNER$/ }).click();
    await app
      .panel('Inspector')
      .getByRole('button', { name: /^About/ })
      .click();
    await expect(app.page.getByRole('dialog')).toBeVisible();
    await expectAccessible(app, 'help');
    await app.page.keyboard.press('Escape');
    await expect(app.page.getByRole('dialog')).toBeHidden();
    await app.canvas.press('?');
    await expect(app.page.getByRole('dialog')).toBeVisible();
    await expectAccessible(app, 'keys');
    await app.page.keyboard.press('Escape');
    await app.panel('Documents').getByRole('button', { name: /rows$/ }).click();
    await expect(app.page.getByRole('dialog').getByRole('grid')).toBeVisible();
    await expectAccessible(app, 'document');
  });
});
