import { replay } from '#kernel';
import { refuses, says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
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
  requests.map(({ body }) => /Say (\d+)/.exec(JSON.stringify(body))?.[1]);

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
  await expectAccessible(app, 'Run from here?');
  await sheet.getByRole('button', { name: 'Retry', exact: true }).click();
  await app.expectRun('completed');
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

  await test.step('edited since: which definition is asked, with the difference', async () => {
    await app.button('Back to the plan').click();
    await app.node('Step 3').click();
    await app
      .panel('Inspector')
      .getByRole('textbox', { name: /^prompt/i })
      .fill('Say 33.');
    await page.keyboard.press('Tab');
    await app.openTab('Runs');
    await app
      .panel('Runs')
      .getByRole('button', { name: /failed/ })
      .click();
    await app.expectRun('failed');
    await page.keyboard.press('Alt+Shift+R');
    await expect(sheet.getByRole('radio', { name: /^As it is now/ })).toBeChecked();
    await expect(sheet).toContainText('“Step 3” changed');
    await expect(sheet.getByRole('listitem')).toHaveText([/^Step 3/]);
    await sheet.getByRole('radio', { name: /^As it was/ }).check();
    await expect(sheet.getByRole('listitem')).toHaveText(['Step 7failed']);
    model.script(says('Yes.'));
    await page.keyboard.press('Enter');
    await app.expectRun('completed');
    expect(promptsOf(model.requests)).toEqual(['7', '8', '9', '10']);
  });
});
