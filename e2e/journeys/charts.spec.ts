import { planJson } from '../../test/notation/plan';
import { expect, test } from '../fixtures/test';
import { chartsJson, counter, ORDER } from '../material/charts';
import { CLAIMS } from '../material/foreign';
import { fileOf, linkTo } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { tooLowForAFinger } from '../pages/hand';
import { Inspector } from '../pages/inspector';
import { Machine } from '../pages/machine';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

/** Unfolds whatever is folded in the machine's panel. */
async function unfoldAll(machine: Machine): Promise<void> {
  const folded = machine.panel.locator('details:not([open]) > summary');
  while ((await folded.count()) > 0) await folded.first().click();
}

async function runTrusted(app: Planloom): Promise<void> {
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
}

test.describe('E7 axe finds nothing in a machine, in both themes', () => {
  // axe takes seconds for a screen, and more on a busy machine.
  test.describe.configure({ timeout: 180_000 });

  test('in the forms of its states and transitions, with every section unfolded', async ({ app }) => {
    const machine = new Machine(app);
    await app.open(linkTo(chartsJson(ORDER)));
    for (const name of ['Handling', 'Asking', 'Picking', 'Paid', 'As before', 'Held', 'Cancelled']) {
      await app.node(name).click({ position: { x: 8, y: 8 } });
      await machine.panel.getByRole('tab', { name: 'State', exact: true }).click();
      await expect(machine.panel.locator('[data-field="name"] input')).toHaveValue(name);
      await unfoldAll(machine);
      await expectAccessible(app, name);
    }
    for (const [key, event] of [
      ['cart/on/0->cart', 'item.added'],
      ['asking/after/0->asking', '90000'],
      ['/on/0->cancelled', 'order.cancelled'],
    ] as const) {
      await app.canvas.locator(`[data-transition="${key}"]`).click();
      await expect(machine.panel.locator(`input[value="${event}"]`)).toBeVisible();
      await unfoldAll(machine);
      await expectAccessible(app, key);
    }
  });

  test('in its own form, with outputs, responders, guards and delays, and in the adder of states', async ({
    app,
    page,
  }) => {
    const machine = new Machine(app);
    await app.open(linkTo(chartsJson(ORDER)));
    await machine.panel.getByRole('tab', { name: 'Machine' }).click();
    await expect(machine.field('Milliseconds, or what gives them')).toBeVisible();
    await unfoldAll(machine);
    await expectAccessible(app, 'machine');
    await machine.panel.getByRole('tab', { name: 'Context' }).click();
    await expectAccessible(app, 'context');
    await app.node('Cart').focus();
    await page.keyboard.press('n');
    await expect(page.getByRole('combobox', { name: 'Search states' })).toBeVisible();
    await expectAccessible(app, 'adder');
  });

  test('in a long simulation and in events one after the other', async ({ app }) => {
    const machine = new Machine(app);
    await app.open(linkTo(chartsJson(counter(1))));
    await machine.simulate();
    for (let turn = 0; turn < 40; turn++) await machine.event('once.more').click();
    await expect(machine.panel.getByRole('button', { name: /^41 ?once\.more/ })).toBeVisible();
    await expectAccessible(app, 'simulation');
    await app.openTab('What if');
    const panel = app.panel('What if');
    const events = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 'once.more' : 'nonsense'));
    await panel.getByRole('textbox', { name: 'Events' }).fill(JSON.stringify(events));
    await panel.getByRole('button', { name: 'Simulate events' }).click();
    await expect(panel.getByRole('listitem')).toHaveCount(61);
    await expectAccessible(app, 'events');
  });

  test('in a long run, and at a place of its log', async ({ app }) => {
    const machine = new Machine(app);
    await app.open(linkTo(chartsJson(counter(60))));
    await runTrusted(app);
    await app.expectRun('completed');
    const log = machine.panel.getByRole('region', { name: 'Log' }).getByRole('listitem');
    await expect(log).toHaveCount(62);
    await expectAccessible(app, 'run');
    await log.nth(20).getByRole('button').click();
    await expect(app.node('Counting')).toHaveAccessibleName('Counting, STATE, running');
    await expectAccessible(app, 'log');
  });

  test('where it waits for a person, an event and a time, and where capabilities are not here', async ({
    app,
  }) => {
    const machine = new Machine(app);
    await app.open(linkTo(chartsJson(ORDER)));
    await runTrusted(app);
    await machine.event('order.submitted').click();
    await app.expectNode('Asking', 'STATE', 'running');
    await expectAccessible(app, 'parallel');
    await machine.event('order.held').click();
    await app.expectRun('paused');
    await expectAccessible(app, 'paused');
  });

  test('in the dialogs of what stands in, and of what a run starts with', async ({ app }) => {
    const sharing = new Sharing(app);
    await sharing.bringIn(fileOf('claims.json', CLAIMS));
    await app.run();
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await expect(app.dialog('Missing capabilities')).toBeVisible();
    await expectAccessible(app, 'stand-ins');
    await app.open(linkTo(chartsJson(ORDER)));
    await app.button('Start with…').click();
    await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await expect(app.dialog('Run “Order”')).toBeVisible();
    await expectAccessible(app, 'start with');
  });

  test('in the dialog of a parser', async ({ app }) => {
    await app.openTemplate('Ask a table');
    const inspector = new Inspector(app);
    await inspector.open('Plan the answer');
    await inspector.unfold('More settings');
    await inspector.press('Add a parser');
    await expect(app.dialog('Add a parser')).toBeVisible();
    await expectAccessible(app, 'parser');
  });
});

