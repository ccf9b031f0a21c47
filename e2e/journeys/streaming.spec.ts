import { streamsObject, streamsSteps } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { say, TWELVE, titleOf } from '../fixtures/streamed';
import { connectModel, planWith } from '../pages/models';
import { overlaps, placesOf, stepsIn } from './places';

test.beforeEach(async ({ app, model }) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
});

test('D4 a plan of 12 streamed steps: each stands on the canvas before the next line is sent, and nothing moves', async ({
  app,
  model,
}) => {
  await planWith(app, 'stream');
  // A blank line, held back, keeps the reply open behind its last step.
  model.script(streamsSteps([...TWELVE, ''], { gated: true }));
  const before = await placesOf(app);
  await app.run();
  await model.received(1);
  for (const [index, { name }] of TWELVE.entries()) {
    await expect(app.node(name)).toHaveCount(0);
    model.release(`line-${index + 1}`);
    await expect(app.node(name)).toHaveAccessibleName(`${name}, CAPABILITY, planned`);
    expect(await placesOf(app), 'what a person placed, and the viewport').toEqual(before);
  }
  model.release(`line-${TWELVE.length + 1}`);
  await app.expectRun('completed');
  for (const { name } of TWELVE)
    await expect(app.node(name)).toHaveAccessibleName(`${name}, CAPABILITY, succeeded`);
  expect(await placesOf(app)).toEqual(before);
  const steps = await stepsIn(app, '/execute@1');
  expect(steps).toHaveLength(TWELVE.length);
  expect(overlaps(steps)).toEqual([]);
});

test('D4 an invalid step is a marked ghost with its reason; P5 the repaired plan runs', async ({
  app,
  model,
}) => {
  await planWith(app, 'stream');
  const steps = [say('greet'), say('shout', { toolId: 'text.shout' }), say('leave')];
  model.script(streamsSteps(steps, { gated: true }), streamsSteps([say('greet'), say('leave')]));
  await app.run();
  for (const line of [1, 2]) model.release(`line-${line}`);
  await expect(app.node(titleOf('greet'))).toHaveAccessibleName('Greet, CAPABILITY, planned');
  const ghost = app.canvas.getByRole('group', { name: 'Step 2, STEP, refused' });
  await expect(ghost).toContainText('There is no tool "text.shout"');
  model.release('line-3');
  await app.expectRun('completed');
  await expect(ghost).toHaveCount(0);
  await expect(app.node('Leave')).toHaveAccessibleName('Leave, CAPABILITY, succeeded');
  await test.step('D3 the ghost is seen again where it was in the ledger', async () => {
    await app.slider.fill('3');
    await expect(ghost).toContainText('There is no tool "text.shout"');
  });
  await test.step('P6 each attempt stands beside the graph that it drew, the refused one too', async () => {
    await app.slider.press('End');
    await app.openTab('Plan attempts');
    const panel = app.panel('Plan attempts');
    const picture = panel.getByRole('figure', { name: 'The plan of this attempt' });
    await expect(picture.getByRole('img', { name: '2 steps' })).toBeVisible();
    await panel.getByRole('button', { name: /attempt 1/ }).click();
    await expect(picture.getByRole('img', { name: '3 steps, 1 refused' })).toBeVisible();
    const arrived = panel.getByRole('list', { name: 'Steps as they arrive' }).getByRole('listitem');
    await expect(arrived).toHaveText([/^Greet.*fits/, /refused/, /^Leave.*fits/]);
  });
  expect(JSON.stringify(model.requests[1]?.body), 'the problem is in the second prompt').toContain(
    'UNKNOWN_TOOL',
  );
});

