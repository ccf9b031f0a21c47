import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { expectRows, rowsOf } from '../pages/answer';
import { tooLowForAFinger } from '../pages/hand';
import type { Planloom } from '../pages/planloom';

test.describe('H4 "Simulation of a capability plan (“what if”: also in the interface)"', () => {
  test('a step that fails, then one that takes long: the slider goes over the run that would come of it', async ({
    app,
  }) => {
    await app.openTemplate('Parallel review');
    await openWhatIf(app);
    await item(app, 'Is it short?').click();
    await app.panel('What if').getByRole('button', { name: 'Let it fail' }).click();
    await app.button('Simulate').click();
    await expectSimulated(app, 'failed');
    await app.expectNode('Is it short?', 'CAPABILITY', 'failed');
    await expect(app.page.getByText('Simulated: nothing of this happened')).toBeVisible();

    await field(app, 'Outcome', 'combobox').selectOption('succeeds');
    await field(app, 'Duration').fill('259200000');
    await field(app, 'Duration').press('Enter');
    await app.button('Simulate').click();
    await expectSimulated(app, 'completed');
    await expect(app.panel('What if').getByRole('status')).toContainText('after 72 h');

    await app.slider.press('Home');
    await app.slider.press('ArrowRight');
    await app.expectNode('Is it short?', 'CAPABILITY', 'running');
    await app.openTab('Timeline');
    await expect(app.panel('Timeline').getByRole('button', { name: /Is it short/ })).toBeVisible();
    await app.openTab('Ledger');
    await expect(app.panel('Ledger')).toContainText('Is it short');
    await app.button('Back to the plan').click();
    await expect(app.page.getByText('Simulated: nothing of this happened')).toBeHidden();
  });

  test('L7 a step that waits for a signal, and one that ends the plan', async ({ app }) => {
    await app.openTemplate('Parallel review');
    await openWhatIf(app);
    await item(app, 'Is it short?').click();
    await app.panel('What if').getByRole('button', { name: 'Say what it gives' }).click();
    await field(app, 'Outcome', 'combobox').selectOption('waits for a signal');
    await field(app, 'Signal').fill('hurry');
    await field(app, 'At most').fill('5000');
    await field(app, 'At most').press('Enter');
    await app.button('Simulate').click();
    await expectSimulated(app, 'failed');
    await expect(app.panel('What if').getByRole('status')).toContainText('after 5');

    await field(app, 'Outcome', 'combobox').selectOption('succeeds and ends the run');
    await expect(field(app, 'Signal')).toBeHidden();
    await app.button('Simulate').click();
    await expectSimulated(app, 'completed');
  });

  test('nothing is stored and no address names it; kept when asked, as not executed here', async ({
    app,
  }) => {
    await app.openTemplate('Parallel review');
    await openWhatIf(app);
    await app.button('Simulate').click();
    await expectSimulated(app, 'completed');
    await app.openTab('Runs');
    await expect(app.panel('Runs')).toContainText('Nothing has run here yet.');
    expect(new URL(app.page.url()).searchParams.get('run')).toBeNull();

    await app.button('Keep as a run').click();
    await expect(app.panel('Runs')).toContainText('not executed here');
    await expect(app.page).toHaveURL(/run=simulation-/);
    await app.page.reload();
    await expectSimulated(app, 'completed');
  });

  test('a planner is answered with a plan; its step has a form as soon as it is planned', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await openWhatIf(app);
    await app.button('Fill in samples').click();
    await app.button('Simulate').click();
    await expect(item(app, 'step-1')).toBeVisible();
    await app.button('Fill in samples').click();
    await app.button('Simulate').click();
    await expectSimulated(app, 'completed');
    await item(app, 'step-1').click();
    await field(app, 'Outcome', 'combobox').selectOption('fails');
    await field(app, 'Code').fill('NO_VOICE');
    await field(app, 'Code').press('Enter');
    await app.button('Simulate').click();
    await expectSimulated(app, 'failed');
    await app.openTab('Ledger');
    await expect(app.panel('Ledger')).toContainText('failed');
  });

  test('as in a run that has happened: the same result, and then what if', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await app.run();
    await app.expectRun('completed');
    await expect(app.answer).toContainText('3 rows, 2 columns');
    await expect.poll(() => rowsOf(app)).toHaveLength(3);
    const figures = await rowsOf(app);
    await openWhatIf(app);
    await app.button('As in this run').click();
    await app.button('Simulate').click();
    await expectSimulated(app, 'completed');
    await expect(app.answer).toContainText('planned by the script');
    await expect(app.answer).toContainText('3 rows, 2 columns');
    await expectRows(app, figures);
  });

  test('a script that is none says why, and changes nothing', async ({ app }) => {
    await app.openTemplate('Parallel review');
    await openWhatIf(app);
    await item(app, 'The whole script').click();
    const script = field(app, 'Script');
    await script.fill('{"nodes": {"a b": [{"output": 1}]}, "events": [{"atMs": 1}]}');
    await script.blur();
    await app.button('Simulate').click();
    const problems = app.panel('What if').getByRole('alert');
    await expect(problems).toContainText('SCRIPT_KEY');
    await expect(problems).toContainText('SCRIPT_EVENT');
  });

  test('with the keyboard alone, and the script on the clipboard', async ({ app, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.openTemplate('Parallel review');
    await app.canvas.focus();
    await app.page.keyboard.press('w');
    await item(app, 'Is it short?').focus();
    await app.page.keyboard.press('Enter');
    await tabTo(app, app.panel('What if').getByRole('button', { name: 'Let it fail' }));
    await app.page.keyboard.press('Enter');
    await app.button('Copy script').focus();
    await app.page.keyboard.press('Enter');
    const copied = () => app.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('UNAVAILABLE');
    expect(JSON.parse(await copied())).toMatchObject({
      nodes: { length: [{ error: { code: 'UNAVAILABLE' } }] },
    });
    await tabTo(app, app.button('Simulate'));
    await app.page.keyboard.press('Enter');
    await expectSimulated(app, 'failed');
  });

  test('E7 axe finds nothing in the panel and beside it, in both themes', async ({ app }) => {
    test.setTimeout(180_000);
    await app.openTemplate('Parallel review');
    await openWhatIf(app);
    await item(app, 'Is it short?').click();
    await app.panel('What if').getByRole('button', { name: 'Say what it gives' }).click();
    await app.button('Simulate').click();
    await expectSimulated(app, 'completed');
    for (const name of ['Is it short?', 'People, signals, pauses', 'The whole script']) {
      await item(app, name).click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await app.page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page: app.page }).setLegacyMode().analyze();
        expect.soft(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
      }
    }
  });
});

