import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures/test';
import { expectAccessible } from '../pages/accessible';
import type { Planloom } from '../pages/planloom';

async function enter(app: Planloom): Promise<void> {
  await app.openTemplate('Ask a table');
  await app.openTab('Proving ground');
  await expect(app.page.getByRole('heading', { name: 'Questions about sales' })).toBeVisible();
}

/** A suite of one subject that a prompt of another kind would lose. */
function suite(threshold: number): Buffer {
  const document = {
    ...{ format: 'planloom/eval', version: 1, name: 'Steps', subjects: [{ id: 'htn', flavour: 'htn' }] },
    cases: [
      {
        id: 'Few steps',
        input: { question: 'Which three products brought in the most revenue in 2026?' },
        checks: [{ on: 'plan', that: `size(plan.nodes) <= ${threshold}`, as: 'Few steps are enough' }],
      },
    ],
  };
  return Buffer.from(JSON.stringify(document));
}

async function openSuite(app: Planloom, threshold: number): Promise<void> {
  const file = { name: 'suite.json', mimeType: 'application/json', buffer: suite(threshold) };
  await app.page.getByLabel('Open a suite').setInputFiles(file);
  await expect(app.page.getByRole('heading', { name: 'Steps' })).toBeVisible();
}

test('H5 the suite of a template is stopped, goes on after a reload, and a cell shows its runs and plans', async ({
  app,
  page,
}) => {
  await enter(app);
  const ground = app.panel('Evaluation');
  await app.button('Run suite').click();
  await expect(ground.getByRole('status')).toContainText('of 40 runs');
  await app.button('Stop').click();
  await expect(ground.getByRole('alert')).toContainText('EVAL_STOPPED');
  await page.reload();
  await app.button('Go on').click();
  await expect(ground.getByRole('status')).toContainText('40 of 40 runs');
  await ground.getByRole('button', { name: /^Top three products, Task network: .*5 ?\/5/ }).click();
  const cell = page.getByRole('complementary', { name: 'Top three products, Task network' });
  await expect(cell.getByRole('button', { name: 'Run 1, passed' })).toHaveAttribute('aria-pressed', 'true');
  await expect(cell).toContainText('It groups before it sorts');
  await expect(cell.getByRole('region', { name: 'Plan of run 1' }).getByRole('listitem')).not.toHaveCount(0);
  await cell.getByRole('button', { name: 'Open as a graph' }).click();
  await expect(app.dialog('Plan of run 1').getByRole('img', { name: 'The plan' })).toBeVisible();
  await expectAccessible(app, 'the plan of a run');
  await page.keyboard.press('Escape');
  await expectAccessible(app, 'the proving ground');
});

test('H5 results are a file that others compare with: a case that is lost is said, with its intervals', async ({
  app,
  page,
}) => {
  await enter(app);
  await openSuite(app, 20);
  await app.button('Run suite').click();
  await expect(app.panel('Evaluation').getByRole('status')).toContainText('5 of 5 runs');
  const saving = page.waitForEvent('download');
  await app.button('Save results').click();
  const buffer = readFileSync(await (await saving).path());
  await openSuite(app, 1);
  await app.button('Run suite').click();
  await expect(app.panel('Evaluation').getByRole('status')).toContainText('5 of 5 runs');
  const file = { name: 'before.json', mimeType: 'application/json', buffer };
  await page.getByLabel('Compare with a file').setInputFiles(file);
  const difference = app.panel('What is different');
  await expect(difference.getByRole('listitem')).toHaveText(/Few steps, htn: worse.*5\/5 → 0\/5/);
  await page.getByLabel('Open a suite').setInputFiles({ ...file, name: 'not-a-suite.json' });
  await expect(page.getByText('planloom/eval').first()).toBeVisible();
});

test.describe('in a hand', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('H5 the results are a list, case by case', async ({ app, page }) => {
    await app.templates.getByRole('button', { name: 'Ask a table', exact: true }).click();
    await app.button('Menu').click();
    await app.button('Proving ground').click();
    await app.button('Run suite').click();
    await expect(app.panel('Evaluation').getByRole('status')).toContainText('40 of 40 runs');
    const results = page.getByRole('list', { name: 'Results' });
    await results.getByRole('button', { name: /^How many rows, Built-in rules/ }).click();
    await expect(page.getByRole('complementary', { name: 'How many rows, Built-in rules' })).toBeVisible();
    await expectAccessible(app, 'the proving ground in a hand');
  });
});
