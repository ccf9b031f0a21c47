import { expect, test } from '../fixtures/test';
import { expectRows, figure } from '../pages/answer';
import { growthByRegion } from './sales';

test.describe('A5 the templates, in a cold profile, with no key and no network', () => {
  test('Ask a table: from the empty state to a planned answer in two clicks', async ({ app, network }) => {
    await app.openTemplate('Ask a table'); // the first click
    await app.run(); // the second
    await app.expectRun('completed');
    await expect(app.answer).toContainText('Espresso Forte 1 kg');
    await expect(app.answer).toContainText('11,960.52');
    await expect(app.answer).toContainText('planned by Built-in task planner');
    expect(network.sent.every(({ method }) => method === 'GET')).toBe(true);
    await test.step('D4 the subplan stands inside its executor, step by step', async () => {
      await expect(app.node('Carry it out')).toHaveAccessibleName('Carry it out, PLAN_EXECUTOR, succeeded');
      const steps = app.canvas.locator('[data-address^="/execute@1/"]');
      await expect(steps).toHaveCount(6);
      for (const step of await steps.all())
        await expect(step).toHaveAccessibleName(/, CAPABILITY, succeeded$/);
    });
  });

  test('E8 one typed sentence, the one that the field suggests, becomes a plan, runs and is answered', async ({
    app,
  }) => {
    await expect(app.page.getByText('Nothing leaves your browser unless you connect a model')).toBeVisible();
    const suggested = await app.question.getAttribute('placeholder');
    await app.question.fill(suggested?.split('For example: ')[1] ?? '');
    await app.button('Plan it').click();
    await test.step('fault D5 E8 it says what was asked: a new workspace with the sample table, and no other', async () => {
      await expect(app.panel('Messages')).toContainText(
        'new workspace was made for it, with the sample table “Sales”',
      );
      await expect(app.panel('Messages')).toContainText('Import a table or a text of your own to ask that');
    });
    await app.expectRun('completed');
    await expectRows(app, growthByRegion(), ({ region, change }) => ({ region, change: figure(change) }));
    await test.step('E8 the plan is START → PLANNER → PLAN_EXECUTOR → END', async () => {
      for (const type of ['START', 'PLANNER', 'PLAN_EXECUTOR', 'END'])
        await expect(
          app.canvas.getByRole('group', { name: new RegExp(`, ${type}, succeeded$`) }),
        ).toHaveCount(1);
    });
  });

  test('E8 a sentence beyond the planner gets a plain no, and what it can', async ({ app }) => {
    await app.question.fill('Write a poem about the sea');
    await app.button('Plan it').click();
    await app.expectRun('failed');
    const inspector = app.panel('Inspector');
    await expect(inspector).toContainText('I cannot plan this');
    await expect(inspector).toContainText(/filter|list rows/);
    await expect(inspector).toContainText(/average|compute a figure/);
    await expect(app.page.getByRole('alert'), 'no fault, and not told twice').toBeHidden();
    await app.canvas.getByRole('group', { name: /^Plan the answer, PLANNER/ }).click();
    await expect(inspector).not.toContainText('Not answered yet');
    await app.button('What I can answer').click();
    await expect(inspector).toContainText('Not answered yet');
  });

  test('Research documents: an answer with citations', async ({ app }) => {
    await app.openTemplate('Research documents');
    await app.run();
    await app.expectRun('completed');
    await expect(app.answer).toContainText('[1]');
    await expect(app.answer).toContainText('Sources');
    await expect(app.answer).toContainText('1.5 degrees');
    await expect(app.answer).toContainText('planned by Built-in task planner');
  });
});

const DECISIONS = [
  { button: 'Publish', says: 'is published' },
  { button: 'Ask for changes', says: 'Please name the last day' },
  { button: 'Reject', says: 'do not publish' },
];

