import { expect, test } from '../fixtures/test';
import { EVERY_TYPE } from '../material/everyType';
import { fileOf } from '../material/workspaces';
import { Inspector } from '../pages/inspector';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

async function everyType(app: Planloom): Promise<Inspector> {
  await new Sharing(app).bringIn(fileOf('every-type.planloom.json', EVERY_TYPE));
  await expect(app.canvas).toBeVisible();
  return new Inspector(app);
}

test('E5 what is typed before the editor is there goes over with its caret; keys mean what they mean in any field', async ({
  app,
}) => {
  const { page } = app;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/codeElement-.*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  const form = await everyType(app);
  await form.open('Big');
  const condition = form.field('Condition');
  await condition.fill('score > 10');
  await condition.press('Home');
  await page.keyboard.type('1 + ');
  await expect(condition).toHaveValue('1 + score > 10');
  arrive();
  await expect(page.locator('planloom-code')).toBeVisible();
  await expect(condition).toBeFocused();
  await page.keyboard.type('2 + ');
  await expect(condition).toHaveText('1 + 2 + score > 10');

  await test.step('undo takes back in the field first; Enter makes the edit, Shift+Enter a line, Tab leaves', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(condition).toHaveText('1 + score > 10');
    await page.keyboard.press('Shift+Enter');
    await expect(condition.locator('.cm-line')).toHaveCount(2);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect.poll(() => form.definition()).toMatchObject({ params: { condition: '1 + score > 10' } });
    await form.panel.getByText('Condition', { exact: true }).click();
    await expect(condition).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(condition).not.toBeFocused();
  });

  await test.step('what an input method composes stays whole, and its keys are its own', async () => {
    const client = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      client.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await condition.fill('question == ""');
    await page.keyboard.press('ArrowLeft');
    await compose('keikaku');
    await expect(condition).toHaveText('question == "keikaku"');
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await client.send('Input.dispatchKeyEvent', {
        type,
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      });
    await client.send('Input.insertText', { text: '計画' });
    await expect(condition).toHaveText('question == "計画"');
    await page.keyboard.press('Enter');
    await expect.poll(() => form.definition()).toMatchObject({ params: { condition: 'question == "計画"' } });
  });

  await test.step('Escape closes what is offered; letters are no commands', async () => {
    await condition.fill('');
    await page.keyboard.type('que');
    const offered = form.panel.getByRole('listbox', { name: 'Suggestions' });
    await expect(offered.getByRole('option', { name: 'question' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(offered).toHaveCount(0);
    await expect(condition).toHaveText('que');
    await page.keyboard.press('ControlOrMeta+ ');
    await offered.getByRole('option', { name: 'question' }).click();
    await expect(condition).toHaveText('question');
  });
});

test('E5 E4 a fault is underlined where it is and says why; after a dot the fields of a result are offered', async ({
  app,
}) => {
  const { page } = app;
  const form = await everyType(app);
  await form.open('Big');
  await form.fill('Condition', 'score >> 2');
  const fault = form.panel.locator('.fault');
  await expect(fault).toHaveText('>');
  await fault.hover();
  await expect(page.locator('.cm-tooltip')).toContainText('cannot be read');
  await expect(form.field('Condition')).toHaveAttribute('aria-invalid', 'true');
  await app.button('Undo').click();
  await expect(fault).toHaveCount(0);
  await form.open('Look it up');
  const value = form.field('Value of answer');
  await value.fill('result.');
  await expect(form.panel.getByRole('option', { name: /^passages/ })).toBeVisible();
  await page.keyboard.type('pass');
  await page.keyboard.press('Enter');
  await expect(value).toHaveText('result.passages');
});

test('E5 fault X4 where the editor cannot be loaded a plain field does its work', async ({
  app,
  complaints,
}) => {
  complaints.expectConsole(/Failed to load resource|codeElement/);
  await app.page.route(/codeElement-.*\.js/, (route) => route.abort());
  const form = await everyType(app);
  await form.open('Big');
  await form.fill('Condition', 'score > 7');
  await expect(form.field('Condition')).toHaveValue('score > 7');
  await expect.poll(() => form.definition()).toMatchObject({ params: { condition: 'score > 7' } });
});
