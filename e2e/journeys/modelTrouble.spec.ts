import {
  captivePortal,
  refuses,
  refusesWith,
  type Script,
  says,
  saysJson,
} from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { storedIn } from '../fixtures/stored';
import { say } from '../fixtures/streamed';
import { fileOf } from '../material/workspaces';
import { connectModel, joinBroughtModel, planWith } from '../pages/models';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

interface Trouble {
  readonly title: string;
  readonly flavour: 'llm' | 'stream';
  readonly script: Script;
  readonly code: string;
  readonly sentence: string;
  readonly toDo: RegExp;
  /** How often the server is asked, where it matters. */
  readonly requests?: number;
}

const RETRY_AFTER = { 'retry-after': '1', 'access-control-expose-headers': 'retry-after' };
const LINE = `${JSON.stringify({ type: 'step', step: say('greet') })}\n`;

const TROUBLES: readonly Trouble[] = [
  {
    title: 'a reply that is cut at its length',
    flavour: 'llm',
    script: { ...says('{"steps":[{"id":"greet","toolId":"text.s'), finishReason: 'length' },
    code: 'TRUNCATED_REPLY',
    sentence: 'The reply is cut',
    toDo: /shorter/,
  },
  {
    title: 'prose',
    flavour: 'llm',
    script: says('I would first look at the table and then tell you.'),
    code: 'NO_PLAN_IN_REPLY',
    sentence: 'The reply holds no plan, only text',
    toDo: /exactly one valid JSON object/,
  },
  {
    title: 'an empty reply',
    flavour: 'llm',
    script: says(''),
    code: 'EMPTY_REPLY',
    sentence: 'The reply is empty',
    toDo: /exactly one valid JSON object/,
  },
  {
    title: 'an unknown tool',
    flavour: 'llm',
    script: saysJson({ steps: [say('shout', { toolId: 'text.shout' })] }),
    code: 'UNKNOWN_TOOL',
    sentence: 'There is no tool "text.shout"',
    toDo: /Name one of the allowed tools/,
  },
  {
    title: 'a missing parameter',
    flavour: 'llm',
    script: saysJson({ steps: [say('greet', { input: {} })] }),
    code: 'PARAMETER_MISSING',
    sentence: '"text.say" needs the input "text"',
    toDo: /Give "text" a value/,
  },
  {
    title: 'a stream that breaks off',
    flavour: 'stream',
    script: says(LINE, { cut: true }),
    code: 'MODEL_STREAM_CUT',
    sentence: 'The answer broke off before it was whole',
    toDo: /Try again/,
  },
  {
    title: '401',
    flavour: 'stream',
    script: refuses(401),
    code: 'MODEL_UNAUTHORIZED',
    sentence: 'The server wants a key (401)',
    toDo: /whether the key is right/,
  },
  {
    title: '429 with Retry-After',
    flavour: 'stream',
    script: refuses(429, RETRY_AFTER),
    code: 'MODEL_RATE_LIMITED',
    sentence: 'It asks to wait 1 second',
    toDo: /Wait a while/,
  },
  {
    title: 'fault M2 an account without credit: nobody waits, and it is not asked twice',
    flavour: 'llm',
    script: refusesWith(
      429,
      { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } },
      { ...RETRY_AFTER, 'retry-after': '90' },
    ),
    code: 'MODEL_QUOTA_EXCEEDED',
    sentence: 'The account of this key has nothing left to spend (429): "You exceeded your current quota."',
    toDo: /Check the plan and the billing/,
    requests: 1,
  },
  {
    title: 'fault M2 a model that the server does not have is not asked twice',
    flavour: 'llm',
    script: refusesWith(404, { detail: 'No such model.' }),
    code: 'MODEL_REQUEST_REFUSED',
    sentence: 'or nothing at this address (404): "No such model."',
    toDo: /Check the name of the model/,
    requests: 1,
  },
  {
    title: 'fault M2 a request that the server does not take is not sent twice as it is',
    flavour: 'stream',
    script: refusesWith(400, { error: { message: 'This model is not for chats.' } }),
    code: 'MODEL_REQUEST_REFUSED',
    sentence: '"This model is not for chats."',
    toDo: /Check the name of the model/,
    requests: 1,
  },
  {
    title: 'fault M2 a service that wants to be paid first',
    flavour: 'stream',
    script: refusesWith(402, { error: { message: 'Insufficient balance.' } }),
    code: 'MODEL_QUOTA_EXCEEDED',
    sentence: '"Insufficient balance."',
    toDo: /Check the plan and the billing/,
    requests: 1,
  },
  {
    title: 'fault M3 a model that refuses',
    flavour: 'llm',
    script: says({ refusal: 'I cannot help with that.' }),
    code: 'MODEL_REFUSED',
    sentence: 'The model refused to answer: "I cannot help with that."',
    toDo: /choose another model/,
    requests: 1,
  },
  {
    title: 'fault M3 a content filter',
    flavour: 'stream',
    script: { ...says('{"type"'), finishReason: 'content_filter' },
    code: 'MODEL_FILTERED',
    sentence: 'The content filter of the service stopped the answer',
    toDo: /choose another model/,
    requests: 1,
  },
  {
    title: 'fault M3 reasoning and no answer',
    flavour: 'llm',
    script: says({ reasoning: 'I should look at the table.' }),
    code: 'MODEL_ONLY_REASONING',
    sentence: 'The model only thought, and answered nothing',
    toDo: /choose another model/,
  },
  {
    title: '500',
    flavour: 'llm',
    script: refuses(500),
    code: 'MODEL_SERVER_ERROR',
    sentence: 'The server of the model failed (500)',
    toDo: /Try again in a moment/,
  },
  {
    title: 'a server that lets no page in (CORS)',
    flavour: 'llm',
    script: { ...says('{}'), cors: false },
    code: 'MODEL_UNREACHABLE',
    sentence: 'a server that does not let web pages in (CORS)',
    toDo: /must allow web pages/,
  },
  {
    title: 'a sign-in page instead of a model',
    flavour: 'stream',
    script: captivePortal(),
    code: 'MODEL_REPLY_NOT_JSON',
    sentence: 'Instead of a model, a web page answered',
    toDo: /sign in first/,
    requests: 1,
  },
];