test('D4 a plan in one reply (llm): each step is drawn while the next byte is held back; the attempt is kept word for word (P6)', async ({
  app,
  model,
}) => {
  await planWith(app, 'llm');
  const { acts = [], ...rest } = streamsObject([say('greet'), say('leave')]);
  const thoughts = [{ reasoning: 'A greeting, ' }, { gate: 'thought' }, { reasoning: 'then leave.' }];
  model.script({ acts: [{ gate: 'begin' }, ...thoughts, ...acts], ...rest });
  const before = await placesOf(app);
  await app.run();
  await model.received(1);
  const strip = app.page.getByRole('region', { name: 'Planning by qwen2.5:7b' });
  const words = strip.getByRole('log');
  await test.step('P1 who plans and how long, what it thinks and how much, as it comes', async () => {
    await expect(strip).toContainText('on this computer');
    await expect(strip).toContainText(/[1-9]\.\d s/);
    await expect(app.node('Plan the answer')).toContainText(/qwen2.5:7b · \d+(\.\d)? s/);
    await expect(app.page.getByRole('status', { name: 'Run running' })).toContainText(/Planning · \d/);
    await expect(words).toHaveText('No text yet.');
    model.release('begin');
    await expect(words).toHaveText('A greeting,');
    await expect(words).toHaveAccessibleName('Reasoning of qwen2.5:7b');
    await expect(strip).toContainText('≈ 3 tokens');
    model.release('thought');
    await expect(words).toHaveText('A greeting, then leave.');
    expect(await placesOf(app), 'what a person placed, and the viewport').toEqual(before);
  });
  for (const [index, name] of ['Greet', 'Leave'].entries()) {
    await expect(app.node(name)).toHaveCount(0);
    model.release(`step-${index + 1}`);
    await expect(app.node(name)).toHaveAccessibleName(`${name}, CAPABILITY, planned`);
    await expect(app.node(`Writing step ${index + 2}`)).toHaveAccessibleName(/, STEP$/);
    expect(await placesOf(app), 'what a person placed, and the viewport').toEqual(before);
  }
  await strip.getByRole('button', { name: 'Reply' }).click();
  await expect(words).toContainText('"id":"leave"');
  await strip.getByRole('button', { name: 'Fold the model’s text' }).click();
  await expect(words).toHaveCount(0);
  model.release('step-end');
  await app.expectRun('completed');
  await expect(strip).toHaveCount(0);
  await expect(app.node('Writing step 3')).toHaveCount(0);
  await app.button('Read the answer').click();
  await expect(app.answer).toContainText('Here is leave.');
  await expect(app.answer).toContainText('planned by qwen2.5:7b');
  await expect(app.answer).not.toContainText('A greeting');
  await app.openTab('Plan attempts');
  const attempts = app.panel('Plan attempts');
  await expect(attempts.getByRole('list', { name: 'Attempts' })).toContainText('46 tokens');
  await expect(attempts).toContainText('Here is leave.');
  await app.openTab('Reasoning');
  await expect(attempts).toContainText('A greeting, then leave.');
  await app.openTab('Prompt');
  await attempts.getByRole('button', { name: /^Show all/ }).click();
  await expect(attempts).toContainText('Which three products brought in the most revenue in 2026?');
});

test('P1 a model that says nothing for 20 s is told as that; P5 what it is asked can be planned by the built-in rules instead', async ({
  app,
  model,
}) => {
  await planWith(app, 'llm');
  model.script({ acts: [{ gate: 'never' }] });
  await app.page.clock.install();
  await app.run();
  await model.received(1);
  const strip = app.page.getByRole('region', { name: 'Planning by qwen2.5:7b' });
  await expect(strip).toContainText('no cost');
  await expect(strip).not.toContainText('No text for');
  await app.page.clock.fastForward(21_000);
  await expect(strip).toContainText(/No text for 2\d s/);
  await strip.getByRole('button', { name: 'Wait' }).click();
  await expect(strip).not.toContainText('No text for');
  await app.openTab('Attempts');
  const facts = app.panel('Inspector').getByRole('region', { name: 'The model at work' });
  await expect(facts).toContainText('Who plansqwen2.5:7b');
  await expect(facts).toContainText('on this computer');
  await expect(facts.getByRole('list', { name: 'Steps as they arrive' })).toContainText('writing');
  await facts.getByRole('button', { name: 'Use built-in rules instead' }).click();
  await app.expectRun('completed');
  await expect(app.page.getByText(/“Plan the answer” was planned by .*, as you chose/)).toBeVisible();
  expect(model.requests).toHaveLength(1);
});
