import { replay } from '#kernel';
import { says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { fileOf, workspaceJson } from '../material/workspaces';
import { connectModel, joinModel } from '../pages/models';
import type { Planloom } from '../pages/planloom';
import { exportedLedger, finishedEffects } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

test('K6 reload in the middle of a run: paused (interrupted), Resume goes on, no finished call repeats', async ({
  app,
  page,
  model,
}) => {
  const plan = `
    out answer
    first: CAPABILITY model.generate {input: {prompt: "Say one."}}
    second: CAPABILITY model.generate {input: {prompt: "Say two."}, output: {answer: "result.text"}}
    third: CAPABILITY text.upper {input: {text: "{{ answer }}"}, output: {answer: "result.text"}}
    first -> second -> third
    result {answer: "{{ answer }}"}
  `;
  await new Sharing(app).bringIn(fileOf('calls.planloom.json', workspaceJson(plan)));
  await connectModel(app, model.url);
  model.script(says('one'), says({ gate: 'second' }, 'two'), says('two again'));
  await app.run();
  await trust(app, 10);
  await model.received(2);
  await expect(app.nodeAt('/second')).toHaveAccessibleName(/, running$/);

  await page.reload();
  await app.expectRun('paused');
  await expect(page.getByRole('status', { name: 'Run paused' })).toContainText('interrupted');
  await expect(app.nodeAt('/first')).toHaveAccessibleName(/, succeeded$/);
  await expect(app.nodeAt('/second'), 'a call that was lost does not run').toHaveAccessibleName(/, paused$/);
  await expect.poll(() => model.requests[1]?.aborted).toBe(true);
  expect(model.requests, 'nothing leaves before Resume').toHaveLength(2);

  // Keys and addresses end with the page (T2): it is said, with the way to join them again.
  await expect(page.getByText('its model is not connected any more')).toBeVisible();
  // fault S10, K13: resumed before that, the call waits for its connection, and leaves by itself once it is there.
  await app.button('Resume').click();
  await app.expectRun('waiting');
  await expect(page.getByText('“Ask a model” waits for a connection')).toBeVisible();
  await expect(app.nodeAt('/second')).toHaveAccessibleName(/, waiting$/);
  expect(model.requests, 'nothing leaves before it is connected').toHaveLength(2);
  await app.button('Connect the model').click();
  await app.dialog('Settings').getByRole('button', { name: 'Close' }).click();
  await joinModel(app, model.url);
  await app.expectRun('completed');
  await expect(app.answer).toContainText('TWO AGAIN');
  expect(model.requests.map(promptOf)).toEqual(['Say one.', 'Say two.', 'Say two.']);
  const commits = await exportedLedger(app);
  expect(finishedEffects(commits)).toEqual(['/first#1', '/second#1', '/third#1']);
  expect(replay(commits)).toMatchObject({ ok: true, status: 'completed', effects: 0 });
});

test('K6 a run that waits for a person goes on waiting after a reload', async ({ app, page }) => {
  await app.openTemplate('Parallel review');
  await app.run();
  await app.expectRun('waiting');
  await page.reload();
  await app.expectNode('The editor decides', 'HUMAN_INPUT', 'waiting');
  const paused = page.getByRole('status', { name: 'Run paused' });
  await expect(paused.or(page.getByRole('status', { name: 'Run waiting' }))).toBeVisible();
  if (await paused.isVisible()) await app.button('Resume').click();
  await page
    .getByRole('form', { name: /The checks found this/ })
    .getByRole('button', { name: 'Publish' })
    .click();
  await app.expectRun('completed');
  const finished = finishedEffects(await exportedLedger(app));
  expect(new Set(finished).size).toBe(finished.length);
});

test('K6 set so in the settings, an interrupted run goes on by itself when it is opened again', async ({
  app,
  page,
}) => {
  const slow = 'nap: DELAY {forMs: 2500}\nsay: CAPABILITY text.say {input: {text: "Awake."}}\nnap -> say';
  await new Sharing(app).bringIn(fileOf('slow.planloom.json', workspaceJson(slow)));
  await app.button('Settings').click();
  await app.dialog('Settings').getByRole('tab', { name: 'Runs', exact: true }).click();
  const choice = page.getByRole('checkbox', { name: 'Resume interrupted runs automatically' });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await expect(choice).toBeChecked();
  await page.keyboard.press('Escape');
  await app.run();
  await trust(app, 10);
  await expect(app.nodeAt('/nap')).toHaveAccessibleName(/, waiting$/);
  await page.reload();
  await app.expectRun('completed');
  const commits = await exportedLedger(app);
  expect(finishedEffects(commits)).toContain('/say#1');
});

async function trust(app: Planloom, calls: number): Promise<void> {
  const { trust } = new Sharing(app);
  await trust.getByRole('spinbutton', { name: 'Max calls per run' }).fill(String(calls));
  await trust.getByRole('button', { name: 'Trust', exact: true }).click();
}

function promptOf({ body }: { readonly body: unknown }): string {
  return JSON.stringify(body).match(/Say \w+\./)?.[0] ?? '';
}