test.describe('T8 what a model can do wrong has a code, a sentence, a place and something to do', () => {
  for (const flavour of ['llm', 'stream'] as const) {
    const troubles = TROUBLES.filter((trouble) => trouble.flavour === flavour);
    test(`${flavour}: ${troubles.map(({ title }) => title).join('; ')}`, async ({
      app,
      page,
      model,
      complaints,
    }) => {
      test.slow();
      complaints.expectConsole(/Failed to load resource|blocked by CORS policy/);
      await prepare(app, model.url, flavour);
      for (const trouble of troubles)
        await test.step(trouble.title, async () => {
          model.script(trouble.script);
          await app.run();
          await app.expectRun('failed');
          const banner = page.getByRole('alert');
          await expect(banner).toContainText('“Plan the answer” failed');
          await expect(banner).toContainText(trouble.sentence);
          await banner.getByRole('button', { name: 'More', exact: true }).click();
          await expect(banner).toContainText(/another model|Try again|Check |Wait /);
          await expectAttempt(app, trouble);
          if (trouble.requests !== undefined) expect(model.requests).toHaveLength(trouble.requests);
        });
    });
  }

  test('fault M2 a server that asks for time: waiting, with a countdown, and a way out', async ({
    app,
    page,
    model,
    complaints,
  }) => {
    complaints.expectConsole(/Failed to load resource/);
    await prepare(app, model.url, 'llm');
    model.script(refuses(429, { ...RETRY_AFTER, 'retry-after': '90' }));
    await app.run();
    await app.expectRun('waiting');
    await app.expectNode('Plan the answer', 'PLANNER', 'waiting');
    await expect(page.getByText('It asks to wait 90 seconds.').first()).toBeVisible();
    const timer = page.getByRole('timer');
    await expect(timer).toHaveText(/^[1-9]\d? s$/);
    await expect(timer, 'it counts down').not.toHaveText((await timer.textContent()) ?? '');
    await expect(page.getByRole('region', { name: /^Planning by/ }), 'nobody is asked').toHaveCount(0);
    await app.button('Cancel the run').click();
    await app.expectRun('cancelled');
    await expect(page.getByRole('timer')).toBeHidden();
    expect(model.requests).toHaveLength(1);
  });

  test('faults M1 and M3 an odd server: once more without a field, then native calls are read as the plan', async ({
    app,
    model,
    complaints,
  }) => {
    complaints.expectConsole(/Failed to load resource/);
    const detail = [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }];
    const call = { name: 'text.say', arguments: JSON.stringify({ text: 'Here is greet.' }) };
    const answer = says({ reasoning: 'A greeting will do.' }, { toolCall: call });
    await prepare(app, model.url, 'llm');
    model.script(
      refusesWith(422, { detail }),
      { ...answer, finishReason: 'tool_calls' },
      saysJson({ steps: [] }),
    );
    await app.run();
    await app.expectRun('completed');
    await app.openTab('Plan attempts');
    const attempts = app.panel('Plan attempts');
    await attempts.getByRole('button', { name: /attempt 1/ }).click();
    await attempts.getByRole('tab', { name: /Problems/ }).click();
    await expect(attempts.getByRole('heading', { name: 'Sent again for this server' })).toBeVisible();
    await expect(attempts.getByRole('tabpanel')).toContainText(
      'Without stream_options, which it refused (422)',
    );
    await attempts.getByRole('tab', { name: 'Reasoning' }).click();
    await expect(attempts.getByRole('tabpanel')).toContainText('A greeting will do.');
    expect(model.requests[1]?.body).not.toHaveProperty('stream_options');
  });

  test('fault M4 a plan of the built-in rules says that the model failed, and why', async ({
    app,
    page,
    model,
    complaints,
  }) => {
    complaints.expectConsole(/Failed to load resource/);
    await app.openTemplate('Ask a table');
    await connectModel(app, model.url);
    await planWith(app, 'llm');
    model.script(refuses(401));
    await app.run();
    await app.expectRun('completed');
    await expect(
      page.getByText(/“Plan the answer” was planned by Built-in rules, because qwen2\.5:7b failed/),
    ).toBeVisible();
    await expect(page.getByText('The server wants a key (401)').first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Run completed' })).toContainText('by Built-in rules');
    await expect(app.node('Plan the answer')).toContainText('model wants a valid key');
    await expect(app.node('Carry it out')).toContainText('not the model’s plan');
    await app.button('Read the answer').click();
    await expect(app.answer).toContainText(
      'planned by Built-in rules · not by qwen2.5:7b: model wants a valid key',
    );
    await app.button('Show the attempts').click();
    const list = app.panel('Plan attempts').getByRole('list', { name: 'Attempts' });
    await expect(list).toContainText('failed: model unauthorized');
    await expect(list).toContainText('accepted');
    await app.button('Check the connection').click();
    await expect(app.dialog('Settings').getByRole('textbox', { name: 'Key' })).toBeFocused();
  });

  test('fault X9 a cut answer is no result, fault X10 tokens that nobody counted are about right', async ({
    app,
    page,
    model,
  }) => {
    const schema = { type: 'object', properties: { cities: {} }, required: ['cities'] };
    const node = (id: string, onError?: string) => ({
      ...{ id, type: 'CAPABILITY', name: id, params: { capability: 'model.generate' } },
      ...{ input: { prompt: 'Which cities?', schema }, ...(onError ? { onError } : {}) },
    });
    const workspace = {
      ...{ format: 'planloom/workspace', version: 1, id: 'cities', name: 'Cities' },
      models: [{ id: 'm', connection: 'c', model: 'x' }],
      connections: [{ id: 'c' }],
      plans: [
        {
          ...{ id: 'main', kind: 'capability', name: 'Main' },
          nodes: [node('Whole'), node('Cut')],
          edges: [{ from: 'Whole', to: 'Cut' }],
        },
      ],
    };
    await app.open();
    const sharing = new Sharing(app);
    await sharing.bringIn(fileOf('cities.planloom.json', workspace));
    await joinBroughtModel(app, 'm', model.url);
    const cities = JSON.stringify({ cities: ['Oslo'] });
    model.script({ acts: [cities] }, { ...says(cities), finishReason: 'length' });
    await app.run();
    await sharing.trust.getByRole('spinbutton', { name: 'Max tokens per run' }).fill('10');
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await app.expectRun('paused');
    await expect(page.getByText('The run has used up its budget', { exact: true })).toBeVisible();
    await expect(page.getByText(/It has taken about \d+ of its 10 tokens\./)).toBeVisible();
    expect(model.requests).toHaveLength(1);
    await app.button('Allow 10 more').click();
    await app.expectRun('failed');
    expect(JSON.stringify(model.requests[0]?.body), 'the schema in words').toContain('JSON Schema');
    const banner = page.getByRole('alert');
    await expect(banner).toContainText('“Cut” failed');
    await expect(banner).toContainText('The answer was cut at the most tokens that it may have.');
    await banner.getByRole('button', { name: 'More', exact: true }).click();
    await expect(banner).toContainText('Raise the most tokens of the answer');
    await app.openTab('Costs');
    await expect(app.panel('Costs').getByRole('row', { name: /^Whole/ })).toContainText('about');
    await expect(app.panel('Costs').getByRole('row', { name: /^Cut/ })).toContainText('34');
  });

  test('case F8 offline: the run pauses, and goes on by itself, and then waits for a connection that is missing', async ({
    app,
    page,
    network,
    complaints,
  }) => {
    complaints.expectConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    const origin = 'https://models.example';
    network.allow(origin);
    const sent: ('lost' | 'answered')[] = [];
    let isOffline = true;
    await page.route(`${origin}/**`, async (route) => {
      sent.push(isOffline ? 'lost' : 'answered');
      if (isOffline) return route.abort('internetdisconnected');
      const delta = { choices: [{ index: 0, delta: { content: 'Oslo' }, finish_reason: 'stop' }] };
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' },
        body: `data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`,
      });
    });
    const asks = (id: string, model: string) => ({
      ...{ id, type: 'CAPABILITY', name: id, params: { capability: 'model.generate' } },
      input: { prompt: 'Which city?', model },
    });
    const workspace = {
      ...{ format: 'planloom/workspace', version: 1, id: 'cities', name: 'Cities' },
      models: ['first', 'second'].map((id) => ({ id, connection: `to-${id}`, model: 'x' })),
      connections: [{ id: 'to-first' }, { id: 'to-second' }],
      plans: [
        {
          ...{ id: 'main', kind: 'capability', name: 'Main' },
          nodes: [asks('One', 'first'), asks('Other', 'second')],
          edges: [],
        },
      ],
    };
    const sharing = new Sharing(app);
    await sharing.bringIn(fileOf('cities.planloom.json', workspace));
    await joinBroughtModel(app, 'first', `${origin}/v1`);
    const setOnline = (online: boolean) =>
      page.evaluate((isOn) => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOn });
        dispatchEvent(new Event(isOn ? 'online' : 'offline'));
      }, online);
    await setOnline(false);
    await app.run();
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await app.expectRun('paused');
    await expect(page.getByText('This device is offline', { exact: true })).toBeVisible();
    await expect(page.getByText(/resumes when the network is back/)).toBeVisible();
    expect(sent).toEqual(['lost']);
    // Back: the call is made again, and what else is missing is asked for.
    isOffline = false;
    await setOnline(true);
    await app.expectRun('waiting');
    await app.expectNode('One', 'CAPABILITY', 'succeeded');
    await expect(page.getByText('This device is offline', { exact: true })).toBeHidden();
    await expect(page.getByText('“Other” waits for a connection', { exact: true })).toBeVisible();
    await expect(app.button('Connect the model')).toBeVisible();
    expect(sent).toEqual(['lost', 'answered']);
    // Connected while there is no network: it leaves, is lost, and leaves again when there is one.
    isOffline = true;
    await setOnline(false);
    await app.button('Connect the model').click();
    const settings = app.dialog('Settings');
    const card = settings.getByRole('region', { name: 'Model second' });
    await card.getByRole('textbox', { name: 'URL' }).fill(`${origin}/v1`);
    await card.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(card).toContainText(`the last call to ${origin} failed`);
    await settings.getByRole('button', { name: 'Close' }).click();
    await app.expectRun('paused');
    await expect(page.getByText('This device is offline', { exact: true })).toBeVisible();
    isOffline = false;
    await setOnline(true);
    await app.expectRun('completed');
    expect(sent).toEqual(['lost', 'answered', 'lost', 'answered']);
    await app.openTab('Ledger');
    await expect(app.panel('Ledger')).toContainText('offline');
    const commits = (await storedIn(page)).commits ?? [];
    const answered = commits.filter((commit) => commit.includes('"effect.succeeded"'));
    expect(answered, 'one effect of each call').toHaveLength(2);
  });

  test('no answer, and a stream that stops: given up after the time that is said', async ({
    app,
    page,
    model,
  }) => {
    await page.clock.install();
    await app.open();
    await prepare(app, model.url, 'stream');
    model.script(says({ hang: true }), says(LINE, { hang: true }));
    await app.run();
    await model.received(1);
    await page.clock.fastForward('01:01');
    await page.clock.fastForward('00:02');
    await model.received(2);
    await expect(app.node('Greet')).toHaveAccessibleName('Greet, CAPABILITY, planned');
    await page.clock.fastForward('01:01');
    await app.expectRun('failed');
    await expect(page.getByRole('alert')).toContainText('The model did not answer within 60 seconds');
    await app.button('More').click();
    await expect(page.getByRole('alert')).toContainText('whether its server is busy');
    await expectAttempt(app, {
      code: 'MODEL_NO_ANSWER',
      sentence: 'did not answer within 60 seconds',
      toDo: /whether its server is busy/,
    });
    expect(
      model.requests.map(({ aborted }) => aborted),
      'both calls were hung up',
    ).toEqual([true, true]);
  });
});

/** "Ask a table" with a model to plan, and a goal that the rule planner cannot save. */
async function prepare(app: Planloom, url: string, flavour: 'llm' | 'stream'): Promise<void> {
  await app.openTemplate('Ask a table');
  await app.setDefault('question', 'Arrange the opening of the new shop');
  await connectModel(app, url);
  await planWith(app, flavour);
}

/** The first attempt is kept, with the code of what was wrong, what it means and what to do (P6). */
async function expectAttempt(
  app: Planloom,
  wrong: Pick<Trouble, 'code' | 'sentence' | 'toDo'>,
): Promise<void> {
  await app.openTab('Plan attempts');
  const attempts = app.panel('Plan attempts');
  await attempts
    .getByRole('list', { name: 'Attempts' })
    .getByRole('button', { name: /attempt 1/ })
    .click();
  await attempts.getByRole('tab', { name: /Problems/ }).click();
  for (const part of [wrong.code, wrong.sentence, wrong.toDo])
    await expect(attempts.getByRole('tabpanel')).toContainText(part);
}