test.describe('H4 what if, in a hand', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('scripted, simulated, and looked at step by step', async ({ app }) => {
    await app.templates.getByRole('button', { name: 'Parallel review', exact: true }).tap();
    await app.page.getByRole('tab', { name: 'What if' }).tap();
    await item(app, 'Is it short?').tap();
    await app.panel('What if').getByRole('button', { name: 'Let it fail' }).tap();
    expect(await tooLowForAFinger(app.page)).toEqual([]);
    await app.button('Simulate').tap();
    await expect(app.panel('What if').getByRole('status')).toHaveAccessibleName('Simulated: failed');
    await app.page.getByRole('tab', { name: 'Steps' }).tap();
    await expect(app.page.getByText('Simulated: nothing of this happened')).toBeVisible();
    await expect(app.panel('Steps').getByText('Is it short?').first()).toBeVisible();
    const { width } = await app.page.evaluate(() => ({ width: document.documentElement.scrollWidth }));
    expect(width).toBe(390);
  });
});

async function openWhatIf(app: Planloom): Promise<void> {
  await app.openTab('What if');
  await expect(app.panel('What if')).toBeVisible();
}

function item(app: Planloom, name: string): Locator {
  return app.page
    .getByRole('list', { name: 'What the script says' })
    .getByRole('button', { name: new RegExp(`^${name.replace('?', '\\?')}`) });
}

function field(app: Planloom, label: string, role: 'textbox' | 'combobox' = 'textbox'): Locator {
  return app.panel('What if').getByRole(role, { name: label, exact: true }).first();
}

async function expectSimulated(app: Planloom, status: string): Promise<void> {
  await app.expectRun(status);
  await expect(app.page.getByRole('status', { name: `Run ${status}` })).toContainText('Simulated');
}

/** Goes to something with the Tab key, as far as the panel is long. */
async function tabTo(app: Planloom, target: Locator): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await app.page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
