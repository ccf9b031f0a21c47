import { refuses, type Script, ScriptedModelServer, says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { dumpOf, sealedIn, storedIn } from '../fixtures/stored';
import { expectNowhere, shownBy } from '../material/canaries';
import { fileOf, linkTo, workspaceJson } from '../material/workspaces';
import { fillConnection, joinModel } from '../pages/models';
import { Sharing } from '../pages/sharing';

/** One call of the model that the workspace brings, over the slot that every workspace of this file has. */
const ASKS = 'ask: CAPABILITY model.generate {input: {prompt: "Say one."}}';
const MODEL = {
  connections: [{ id: 'connection-1', kind: 'openai-compatible' }],
  models: [{ id: 'model-1', connection: 'connection-1', model: 'any' }],
};

const VERDICTS: readonly (readonly [string, Script, RegExp])[] = [
  ['an answer', says('ready'), /It answers: “ready”, after \d+ ms\./],
  ['401', refuses(401), /refused the key \(401\).*MODEL_UNAUTHORIZED/],
  ['429', refuses(429), /MODEL_RATE_LIMITED/],
  ['500', refuses(500), /failed \(500\).*MODEL_SERVER_ERROR/],
  ['fault B10 only thought', says({ reasoning: 'Hm.' }), /only thought.*MODEL_ONLY_REASONING/],
  ['CORS', { ...says('x'), cors: false }, /does not let this page read its answers \(CORS\).*MODEL_CORS/],
];

test.describe('T2 a model is joined and tried in the settings', () => {
  for (const [title, script, verdict] of VERDICTS) {
    test(`fault M7 “Test connection” tells plainly what came of it: ${title}`, async ({
      app,
      model,
      complaints,
    }) => {
      if (/^\d|CORS/.test(title)) complaints.expectConsole(/Failed to load resource|blocked by CORS policy/);
      await app.openTemplate('Ask a table');
      await app.button('Settings').click();
      const settings = app.dialog('Settings');
      await settings.getByRole('button', { name: 'Add a model' }).click();
      // What is offered first belongs together: Ollama's address, and Ollama's spelling of a model.
      await expect(settings.getByRole('textbox', { name: 'URL' })).toHaveValue('http://localhost:11434/v1');
      await expect(settings.getByRole('textbox', { name: 'Model id' })).toHaveValue('qwen2.5:7b');
      // fault D3: which servers a page may reach.
      await expect(settings).toContainText('one on this device (localhost, 127.0.0.1), or any with an https');
      await settings.getByRole('textbox', { name: 'URL' }).fill(model.url);
      await settings.getByRole('textbox', { name: 'Key' }).fill('sk-one-word');
      model.script(script);
      await settings.getByRole('button', { name: 'Test connection' }).click();
      await expect(settings.getByRole('status')).toHaveText(verdict);
      // fault B10: what a model thinks counts too, so it may have more than one word.
      if (title === 'an answer') expect(model.requests.at(-1)?.body).toHaveProperty('max_tokens', 4_000);
      // A connection whose call has failed is not told as one that works.
      const card = settings.getByRole('region', { name: 'Model model-1' });
      const said =
        title === 'an answer' || title.startsWith('fault B10')
          ? `connected to ${model.origin}`
          : `the last call to ${model.origin} failed`;
      await expect(card).toContainText(said);
      // A browser that was not let in asks only whether it may come in, and shows no key.
      const shown = title === 'CORS' ? undefined : 'Bearer sk-one-word';
      expect(model.requests.at(-1)?.headers.authorization).toBe(shown);
    });
  }

  test('fault D3 an address that a page may not reach is told as that, with what can be done', async ({
    app,
    network,
    complaints,
  }) => {
    complaints.expectConsole(/Content Security Policy|violates the following/);
    network.allow('http://192.168.1.5:11434');
    await app.openTemplate('Ask a table');
    await app.button('Settings').click();
    const settings = app.dialog('Settings');
    await settings.getByRole('button', { name: 'Add a model' }).click();
    await settings.getByRole('textbox', { name: 'URL' }).fill('http://192.168.1.5:11434/v1');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    const verdict = settings.getByRole('status');
    await expect(verdict).toContainText('it may only reach https addresses, localhost and 127.0.0.1');
    await expect(verdict).toContainText('planloom serve --connect http://192.168.1.5:11434');
    await expect(verdict).toContainText('MODEL_ADDRESS_BLOCKED');
    await expect(settings.getByRole('region', { name: 'Model model-1' })).toContainText(
      'the last call to http://192.168.1.5:11434 failed',
    );
  });

  test('fault D3 from a page over https an address without encryption is told as that, and nothing is sent', async ({
    app,
    page,
    baseURL,
    network,
  }) => {
    const secure = 'https://planloom.example';
    network.allow(secure);
    await page.route(`${secure}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}` }) });
    });
    await page.goto(`${secure}/`);
    await app.button('Connect a model').click();
    const dialog = app.dialog('New connection');
    await dialog.getByRole('combobox', { name: 'Server' }).selectOption('Another server');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://models.example/v1');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(dialog.getByRole('list', { name: 'Connection check' })).toContainText(
      'not from an https page',
    );
    await expect(dialog.getByRole('status')).toContainText('MODEL_MIXED_CONTENT');
    await expect(dialog.getByRole('button', { name: 'Connect anyway' })).toBeVisible();
    expect(network.sent.filter(({ url }) => url.startsWith('http://models.example'))).toEqual([]);
  });

  test('the key lives in memory: after a reload the address and the key are asked for again', async ({
    app,
    page,
    model,
  }) => {
    await app.openTemplate('Ask a table');
    await app.button('Settings').click();
    const settings = app.dialog('Settings');
    await settings.getByRole('button', { name: 'Add a model' }).click();
    await settings.getByRole('textbox', { name: 'URL' }).fill(model.url);
    await settings.getByRole('textbox', { name: 'Key' }).fill('sk-one-word');
    await settings.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(settings).toContainText(`connected to ${model.origin}, with a key`);
    await expect(settings.getByRole('textbox', { name: 'Key' })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain('model-1');
    // The key is kept nowhere (T2).
    expect(JSON.stringify(await storedIn(page))).not.toContain('sk-one-word');
    await page.reload();
    await app.button('Settings').click();
    await expect(settings.getByRole('region', { name: 'Model model-1' })).toContainText('not connected');
  });

  test('an address that hides another host, or is none, is refused under its field', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await app.button('Settings').click();
    const settings = app.dialog('Settings');
    await settings.getByRole('button', { name: 'Add a model' }).click();
    for (const url of ['https://api.example.com@evil.example/v1', 'ftp://example.com', 'no address']) {
      await settings.getByRole('textbox', { name: 'URL' }).fill(url);
      await settings.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(settings.getByRole('textbox', { name: 'URL' })).toHaveAttribute('aria-invalid', 'true');
      await expect(settings.getByRole('region', { name: 'Model model-1' })).toContainText('not connected');
    }
  });
});

