import type { JsonObject } from '#base';
import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { box, Drawing, middle } from '../pages/drawing';
import { Inspector } from '../pages/inspector';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

const echo = (id: string, name: string, text: string): JsonObject => ({
  id,
  type: 'CAPABILITY',
  name,
  params: { capability: 'echo' },
  input: { text },
});

/** Three orders, the second of which cannot be loaded; then a careful step that fails and is caught. */
const ORDERS: JsonObject = {
  format: 'planloom/workspace',
  version: 1,
  id: 'orders',
  name: 'Orders',
  plans: [
    {
      id: 'main',
      kind: 'capability',
      name: 'Orders',
      variables: [
        { id: 'orders', scope: 'IN', default: ['first', 2, 'third'] },
        { id: 'problem', scope: 'INTERNAL' },
        { id: 'said', scope: 'OUT' },
      ],
      nodes: [
        {
          id: 'each',
          type: 'ITERATOR',
          name: 'For each order',
          params: { items: 'orders', itemVariable: 'order', completion: 'ALL_SETTLED' },
          body: {
            nodes: [echo('load', 'Load it', '{{ order }}'), echo('check', 'Check it', 'fine')],
            edges: [{ from: 'load', to: 'check' }],
          },
        },
        {
          id: 'guard',
          type: 'TRY_CATCH',
          name: 'Careful',
          params: { errorVariable: 'problem' },
          try: { nodes: [echo('book', 'Book', '{{ orders[1] }}')], edges: [] },
          catch: {
            nodes: [{ ...echo('sorry', 'Say sorry', '{{ problem.code }}'), output: { said: 'result.text' } }],
            edges: [],
          },
          finally: { nodes: [echo('close', 'Close', 'closed')], edges: [] },
        },
      ],
      edges: [{ from: 'each', to: 'guard' }],
    },
  ],
};

async function openOrders(app: Planloom): Promise<void> {
  await new Sharing(app).bringIn(fileOf('orders.planloom.json', ORDERS));
  await app.button('Run').click();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(app.page.getByRole('status').filter({ hasText: 'Run completed' })).toBeVisible();
}

test.describe('D5 rounds of a container', () => {
  test('the picker goes from item to item and finds the failed one; so do the keys', async ({
    app,
    page,
  }) => {
    await openOrders(app);
    const load = app.canvas.locator('[data-node-id="load"]');
    await expect(load).toHaveAttribute('data-address', '/each[2]/load');
    const picker = app.canvas.getByRole('group', { name: 'Which item' });
    await picker.getByRole('button', { name: 'Next failed item, 1 in all' }).click();
    await expect(load).toHaveAccessibleName('Load it, CAPABILITY, failed');
    await expect(app.canvas.locator('[data-node-id="check"]')).toHaveAccessibleName(
      'Check it, CAPABILITY, skipped',
    );
    await load.focus();
    await page.keyboard.press('[');
    await expect(load).toHaveAccessibleName('Load it, CAPABILITY, succeeded');
    await expect(load).toHaveAttribute('data-address', '/each[0]/load');
    await page.keyboard.press('Shift+F');
    await expect(load).toHaveAttribute('data-address', '/each[1]/load');
  });

  test('a line of the timeline shows its round; the inspector says which, and the address bar keeps it', async ({
    app,
    page,
  }) => {
    await openOrders(app);
    await app
      .panel('Timeline')
      .getByRole('button', { name: /Load it · item 2/ })
      .click();
    const inspector = new Inspector(app);
    await expect(inspector.panel.getByRole('combobox', { name: 'Which item of For each order' })).toHaveValue(
      '1',
    );
    await page.waitForURL(/node=%2Feach%5B1%5D%2Fload/);
    await page.reload();
    await expect(app.canvas.locator('[data-node-id="load"]')).toHaveAttribute(
      'data-address',
      '/each[1]/load',
    );
    await inspector.panel.getByRole('combobox', { name: 'Which item of For each order' }).selectOption('2');
    await expect(app.canvas.locator('[data-node-id="load"]')).toHaveAttribute(
      'data-address',
      '/each[2]/load',
    );
  });
});

test('R12 a TRY_CATCH shows its three bodies: what failed, what was caught, what was always done', async ({
  app,
}) => {
  await openOrders(app);
  const { canvas } = app;
  await expect(canvas.getByRole('group', { name: 'Try of Careful' })).toBeVisible();
  await expect(app.nodeAt('/guard.try/book')).toHaveAccessibleName('Book, CAPABILITY, failed');
  await expect(app.nodeAt('/guard.catch/sorry')).toHaveAccessibleName('Say sorry, CAPABILITY, succeeded');
  await expect(app.nodeAt('/guard.finally/close')).toHaveAccessibleName('Close, CAPABILITY, succeeded');
  await expect(app.node('Careful')).toHaveAccessibleName('Careful, TRY_CATCH, succeeded');
});

test.describe('E1 drawing containers', () => {
  test('nodes are dropped into the lanes of a TRY_CATCH, and dragged from one to another', async ({
    app,
    page,
  }) => {
    const drawing = await Drawing.onBlank(app);
    await drawing.drag('Try and catch', await drawing.between('Start', 'End'));
    await app.button('Fit the view').click();
    const lane = (name: string) => app.canvas.getByRole('group', { name: `${name} of Try and catch` });
    await drawing.drag('Echo', await middle(lane('Catch')));
    await expect(app.nodeAt('/try-catch-1.catch/capability-1')).toBeVisible();
    const from = await box(app.nodeAt('/try-catch-1.catch/capability-1'));
    await drawing.swipe({ x: from.x + 30, y: from.y + 12 }, await middle(lane('Finally')));
    await expect(app.nodeAt('/try-catch-1.finally/capability-1')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(app.nodeAt('/try-catch-1.catch/capability-1')).toBeVisible();
  });

  test('by keyboard: an iterator between two nodes, one goes in, adds a node, and out', async ({
    app,
    page,
  }) => {
    const drawing = await Drawing.onBlank(app);
    await app.node('Start').focus();
    await drawing.press('e');
    await drawing.add('Iterator');
    await expect(app.node('Iterator')).toBeFocused();
    await drawing.press('Enter');
    await drawing.add('Echo');
    await expect(app.canvas.locator('[data-key="/iterator-1/capability-1"]')).toBeVisible();
    await drawing.press('Escape', 'Escape');
    await expect(app.node('Iterator')).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Path' }).getByRole('combobox', { name: 'Plan' }),
    ).toBeVisible();
  });
});
