import { saysJson, streamsSteps } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { addOlderRuns } from '../fixtures/stored';
import { say } from '../fixtures/streamed';
import { connectModel, planWith } from '../pages/models';

test.beforeEach(async ({ app }) => {
  await app.openTemplate('Ask a table');
});

test.describe('D1 a run goes as a person steers it', () => {
  test('step by step: over the planner, into its plan, out of it, then on to the end', async ({ app }) => {
    await app.button('Step').click();
    await app.expectNode('Question', 'START', 'succeeded');
    await app.expectNode('Plan the answer', 'PLANNER', 'paused');
    await app.expectRun('paused');
    await app.button('Step').click();
    await app.expectNode('Plan the answer', 'PLANNER', 'succeeded');
    await app.expectNode('Load Sales', 'CAPABILITY', 'planned');
    await app.button('Step into').click();
    await app.expectNode('Carry it out', 'PLAN_EXECUTOR', 'running');
    await app.expectNode('Load Sales', 'CAPABILITY', 'paused');
    await app.button('Step into').click();
    await app.expectNode('Load Sales', 'CAPABILITY', 'succeeded');
    await app.expectNode('Keep 2026', 'CAPABILITY', 'paused');
    await app.button('Step out').click();
    await app.expectNode('Carry it out', 'PLAN_EXECUTOR', 'succeeded');
    await app.expectNode('Answer', 'END', 'paused');
    await app.expectRun('paused');
    await app.button('Resume').click();
    await app.expectRun('completed');
  });

  test('R19 pause: the planner in flight is heard to its end, nothing starts after it; Resume goes on', async ({
    app,
    model,
  }) => {
    await connectModel(app, model.url);
    await planWith(app, 'stream');
    model.script(streamsSteps([say('greet'), say('leave')], { gated: true }));
    await app.run();
    model.release('line-1');
    await app.expectNode('Greet', 'CAPABILITY', 'planned');
    await app.button('Pause').click();
    await app.expectRun('paused');
    model.release('line-2');
    await app.expectNode('Plan the answer', 'PLANNER', 'succeeded');
    await app.expectNode('Carry it out', 'PLAN_EXECUTOR', 'paused');
    await app.button('Resume').click();
    await app.expectRun('completed');
    expect(model.requests).toHaveLength(1);
  });

  test('R17 cancel: the call in flight is hung up, what never started was not needed', async ({
    app,
    model,
  }) => {
    await connectModel(app, model.url);
    await planWith(app, 'stream');
    model.script(streamsSteps([say('greet')], { gated: true }));
    await app.run();
    await model.received(1);
    await app.button('Cancel').click();
    await app.expectRun('cancelled');
    await app.expectNode('Plan the answer', 'PLANNER', 'cancelled');
    await app.expectNode('Carry it out', 'PLAN_EXECUTOR', 'skipped');
    await expect(app.node('Answer')).toContainText('not needed');
    await expect.poll(() => model.requests[0]?.aborted).toBe(true);
    await expect(app.button('Run')).toBeEnabled();
  });
});

test('a person changes the question after a run and runs again: the new answer is what is seen', async ({
  app,
}) => {
  await app.run();
  await app.expectRun('completed');
  await app.openTab('Plan');
  await app.setDefault('question', 'How many orders came from the shop in 2025?');
  await app.run();
  await app.expectRun('completed');
  await expect(app.answer).toContainText('Shop');
  await expect(app.answer.locator('strong')).toHaveText('45');
  await app.button('Inspector panel').click();
  await app.button('Read the answer').click();
  await expect(app.answer).toContainText('Shop');
});

