import { expect, test } from '../fixtures/test';
import { tooLowForAFinger } from '../pages/hand';
import type { Planloom } from '../pages/planloom';

test('E7 from the empty state to a moment in the past by keyboard alone', async ({ app }) => {
  await tabTo(app, () => app.templates.getByRole('button', { name: 'Ask a table' }));
  await app.page.keyboard.press('Enter');
  await expect(app.canvas).toBeVisible();
  await tabTo(app, () => app.button('Run'));
  await app.page.keyboard.press('Enter');
  await app.expectRun('completed');
  await tabTo(app, () => app.slider);
  await app.page.keyboard.press('Home');
  await expect(app.slider).toHaveAttribute('aria-valuetext', /^0 of \d+$/);
  await expect(app.canvas.getByRole('group', { name: /, succeeded$/ })).toHaveCount(0);
  await app.page.keyboard.press('ArrowRight');
  await expect(app.slider).toHaveAttribute('aria-valuetext', /^1 of \d+$/);
  await app.page.keyboard.press('End');
  await expect(app.canvas.getByRole('group', { name: /, succeeded$/ }).first()).toBeVisible();
});

test('E7 a dialog keeps the focus inside and gives it back', async ({ app }) => {
  await app.openTemplate('Blank plan');
  const opener = app.button('Settings');
  await opener.focus();
  await app.page.keyboard.press('Enter');
  const dialog = app.dialog('Settings');
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 12; presses++) {
    await app.page.keyboard.press('Tab');
    // Past the last stop the focus is in the browser's own bars, and the page has none.
    const stray = await dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(stray).toBe(false);
  }
  await app.page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('fault B6 Enter, Escape and the arrows belong to the input method while a text is being composed', async ({
  app,
}) => {
  const { page } = app;
  await app.openTemplate('Blank plan');
  const client = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  /** As an input method gives it on: the key, under the code of keys that it takes itself. */
  const press = async (key: string) => {
    for (const type of ['rawKeyDown', 'keyUp'] as const) {
      await client.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 });
    }
  };
  const choose = (text: string) => client.send('Input.insertText', { text });

  await page.keyboard.press('Control+k');
  const commands = app.dialog('Commands');
  const search = commands.getByRole('combobox', { name: 'Search commands' });
  await expect(search).toBeFocused();
  await compose('tid');
  await expect(search).toHaveAttribute('aria-activedescendant', /./);
  const active = await search.getAttribute('aria-activedescendant');
  await press('ArrowDown');
  await expect(search).toHaveAttribute('aria-activedescendant', active ?? '');
  await press('Enter');
  await expect(commands).toBeVisible();
  await choose('settings');
  await expect(search).toHaveValue('settings');
  await page.keyboard.press('Enter');
  await expect(app.dialog('Settings')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.dialog('Settings')).toBeHidden();

  // The name of a variable becomes an edit by Enter alone, and not when typing rests.
  await app.button('Add a variable').click();
  const variable = (id: string) => app.panel('Inspector').getByRole('group', { name: `Variable ${id}` });
  const name = variable('value1').getByRole('textbox', { name: 'Name of the variable' });
  await name.fill('');
  await expect(name).toBeFocused();
  await compose('keikaku');
  await press('Enter');
  await expect(variable('value1')).toBeVisible();
  await choose('project');
  await expect(name).toHaveValue('project');
  await page.keyboard.press('Enter');
  await expect(variable('project')).toBeVisible();

  // What becomes an edit when typing rests does not while it is composed, however long that takes.
  await page.clock.install();
  const description = app.panel('Inspector').getByRole('textbox', { name: 'Description' });
  const undo = app.button('Undo');
  await expect(undo).toHaveAttribute('data-tip', 'Undo: Rename variable');
  await description.focus();
  await compose('keikaku');
  await expect(description).toHaveValue('keikaku');
  await page.clock.fastForward(2_000);
  await expect(undo).toHaveAttribute('data-tip', 'Undo: Rename variable');
  await choose('計画');
  await expect(description).toHaveValue('計画');
  await page.clock.fastForward(2_000);
  await expect(undo).not.toHaveAttribute('data-tip', 'Undo: Rename variable');
});

