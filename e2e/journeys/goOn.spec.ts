import { replay } from '#kernel';
import { planJson } from '../../test/notation/plan';
import { refuses, says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { storedIn } from '../fixtures/stored';
import { fileOf, workspaceJson } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { connectModel, joinModel } from '../pages/models';
import { exportedLedger } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const CHAIN = `
  ${TEN.map((n) => `s${n}: CAPABILITY model.generate {name: "Step ${n}", input: {prompt: "Say ${n}."}}`).join('\n  ')}
  ${TEN.map((n) => `s${n}`).join(' -> ')}
`;

const promptsOf = (requests: readonly { readonly body: unknown }[]) =>
  requests.map(({ body }) => /Say (\w+)/.exec(JSON.stringify(body))?.[1]);

test('D1 D12 step 7 of 10 fails, the page is reloaded: "Retry from failed" says what it reuses, and calls 7 to 10', async ({
  app,
  page,
  model,
  complaints,
}) => {
  complaints.expectConsole(/Failed to load resource/);
  await new Sharing(app).bringIn(fileOf('ten.planloom.json', workspaceJson(CHAIN)));
  await connectModel(app, model.url);
  model.script(...Array.from({ length: 6 }, () => says('Yes.')), refuses(400), says('Yes.'));
  await app.run();
  await app.dialog('Trust this workspace?').getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('failed');
  expect(promptsOf(model.requests)).toEqual(TEN.slice(0, 7).map(String));
  const before = JSON.stringify(await exportedLedger(app));

  await page.reload();
  await app.expectRun('failed');
  await joinModel(app, model.url);
  model.script(says('Yes.'));
  await app.button('Retry from failed').click();
  const sheet = app.dialog('Run from here?');
  await expect(sheet).toContainText('Retry from “Step 7”');
  await expect(sheet.getByRole('status')).toContainText('6 steps reused from the record, without a call');
  await expect(sheet.getByRole('listitem')).toHaveText(['Step 7failed']);
  await expect(app.nodeAt('/s6')).toContainText('reused');
  await expect(app.nodeAt('/s7')).toContainText('called again');
  await expect(app.nodeAt('/s8')).toContainText('may be called');
  await expectAccessible(app, 'Run from here?');
  await sheet.getByRole('button', { name: 'Retry', exact: true }).click();
  await app.expectRun('completed');
  await expect(app.nodeAt('/s6')).not.toContainText('reused');
  expect(promptsOf(model.requests)).toEqual(['7', '8', '9', '10']);
  const branch = await exportedLedger(app);
  expect(replay(branch)).toMatchObject({ ok: true, status: 'completed', effects: 0 });

  await test.step('the run of before is as it was, and the list of runs says where the new one goes on from', async () => {
    await app.openTab('Runs');
    const runs = app.panel('Runs');
    await expect(runs.getByRole('treeitem')).toHaveCount(2);
    await expect(runs.getByRole('treeitem', { level: 2 })).toContainText('retried');
    await runs.getByRole('treeitem', { level: 1 }).press('Enter');
    await app.expectRun('failed');
    expect(JSON.stringify(await exportedLedger(app))).toBe(before);
  });

  const kept = (step: string, words: string) => expect(app.node(step)).toHaveAccessibleDescription(words);
  const STALE = 'succeeded in the last run; stale: Its definition has changed.';

  await test.step('D7 D11 a prompt is edited: the results stay on the canvas, that one marked with its reason, until the edit is undone; so they do after a reload', async () => {
    await app.node('Step 3').click();
    await app
      .panel('Inspector')
      .getByRole('textbox', { name: /^prompt/i })
      .fill('Say 33.');
    await page.keyboard.press('Tab');
    await kept('Step 3', STALE);
    await kept('Step 2', 'succeeded in the last run');
    await kept('Step 7', 'failed in the last run');
    const note = app.panel('Inspector').getByRole('region', { name: 'Stale' });
    await expect(note).toContainText('Its definition has changed.');
    await expectAccessible(app, 'a stale result');
    await page.setViewportSize({ width: 390, height: 844 });
    const row = app.panel('Steps').getByRole('button', { name: /^Step 3/ });
    await expect(row).toContainText('Its definition has changed.stale');
    await expectAccessible(app, 'a stale result, in a hand');
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.node('Step 3').click();
    await expect(app.node('Step 3')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await kept('Step 3', 'succeeded in the last run');
    await expect(note).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await kept('Step 3', STALE);
    const saved = async () => (await storedIn(page)).workspaces?.some((row) => row.includes('Say 33.'));
    await expect.poll(saved).toBe(true);
    await page.reload();
    await kept('Step 3', STALE);
    await kept('Step 2', 'succeeded in the last run');
    await kept('Step 7', 'failed in the last run');
    await joinModel(app, model.url);
  });

  await test.step('edited since: which definition is asked, with the difference', async () => {
    await app.openTab('Runs');
    await app
      .panel('Runs')
      .getByRole('button', { name: /failed/ })
      .click();
    await app.expectRun('failed');
    await kept('Step 3', 'stale: Its definition has changed.');
    await page.keyboard.press('Alt+Shift+R');
    await expect(sheet.getByRole('radio', { name: /^As it is now/ })).toBeChecked();
    await expect(sheet).toContainText('“Step 3” changed');
    await expect(sheet).toContainText('“Step 3”, input.prompt: "Say 3." → "Say 33."');
    await expect(sheet.getByRole('listitem')).toHaveText(['Step 3its definition has changed']);
    await expect(app.nodeAt('/s3')).toContainText('stale, called again');
    await expect(app.nodeAt('/s4')).toContainText('reused if unchanged');
    await sheet.getByRole('radio', { name: /^As it was/ }).check();
    await expect(sheet.getByRole('listitem')).toHaveText(['Step 7failed']);
    model.script(says('Yes.'));
    await page.keyboard.press('Enter');
    await app.expectRun('completed');
    expect(promptsOf(model.requests)).toEqual(['7', '8', '9', '10']);
  });
});

const asks = (id: string, name: string, text: string) =>
  `${id}: CAPABILITY model.generate {name: "${name}", input: {prompt: "Say ${text}."}}`;

const NESTED = [
  planJson(`
    ${asks('first', 'First', 'F')}
    all: SUB_PLAN second {name: "Outer"}
    first -> all
  `),
  planJson('inner: SUB_PLAN third {name: "Inner"}', 'second'),
  planJson(
    `
    again: LOOP {until: "i == 2", maxIterations: 3, indexVariable: i}
      ${asks('a', 'Loop A', 'A{{ i }}')}
      ${asks('b', 'Loop B', 'B{{ i }}')}
      a -> b
    both: GROUP ASYNC {completion: ALL_SETTLED}
      ${asks('w', 'Group W', 'W')}
      ${asks('x', 'Group X', 'X')}
      ${asks('y', 'Group Y', 'Y')}
      ${asks('z', 'Group Z', 'Z')}
    ${asks('end', 'End', 'E')}
    again -> both -> end
  `,
    'third',
  ),
];

test('D1 run from here, only this, and to here: in a loop and a group of failures, three plans deep, by keyboard', async ({
  app,
  page,
  model,
  complaints,
}) => {
  complaints.expectConsole(/Failed to load resource/);
  await new Sharing(app).bringIn(fileOf('nested.planloom.json', workspaceJson('', { plans: NESTED })));
  await connectModel(app, model.url);
  const yes = (count: number) => Array.from({ length: count }, () => says('Yes.'));
  model.script(...yes(7), refuses(400), says('Yes.'), refuses(400), says('Yes.'));
  await app.run();
  await app.dialog('Trust this workspace?').getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
  expect(model.requests).toHaveLength(12);
  const sheet = app.dialog('Run from here?');
  const steps = sheet.getByRole('listitem');

  await test.step('R on a step of the last round: what is reused and called is said for each choice, and what it may cost', async () => {
    model.script(says('Yes.'));
    for (const name of ['Outer', 'Inner']) {
      await app.node(name).click();
      await page.keyboard.press('Enter');
    }
    await app.node('Loop B').click();
    await page.keyboard.press('r');
    await expect(sheet).toContainText('Run from “Loop B · round 3” on.');
    await expect(sheet.getByRole('button', { name: 'Run from here' })).toBeFocused();
    await expect(sheet.getByRole('status')).toContainText('6 steps reused from the record, without a call');
    await expect(steps).toHaveText(['Loop B · round 3as you chose']);
    await expect(sheet).toContainText('At once: 1 model call. No price is known for the model.');
    await expect(sheet).toContainText('took 6 calls in the earlier run');
    await sheet.getByRole('button', { name: 'All failed' }).click();
    await expect(sheet.getByRole('status')).toHaveText('Nothing in this run failed or was cancelled.');
    await expect(sheet.getByRole('button', { name: 'Retry', exact: true })).toBeDisabled();
    await sheet.getByRole('button', { name: 'Only this step' }).click();
    await expect(sheet.getByRole('status')).toContainText('1 step called again, then the run is paused');
    await expectAccessible(app, 'Run only this');
    await sheet.getByRole('button', { name: 'Run only this' }).press('Enter');
    await app.expectRun('paused');
    expect(promptsOf(model.requests)).toEqual(['B2']);
    await expect(page.getByText('Stopped after “Loop B · round 3”')).toBeVisible();
  });

  await test.step('resumed, it takes the rest from the record, and calls what had failed', async () => {
    model.script(says('Yes.'));
    await app.button('Resume').click();
    await app.expectRun('completed');
    expect(promptsOf(model.requests)).toHaveLength(2);
  });

  await test.step('to here, from the menu of a step: the run stands there without a call', async () => {
    model.script(says('Yes.'));
    await app.node('Group W').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Run to here' }).click();
    await expect(sheet).toContainText('Run up to “Group W”, and stop there.');
    await sheet.getByRole('button', { name: 'Run to here' }).click();
    await app.expectRun('paused');
    await expect(page.getByText('Stopped after “Group W”')).toBeVisible();
    await expect(app.node('End')).toHaveAccessibleName(/ready|pending|paused/);
  });

  await test.step('what had not begun says why it cannot; in a hand the buttons stand in the details', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await app.panel('Steps').getByRole('button', { name: /^End/ }).click();
    await app.button('Details of End').click();
    await page.getByRole('button', { name: 'Run only this' }).click();
    await expect(sheet.getByRole('status')).toHaveText(/^This step had not begun in that run/);
    const { width } = (await sheet.boundingBox()) ?? { width: 0 };
    expect(width).toBeLessThanOrEqual(390);
    await expectAccessible(app, 'Run only this, in a hand');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('of the plan itself: a fresh run goes up to a step', async () => {
    model.script(says('Yes.'));
    await app.openTab('Runs');
    const names = [/^Only “Loop B · round 3”/, /^Up to “Group W”/];
    for (const name of names) await expect(app.panel('Runs').getByRole('treeitem', { name })).toBeVisible();
    await app.button('Back to the plan').click();
    await app.node('First').click();
    await page.keyboard.press('t');
    await app.expectRun('paused');
    expect(promptsOf(model.requests)).toEqual(['F']);
    await expect(page.getByText('Stopped after “First”')).toBeVisible();
  });
});

const asked = (id: string, name: string, target: string) => ({
  id,
  name,
  action: { event: `${id}.asked`, response: `${id}.done`, data: { prompt: `Say ${id}.` } },
  on: [{ event: `${id}.done`, target }],
});
const responder = (id: string) => ({ id, request: `${id}.asked`, capability: 'model.generate' });
const FLOW = {
  id: 'flow',
  kind: 'state-machine',
  variables: [],
  responders: [responder('one'), responder('two')],
  states: [asked('one', 'One', 'two'), asked('two', 'Two', 'over'), { id: 'over', type: 'final' }],
};

/** The same three plans deep, with a machine between loop and group. */
const DEEP = [
  ...NESTED.slice(0, 2),
  planJson(
    `
    again: LOOP {until: "i == 2", maxIterations: 3, indexVariable: i}
      ${asks('a', 'Loop A', 'A{{ i }}')}
      ${asks('b', 'Loop B', 'B{{ i }}')}
      a -> b
    flow: SUB_PLAN flow {name: "Machine"}
    both: GROUP ASYNC {completion: ALL_SETTLED}
      ${asks('w', 'Group W', 'W')}
      ${asks('x', 'Group X', 'X')}
      ${asks('y', 'Group Y', 'Y')}
      ${asks('z', 'Group Z', 'Z')}
    ${asks('end', 'End', 'E')}
    again -> flow -> both -> end
  `,
    'third',
  ),
  FLOW,
];
const LOOPED = ['A0', 'B0', 'A1', 'B1', 'A2', 'B2'];
const GROUPED = ['W', 'X', 'Y', 'Z'];

test('D1 D3 D10 acceptance 1 each action three plans deep, with a loop, a machine and a group of failures: nothing that is reused is called', async ({
  app,
  page,
  model,
  complaints,
}) => {
  complaints.expectConsole(/Failed to load resource/);
  const sheet = app.dialog('Run from here?');
  /** What it asks the server for, by the words of the prompts; calls of a group come in any order. */
  const asksFor = async (
    act: () => Promise<unknown>,
    expected: readonly string[],
    ends: 'completed' | 'paused' = 'completed',
  ) => {
    model.script(says('Yes.'));
    await act();
    // Until it calls somebody, what is shown is the run of before.
    await expect.poll(() => [...promptsOf(model.requests)].sort()).toEqual([...expected].sort());
    await app.expectRun(ends);
    expect(model.requests).toHaveLength(expected.length);
  };
  await new Sharing(app).bringIn(fileOf('deep.planloom.json', workspaceJson('', { plans: DEEP })));
  await connectModel(app, model.url);
  const yes = (count: number) => Array.from({ length: count }, () => says('Yes.'));
  model.script(...yes(9), refuses(400), says('Yes.'), refuses(400), says('Yes.'), refuses(400));
  await app.run();
  await app.dialog('Trust this workspace?').getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('failed');
  expect(model.requests).toHaveLength(14);
  const place = await app.node('First').boundingBox();

  await test.step('Retry from failed: the two of the group that had failed, and the end', async () => {
    model.script(says('Yes.'));
    await app.button('Retry from failed').click();
    await expect(sheet.getByRole('status')).toContainText('11 steps reused from the record, without a call');
    await sheet.getByRole('button', { name: 'Retry', exact: true }).click();
    await app.expectRun('completed');
    expect(model.requests).toHaveLength(3);
    expect(promptsOf(model.requests)).toContain('E');
  });

  await test.step('Run from here, in the last round: that step and what was asked after it', async () => {
    for (const name of ['Outer', 'Inner']) {
      await app.node(name).click();
      await page.keyboard.press('Enter');
    }
    await app.node('Loop B').click();
    await page.keyboard.press('r');
    await asksFor(
      () => sheet.getByRole('button', { name: 'Run from here' }).click(),
      ['B2', 'one', 'two', ...GROUPED, 'E'],
    );
  });

  await test.step('Run only this, in the group; resumed, the rest comes from the record', async () => {
    await app.node('Group W').click();
    await page.keyboard.press('Shift+R');
    await asksFor(() => sheet.getByRole('button', { name: 'Run only this' }).click(), ['W'], 'paused');
    await asksFor(() => app.button('Resume').click(), []);
  });

  await test.step('Run to here: within the record it stands there without a call', async () => {
    await app.node('Group X').click();
    await page.keyboard.press('t');
    await asksFor(() => sheet.getByRole('button', { name: 'Run to here' }).click(), [], 'paused');
    await asksFor(() => app.button('Resume').click(), []);
  });

  await test.step('Fork behind the loop, with another prompt: what was answered before is not asked again', async () => {
    await app.openTab('Runs');
    await app.panel('Runs').getByRole('treeitem', { level: 1 }).press('Enter');
    await app.expectRun('failed');
    await app.slider.fill('8');
    await page.keyboard.press('f');
    const fork = app.panel('Fork');
    await fork.getByRole('combobox', { name: 'Change' }).selectOption('Prompt of End');
    await fork.getByRole('textbox', { name: 'Prompt of End' }).fill('Say E2.');
    await asksFor(() => page.keyboard.press('Control+Enter'), ['one', 'two', ...GROUPED, 'E2']);
  });

  await test.step('Pin what came out in the group: what goes on at the machine calls all but that', async () => {
    await app.node('Group W').click();
    await page.keyboard.press('p');
    await expect(app.node('Group W')).toHaveAccessibleName(/, pinned$/);
    await app.node('Machine').click();
    await page.keyboard.press('r');
    await asksFor(
      () => sheet.getByRole('button', { name: 'Run from here' }).click(),
      ['one', 'two', 'X', 'Y', 'Z', 'E2'],
    );
  });

  await test.step('Run from here at a state of the machine, which Enter opens', async () => {
    await app.node('Machine').click();
    await page.keyboard.press('Enter');
    await app.node('Two').click();
    await page.keyboard.press('r');
    await expect(sheet).toContainText('Run from “Two” on.');
    await expect(sheet.getByRole('radio', { name: /^As it is now/ })).toBeChecked();
    const goesOn = async () => {
      await sheet.getByRole('button', { name: 'Run from here' }).click();
      await page.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'main' }).click();
    };
    await asksFor(goesOn, ['two', 'X', 'Y', 'Z', 'E']);
  });

  await test.step('a run of the plan does not call it either, and "Try it" of a sub-plan calls the rest of that', async () => {
    await app.openTab('Runs');
    await app.button('Back to the plan').click();
    const inside = [...LOOPED, 'one', 'two', 'X', 'Y', 'Z', 'E'];
    await asksFor(() => app.run(), ['F', ...inside]);
    await page.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'main' }).click();
    // D4: gone into many times, with banners above that came and went, it stands where it stood.
    expect(await app.node('First').boundingBox()).toEqual(place);
    // By its title: what it runs is drawn in its middle.
    await app.node('Outer').click({ position: { x: 60, y: 16 } });
    await expect(app.panel('Inspector').getByRole('heading', { name: 'Outer' })).toBeVisible();
    await page.keyboard.press('y');
    const dialog = app.dialog('Try “Outer”');
    await asksFor(() => dialog.getByRole('button', { name: 'Try it', exact: true }).click(), inside);
    await expect(dialog.getByRole('region', { name: 'Result' })).toContainText('completed');
  });
});