test('fault X1 case A2 what fills a slot belongs to the person: two workspaces, two servers, delete and import', async ({
  app,
  network,
}) => {
  const servers = await Promise.all([ScriptedModelServer.start(), ScriptedModelServer.start()]);
  const [first, second] = servers;
  for (const { origin } of servers) network.allow(origin);
  const settings = app.dialog('Settings');
  const card = settings.getByRole('region', { name: 'Model model-1' });
  const sharing = new Sharing(app);
  const bringIn = async (name: string) => {
    await sharing.bringIn(fileOf('file.json', workspaceJson(ASKS, { ...MODEL, id: 'twin', name })));
  };
  const runTo = async (status: string) => {
    await app.run();
    const trust = sharing.trust.getByRole('button', { name: 'Trust', exact: true });
    await trust.click();
    await app.expectRun(status);
  };

  // Their slots have one name, and each reaches its own server, with its own key or none.
  await bringIn('A');
  await joinModel(app, first.url, 'sk-of-the-first');
  await runTo('completed');
  await bringIn('B');
  await app.button('Settings').click();
  await expect(card).toContainText('not connected');
  await card.getByRole('textbox', { name: 'URL' }).fill(second.url);
  await card.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(card.getByText(`connected to ${second.origin}`, { exact: true })).toBeVisible();
  await app.page.keyboard.press('Escape');
  await runTo('completed');
  expect(first.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-of-the-first']);
  expect(second.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);

  // The first server with an empty key is a connection of its own, without the key of the other.
  await app.button('Settings').click();
  await card.getByRole('combobox', { name: 'Connection' }).selectOption('A new connection');
  await card.getByRole('textbox', { name: 'URL' }).fill(first.url);
  await card.getByRole('button', { name: 'Test connection' }).click();
  await expect(card.getByRole('status')).toContainText('It answers');
  expect(first.requests.at(-1)?.headers.authorization).toBeUndefined();
  // One that is there already can be picked, and has its key.
  await card
    .getByRole('combobox', { name: 'Connection' })
    .selectOption({ label: `${new URL(first.url).host}, with a key` });
  await card.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(card).toContainText(`connected to ${first.origin}, with a key`);

  // Removing the model here disconnects nobody there.
  await card.getByRole('button', { name: 'Remove the model model-1' }).click();
  await settings.getByRole('button', { name: 'Close' }).click();
  await app.button('Planloom, to the start').click();
  await app.page
    .getByRole('region', { name: 'Recent workspaces' })
    .getByRole('button', { name: /^A/ })
    .click();
  await app.button('Settings').click();
  await expect(card).toContainText(`connected to ${first.origin}, with a key`);

  // Deleted, and brought in again under the same id: its slot waits for a pick, and nothing is sent.
  await settings.getByRole('tab', { name: 'Storage' }).click();
  app.page.once('dialog', (dialog) => void dialog.accept());
  await settings.getByRole('button', { name: 'Delete A for good' }).click();
  await expect(app.templates).toBeVisible();
  for (const server of servers) server.reset();
  await bringIn('A, from elsewhere');
  await app.button('Settings').click();
  await expect(card).toContainText('not connected');
  await app.page.keyboard.press('Escape');
  for (const server of servers) {
    expect(server.requests).toEqual([]);
    await server.stop();
  }
});

test('W7 T2 case H6 case H9 two workspaces, two connections, three models: each prompt reaches the server that was picked, with its key alone; forgotten, nothing is left', async ({
  app,
  page,
  network,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const servers = await Promise.all([ScriptedModelServer.start(), ScriptedModelServer.start()]);
  const [first, second] = servers;
  const keys = ['canary-of-the-first-9f2c71e4', 'canary-of-the-second-77d0e5b3'] as const;
  const passphrase = 'four words to remember';
  for (const [index, server] of servers.entries()) {
    network.allow(server.origin);
    // Whatever a server says of a key goes through the same doors as any answer.
    server.script(says(`My key is ${keys[index]}.`));
  }
  const sharing = new Sharing(app);
  const settings = app.dialog('Settings');
  const optionOf = (server: ScriptedModelServer) =>
    `${new URL(server.origin).host} · scripted · ${server.origin}`;
  /** What a server was asked since the last look, and with which key. */
  const asked = (server: ScriptedModelServer) =>
    server.requests.splice(0).map(({ headers, body }) => {
      const { model, messages } = Object(body);
      return [headers.authorization, model, JSON.stringify(messages).match(/Prompt \w+/)?.[0]];
    });
  const limitOfTokens = sharing.trust.getByRole('spinbutton', { name: 'Max tokens per run' });
  const trustWith = async (picks: Readonly<Record<string, ScriptedModelServer | null>>) => {
    for (const [slot, server] of Object.entries(picks)) {
      const pick = sharing.trust.getByRole('combobox', { name: new RegExp(`^${slot}`) });
      await expect(pick.locator('option:checked')).toHaveText('Not connected (calls wait)');
      if (server !== null) await pick.selectOption(optionOf(server));
    }
    await expect(limitOfTokens).toHaveValue('500000');
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  };

  await test.step('two connections of the person: one remembered, one behind a passphrase', async () => {
    await app.button('Connect a model').click();
    await fillConnection(app, first.url, keys[0], 'This device');
    await app.button('Change').click();
    await settings.getByRole('button', { name: 'New connection' }).click();
    await fillConnection(app, second.url, keys[1], 'With a passphrase', passphrase);
    await expect(settings.getByRole('list', { name: 'Connections' }).getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
  });

  const TWO = workspaceJson(`${prompting('one', 'model-1')}\n${prompting('two', 'model-2')}\n one -> two`, {
    ...{ id: 'two', name: 'Two models' },
    connections: [{ id: 'slot-1' }, { id: 'slot-2' }],
    models: [
      { id: 'model-1', connection: 'slot-1', model: 'small' },
      { id: 'model-2', connection: 'slot-2', model: 'large' },
    ],
  });
  await test.step('two models of one workspace, each over the slot that was picked for it', async () => {
    await sharing.bringIn(fileOf('two.json', TWO));
    await app.run();
    await trustWith({ 'slot-1': first, 'slot-2': second });
    await app.expectRun('completed');
    expect(asked(first)).toEqual([[`Bearer ${keys[0]}`, 'small', 'Prompt one']]);
    expect(asked(second)).toEqual([[`Bearer ${keys[1]}`, 'large', 'Prompt two']]);
  });
  const link = await sharing.link();
  const downloads = {
    workspace: await sharing.download('Workspace'),
    ledger: await sharing.download('This run'),
  };

  await test.step('a workspace that names no model asks what is picked for it, within a limit of tokens', async () => {
    const three = 'three: CAPABILITY model.generate {name: three, input: {prompt: "Prompt three."}}';
    await sharing.bringIn(fileOf('other.json', workspaceJson(three, { id: 'other', name: 'Another' })));
    await app.run();
    await expect(sharing.trust).toBeVisible();
    await expect(limitOfTokens).toBeHidden();
    await trustWith({ 'Model for its planners': second });
    await app.expectRun('completed');
    expect(asked(first)).toEqual([]);
    expect(asked(second)).toEqual([[`Bearer ${keys[1]}`, 'scripted', 'Prompt three']]);
  });
  await test.step('after a reload the picks hold, and what is locked waits for its passphrase alone', async () => {
    await page.reload();
    await app.run();
    await app.expectRun('waiting');
    await expect(page.getByText('“three” waits for your passphrase')).toBeVisible();
    expect(asked(second)).toEqual([]);
    await page.getByLabel('Passphrase').fill(passphrase);
    await app.button('Unlock').click();
    await app.expectRun('completed');
    expect(asked(second)).toEqual([[`Bearer ${keys[1]}`, 'scripted', 'Prompt three']]);
  });
  await test.step('the link, opened where both connections are, is connected to neither', async () => {
    await app.open(linkTo({ ...TWO, id: 'from-a-link', name: 'From a link' }));
    await app.run();
    await trustWith({ 'slot-1': null, 'slot-2': null });
    await app.expectRun('waiting');
    await expect(app.button('Connect the model')).toBeVisible();
    for (const server of servers) expect(asked(server)).toEqual([]);
  });
  await test.step('a key is in requests to its own server, and in nothing else', async () => {
    const toOthers = (server: ScriptedModelServer) =>
      JSON.stringify(network.sent.filter(({ url }) => !url.startsWith(server.url)));
    const places = { ...downloads, link, shown: await shownBy(page), console: said.join('\n') };
    const stored = await dumpOf(page);
    expectNowhere(keys, { ...places, stored });
    expectNowhere([keys[0]], { traffic: toOthers(first) });
    expectNowhere([keys[1]], { traffic: toOthers(second) });
    const sentAs = network.sent.map(({ url, body }) => `${url} ${body}`).join('\n');
    expectNowhere(keys, { addresses: sentAs });
    expect(stored, 'the key that encrypts the other').toContain('CryptoKey AES-GCM');
  });
  await test.step('forgotten, no store has the key, what it was encrypted to, or what encrypted it', async () => {
    const sealed = await sealedIn(page);
    expect(sealed).toHaveLength(2);
    const before = await dumpOf(page);
    for (const bytes of sealed) expect(before).toContain(bytes);
    await app.button('Settings').click();
    await settings.getByRole('tab', { name: 'Connections' }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await settings.getByRole('button', { name: 'Forget all keys' }).click();
    await expect(settings).toContainText('No connection yet');
    await expect.poll(async () => (await storedIn(page)).connections).toEqual([]);
    const after = await dumpOf(page);
    expectNowhere(keys, { stored: after });
    for (const bytes of sealed) expect(after).not.toContain(bytes);
    expect(after).not.toContain('CryptoKey');
  });
  for (const server of servers) await server.stop();
});

/** A node that asks a model by its id. */
function prompting(name: string, model: string): string {
  return `${name}: CAPABILITY model.generate {name: ${name}, input: {prompt: "Prompt ${name}.", model: "${model}"}}`;
}
