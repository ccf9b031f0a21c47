import { expect, test } from '../fixtures/test';
import { expectAccessible } from '../pages/accessible';
import { box, Drawing, middle } from '../pages/drawing';

test('E1 a node is inserted by the plus of an edge, and by dropping a loose one on it; the rest makes room', async ({
  app,
  page,
}) => {
  const drawing = await Drawing.onBlank(app);
  const end = await box(app.node('End'));
  const on = await drawing.between('Start', 'End');
  await page.mouse.move(on.x, on.y);
  await app.button('Insert between Start and End').click();
  await drawing.pick('Transform');
  await drawing.expectEdges('Start to Transform', 'Transform to End');
  expect((await box(app.node('End'))).x).toBeGreaterThan(end.x);

  const start = await box(app.node('Start'));
  await drawing.drag('Fill template', { x: start.x + 100, y: start.y + 160 });
  await drawing.swipe(await middle(app.node('Fill template')), await drawing.between('Start', 'Transform'));
  await drawing.expectEdges('Start to Fill template', 'Fill template to Transform', 'Transform to End');
  const row = await box(app.node('Fill template'));
  expect(row.y).toBe(start.y);
  expect((await box(app.node('Transform'))).x).toBeGreaterThan(row.x + row.width);
});

test('E1 delete heals the line, E2 undo and redo bring everything back and away', async ({ app, page }) => {
  const drawing = await Drawing.onBlank(app);
  await drawing.press('ArrowRight', 'e');
  await drawing.add('Transform');
  await drawing.expectEdges('Start to Transform', 'Transform to End');
  await drawing.press('Delete');
  await drawing.expectEdges('Start to End');
  await drawing.press('Control+z');
  await drawing.expectEdges('Start to Transform', 'Transform to End');
  await drawing.press('Control+z');
  await drawing.expectEdges('Start to End');
  await expect(app.button('Undo')).toBeDisabled();
  await app.button('Redo').click();
  await app.button('Redo').click();
  await drawing.expectEdges('Start to End');
  await expect(app.node('Transform')).toHaveCount(0);
  await expect(app.button('Redo')).toBeDisabled();

  // The bin of an edge leaves the nodes alone.
  const on = await drawing.between('Start', 'End');
  await page.mouse.move(on.x, on.y);
  await app.button('Delete the edge between Start and End').click();
  await drawing.expectEdges();
  await expect(app.node('End')).toBeVisible();
});