test('D3 the slider "Ledger position": canvas, variables and ledger show that position', async ({
  app,
  page,
}) => {
  await app.run();
  await app.expectRun('completed');
  await app.openTab('Ledger');
  const ledger = app.panel('Ledger').getByRole('list', { name: 'Ledger lines' });
  const variables = app.panel('Variables');

  await app.slider.fill('0');
  await expect(page.getByRole('status', { name: /^Run / })).toHaveAccessibleName('Run pending');
  await app.expectNode('Question', 'START', 'pending');
  await expect(app.node('Load Sales')).toHaveCount(0);

  await test.step('2: the plan has arrived and its first step runs', async () => {
    await app.slider.fill('2');
    await app.expectRun('running');
    await app.expectNode('Plan the answer', 'PLANNER', 'succeeded');
    await app.expectNode('Load Sales', 'CAPABILITY', 'running');
    await app.expectNode('Keep 2026', 'CAPABILITY', 'planned');
    await expect(variables.getByRole('heading')).toHaveText('Variables at 2');
    await expect(variables.getByRole('button', { name: /^dynamicPlan/ })).toContainText('plan · 6 steps');
    await expect(variables.getByRole('button', { name: /^answer/ })).not.toContainText('Top 3');
    await expect(ledger.locator('[aria-current="step"]').first()).toContainText('Plan the answer');
  });

  await test.step('one commit on, by key', async () => {
    await app.slider.press('ArrowRight');
    await app.expectNode('Load Sales', 'CAPABILITY', 'succeeded');
    await app.expectNode('Keep 2026', 'CAPABILITY', 'running');
    await expect(ledger.locator('[aria-current="step"]').first()).toContainText('Load Sales');
  });

  await test.step('keys that come faster than the screen follows lose no step', async () => {
    await app.slider.fill('6');
    const asked = await app.slider.evaluateHandle((slider: HTMLInputElement) => {
      const values: string[] = [];
      slider.addEventListener('input', () => values.push(slider.value));
      return values;
    });
    await expect(app.slider).toBeFocused();
    await Promise.all(Array.from({ length: 4 }, () => page.keyboard.press('ArrowLeft')));
    await expect(app.slider).toHaveValue('2');
    expect(await asked.jsonValue()).toEqual(['5', '4', '3', '2']);
    await app.expectNode('Keep 2026', 'CAPABILITY', 'planned');
  });

  await test.step('a line of the ledger leads to its position', async () => {
    await app.panel('Ledger').getByRole('searchbox').fill('Top 3 succeeded');
    await ledger.getByRole('button', { name: /^Top 3 succeeded/ }).click();
    await expect(app.slider).toHaveValue('7');
    await app.expectNode('Say it', 'CAPABILITY', 'running');
  });

  await test.step('Live returns to the end', async () => {
    await app.button('Live').click();
    await app.expectRun('completed');
    await expect(variables.getByRole('button', { name: /^answer/ })).toContainText('Top 3 products');
  });
});

test.describe('L10 approve: always', () => {
  test.beforeEach(async ({ app }) => {
    await app.node('Carry it out').click({ position: { x: 60, y: 15 } });
    await app.panel('Inspector').getByRole('combobox', { name: 'Ask before it runs' }).selectOption('always');
    await app.run();
    await app.expectRun('waiting');
    await app.expectNode('Carry it out', 'PLAN_EXECUTOR', 'waiting');
    await app.expectNode('Load Sales', 'CAPABILITY', 'planned');
  });

  test('Approve: the plan runs', async ({ app, page }) => {
    await expect(page.getByText('“Carry it out” wants to run a plan of 6 steps')).toBeVisible();
    await app.button('Approve').click();
    await app.expectRun('completed');
    await app.expectNode('Say it', 'CAPABILITY', 'succeeded');
  });

  test('Reject, with a reason: nothing of it runs, and the reason is kept', async ({ app, page }) => {
    await app.button('Reject').click();
    await page.getByRole('textbox', { name: /Why\?/ }).fill('Too many steps.');
    await app.button('Reject').click();
    await app.expectRun('failed');
    await expect(page.getByRole('alert')).toContainText('“Carry it out” failed');
    await expect(page.getByRole('alert')).toContainText('Too many steps.');
    await app.expectNode('Load Sales', 'CAPABILITY', 'skipped');
  });
});

