import { expect, test } from '../fixtures/test';
import { box, Drawing } from '../pages/drawing';

/** All of it, but for the rounding of a fraction of a pixel. */
const WHOLE = { ratio: 0.99 };

const zoomOf = (drawing: Drawing) => drawing.page.getByRole('button', { name: /^Zoom \d+ %/ });

test('E1 zoom, fit and minimap show another part; keys and buttons do the same', async ({ app, page }) => {
  const drawing = new Drawing(app);
  await app.openTemplate('Ask a table');
  // It opens fitted, below 100 %: a key pressed before that would be overtaken.
  await expect(zoomOf(drawing)).not.toHaveText('100 %');
  await drawing.press('0');
  await expect(zoomOf(drawing)).toHaveText('100 %');
  await drawing.press('+');
  await expect(zoomOf(drawing)).not.toHaveText('100 %');
  await zoomOf(drawing).click();
  await expect(zoomOf(drawing)).toHaveText('100 %');
  await app.button('Zoom out').click();
  await expect(zoomOf(drawing)).not.toHaveText('100 %');

  const before = await box(app.node('Question'));
  const map = await box(page.locator('.mini-map'));
  await page.mouse.click(map.x + map.width * 0.8, map.y + map.height * 0.8);
  await expect.poll(async () => (await box(app.node('Question'))).x).not.toBe(before.x);
  // D4: another view in between changes nothing.
  const moved = await box(app.node('Question'));
  await app.openTab('State view');
  await expect(app.canvas).toBeHidden();
  await app.openTab('Canvas');
  expect(await box(app.node('Question'))).toEqual(moved);
  await app.button('Fit the view').click();
  for (const name of ['Question', 'Carry it out', 'Answer'])
    await expect(app.node(name)).toBeInViewport(WHOLE);
});

test('E1 a node is found by its name, brought into view and selected', async ({ app, page }) => {
  const drawing = new Drawing(app);
  await app.openTemplate('Parallel review');
  await expect(zoomOf(drawing)).not.toHaveText('100 %');
  for (let steps = 0; steps < 6; steps++) await drawing.press('+');
  await drawing.press('/');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('tell the author');
  await page
    .getByRole('option', { name: /Tell the author/ })
    .first()
    .click();
  await expect(app.node('Tell the author')).toHaveAttribute('aria-current', 'true');
  await expect(app.node('Tell the author')).toBeInViewport(WHOLE);
});

test('a group is folded and unfolded; others stay where they are', async ({ app }) => {
  await app.openTemplate('Parallel review');
  const next = await box(app.node('Put remarks together'));
  const group = app.node('Four checks at once');
  await group.getByRole('button', { name: 'Fold', exact: true }).click();
  await expect(app.node('Is it short?')).toHaveCount(0);
  expect(await box(app.node('Put remarks together'))).toEqual(next);
  await group.getByRole('button', { name: 'Unfold', exact: true }).click();
  await expect(app.node('Is it short?')).toBeVisible();
  expect(await box(app.node('Put remarks together'))).toEqual(next);
});

test('D4 one goes inside a subplan at full size, sees it whole, and comes back to where one looked', async ({
  app,
  page,
}) => {
  const drawing = new Drawing(app);
  await app.openTemplate('Ask a table');
  await app.run();
  await app.expectRun('completed');
  await drawing.press('0');
  await expect(zoomOf(drawing)).toHaveText('100 %');
  const outside = await box(app.node('Question'));
  // Selected first: the line with the answer comes then, and would move the page between two clicks of a machine.
  const title = { position: { x: 200, y: 20 } };
  await app.node('Carry it out').click(title);
  await expect(app.node('Carry it out')).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => box(app.node('Question'))).toEqual(outside);
  await app.node('Carry it out').dblclick(title);
  await expect(app.node('Question')).toHaveCount(0);
  const steps = app.canvas.locator('[data-node-id]');
  await expect(steps).toHaveCount(6);
  for (const step of await steps.all()) await expect(step).toBeInViewport(WHOLE);
  await expect(page.getByRole('navigation', { name: 'Path' })).toContainText('Carry it out');

  // Out again by Escape: once for the selection, once for the box.
  await drawing.press('Escape', 'Escape');
  await expect(app.node('Question')).toBeVisible();
  await expect.poll(() => box(app.node('Question'))).toEqual(outside);
  await expect(app.node('Carry it out')).toHaveAttribute('aria-current', 'true');

  // By keyboard, and back by the path of names.
  await drawing.press('Enter');
  await expect(app.node('Question')).toHaveCount(0);
  // D5: a reload shows the same place, and what is selected there.
  await expect(steps).toHaveCount(6);
  await steps.nth(1).click();
  const second = await steps.nth(1).getAttribute('data-key');
  await page.waitForURL(({ searchParams }) => searchParams.get('node') === second);
  await page.reload();
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(steps).toHaveCount(6);
  await page
    .getByRole('navigation', { name: 'Path' })
    .getByRole('button', { name: 'Answer from a table' })
    .click();
  await expect(app.node('Question')).toBeVisible();
  await expect(app.node('Carry it out'), 'E7 what was left has the focus').toBeFocused();
});