test('E1 copies have ids of their own, keep their edges, and travel to another workspace', async ({
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const drawing = await Drawing.onBlank(app);
  const nodes = app.canvas.locator('[data-node-id]');
  await drawing.add('Transform');
  // The START stays: a plan has one.
  await drawing.press('Control+a', 'Control+c');
  await expect.poll(() => drawing.page.evaluate(() => navigator.clipboard.readText())).toContain('TRANSFORM');
  await drawing.press('Control+v');
  await drawing.expectEdges('Start to Transform', 'Transform to End', 'Transform to End');
  await expect(nodes).toHaveCount(5);
  await drawing.press('Control+d');
  await expect(nodes).toHaveCount(7);
  const ids = await nodes.evaluateAll((all) => all.map((node) => node.getAttribute('data-node-id')));
  expect(new Set(ids).size).toBe(7);
  await app.open();
  await drawing.openBlank();
  await drawing.press('Control+v');
  await expect(nodes).toHaveCount(4);
  await drawing.expectEdges('Start to End', 'Transform to End');
});

test('E1 six nodes by N alone are a plan without a problem; several are arranged, grouped and deleted at once', async ({
  app,
  page,
}) => {
  const drawing = await Drawing.onBlank(app);
  const nodes = app.canvas.locator('[data-node-id]');
  const names = ['Echo', 'Transform', 'Fill template', 'Delay', 'Group', 'Loop'];
  for (const name of names) await drawing.add(name);
  await drawing.expectEdges(
    ...['Start', ...names].map((name, index) => `${name} to ${names[index] ?? 'End'}`),
  );
  await drawing.press('Control+Shift+m');
  const problems = page.getByRole('dialog', { name: 'Problems' });
  await expect(problems).toContainText('No problem was found');
  await page.keyboard.press('Escape');
  await expect(problems).toBeHidden();
  // E3: a key of one's own, which another command has to give up.
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Keyboard' }).click();
  await settings.getByRole('button', { name: 'Change keys of Undo' }).click();
  await page.keyboard.press('Control+d');
  await expect(settings.getByRole('alert')).toHaveText('Used by “Duplicate”.');
  await settings.getByRole('button', { name: 'Use it here' }).click();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  for (const _name of names) await drawing.press('Control+d');
  await drawing.expectEdges('Start to End');

  await drawing.add('Transform');
  await drawing.add('Delay');
  await app.node('Transform').click({ modifiers: ['Shift'] });
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(inspector.getByRole('heading', { name: '2 nodes chosen' })).toBeVisible();
  await inspector.getByRole('button', { name: 'Align left' }).click();
  const left = async (name: string) => (await box(app.node(name))).x;
  await expect.poll(async () => (await left('Delay')) - (await left('Transform'))).toBe(0);
  await inspector.getByRole('button', { name: 'Disable or enable' }).click();
  await expect(nodes.filter({ hasText: 'switched off' })).toHaveCount(2);
  await inspector.getByRole('button', { name: 'Group' }).click();
  await drawing.expectEdges('Start to Group', 'Transform to Delay', 'Group to End');
  await app.button('Undo').click();

  // The menu of what is under the pointer, by keys.
  await page.mouse.click((await box(app.node('Start'))).x + 40, (await box(app.node('Start'))).y + 220);
  await app.node('Delay').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'What can be done here' });
  await expect(menu.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await expectAccessible(app, 'the menu of a node');
  expect((await box(menu)).width, 'as wide as its longest line').toBeLessThan(400);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await app.node('Delay').click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
  await expect(app.node('Delay')).toHaveCount(0);
  await drawing.expectEdges('Start to Transform', 'Transform to End');
  const start = await box(app.node('Start'));
  await page.mouse.click(start.x + 40, start.y + 220, { button: 'right' });
  await menu.getByRole('menuitem', { name: 'Add note' }).click();
  await expect(nodes).toHaveCount(4);
});

test('E1 the space bar drags the canvas while it is held, and folds a box when it is only pressed', async ({
  app,
  page,
}) => {
  const drawing = await Drawing.onBlank(app);
  await drawing.add('Group');
  const before = await box(app.node('Group'));
  await page.keyboard.down('Space');
  await drawing.swipe({ x: before.x + 20, y: before.y - 80 }, { x: before.x + 80, y: before.y - 30 });
  await page.keyboard.up('Space');
  const after = await box(app.node('Group'));
  expect([after.x - before.x, after.y - before.y]).toEqual([60, 50]);
  expect(after.width).toBe(before.width);
  await drawing.press('Space');
  await expect.poll(async () => (await box(app.node('Group'))).height).toBeLessThan(before.height);
});

test('E1 nodes are dropped into a group and out of it; the group grows and covers nobody', async ({
  app,
}) => {
  const drawing = await Drawing.onBlank(app);
  const start = await box(app.node('Start'));
  await drawing.drag('Group', { x: start.x + 120, y: start.y + 150 });
  const group = await box(app.node('Group'));
  await drawing.drag('Echo', { x: group.x + group.width + 160, y: group.y + 30 });
  const beside = await box(app.node('Echo'));
  await drawing.drag('Transform', { x: group.x + 80, y: group.y + 90 });
  await expect(app.node('Transform')).toHaveAttribute('data-key', '/group-1/transform-1');

  await drawing.swipe(await middle(app.node('Echo')), { x: group.x + group.width - 20, y: group.y + 110 });
  await expect(app.node('Echo')).toHaveAttribute('data-key', '/group-1/capability-1');
  const grown = await box(app.node('Group'));
  expect(grown.width).toBeGreaterThan(group.width);
  const inside = await box(app.node('Echo'));
  expect(inside.x + inside.width).toBeLessThanOrEqual(grown.x + grown.width);

  await drawing.swipe(await middle(app.node('Echo')), { x: beside.x + 200, y: beside.y + 140 });
  await expect(app.node('Echo')).toHaveAttribute('data-key', '/capability-1');
  await app.button('Undo').click();
  await expect(app.node('Echo')).toHaveAttribute('data-key', '/group-1/capability-1');
});