test.describe('E7 on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('reading and replaying by touch', async ({ app }) => {
    await app.templates.getByRole('button', { name: 'Ask a table' }).tap();
    const steps = app.panel('Steps');
    await expect(steps).toBeVisible();
    await app.button('Run').tap();
    await app.expectRun('completed');
    await expect(steps).toContainText('succeeded');
    const box = await app.slider.boundingBox();
    if (!box) throw new Error('The slider is not shown.');
    await app.page.touchscreen.tap(box.x + 2, box.y + box.height / 2);
    await expect(app.slider).toHaveAttribute('aria-valuetext', /^0 of \d+$/);
    await expect(steps).not.toContainText('succeeded');
    for (const tab of ['Canvas', 'Timeline', 'Ledger', 'Inbox']) {
      await app.page.getByRole('tab', { name: tab }).tap();
      await expect(app.panel(tab)).toBeVisible();
    }
    expect(await overflowOf(app)).toEqual({ x: 0, y: 0 });
  });

  test('what has no tab is in the menu: share, settings, runs, history', async ({ app, page }) => {
    await app.templates.getByRole('button', { name: 'Ask a table' }).tap();
    await app.button('Run').tap();
    await app.expectRun('completed');
    for (const [item, dialog] of [
      ['Share', 'Share'],
      ['Settings', 'Settings'],
      ['History', 'History'],
      ['Variables', 'Variables'],
      ['Plan attempts', 'Plan attempts'],
    ] as const) {
      await app.button('Menu').tap();
      await app.dialog('Menu').getByRole('button', { name: item, exact: true }).tap();
      await expect(app.dialog(dialog)).toBeVisible();
      expect.soft(await tooLowForAFinger(page), dialog).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(app.dialog(dialog)).toBeHidden();
    }
    await app.button('Menu').tap();
    await app.dialog('Menu').getByRole('button', { name: 'Runs', exact: true }).tap();
    await expect(app.dialog('Runs')).toContainText('completed');
    expect(await overflowOf(app)).toEqual({ x: 0, y: 0 });
  });

  test('a question is answered by touch', async ({ app }) => {
    await app.templates.getByRole('button', { name: 'Parallel review' }).tap();
    await app.button('Run').tap();
    await app.expectRun('waiting');
    await app.page.getByRole('tab', { name: /^Inbox/ }).tap();
    await app.page.getByRole('form').getByRole('button', { name: 'Publish' }).tap();
    await app.expectRun('completed');
  });
});

test.describe('E7 at 200 % zoom of 1440×900', () => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  test('a plan can be run, and nothing has to be scrolled sideways', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await app.run();
    await app.expectRun('completed');
    expect(await overflowOf(app)).toEqual({ x: 0, y: 0 });
    for (const name of ['Run', 'Share', 'Settings'])
      await expect(app.button(name)).toBeInViewport({ ratio: 1 });
    await expect(app.slider).toBeInViewport({ ratio: 1 });
    await expect(app.node('Question')).toBeInViewport();
    await app.node('Question').click();
    // Nothing lies over them.
    for (const name of ['Read the answer', 'Inspector panel']) await app.button(name).click({ trial: true });
  });
});

test('D1 a double click on Run starts one run', async ({ app }) => {
  await app.openTemplate('Parallel review');
  await app.button('Run').dblclick();
  await app.expectRun('waiting');
  await app.openTab('Runs');
  await expect(app.panel('Runs').getByRole('treeitem')).toHaveCount(1);
});

test('UX with reduced motion nothing moves by itself', async ({ app }) => {
  await app.openTemplate('Parallel review');
  await app.run();
  await app.expectRun('waiting');
  const moving = await app.page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 1)
      .map((animation) => String(Reflect.get(animation, 'animationName') ?? animation.id)),
  );
  expect(moving).toEqual([]);
});

/** Presses Tab until something has the focus; fails when it is not among the first two hundred stops. */
async function tabTo(app: Planloom, target: () => ReturnType<Planloom['button']>): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    if (await target().evaluate((element) => element === document.activeElement)) return;
    await app.page.keyboard.press('Tab');
  }
  await expect(target()).toBeFocused();
}

/** By how many pixels the page is larger than the screen. */
function overflowOf(app: Planloom): Promise<{ x: number; y: number }> {
  return app.page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return { x: scrollWidth - clientWidth, y: scrollHeight - clientHeight };
  });
}