test('D1 a run of a machine is gone on from at one of its states', async ({ app, page, model }) => {
  await new Sharing(app).bringIn(fileOf('machine.planloom.json', workspaceJson('', { plans: [FLOW] })));
  await connectModel(app, model.url);
  model.script(says('Yes.'));
  await app.run();
  await app.dialog('Trust this workspace?').getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
  expect(promptsOf(model.requests)).toEqual(['one', 'two']);
  model.script(says('Yes.'));
  await app.node('Two').click();
  await page.keyboard.press('r');
  const sheet = app.dialog('Run from here?');
  await expect(sheet.getByRole('status')).toContainText('1 step reused from the record, without a call');
  await sheet.getByRole('button', { name: 'Up to here' }).click();
  await expect(sheet.getByRole('status')).toHaveText(/^A state machine goes where its events lead it/);
  await sheet.getByRole('button', { name: 'From here on' }).click();
  await sheet.getByRole('button', { name: 'Run from here' }).click();
  await expect.poll(() => promptsOf(model.requests)).toEqual(['two']);
  await app.expectRun('completed');

  await test.step('D7 D11 a state is edited: it is marked with the reason, and so is what comes after it', async () => {
    const inspector = app.panel('Inspector');
    await app.node('One').click();
    await inspector.getByRole('tab', { name: 'State' }).click();
    const data = inspector.getByRole('textbox', { name: 'Data' });
    await data.fill('{"prompt": "Say uno."}');
    await data.blur();
    const described = (state: string, words: RegExp) =>
      expect(app.node(state)).toHaveAccessibleDescription(words);
    await described('One', /^state; succeeded in the last run; stale: /);
    await described('Two', /^state; succeeded in the last run; may be stale: .*“One” is called again\.$/);
    await expect(inspector.getByRole('region', { name: 'Stale' })).toBeVisible();
    await expectAccessible(app, 'a stale state');
  });

  await test.step('D10 every call of what a state asks is pinned: each state that asks it shows so', async () => {
    await app.node('One').press('Shift+P');
    const dialog = app.dialog('Pin every call of “model.generate”');
    await dialog.getByRole('textbox', { name: 'Output' }).fill('{"text": "Pinned."}');
    await dialog.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
    await expect(dialog).toBeHidden();
    for (const state of ['One', 'Two']) await expect(app.node(state)).toHaveAccessibleName(/, pinned$/);
    await expect(app.panel('Inspector')).toContainText('Every call of model.generate is pinned');
    await expectAccessible(app, 'a pinned state');
  });
});