test('E1 an edge is drawn by a click on a port and a click on a node; what is refused says why', async ({
  app,
  page,
}) => {
  const drawing = await Drawing.onBlank(app);
  const start = await box(app.node('Start'));
  await drawing.drag('Transform', { x: start.x + 100, y: start.y + 140 });
  const from = await drawing.port('Transform', 'out');
  await page.mouse.click(from.x, from.y);
  await app.node('Start').hover();
  const hint = app.canvas.getByRole('paragraph').filter({ hasText: 'Nothing can lead there.' });
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();

  await page.mouse.click(from.x, from.y);
  await app.node('End').click();
  await drawing.expectEdges('Start to End', 'Transform to End');
  await expect(app.node('End')).not.toHaveAttribute('aria-current', 'true');

  // Dropped on a node that may not be reached: nothing is drawn, and the reason stays to be read.
  await drawing.swipe(await drawing.port('Transform', 'out'), await middle(app.node('End')));
  await expect(page.getByText('That edge is there already.')).toBeVisible();
  await drawing.expectEdges('Start to End', 'Transform to End');

  // Let go where nothing is: a new node is asked for, and connected.
  const port = await drawing.port('Transform', 'out');
  await drawing.swipe(port, { x: port.x + 40, y: port.y + 120 });
  await drawing.pick('Echo');
  await drawing.expectEdges('Start to End', 'Transform to End', 'Transform to Echo');
});

test('E1 several nodes are chosen by Shift and by a frame, and move together', async ({ app, page }) => {
  const drawing = await Drawing.onBlank(app);
  const chosen = app.canvas.locator('[data-selected]');
  await app.node('Start').click();
  await app.node('End').click({ modifiers: ['Shift'] });
  await expect(chosen).toHaveCount(2);
  const [start, end] = [await box(app.node('Start')), await box(app.node('End'))];
  await page.mouse.click(start.x + 20, start.y + 200);
  await expect(chosen).toHaveCount(0);
  await drawing.swipe({ x: start.x - 30, y: start.y - 40 }, { x: end.x + 40, y: end.y + 100 });
  await expect(chosen).toHaveCount(2);

  const at = await middle(app.node('Start'));
  await drawing.swipe(at, { x: at.x + 40, y: at.y + 80 });
  await drawing.expectAt('Start', { x: start.x + 40, y: start.y + 80 });
  await drawing.expectAt('End', { x: end.x + 40, y: end.y + 80 });
  await app.button('Undo').click();
  await drawing.expectAt('Start', start);
  await drawing.expectAt('End', end);
});

test('E1 tidy lays the plan out as one step; a second tidy moves nothing', async ({ app }) => {
  const drawing = await Drawing.onBlank(app);
  await drawing.press('ArrowRight', 'e');
  await drawing.add('Transform');
  const at = await middle(app.node('Transform'));
  await drawing.swipe(at, { x: at.x - 60, y: at.y + 180 });
  const crooked = await drawing.exported();
  await app.button('Tidy').click();
  await expect(app.button('Undo')).toHaveAttribute('data-tip', 'Undo: Tidy');
  const tidied = await drawing.exported();
  expect(tidied.hash).toBe(crooked.hash);
  expect(tidied.workspace.layout.main).toMatchObject({ start: { x: 0, y: 0 }, end: { x: 520, y: 0 } });
  await app.button('Tidy').click();
  await app.button('Tidy').click();
  expect((await drawing.exported()).text).toBe(tidied.text);
  await app.button('Undo').click();
  expect((await drawing.exported()).text).toBe(crooked.text);
});