test('L10 Ask for another: the planner is asked again, and the other plan is the one that waits', async ({
  app,
  model,
}) => {
  await connectModel(app, model.url);
  await planWith(app, 'llm');
  await app.node('Carry it out').click({ position: { x: 60, y: 15 } });
  await app.panel('Inspector').getByRole('combobox', { name: 'Ask before it runs' }).selectOption('always');
  model.script(saysJson({ steps: [say('greet')] }), saysJson({ steps: [say('nod'), say('leave')] }));
  await app.run();
  await app.expectNode('Greet', 'CAPABILITY', 'planned');
  await app.button('Ask for another').click();
  // Nothing has to be said.
  await app.button('Ask').click();
  await app.expectNode('Nod', 'CAPABILITY', 'planned');
  await expect(app.node('Greet')).toHaveCount(0);
  await app.expectRun('waiting');
  await app.button('Approve').click();
  await app.expectRun('completed');
  await app.expectNode('Leave', 'CAPABILITY', 'succeeded');
  expect(model.requests).toHaveLength(2);
});

test('D8 runs are listed, found, opened again without a call, and deleted for good', async ({
  app,
  model,
  page,
}) => {
  await connectModel(app, model.url);
  await planWith(app, 'stream');
  model.script(streamsSteps([say('greet'), say('leave')]));
  await app.run();
  await app.expectRun('completed');
  model.script(streamsSteps([say('greet')], { gated: true }));
  await app.button('Run').click();
  await model.received(1);
  await app.button('Cancel').click();
  await app.expectRun('cancelled');

  await app.openTab('Runs');
  const runs = app.panel('Runs');
  const listed = runs.getByRole('button', { name: /^Answer from a table / });
  await expect(listed).toHaveCount(2);
  await expect(listed.first(), 'the newest first').toHaveAccessibleName(/ cancelled · /);
  await runs.getByRole('combobox', { name: 'Status' }).selectOption('completed');
  await expect(listed).toHaveCount(1);

  await test.step('K4 a run of another visit replays from its ledger: no model is asked', async () => {
    model.reset();
    await page.reload();
    await app.openTab('Runs');
    await runs.getByRole('button', { name: / completed · / }).click();
    await app.expectRun('completed');
    await app.slider.fill('1');
    await app.expectNode('Plan the answer', 'PLANNER', 'running');
    await app.button('Live').click();
    await app.expectNode('Leave', 'CAPABILITY', 'succeeded');
    expect(model.requests).toEqual([]);
  });

  await test.step('deleted for good', async () => {
    await runs
      .getByRole('treeitem')
      .filter({ hasText: 'cancelled' })
      .getByRole('button', { name: 'Delete this run for good' })
      .click();
    await expect(listed).toHaveCount(1);
    await page.reload();
    await app.openTab('Runs');
    await expect(listed).toHaveCount(1);
  });
});

test('D8 of many runs the newest are listed, older ones when they are asked for, and any is found', async ({
  app,
  page,
}) => {
  await app.run();
  await app.expectRun('completed');
  await addOlderRuns(page, 120);
  await page.reload();
  await app.openTab('Runs');
  const runs = app.panel('Runs');
  const items = runs.getByRole('treeitem');
  await expect(items).toHaveCount(50);
  await runs.getByRole('button', { name: 'Show older runs' }).click();
  await expect(items).toHaveCount(100);
  await runs.getByRole('button', { name: 'Show older runs' }).press('Enter');
  await expect(items).toHaveCount(121);
  await expect(runs.getByRole('button', { name: 'Show older runs' })).toHaveCount(0);
  await expect(items.last()).toContainText('Old 120');
  // That there are none is not said before they are read.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.body.textContent.includes('Nothing has run here yet'))
        document.documentElement.dataset.saidTooEarly = '';
    });
    document.addEventListener('DOMContentLoaded', () =>
      watch.observe(document.body, { childList: true, subtree: true, characterData: true }),
    );
  });
  await page.reload();
  await expect(items).toHaveCount(50);
  await expect(page.locator('html')).not.toHaveAttribute('data-said-too-early');
  await runs.getByRole('searchbox', { name: 'Find a run' }).fill('old 119');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText('Old 119');
  await runs.getByRole('searchbox', { name: 'Find a run' }).fill('no such run');
  await expect(runs).toContainText('No run matches.');
});
