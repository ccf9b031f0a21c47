import { replay } from '#kernel';
import { says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { fileOf, workspaceJson } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { connectModel, joinModel } from '../pages/models';
import { exportedLedger } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

const TWO = `
  var draft   out answer
  one: CAPABILITY model.generate {name: "One", input: {prompt: "Say one."}, output: {draft: "result.text"}}
  two: CAPABILITY model.generate {name: "Two", input: {prompt: "Say two after {{ draft }}"}, output: {answer: "result.text"}}
  one -> two
`;

/** A tool that says that it writes, and answers by itself. */
const MAIL = {
  id: 'mail.send',
  title: 'Send a mail',
  description: 'Sends a mail.',
  effect: 'write',
  input: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  make: { kind: 'answer', value: { sent: 'to {{ input.to }}' } },
};

test('D1 a step that may change something outside is tried only after that is ticked by its name, each time; by keyboard', async ({
  app,
  page,
}) => {
  const sharing = new Sharing(app);
  const mail = 'tell: CAPABILITY mail.send {name: "Tell Ann", input: {to: "ann@example.com"}}';
  await sharing.bringIn(fileOf('mail.planloom.json', workspaceJson(mail, { capabilities: [MAIL] })));
  await app.node('Tell Ann').click();
  await app.node('Tell Ann').press('y');
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  const dialog = app.dialog('Try “Tell Ann”');
  const confirm = dialog.getByRole('checkbox', { name: 'Call Send a mail for real' });
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(dialog.getByRole('textbox', { name: /^to/i })).toBeFocused();
  await expect(dialog).toContainText('Send a mail may change something outside.');
  await expect(dialog).not.toContainText('a second time');
  await expect(dialog.getByRole('button', { name: 'Try it', exact: true })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(result, 'nothing is called unconfirmed').toHaveCount(0);
  await confirm.press('Space');
  await expect(confirm).toBeChecked();
  await expectAccessible(app, 'Try what may change something');
  await dialog.getByRole('button', { name: 'Try it', exact: true }).press('Enter');
  await expect(result).toContainText('to ann@example.com');
  await expect(confirm, 'it counts for one call').not.toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await app.run();
  await app.expectRun('completed');
  await app.node('Tell Ann').press('y');
  await expect(dialog).toContainText('It was called in the run that is shown; this calls it a second time.');
  await expect(confirm).not.toBeChecked();
});

test('D10 D7 a step is pinned with the keyboard, outlives a reload, is never called, and is called again once it is removed', async ({
  app,
  page,
  model,
}) => {
  const sharing = new Sharing(app);
  const inspector = app.panel('Inspector');
  const pinned = inspector.getByRole('region', { name: 'Pinned' });
  await sharing.bringIn(fileOf('two.planloom.json', workspaceJson(TWO)));
  await connectModel(app, model.url);

  await test.step('in the design P asks what comes of it', async () => {
    await app.node('Two').focus();
    await app.node('Two').click();
    await page.keyboard.press('p');
    const dialog = app.dialog('Pin “Two”');
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(dialog).toContainText('The output is missing.');
    await dialog.getByRole('textbox', { name: 'Output' }).fill('{"text": "Canary."}');
    await dialog.getByRole('textbox', { name: 'Only when' }).fill('draft ==');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('cannot be read');
    await dialog.getByRole('textbox', { name: 'Only when' }).fill('draft == "First."');
    await expectAccessible(app, 'Pin');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(app.node('Two')).toHaveAccessibleName('Two, CAPABILITY, pinned');
    await expect(pinned).toContainText('Canary.');
    await expect(pinned).toContainText('when draft == "First."');
  });

  await test.step('a run does not call it, and says so', async () => {
    model.script(says('First.'));
    await app.run();
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await app.expectRun('completed');
    expect(model.requests).toHaveLength(1);
    await expect(app.node('Two')).toHaveAccessibleName('Two, CAPABILITY, succeeded, pinned');
    await app.button('Read the answer').click();
    await expect(app.answer).toContainText('Canary.');
    await expect(app.answer).toContainText('1 step was pinned');
  });

  await test.step('after a reload it still is; P in a run pins what came out, and nothing is called any more', async () => {
    await page.reload();
    await app.expectRun('completed');
    await joinModel(app, model.url);
    model.reset();
    await app.node('One').click();
    await app.node('One').press('p');
    await expect(app.node('One')).toHaveAccessibleName('One, CAPABILITY, succeeded, pinned');
    await app.run();
    await expect(app.slider).toHaveValue('1');
    await app.expectRun('completed');
    await app.button('Read the answer').click();
    await expect(app.answer).toContainText('2 steps were pinned');
    expect(model.requests).toHaveLength(0);
  });

  await test.step('no file and no link has it', async () => {
    expect(await sharing.download('Workspace')).not.toContain('Canary');
    expect(await sharing.download('This plan')).not.toContain('Canary');
    const link = await sharing.link();
    await app.openTab('Runs');
    await app.button('Back to the plan').click();
    expect(await sharing.link(), 'the link is that of the workspace alone').toBe(link);
  });

  await test.step('a hand sees it among the steps', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await app.openTab('Steps');
    await expect(app.panel('Steps').getByRole('button', { name: /^Two.*pinned/ })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('removed it is called again; what was removed can be put back', async () => {
    const list = inspector.getByRole('region', { name: 'Pins' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: 'Remove the pin of One' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await app.panel('Messages').getByRole('button', { name: 'Undo' }).last().click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await app.node('Two').click();
    await inspector.getByRole('button', { name: 'Edit pin' }).click();
    await expect(app.dialog('Pin “Two”').getByRole('textbox', { name: 'Output' })).toHaveText(/Canary/);
    await page.keyboard.press('Escape');
    await inspector.getByRole('button', { name: 'Remove pin' }).click();
    await expect(app.node('Two')).toHaveAccessibleName('Two, CAPABILITY');
    model.script(says('Second.'));
    await app.run();
    await app.expectRun('completed');
    expect(model.requests).toHaveLength(1);
    await expect(app.node('Two')).toHaveAccessibleName('Two, CAPABILITY, succeeded');
  });

  await test.step('every call of a capability is pinned from a step that calls it, by keyboard, and no step calls it', async () => {
    await app.node('Two').click();
    const every = inspector.getByRole('button', { name: 'Pin every call of model.generate' });
    await expect(every).toBeVisible();
    await app.node('Two').press('Shift+P');
    const dialog = app.dialog('Pin every call of “model.generate”');
    await expect(dialog.getByRole('textbox', { name: 'Output' })).toHaveText(/Second/);
    await dialog.getByText('This error').click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill('DOWN');
    await dialog.getByRole('textbox', { name: 'Message' }).fill('It is down.');
    await expectAccessible(app, 'Pin every call');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(app.node('Two')).toHaveAccessibleName('Two, CAPABILITY, succeeded, pinned');
    await expect(pinned).toContainText('Every call of model.generate is pinned');
    await expect(pinned).toContainText('Fails with DOWN: It is down.');
    await expect(every).toBeHidden();
    model.script(says('Third.'));
    await inspector.getByRole('button', { name: 'Edit pin' }).click();
    await dialog.getByRole('textbox', { name: 'Only when' }).fill('input.prompt != "Say one."');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await app.run();
    await app.expectRun('failed');
    expect(model.requests, 'the pin of One goes before it').toHaveLength(0);
    expect(JSON.stringify(await exportedLedger(app)), 'the ledger says what was pinned').toContain(
      '"capability":"model.generate","error"',
    );
  });

  await test.step('D1 Y tries a step alone, with what it was given and then with an input of one’s own; plan and run stay as they are', async () => {
    model.script(says('Fourth.'));
    await app.node('Two').press('y');
    const dialog = app.dialog('Try “Two”');
    const prompt = dialog.getByRole('textbox', { name: /^prompt/i });
    await expect(prompt).toHaveValue('Say two after First.');
    await expect(prompt).toBeFocused();
    await expect(dialog).toContainText('The step is pinned, but it is called anyway.');
    await prompt.fill('Say four.');
    await dialog.getByRole('button', { name: 'Try it', exact: true }).click();
    const result = dialog.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Fourth.');
    await expect(result.getByRole('status')).toContainText('completed');
    expect(model.requests).toHaveLength(1);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Say four.');
    await expectAccessible(app, 'Try it');
    await expect(app.node('One'), 'what is shown stays').toHaveCount(1);
  });

  await test.step('its run is one of the list, is what it was, and leads back', async () => {
    await app.button('Open this run').click();
    await expect(app.node('One')).toHaveCount(0);
    await expect(app.node('Two')).toHaveAccessibleName('Two, CAPABILITY, succeeded, pinned');
    expect(replay(await exportedLedger(app))).toMatchObject({ ok: true, status: 'completed', effects: 0 });
    await app.openTab('Runs');
    const runs = app.panel('Runs');
    await expect(runs.getByRole('treeitem', { name: /Try “Two”/ })).toBeVisible();
    await app.button('Back to the plan').click();
    await expect(app.node('One')).toBeVisible();
  });

  await test.step('the pin of a capability is listed with the others, and removed', async () => {
    await app.node('Two').press('Escape');
    const list = inspector.getByRole('region', { name: 'Pins' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: 'Remove the pin of every call of model.generate' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(app.panel('Messages')).toContainText('Calls of “model.generate” are no longer pinned.');
    expect(await sharing.download('Workspace')).not.toContain('DOWN');
  });

  await test.step('a hand tries it from its details', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await app.openTab('Canvas');
    await app.node('Two').click();
    await app.button('Details of Two').click();
    await app.dialog('Details').getByRole('button', { name: 'Try it', exact: true }).click();
    await expect(app.dialog('Try “Two”').getByRole('textbox', { name: /^prompt/i })).toBeVisible();
    await expectAccessible(app, 'Try it in a hand');
  });
});
