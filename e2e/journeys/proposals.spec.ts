import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { JsonObject } from '#base';
import { says, saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { say } from '../fixtures/streamed';
import { expectAccessible } from '../pages/accessible';
import { connectModel, planWith } from '../pages/models';
import type { Planloom } from '../pages/planloom';

const CHAIN = [say('greet'), say('nod', { dependsOn: ['greet'] }), say('leave', { dependsOn: ['nod'] })];

/** "Ask a table" with a model that plans, and a person who wants to see its plans first. */
async function planned(app: Planloom, url: string, answer = 'none'): Promise<void> {
  await app.openTemplate('Ask a table');
  await connectModel(app, url);
  await planWith(app, 'llm');
  await app.node('Carry it out').click({ position: { x: 60, y: 15 } });
  const inspector = app.panel('Inspector');
  await inspector.getByRole('combobox', { name: 'Ask before it runs' }).selectOption('always');
  await inspector.getByText('More settings').click();
  await inspector.getByRole('combobox', { name: 'Answer', exact: true }).selectOption(answer);
  await app.run();
  await app.expectNode('Greet', 'CAPABILITY', 'planned');
}

/** The plan of the template with one step more before its end. */
const CHANGED = {
  nodes: [
    { id: 'start', type: 'START', name: 'Question' },
    {
      id: 'plan',
      type: 'PLANNER',
      name: 'Plan the answer',
      params: { planner: 'htn', goal: '{{ question }}' },
    },
    { id: 'execute', type: 'PLAN_EXECUTOR', name: 'Carry it out', params: {} },
    {
      id: 'thank',
      type: 'CAPABILITY',
      name: 'Thank',
      params: { capability: 'text.say' },
      input: { text: 'Thanks.' },
    },
    { id: 'end', type: 'END', name: 'Answer' },
  ],
  edges: [
    { from: 'start', to: 'plan' },
    { from: 'plan', to: 'execute' },
    { from: 'execute', to: 'thank' },
    { from: 'thank', to: 'end' },
  ],
};

const changes = (page: Page) => page.getByRole('list', { name: 'Changes' });

test('D9 L10 a plan that waits is edited as a graph, and runs as it was edited', async ({
  app,
  model,
  page,
}) => {
  model.script(saysJson({ steps: CHAIN }));
  await planned(app, model.url);
  await app.button('Edit the plan').click();
  const inspector = app.panel('Inspector');

  await test.step('it opens with the tools of the editor: only what the plan may use can be added', async () => {
    await expect(page.getByRole('heading', { name: 'Plan of “Carry it out” in Ask a table' })).toBeVisible();
    await expect(inspector).toContainText('3 steps call it; it only computes.');
    const palette = app.panel('Palette');
    await expect(palette.getByRole('button', { name: 'Say', exact: true })).toBeVisible();
    await expect(palette.getByRole('heading', { name: 'Would widen what it may do' })).toBeAttached();
    await expect(palette.getByRole('button', { name: 'Filter rows would widen' })).toBeAttached();
    await page.keyboard.press('n');
    await expect(app.dialog('Add a node')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(app, 'a proposed plan');
  });
  await test.step('a step is taken out, one is changed, and one added; marks and counts say so', async () => {
    await app.node('Nod').click();
    await page.keyboard.press('Delete');
    await app.node('Leave').click();
    const text = inspector.getByRole('textbox', { name: 'Text' });
    await text.fill('Goodbye.');
    await text.blur();
    await expect(app.node('Leave')).toContainText('changed by you');
    await app.panel('Palette').getByRole('button', { name: 'Say', exact: true }).click();
    await expect(changes(page)).toHaveText('1 changed by you1 added by you1 dropped by you');
  });
  await test.step('what is wrong with an edit is said where it is, and keeps it from being approved', async () => {
    await expect(app.button('Problems (1)')).toBeVisible();
    await expect(app.button('Approve')).toBeDisabled();
    await app.button('Undo').click();
    await expect(app.button('Problems (0)')).toBeVisible();
    await expect(changes(page)).toHaveText('1 changed by you1 dropped by you');
  });
  await test.step('back at the run the edit is still there, also when the page is loaded again', async () => {
    await app.button('Back to the run').click();
    await expect(page.getByText(/Made by .* and changed by you\./)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/Made by .* and changed by you\./)).toBeVisible();
    await app.button('Edit the plan').click();
    await expect(app.node('Nod')).toHaveCount(0);
    await expect(changes(page)).toHaveText('1 changed by you1 dropped by you');
  });
  await test.step('one press approves it as it is now', async () => {
    await app.button('Approve').click();
    // The model that planned went with the page; what is left of the plan asks none.
    await app.button('Resume').click();
    await app.expectRun('completed');
    await app.expectNode('Leave', 'CAPABILITY', 'succeeded');
    await expect(app.node('Nod')).toHaveCount(0);
    await expect(app.node('Leave')).toContainText('Goodbye.');
  });
});

test('D9 L10 P10 another plan is asked for in words, and a model answers from what its steps gave', async ({
  app,
  model,
  page,
}) => {
  const greeted = 'It said hello.';
  model.script(saysJson({ steps: CHAIN }), saysJson({ steps: CHAIN.slice(0, 1) }), says(greeted));
  await planned(app, model.url, 'model');
  await app.button('Edit the plan').click();
  await app.node('Nod').click();
  await page.keyboard.press('Delete');
  await app.button('Ask for another').click();
  await page.getByRole('textbox', { name: 'What should be different?' }).fill('Do not say goodbye.');
  await page.keyboard.press('Enter');
  await model.received(2);
  const asked = JSON.stringify(model.requests[1]?.body);
  expect(asked).toContain('Do not say goodbye.');
  expect(asked).toContain('Here is leave.');
  expect(asked).not.toContain('Here is nod.');
  await expect(app.node('Leave')).toHaveCount(0);
  await expect(page.getByText('“Carry it out” wants to run a plan of 1 step')).toBeVisible();
  await app.button('Approve').click();
  await app.expectRun('completed');
  // P10: what the steps gave becomes an answer.
  await page.keyboard.press('Escape');
  await expect(app.answer).toContainText(greeted);
  expect(JSON.stringify(model.requests[2]?.body)).toContain('Here is greet.');
});

test('D9 a plan of the document is changed by a sentence: what a model makes of it is a diff, one edit, one undo', async ({
  app,
  model,
  page,
}) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  model.script(saysJson(CHANGED));
  await app.button('Change the plan by a sentence').click();
  const dialog = app.dialog('Change “Answer from a table”');
  await dialog.getByRole('textbox', { name: 'What should be different?' }).fill('Say thanks at the end.');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();

  await test.step('it is told the plan as it is, and what was said', async () => {
    await model.received(1);
    const asked = JSON.stringify(model.requests[0]?.body);
    expect(asked).toContain('Say thanks at the end.');
    expect(asked).toContain('Carry it out');
  });
  await test.step('what it makes of it is shown with what is new, and nothing is changed yet', async () => {
    await expect(page.getByRole('heading', { name: /^Change of “Answer from a table”/ })).toBeVisible();
    await expect(app.node('Thank')).toContainText('added');
    await expect(changes(page)).toContainText('1 added');
  });
  await test.step('it is applied by one press, and taken back by one undo', async () => {
    await app.button('Apply').click();
    await expect(app.node('Thank')).toHaveAccessibleName('Thank, CAPABILITY');
    await app.button('Undo').first().click();
    await expect(app.node('Thank')).toHaveCount(0);
    await expect(app.node('Carry it out')).toBeVisible();
  });
});

