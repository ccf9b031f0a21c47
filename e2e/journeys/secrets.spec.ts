import { says } from '../../test/tools/modelScript';
import { expect, test } from '../fixtures/model';
import { dumpOf } from '../fixtures/stored';
import { expectNowhere, shownBy } from '../material/canaries';
import { fileOf, linkTo, workspaceJson } from '../material/workspaces';
import { connectModel } from '../pages/models';
import { Sharing } from '../pages/sharing';

const CANARY = 'canary-9f2c71e4-0b35-4d8a-a1c6-77d0e5b3f812';
const ASK = `
  start: START
  ask: CAPABILITY model.generate {name: ask, input: {prompt: "Repeat your key", model: "model-1"}}
  end: END
  start -> ask -> end
`;

test('case A2 case H6 a key goes to its one origin and is found nowhere else', async ({
  app,
  model,
  network,
}) => {
  const said: string[] = [];
  app.page.on('console', (message) => said.push(message.text()));
  await new Sharing(app).bringIn(fileOf('ask.json', workspaceJson(ASK)));
  await connectModel(app, model.url, CANARY);
  model.script(says(`My key is ${CANARY}.`));
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
  expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);

  const ledger = await new Sharing(app).download('This run');
  const workspace = await new Sharing(app).download('Workspace');
  const elsewhere = network.sent.filter(({ url }) => !url.startsWith(model.url));
  expectNowhere([CANARY], {
    ledger,
    workspace,
    page: await shownBy(app.page),
    stored: await dumpOf(app.page),
    console: said.join('\n'),
    requests: JSON.stringify(elsewhere),
    address: network.sent.map(({ url, body }) => `${url} ${body}`).join('\n'),
  });
});

test('case A2 a workspace that names our connection gets neither key nor request', async ({
  app,
  model,
  network,
}) => {
  await new Sharing(app).bringIn(fileOf('ask.json', workspaceJson(ASK)));
  await connectModel(app, model.url, CANARY);

  const theirs = workspaceJson(ASK, {
    id: 'theirs',
    name: 'Theirs',
    connections: [
      { id: 'connection-1', kind: 'openai-compatible', suggestedUrl: 'https://collect.example/v1' },
    ],
    models: [{ id: 'model-1', connection: 'connection-1', model: 'any' }],
  });
  await app.run();
  await expect(new Sharing(app).trust).toBeVisible();
  // In the same page, so that the key is still there. The question was about the other workspace, and goes with it.
  await app.page.evaluate((hash) => location.assign(hash), linkTo(theirs).slice(1));
  await expect(app.page.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
  await expect(new Sharing(app).trust).toBeHidden();
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('waiting');
  await expect(app.button('Connect the model')).toBeVisible();
  expect(model.requests).toEqual([]);
  expect(network.to('https://collect.example')).toEqual([]);
});

test('case A10 a secret in the work blocks link and file, names the place, and can be shared only by typing', async ({
  app,
}) => {
  const key = 'sk-proj-T3BlbkFJ9f2c71e40b354d8aa1c677d0e5b3f812';
  await new Sharing(app).bringIn(
    fileOf(
      'leak.json',
      workspaceJson(`start: START\nsay: CAPABILITY echo {input: {header: "Bearer ${key}"}}`),
    ),
  );
  await app.button('Share').click();
  const { share } = new Sharing(app);
  await expect(share).toContainText('looks like');
  await expect(share).toContainText('/plans/0/nodes/1/input/header');
  await expect(share.getByRole('textbox', { name: 'Link' })).toBeHidden();
  expect(await share.textContent()).not.toContain(key);

  const go = share.getByRole('button', { name: 'Go on' });
  await expect(go).toBeDisabled();
  await share.getByRole('textbox', { name: /share anyway/ }).fill('share anyway');
  await go.click();
  await expect(share.getByRole('textbox', { name: 'Link' })).toBeVisible();

  await share.getByRole('tab', { name: 'Files' }).click();
  let downloads = 0;
  app.page.on('download', () => downloads++);
  await share.getByRole('button', { name: 'Download Workspace' }).click();
  await expect(share).toContainText('/plans/0/nodes/1/input/header');
  expect(downloads).toBe(0);
});
