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
  model.models = ['nomic-embed-text', 'scripted'];
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
  const models = dialog.getByRole('radiogroup', { name: 'Model' });
  await expect(models.getByRole('radio', { name: 'scripted', exact: true })).toBeChecked();
  await expect(models).toContainText('nomic-embed-textcannot plan');
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
  await test.step('its key is replaced, kept with a passphrase and forgotten, where the connection is read', async () => {
    const asked = async () => {
      await settings.getByRole('button', { name: 'Test connection' }).click();
      await expect(settings.getByRole('list', { name: 'Connection check' })).toContainText('2 models');
      return model.listings.at(-1)?.headers.authorization;
    };
    await settings.getByRole('list', { name: 'Connections' }).getByRole('button').first().click();
    expect(await asked()).toBe(`Bearer ${KEY}`);
    await settings.getByRole('textbox', { name: 'Key' }).fill('sk-canary-of-another');
    await settings.getByRole('button', { name: 'Replace the key' }).click();
    await expect(settings.getByRole('textbox', { name: 'Key' })).toHaveValue('');
    await expect(settings.getByRole('list', { name: 'Connection check' })).toBeHidden();
    expect(await asked()).toBe('Bearer sk-canary-of-another');
    await settings.getByRole('radio', { name: /^With a passphrase/ }).check();
    await settings.getByLabel('Passphrase', { exact: true }).fill('four words to remember');
    await settings.getByRole('button', { name: 'Keep with this passphrase' }).click();
    await expect(settings.getByLabel('Passphrase', { exact: true })).toBeHidden();
    expect(await asked()).toBe('Bearer sk-canary-of-another');
    await settings.getByRole('button', { name: 'Forget the key' }).click();
    await expect(settings.getByRole('button', { name: 'Add the key' })).toBeVisible();
    expect(await asked()).toBeUndefined();
    await settings.getByRole('textbox', { name: 'Key' }).fill(KEY);
    await settings.getByRole('button', { name: 'Add the key' }).click();
    expect(await asked()).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(await storedIn(page))).not.toContain('sk-canary');
  });
  page.once('dialog', (asked) => asked.accept());
  await settings.getByRole('button', { name: 'Forget all keys' }).click();
  await expect(settings).toContainText('No connection yet');
  await expect.poll(async () => (await storedIn(page)).connections).toEqual([]);
});