for (const { button, says } of DECISIONS) {
  test(`Parallel review: four checks at once, then a person decides: ${button}`, async ({ app, page }) => {
    await app.openTemplate('Parallel review');
    const zoom = await page.getByRole('button', { name: /^Zoom \d+ %/ }).textContent();
    await app.run();
    await app.expectRun('waiting');
    await expect(app.node('The editor decides')).toHaveAccessibleName(
      'The editor decides, HUMAN_INPUT, waiting',
    );
    // The whole draft is there to be decided on, beside the canvas, which shows what it showed.
    const form = page.getByRole('complementary', { name: 'Right panel' }).getByRole('form');
    await expect(form).toHaveAccessibleName(/^The checks found this/);
    await expect(form).toContainText('From Monday the bakery on Mill Square');
    await expect(page.getByRole('button', { name: /^Zoom \d+ %/ })).toHaveText(zoom ?? '');
    await expect(app.node('The editor decides')).toBeInViewport({ ratio: 1 });
    await form.getByLabel('Comment to the author').fill('Please name the last day of the free roll.');
    await form.getByRole('button', { name: button }).click();
    await app.expectRun('completed');
    await expect(app.answer).toContainText(says);
    // However long the question was, what it was answered is seen.
    await app.slider.press('ArrowLeft');
    await expect(page.getByText(`: ${button}`).filter({ hasText: 'Answered today' })).toBeInViewport();
    // The status is that of the moment; what is said in its place tells how the run stands.
    await app.slider.fill('3');
    await expect(page.getByRole('status', { name: 'Run running' })).toHaveText(
      /^Looking at 3 of \d+ · completed$/,
    );
  });
}

test.describe('M2 Search state machine: states that await events', () => {
  test('what is found is answered from; the states that were active are told', async ({ app }) => {
    await app.openTemplate('Search state machine');
    await app.run();
    await app.expectRun('completed');
    await expect(app.answer).toContainText('62 percent');
    await expect(app.answer).toContainText('[1]');
  });

  test('where nothing is found a person is asked, and the search goes on with the answer', async ({
    app,
    page,
  }) => {
    await app.openTemplate('Search state machine');
    await page.getByRole('tab', { name: 'Machine', exact: true }).click();
    await app.setDefault('question', 'Zyzzyva?');
    await app.run();
    await app.expectRun('waiting');
    const form = page.getByRole('form', {
      name: 'Nothing was found for “Zyzzyva?”. How else can it be asked?',
    });
    await expect(page.getByRole('tab', { name: 'Inbox (1)' })).toBeVisible();
    await form.getByLabel('Question').fill('How much did a garden cost to build?');
    await form.getByRole('button', { name: 'Answer', exact: true }).click();
    await app.expectRun('completed');
    await page.getByRole('tab', { name: 'Events', exact: true }).click();
    await expect(app.answer).toContainText('2,300');
  });
});

test.describe('K2 One activity per step: the planner, each step of its plan, the result mapping', () => {
  test('in two clicks; the steps unfold inside the planner, one record each', async ({ app, page }) => {
    await app.openTemplate('One activity per step');
    await app.run();
    await app.expectRun('completed');
    await expect(app.answer).toContainText('we rebuild the whole wheel');
    await expect(app.answer).toContainText('easy');
    await expect(app.node('Plan and carry out')).toHaveAccessibleName(
      'Plan and carry out, PLANNER, succeeded',
    );
    const steps = app.canvas.locator('[data-address^="/plan@1/"]');
    await expect(steps).toHaveCount(4);
    for (const name of ['Look it up', 'Answer from the handbook', 'Is it easy to read?', 'Write the reply'])
      await expect(app.node(name)).toHaveAccessibleName(`${name}, CAPABILITY, succeeded`);
    await test.step('K2 the ledger holds one command of the planner, then one of each step', async () => {
      await page.getByRole('tab', { name: 'Timeline', exact: true }).click();
      for (const name of ['Plan and carry out', 'Look it up', 'Write the reply'])
        await expect(app.panel('Timeline')).toContainText(name);
    });
  });

  test('a letter without a complaint gets a shorter plan', async ({ app }) => {
    await app.openTemplate('One activity per step');
    await app.setDefault('letter', 'When are you open on Saturday?');
    await app.run();
    await app.expectRun('completed');
    await expect(app.answer).toContainText('from nine to two');
    await expect(app.canvas.locator('[data-address^="/plan@1/"]')).toHaveCount(3);
  });
});
