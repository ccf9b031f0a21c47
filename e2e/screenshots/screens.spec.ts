import { streamsSteps } from '../../test/tools/scriptedModelServer';
import { expect } from '../fixtures/test';
import { connectModel, planWith } from '../pages/models';
import { test } from './picture';
import { SALES_STEPS } from './salesSteps';

test('the empty state', async ({ app, picture }) => {
  await expect(app.templates.locator('svg').first()).toBeVisible();
  await picture('empty');
});

test('the editor', async ({ app, picture }) => {
  await app.openTemplate('Parallel review');
  await app.node('Anything to discuss?').click();
  await picture('editor');
});

test('a run in the middle of a streamed plan, then finished', async ({ app, model, picture }) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  await planWith(app, 'stream');
  await app.openTab('Outline');
  model.script(streamsSteps(SALES_STEPS, { gated: true }));
  await app.run();
  for (const [index, { name }] of SALES_STEPS.slice(0, 4).entries()) {
    model.release(`line-${index + 1}`);
    await expect(app.node(name)).toBeVisible();
  }
  await picture('stream');
  for (const index of SALES_STEPS.keys()) model.release(`line-${index + 1}`);
  await app.expectRun('completed');
  await app.canvas.press('Escape');
  await picture('finished');
});

test.describe('for the README', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a planned answer, half way through its run', async ({ app, picture }) => {
    await app.openTemplate('Ask a table');
    await app.openTab('Outline');
    await app.run();
    await app.expectRun('completed');
    await app.slider.fill('5');
    await app.node('Total revenue by product').click();
    await picture('run');
  });

  test('a state machine, in the middle of its run', async ({ app, page, picture }) => {
    await app.openTemplate('Search state machine');
    await app.run();
    await app.expectRun('completed');
    await app.slider.fill('2');
    await page.getByRole('tab', { name: 'Events', exact: true }).click();
    await page.getByRole('button', { name: 'Left panel' }).click();
    await page.getByRole('button', { name: 'Fit the view' }).click();
    await picture('statechart');
  });
});

test('a plan that waits for approval', async ({ app, model, picture }) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  await planWith(app, 'stream');
  await app.node('Carry it out').click({ position: { x: 60, y: 15 } });
  await app.panel('Inspector').getByRole('combobox', { name: 'Ask before it runs' }).selectOption('always');
  const wrong = SALES_STEPS.map((step) => (step.id === 'sort' ? { ...step, toolId: 'table.rank' } : step));
  model.script(streamsSteps(wrong), streamsSteps(SALES_STEPS));
  await app.run();
  await app.expectRun('waiting');
  await app.openTab('Plan attempts');
  await picture('approve');
});

test('a person is asked', async ({ app, picture }) => {
  await app.openTemplate('Parallel review');
  await app.run();
  await app.expectRun('waiting');
  await picture('person');
});

test('the machine that a plan is compiled to', async ({ app, picture }) => {
  await app.openTemplate('Parallel review');
  await app.openTab('State view');
  await expect(app.panel('State view').getByRole('group').first()).toBeVisible();
  await picture('machine');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a finished run', async ({ app, page, picture }) => {
    await app.templates.getByRole('button', { name: 'Ask a table' }).click();
    await app.run();
    await app.expectRun('completed');
    await expect(page.getByText('Espresso Forte 1 kg').first()).toBeVisible();
    await picture('phone');
  });
});
