import { refuses, says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { fillConnection } from '../pages/models';
import type { Planloom } from '../pages/planloom';

/** What newcomers type before they know what is there: the first four are answered from the table that ships with the app. */
const ANSWERED = [
  'Which regions grew most in 2026?',
  'total revenue by product',
  'how many orders were there in march',
  'average revenue per channel',
] as const;
const BEYOND = [
  'Write a marketing email for our best product',
  'Plan a three day trip to Lisbon',
  'What is the weather in Berlin tomorrow?',
  'hello',
] as const;
/** A plan of one step, as a model streams it. */
const PLANS = says(
  `${JSON.stringify({ id: 'say', type: 'tool', tool: 'text.say', args: { text: 'Done by a model.' } })}\n`,
  `${JSON.stringify({ id: 'end', type: 'finish', result: '{{ steps["say"] }}' })}\n`,
);
/** A plan whose only step asks a model. */
const ASKS = says(
  `${JSON.stringify({ id: 'ask', type: 'tool', tool: 'model.generate', args: { prompt: 'A poem.' } })}\n`,
  `${JSON.stringify({ id: 'end', type: 'finish', result: '{{ steps["ask"] }}' })}\n`,
);
const WAYS_ON = ['Edit question', 'Ask again', 'Use my data', 'Connect a model'];

/** Types a sentence into the field of the start page, wherever the one before it has led. */
async function plan(app: Planloom, sentence: string): Promise<void> {
  const start = app.button('Planloom, to the start');
  await expect(app.question.or(start).first()).toBeVisible();
  if (await start.isVisible()) await start.click();
  await app.question.fill(sentence);
  await app.button('Plan it').click();
}

test('E8 sentences of newcomers without a model: each is answered, or has every way on; the first model answers it', async ({
  app,
  model,
}) => {
  for (const sentence of ANSWERED)
    await test.step(sentence, async () => {
      await plan(app, sentence);
      await app.expectRun('completed');
      await expect(app.answer).toContainText(/\d/);
      await expect(app.answer.getByRole('button', { name: 'Ask again' })).toBeVisible();
    });
  for (const sentence of BEYOND)
    await test.step(sentence, async () => {
      await plan(app, sentence);
      await app.expectRun('failed');
      await expect(app.answer.getByRole('textbox', { name: 'Question' })).toHaveValue(sentence);
      for (const way of WAYS_ON) await expect(app.answer.getByRole('button', { name: way })).toBeEnabled();
      await expect(app.answer).toContainText('Questions that work right now');
      await expect(app.answer.getByRole('button', { name: 'Total revenue by month' })).toBeVisible();
    });
  await app.answer.getByRole('button', { name: 'Connect a model' }).click();
  model.script(PLANS);
  await fillConnection(app, model.url, '', 'This tab');
  await app.expectRun('completed');
  await expect(app.answer).toContainText('Done by a model.');
  expect(model.requests).toHaveLength(1);
});

test('E8 sentences of newcomers with a model: it plans what the built-in planner does not understand, and is asked nothing else', async ({
  app,
  page,
  model,
  complaints,
}) => {
  await app.button('Connect a model').click();
  await fillConnection(app, model.url, 'sk-of-before', 'This tab');
  model.script(PLANS);
  await plan(app, ANSWERED[1]);
  await app.expectRun('completed');
  expect(model.requests).toHaveLength(0);
  for (const [index, sentence] of BEYOND.entries())
    await test.step(sentence, async () => {
      await plan(app, sentence);
      await model.received(index + 1);
      await app.expectRun('completed');
      await expect(app.answer).toContainText('Done by a model.');
      expect(JSON.stringify(model.requests[index]?.body)).toContain(sentence);
    });
  await test.step('a model that gives no plan leaves the same ways on', async () => {
    model.script(says('I would rather not.'));
    await plan(app, 'Write a poem about tea');
    await app.expectRun('failed');
    await expect(app.answer).toContainText('No plan could be made');
    for (const way of WAYS_ON) await expect(app.answer.getByRole('button', { name: way })).toBeEnabled();
  });
  await test.step('a key that was refused is replaced in its connection; in a hand the ways on are the same', async () => {
    complaints.expectConsole(/Failed to load resource/);
    model.script(refuses(401));
    await plan(app, 'Write a poem about rain');
    await app.expectRun('failed');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const way of ['Edit question', 'Ask again', 'Use my data', 'Replace the key'])
      await expect(app.answer.getByRole('button', { name: way })).toBeEnabled();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(app.answer.getByRole('button', { name: 'Connect a model' })).toHaveCount(0);
    await app.answer.getByRole('button', { name: 'Replace the key' }).click();
    const settings = app.dialog('Settings');
    await expect(settings.getByRole('textbox', { name: 'Key' })).toBeFocused();
    await page.keyboard.type('sk-of-now');
    await settings.getByRole('button', { name: 'Replace the key' }).click();
    await settings.getByRole('button', { name: 'Close' }).click();
    model.script(PLANS);
    await app.answer.getByRole('button', { name: 'Ask again' }).click();
    await app.expectRun('completed');
    const panel = page.getByRole('complementary', { name: 'Right panel' });
    await expect.poll(async () => (await panel.boundingBox())?.width).toBeGreaterThan(700);
  });
  await test.step('a step whose key was refused leads to the connection that was asked, in a hand too', async () => {
    await app.button('Settings').click();
    const settings = app.dialog('Settings');
    await settings.getByRole('tab', { name: 'Connections' }).click();
    await settings.getByRole('button', { name: 'New connection' }).click();
    await fillConnection(app, model.url, '', 'This tab');
    await expect(settings).toBeVisible();
    const byDefault = settings.getByRole('combobox', { name: 'Default model for new questions' });
    await byDefault.selectOption({ index: 1 });
    await settings.getByRole('button', { name: 'Close' }).click();
    model.script(ASKS, refuses(401));
    await plan(app, 'Write a poem about snow');
    await model.received(2);
    await app.expectRun('failed');
    await page.setViewportSize({ width: 390, height: 844 });
    await app.answer.getByRole('button', { name: 'Add a key' }).click();
    await expect(settings.getByRole('textbox', { name: 'Key' })).toBeFocused();
    await expect(settings.getByRole('textbox', { name: 'Key' })).toBeInViewport();
    // The one that was asked has no key, and the first of the list has one.
    await expect(settings.getByRole('button', { name: 'Add the key' })).toBeVisible();
    const isTooWide = await settings.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth);
    expect(isTooWide).toBe(false);
  });
});
