import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { linkTo } from '../material/workspaces';
import { box } from '../pages/drawing';
import { Sharing } from '../pages/sharing';

const form = {
  type: 'object',
  required: ['age'],
  properties: { age: { type: 'integer', minimum: 0 }, colour: { enum: ['red', 'green'] } },
};
const QUESTIONS = JSON.stringify({
  format: 'planloom/workspace',
  version: 1,
  id: 'questions',
  name: 'Questions',
  plans: [
    {
      id: 'main',
      kind: 'capability',
      variables: [
        { id: 'who', scope: 'OUT' },
        { id: 'count', scope: 'OUT' },
      ],
      nodes: [
        {
          id: 'ask',
          type: 'HUMAN_INPUT',
          params: {
            message: 'Who are you?',
            schema: form,
            decisions: [
              { id: 'go-on', label: 'Go on' },
              { id: 'stop', label: '' },
            ],
            timeoutMs: null,
          },
          output: { who: 'result.age' },
        },
        {
          id: 'many',
          type: 'HUMAN_INPUT',
          name: 'How many?',
          params: { schema: { type: 'number' }, timeoutMs: null },
          output: { count: 'result' },
        },
      ],
      edges: [{ from: 'ask', port: 'go-on', to: 'many' }],
    },
  ],
});

test('L9 T8 an answer that does not fit is refused at its field; one number is a form of one field', async ({
  app,
}) => {
  await app.open(linkTo(QUESTIONS));
  const last = app.node('How many?');
  await last.click();
  const large = await box(last);
  // D4: a fitted view stays fitted in another window.
  await app.page.setViewportSize({ width: 1000, height: 560 });
  await expect.poll(async () => (await box(last)).width).toBeLessThan(large.width);
  await expect(last).toBeInViewport({ ratio: 1 });
  const place = await roughly(last);
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('waiting');
  // D4: the question takes of the room above the canvas.
  await expect.poll(async () => (await box(last)).width).toBeLessThan(place.width);
  const who = app.page.getByRole('form', { name: 'Who are you?', exact: true });
  await expect(who.getByRole('button', { name: 'stop', exact: true })).toBeVisible();
  await who.getByRole('button', { name: 'Go on', exact: true }).click();
  await expect(who.getByRole('alert')).toContainText('not complete');
  await expect(who.getByLabel('Age')).toHaveAttribute('aria-invalid', 'true');
  await expect(who).toContainText('This is needed.');
  await who.getByLabel('Age').fill('41');
  await who.getByRole('button', { name: 'Go on', exact: true }).press('Enter');
  // Without a message the node asks by its name.
  const many = app.page.getByRole('form', { name: 'How many?', exact: true });
  await expect(many, 'E7 the focus goes on to what is asked next').toBeFocused();
  await many.getByLabel('Your answer').fill('7');
  await many.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
  await app.expectRun('completed');
  await expect.poll(() => roughly(last), 'D4 the view stands as before').toEqual(place);
  await expect(last, 'E7 after the last one to the step that asked').toBeFocused();
  const done = app.page.locator('[data-answer-line] p');
  expect(
    await done.evaluate((line) => [
      line.scrollWidth - line.clientWidth,
      line.scrollHeight - line.clientHeight,
    ]),
  ).toEqual([0, 0]);
  await expect(app.panel('Variables')).toContainText('41');
  await expect(app.panel('Variables')).toContainText('7');

  await test.step('D3 what waited then says what was answered; only what waits now is counted', async () => {
    await app.slider.fill('1');
    const before = app.panel('Who are you?');
    await expect(before).toContainText(/Answered today, .*: Go onAge41/);
    await expect(app.page.getByRole('tab', { name: 'Inbox', exact: true })).toBeVisible();
    await before.getByRole('button', { name: 'Back to now' }).press('Enter');
    await expect(before).toHaveCount(0);
    await expect(app.nodeAt('/ask')).toBeFocused();
  });
});

/** But for the fractions of pixels that a zoom and back leaves. */
async function roughly(node: Locator): Promise<Record<'x' | 'y' | 'width', number>> {
  const { x, y, width } = await box(node);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width) };
}