test.describe('E7 a machine in a hand', () => {
  test.describe.configure({ timeout: 180_000 });
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('is read, run, steered and looked into; axe finds nothing on the way', async ({ app, page }) => {
    const { trust } = new Sharing(app);
    const tab = (name: string) => page.getByRole('tab', { name }).tap();
    await app.open(linkTo(chartsJson(ORDER, counter(3))));
    await expect(app.panel('Steps')).toContainText('Cart');
    await test.step('what "Run" does not ask for is in the menu', async () => {
      await app.button('Menu').tap();
      await expectAccessible(app, 'menu');
      await app.dialog('Menu').getByRole('button', { name: 'Start with…' }).tap();
      await trust.getByRole('button', { name: 'Trust', exact: true }).tap();
      const inputs = app.dialog('Run “Order”');
      await expectAccessible(app, 'start with');
      expect(await tooLowForAFinger(page)).toEqual([]);
      await inputs.getByRole('button', { name: 'Run', exact: true }).tap();
    });
    await test.step('events are buttons, and go to the run', async () => {
      await tab('Events');
      await expectAccessible(app, 'events');
      await app.panel('Events').getByRole('button', { name: 'order.submitted', exact: true }).tap();
      await expect(app.panel('Events').getByRole('region', { name: 'Log' })).toContainText('Handling');
    });
    await test.step('the canvas shows where it stands, as large as one can read', async () => {
      await tab('Canvas');
      await expect(app.node('Asking')).toBeInViewport({ ratio: 1 });
      await app.node('Asking').tap();
      await expectAccessible(app, 'canvas');
      await app.button('Details of Asking').tap();
      await expect(app.dialog('Details').getByRole('textbox', { name: 'Name' })).toHaveValue('Asking');
      await expectAccessible(app, 'details');
      expect(await tooLowForAFinger(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });
    await test.step('another plan is opened from the menu', async () => {
      await app.button('Menu').tap();
      await app.dialog('Menu').getByRole('button', { name: 'Counter' }).tap();
      await expect(app.node('Counting')).toBeVisible();
    });
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });

  test('opened from the plan that runs it, one comes back out', async ({ app }) => {
    const plan = planJson(
      'start: START\ninner: SUB_PLAN {name: Count, plan: counter}\nend: END\nstart -> inner -> end',
    );
    await app.open(linkTo(chartsJson(plan, counter(3))));
    await app
      .panel('Steps')
      .getByRole('button', { name: /^Count/ })
      .tap();
    await app.button('Open Count').tap();
    await expect(app.panel('Steps')).toContainText('Counting');
    await app.button('Leave group').tap();
    await expect(app.panel('Steps').getByRole('button', { name: /^Count/ })).toBeVisible();
    await expect(app.button('To the start')).toBeVisible();
  });
});
