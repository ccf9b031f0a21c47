import { says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { storedIn } from '../fixtures/stored';

const KEY = 'sk-canary-7f3a9c21';
const STEP = JSON.stringify({ id: 'say', type: 'tool', tool: 'text.say', args: { text: 'Book the hall.' } });

test('T2 case H9 a model is connected from the start page, remembered on this device, asked by the first field, and forgotten', async ({
  app,
  page,
  model,
  network,
  complaints,
}) => {
  await app.button('Connect a model').click();
  const dialog = app.dialog('New connection');
  await dialog.getByRole('combobox', { name: 'Server' }).selectOption('Another server');
  await test.step('what does not work is not told as connected, and is of the address that was tested', async () => {
    const closed = 'http://127.0.0.1:9/v1';
    network.allow(new URL(closed).origin);
    complaints.expectConsole(/Failed to load resource|ERR_UNSAFE_PORT/);
    await dialog.getByRole('textbox', { name: 'URL' }).fill(closed);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByRole('status')).toContainText('Nothing answers');
    await expect(dialog.getByRole('button', { name: 'Connect anyway' })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'URL' }).fill(model.url);
    await expect(dialog.getByRole('status')).toBeEmpty();
  });
  await dialog.getByRole('textbox', { name: 'Key' }).fill(KEY);
  await dialog.getByRole('radio', { name: /^This device/ }).check();
  await expect(dialog).toContainText('not from somebody who can use this browser');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByRole('list', { name: 'Connection check' })).toContainText('2 models');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog).toBeHidden();

  // Nothing is typed again, and no store has the key as it is.
  await page.reload();
  await expect(page.getByText(`scripted at ${model.origin} plans`)).toBeVisible();
  expect(JSON.stringify(await storedIn(page))).not.toContain(KEY);
  model.script(says(`${STEP}\n`));
  await page
    .getByRole('textbox', { name: 'What do you want done?' })
    .fill('Arrange the opening of the new shop');
  await app.button('Plan it').click();
  await model.received(1);
  expect(model.requests[0]).toMatchObject({
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: 'scripted' },
  });
  await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain('so scripted is asked');
  expect(JSON.stringify(await storedIn(page))).not.toContain(KEY);

  await app.button('Settings').click();
  const settings = app.dialog('Settings');
  await settings.getByRole('tab', { name: 'Connections' }).click();
  page.once('dialog', (asked) => asked.accept());
  await settings.getByRole('button', { name: 'Forget all keys' }).click();
  await expect(settings).toContainText('There is none yet');
  await expect.poll(async () => (await storedIn(page)).connections).toEqual([]);
});
