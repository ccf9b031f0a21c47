import type { Locator } from '@playwright/test';
import { replay, writeLedger } from '#kernel';
import { says, saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { fileOf, workspaceJson } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { fillConnection, joinModel } from '../pages/models';
import { exportedLedger } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

const SALES = `
  var region: string = "nowhere"
  var months: integer = 12
  load: CAPABILITY model.generate {name: "Load sales", input: {prompt: "Load the sales."}}
  which: CAPABILITY model.generate {name: "Which region", input: {prompt: "Which region?"}, output: {region: "result.text"}}
  keep: CAPABILITY model.generate {name: "Keep region", input: {prompt: "Keep {{ region }}."}}
  sum: CAPABILITY model.generate {name: "Sum by month", input: {prompt: "Sum {{ months }} months."}}
  explain: CAPABILITY model.generate {name: "Explain", input: {prompt: "Explain {{ region }}."}}
  load -> which -> keep -> sum -> explain
`;

const MODELS = {
  models: [
    { id: 'model-1', connection: 'server', model: 'small-1' },
    { id: 'large', name: 'Large', connection: 'server', model: 'large-1' },
  ],
  connections: [{ id: 'server' }],
};

const promptsOf = (requests: readonly { readonly body: unknown }[]) =>
  requests.map(({ body }) => /(Load|Which|Keep|Sum|Explain)[^"]*/.exec(JSON.stringify(body))?.[0]);

test('D3 D12 K8 a run is forked in the middle with a changed variable after a reload: a branch below it calls the rest, and it stays as it was', async ({
  app,
  page,
  model,
}) => {
  await new Sharing(app).bringIn(fileOf('sales.planloom.json', workspaceJson(SALES, MODELS)));
  await joinModel(app, model.url);
  model.script(says('Yes.'), says('East'), says('Yes.'));
  await app.run();
  await app.dialog('Trust this workspace?').getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
  expect(model.requests).toHaveLength(5);
  const before = writeLedger(await exportedLedger(app));

  await page.reload();
  await app.expectRun('completed');
  await joinModel(app, model.url);
  await app.slider.fill('3');
  await page.keyboard.press('f');
  const fork = app.panel('Fork');
  await expect(fork.getByRole('heading', { level: 2 })).toHaveText('Fork at 3 of 6');
  await fork.getByRole('combobox', { name: 'Change' }).selectOption('region');
  const region = fork.getByRole('textbox', { name: 'region' });
  await expect(region).toHaveValue('East');
  await region.fill('West');

  await test.step('several changes at once; a value that does not fit its type is told at its field, and nothing starts', async () => {
    await fork.getByRole('combobox', { name: 'Change something else too' }).selectOption('months');
    const months = fork.getByRole('textbox', { name: 'months' });
    await months.fill('many');
    await page.keyboard.press('Control+Enter');
    await expect(months).toHaveAttribute('aria-invalid', 'true');
    await expect(months).toBeFocused();
    await months.fill('3');
    await page.keyboard.press('Tab');
  });

  await test.step('what happens is said before', async () => {
    const happens = fork.getByRole('region', { name: 'What happens' });
    await expect(happens.getByRole('status')).toContainText('From the record3 commits, 0 calls');
    await expect(happens.getByRole('status')).toContainText('Called again3 steps');
    await expect(happens.getByRole('status')).toContainText('Reads regionKeep region, Explain');
    await expect(happens).toContainText('Keep region, Sum by month, Explain');
    await expect(app.node('Keep region')).toHaveAccessibleName('Keep region, CAPABILITY, planned');
    await expect(app.node('Keep region')).toHaveAccessibleDescription('runs again');
    await expect(app.node('Load sales')).toHaveAccessibleName('Load sales, CAPABILITY, succeeded');
    await expect(page.getByText('Forking at 3 of 6')).toBeVisible();
    await expect(app.panel('Variables')).toContainText('2 edited');
    await app.openTab('Ledger');
    await expect(app.panel('Ledger')).toContainText('not in this branch');
    await app.openTab('Runs');
    const draft = app.panel('Runs').getByRole('treeitem', { level: 2 });
    await expect(draft).toHaveAccessibleName('region = “West”, months = 3 draft · forks at 3');
    await expectAccessible(app, 'Fork');
  });

  model.script(says('Done.'));
  await page.keyboard.press('Control+Enter');
  await expect(fork).toHaveCount(0);
  await expect
    .poll(() => promptsOf(model.requests))
    .toEqual(['Keep West.', 'Sum 3 months.', 'Explain West.']);
  await app.expectRun('completed');
  expect(replay(await exportedLedger(app))).toMatchObject({ ok: true, status: 'completed', effects: 0 });

  const runs = app.panel('Runs');
  const branch = runs.getByRole('treeitem', { level: 2 });
  await test.step('the tree by keyboard: the branch is named after its changes, and leads back', async () => {
    await app.openTab('Runs');
    await expect(runs.getByRole('tree', { name: 'Branches' })).toBeVisible();
    await expect(branch).toContainText('region = “West”, months = 3');
    await expect(branch).toContainText('forked at 3');
    await expect(branch).toHaveAttribute('aria-selected', 'true');
    await branch.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(branch).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(branch).toBeVisible();
    await expectAccessible(app, 'Runs');
    await page.keyboard.press('End');
    await expect(branch).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(runs.getByRole('treeitem', { level: 1 })).toHaveAttribute('aria-selected', 'true');
    expect(writeLedger(await exportedLedger(app))).toBe(before);
  });

  await test.step('D3 the branch is forked again: the same variable, an input, a prompt and a model; what had read the first value is not asked again', async () => {
    await branch.focus();
    await page.keyboard.press('Enter');
    await expect(branch).toHaveAttribute('aria-selected', 'true');
    await app.slider.fill('2');
    await app.button('Fork').click();
    await expect(fork.getByRole('heading', { level: 2 })).toHaveText('Fork at 2 of 4');
    const change = fork.getByRole('combobox', { name: 'Change', exact: true });
    const another = fork.getByRole('combobox', { name: 'Change something else too' });
    // What is typed becomes a value when the focus leaves it; the next change is chosen once it is one.
    const type = async (field: Locator, text: string, value: string) => {
      await field.fill(text);
      await field.blur();
      await expect(fork).toContainText(value);
    };
    await change.selectOption('region');
    await type(fork.getByRole('textbox', { name: 'region' }), 'South', 'region = “South”');
    await another.selectOption('Prompt of Explain');
    await type(
      fork.getByRole('textbox', { name: 'Prompt of Explain' }),
      'Explain {{ region }} in short.',
      'prompt of Explain = “Explain {{ region }} in short.”',
    );
    await another.selectOption('Input of Sum by month');
    const input = fork.getByRole('group', { name: 'Change Input of Sum by month' });
    await type(input.getByRole('textbox', { name: 'Prompt', exact: true }), 'Sum mine.', 'Sum mine.');
    await another.selectOption('Model of Explain');
    await fork.getByRole('combobox', { name: 'Model of Explain' }).selectOption('Large');
    model.script(says('Again.'));
    await fork.getByRole('button', { name: 'Fork and run' }).click();
    await expect.poll(() => promptsOf(model.requests)).toEqual(['Sum mine.', 'Explain South in short.']);
    await app.expectRun('completed');
    expect(model.requests.map(({ body }) => JSON.stringify(body).includes('large-1'))).toEqual([false, true]);
    expect(replay(await exportedLedger(app))).toMatchObject({ ok: true, status: 'completed', effects: 0 });
    await expect(runs.getByRole('treeitem', { level: 3 })).toContainText(
      'region = “South”, prompt of Explain',
    );
    await app.openTab('Ledger');
    const ledger = app.panel('Ledger');
    await ledger.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('run');
    await expect(ledger).toContainText('prompt of Explain = "Explain {{ region }} in short."');
  });

  await test.step('renamed, found by its name; the run that it comes from is deleted, and it stays', async () => {
    await branch.hover();
    await branch.getByRole('button', { name: 'Rename this run' }).click();
    await expect(branch.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('What if West');
    await page.keyboard.press('Enter');
    await expect(branch).toContainText('What if West');
    await runs.getByRole('searchbox', { name: 'Find a run' }).fill('if west');
    const found = runs.getByRole('treeitem');
    await expect(found).toHaveCount(1);
    await runs.getByRole('searchbox', { name: 'Find a run' }).fill('');
    const first = found.first();
    await first.hover();
    await first.getByRole('button', { name: 'Delete this run for good' }).click();
    await expect(page.getByText('One branch that continues from it stays.')).toBeVisible();
    await expect(found).toHaveCount(2);
    await expect(found.first()).toHaveText(/What if West.*goes on from a run that is not here/);
  });

  await test.step('in a hand the form is a dialog', async () => {
    await runs.getByRole('treeitem').first().press('Enter');
    await app.expectRun('completed');
    await page.setViewportSize({ width: 390, height: 844 });
    await app.button('Fork').click();
    const dialog = app.dialog('Fork');
    await expect(dialog).toContainText('Nothing would run: at this position the run was over');
    await dialog.getByRole('combobox', { name: 'Change' }).selectOption({ label: 'Keep region' });
    await expect(dialog.getByRole('group', { name: 'Change Keep region' })).toBeVisible();
    await expectAccessible(app, 'Fork in a hand');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('W7 a model of another connection of one’s own is asked, and the workspace does not have it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.button('Settings').click();
    const settings = app.dialog('Settings');
    await settings.getByRole('tab', { name: 'Connections' }).click();
    await settings.getByRole('button', { name: 'New connection' }).click();
    await fillConnection(app, model.url, '', 'This tab');
    await page.keyboard.press('Escape');
    await app.slider.fill('2');
    await app.button('Fork').click();
    await fork.getByRole('combobox', { name: 'Change', exact: true }).selectOption('Model of Explain');
    const models = fork.getByRole('combobox', { name: 'Model of Explain' });
    const own = await models
      .getByRole('option', { name: /^scripted-large \(/ })
      .first()
      .getAttribute('value');
    await models.selectOption(own);
    model.script(says('Mine.'));
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => model.requests.map(({ body }) => JSON.stringify(body).includes('"scripted-large"')).at(-1))
      .toBe(true);
    await app.expectRun('completed');
    expect(await new Sharing(app).download('Workspace')).not.toContain('scripted-large');
  });
});

const PLANNING = `
  var dynamicPlan
  plan: PLANNER llm {name: "Plan", goal: "Write about the tides.", tools: [model.generate], repairRetries: 0}
  do: PLAN_EXECUTOR {name: "Carry it out", approve: never}
  plan -> do
`;
const written = (id: string, name: string, prompt: string, dependsOn: readonly string[] = []) => ({
  ...{ id, name, toolId: 'model.generate', input: { prompt }, dependsOn },
});

test('D3 the prompt of a step that a planner made is edited: the plan is not made again, and the step asks in the new words', async ({
  app,
  page,
  model,
}) => {
  await new Sharing(app).bringIn(fileOf('planning.planloom.json', workspaceJson(PLANNING, MODELS)));
  await joinModel(app, model.url);
  const steps = [written('find', 'Find', 'Find tides.'), written('say', 'Say it', 'Say tides.', ['find'])];
  model.script(saysJson({ steps }), says('Found.'), says('Said.'));
  await app.run();
  await app.dialog('Trust this workspace?').getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
  expect(model.requests).toHaveLength(3);

  await app.slider.fill('5');
  await page.keyboard.press('f');
  const fork = app.panel('Fork');
  const change = fork.getByRole('combobox', { name: 'Change', exact: true });
  await expect(change.getByRole('option', { name: 'Prompt of Find' })).toHaveCount(0);
  await change.selectOption('Prompt of Say it');
  const prompt = fork.getByRole('textbox', { name: 'Prompt of Say it' });
  await expect(prompt).toHaveValue('Say tides.');
  await prompt.fill('Sing tides.');
  await expect(app.node('Say it')).toHaveAccessibleDescription('runs again');
  model.script(says('Sung.'));
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => model.requests.map(({ body }) => JSON.stringify(body)))
    .toEqual([expect.stringContaining('Sing tides.')]);
  await app.expectRun('completed');
  expect(replay(await exportedLedger(app))).toMatchObject({ ok: true, status: 'completed', effects: 0 });
});
