import { expect, test } from '../fixtures/test';
import { box, Drawing } from '../pages/drawing';
import { Planloom } from '../pages/planloom';

const SIX_NODES = ['Start to If', 'If, then, to Group', 'If, else, to End', 'Group to End'] as const;

/** START → IF; then a GROUP of two that run at once, else straight on; END. */
async function drawByMouse(drawing: Drawing): Promise<void> {
  const { app } = drawing;
  await drawing.openBlank();
  await drawing.drag('If', await drawing.between('Start', 'End'));
  await drawing.drag('Group', await drawing.between('If', 'End'));
  await app.button('Fit the view').click();
  await drawing.connect('If', 'else', 'End');
  const group = await box(app.node('Group'));
  await drawing.drag('Echo', { x: group.x + 60, y: group.y + 60 });
  const grown = await box(app.node('Group'));
  await drawing.drag('Trim', { x: grown.x + 60, y: grown.y + grown.height - 20 });
  await drawing.expectEdges(...SIX_NODES);
}

async function drawByKeyboard(drawing: Drawing): Promise<void> {
  const { app, page } = drawing;
  await app.templates.getByRole('button', { name: 'Blank plan', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(app.node('Start')).toBeVisible();
  // The first node, its edge, and a node into the middle of it.
  await drawing.press('ArrowRight', 'e');
  await drawing.add('If');
  await drawing.press('e');
  await drawing.add('Group');
  // Back to the condition, and from its second port to the end.
  await drawing.press('ArrowLeft', 'c', 'ArrowDown', 'Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Port else of If to' })).toBeAttached();
  await drawing.walkTo('End');
  await drawing.press('Enter', 'ArrowLeft');
  await drawing.walkTo('Group');
  await drawing.press('Enter');
  await drawing.add('Echo');
  // Without a focus the next one stands alone: a branch of its own.
  await drawing.press('Escape');
  await drawing.add('Trim');
  await drawing.press('Escape', 'Escape');
  await drawing.expectEdges(...SIX_NODES);
}

test('acceptance 4: six nodes with a group and a condition, by mouse alone and by keyboard alone, are one plan', async ({
  app,
  browser,
}) => {
  // Two whole drawings, gesture by gesture.
  test.slow();
  const mouse = new Drawing(app);
  await drawByMouse(mouse);
  const byMouse = await mouse.exported();

  const other = await browser.newContext();
  const keys = new Drawing(new Planloom(await other.newPage()));
  await keys.app.open();
  await drawByKeyboard(keys);
  const byKeyboard = await keys.exported();
  expect(byKeyboard.workspace.plans).toEqual(byMouse.workspace.plans);
  expect(byKeyboard.hash).toBe(byMouse.hash);

  // Brought back in, it is another workspace with the same plan.
  await keys.app.open();
  await keys.app.button('Import').click();
  await keys.page.getByRole('textbox', { name: 'Or paste it' }).fill(byMouse.text);
  await keys.app.button('Preview').click();
  await keys.app.dialog('Import').getByRole('button', { name: 'Import', exact: true }).click();
  await keys.expectEdges(...SIX_NODES);
  expect((await keys.exported()).hash).toBe(byMouse.hash);
  await other.close();
});