/** The machine of the template with one state more before its end. */
async function machineWithThanks(): Promise<JsonObject> {
  const file = fileURLToPath(
    new URL('../../public/samples/search-state-machine.planloom.json', import.meta.url),
  );
  const { plans }: { readonly plans: readonly JsonObject[] } = JSON.parse(await readFile(file, 'utf8'));
  const text = JSON.stringify(plans[0]).replace('"target":"done"', '"target":"thank"');
  const machine: JsonObject = JSON.parse(text);
  const thank = { id: 'thank', name: 'Thank', defaultNext: 'done' };
  return { ...machine, states: [...(Array.isArray(machine.states) ? machine.states : []), thank] };
}

test('D9 M5 a state machine is changed by a sentence, as any plan is', async ({ app, model, page }) => {
  await app.openTemplate('Search state machine');
  await connectModel(app, model.url);
  model.script(saysJson(await machineWithThanks()));
  await app.node('Analyzing').click();
  await page.keyboard.press('Alt+Shift+C');
  const dialog = app.dialog('Change “Search and answer”');
  await dialog.getByRole('textbox', { name: 'What should be different?' }).fill('Say thanks at the end.');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Change of “Search and answer”/ })).toBeVisible();
  await expect(app.node('Thank')).toContainText('added');
  await expect(app.node('Analyzing')).toContainText('changed');
  await expect(changes(page)).toContainText('1 added');
  await expectAccessible(app, 'a change of a state machine');
  await app.button('Apply').click();
  await expect(app.node('Thank')).toBeVisible();
  await expect(app.node('Thank')).not.toContainText('added');
  await app.button('Undo').first().click();
  await expect(app.node('Thank')).toHaveCount(0);
  await expect(app.node('Analyzing')).toBeVisible();
});
