import { captivePortal, refuses, type Script, says, saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { say } from '../fixtures/streamed';
import { connectModel, planWith } from '../pages/models';
import type { Planloom } from '../pages/planloom';

interface Trouble {
  readonly title: string;
  readonly flavour: 'llm' | 'stream';
  readonly script: Script;
  readonly code: string;
  readonly sentence: string;
  readonly toDo: RegExp;
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
    sentence: 'The server refused the key (401)',
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
  },
];

test.describe('T8 what a model can do wrong has a code, a sentence, a place and something to do', () => {
  for (const trouble of TROUBLES) {
    test(trouble.title, async ({ app, page, model, complaints }) => {
      complaints.expectConsole(/Failed to load resource|blocked by CORS policy/);
      await prepare(app, model.url, trouble.flavour);
      model.script(trouble.script);
      await app.run();
      await app.expectRun('failed');
      const banner = page.getByRole('alert');
      await expect(banner).toContainText('“Plan the answer” failed');
      await expect(banner).toContainText(trouble.sentence);
      await banner.getByRole('button', { name: 'More', exact: true }).click();
      await expect(banner).toContainText(/another model|Try again|Look |Wait /);
      await expectAttempt(app, trouble);
    });
  }

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
