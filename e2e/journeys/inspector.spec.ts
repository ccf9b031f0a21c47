import { expect, test } from '../fixtures/test';
import { EVERY_TYPE } from '../material/everyType';
import { fileOf } from '../material/workspaces';
import { Inspector } from '../pages/inspector';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

async function everyType(app: Planloom): Promise<Inspector> {
  await new Sharing(app).bringIn(fileOf('every-type.planloom.json', EVERY_TYPE));
  await expect(app.canvas).toBeVisible();
  return new Inspector(app);
}

/** What is done to a node in its form, and what the document holds then. */
const FORMS: readonly (readonly [
  string,
  string,
  (form: Inspector) => Promise<void>,
  Record<string, unknown>,
])[] = [
  ['START', 'Begin', (form) => form.fill('Name', 'Here'), { name: 'Here' }],
  [
    'END',
    'Finish',
    async (form) => {
      await form.press('Add a result');
      await form.choose('Ends', 'run');
    },
    { params: { result: { answer: '{{ answer }}', score: '{{ score }}' }, ends: 'run' } },
  ],
  [
    'CAPABILITY',
    'Look it up',
    async (form) => {
      await form.fill('Most passages', '7');
      await form.fill('Only in', 'sales');
      await form.press('Write a variable');
      await form.fill('Value of score', 'size(result.text)');
      await form.choose('If it fails', 'continue');
      await form.unfold('Retry, timeout, switch off');
      await form.fill('Max attempts (including the first)', '4');
      await form.fill('Timeout per attempt (ms)', '9 000');
      await form.choose('Disabled', 'pass');
    },
    {
      input: { query: '{{ question }}', limit: 7, documents: ['sales'] },
      output: { answer: 'result.text', score: 'size(result.text)' },
      onError: 'continue',
      retry: { maxAttempts: 4 },
      timeoutMs: 9000,
      disabled: 'pass',
    },
  ],
  [
    'PLANNER',
    'Plan it',
    async (form) => {
      await form.fill('Goal', 'Answer {{ question }}');
      await form.choose('Planner', 'stream');
      await form.fill('Tools it may use', 'table.*, text.say');
      await form.fill('Models, first choice first', 'fast');
      await form.unfold('More settings');
      await form.fill('Most steps', '12');
      await form.choose('Prompt', 'Its own text');
      await form.fill('Text of the prompt', 'Plan {{ goal }}');
      await form.fill('Memory', '{ "hint": "{{ score }}" }');
      await form.fill('Repairs per model', '0');
    },
    {
      params: {
        planner: 'stream',
        goal: 'Answer {{ question }}',
        tools: ['table.*', 'text.say'],
        models: ['fast'],
        limits: { maxSteps: 12 },
        prompt: 'Plan {{ goal }}',
        memory: { hint: '{{ score }}' },
        repairRetries: 0,
      },
    },
  ],
  [
    'PLAN_EXECUTOR',
    'Carry it out',
    async (form) => {
      await form.choose('Ask before it runs', 'Always');
      await form.fill('Tools it may use', 'echo');
    },
    { params: { approve: 'always', tools: ['echo'] } },
  ],
  [
    'GROUP',
    'Both',
    async (form) => {
      await form.choose('Complete when', 'A number of them have succeeded…');
      await form.fill('How many', '1');
      await form.choose('Merge what branches write', 'Collect into lists');
      await form.unfold('More settings');
      await form.fill('Most branches at once', '2');
    },
    { params: { mode: 'ASYNC', completion: 'N_OF(1)', merge: 'COLLECT', maxConcurrency: 2 } },
  ],
  ['IF', 'Big', (form) => form.fill('Condition', 'score > 2.0'), { params: { condition: 'score > 2.0' } }],
  [
    'SWITCH',
    'Which',
    async (form) => {
      await form.press('Add to cases');
      await form.at('/params/cases/1').getByLabel('When').fill('score > 1.0');
      await form.at('/params/cases/1').getByLabel('When').blur();
      await form.press('Move 2 of cases up');
      await form.field('Take every matching case').check();
    },
    {
      params: {
        cases: [
          { id: 'item2', when: 'score > 1.0' },
          { id: 'first', when: 'true' },
        ],
        all: true,
      },
    },
  ],
  [
    'HUMAN_INPUT',
    'Ask',
    async (form) => {
      await form.fill('Message', 'Go on with {{ answer }}?');
      await form.press('Add to form');
      await form.choose('Type', 'Whole number');
      await form.field('Required').check();
      await form.fill('Wait at most (ms)', '60000');
    },
    {
      params: {
        message: 'Go on with {{ answer }}?',
        schema: { type: 'object', properties: { item1: { type: 'integer' } }, required: ['item1'] },
        decisions: [{ id: 'yes', label: 'Yes' }],
        timeoutMs: 60_000,
      },
    },
  ],
  [
    'FILL_TEMPLATE',
    'Fill',
    (form) => form.fill('Template', 'Hello {{ question }}'),
    { params: { template: 'Hello {{ question }}' } },
  ],
  [
    'TRANSFORM',
    'Sum',
    (form) => form.fill('JSONata expression', '$sum([1, 2])'),
    { params: { expression: '$sum([1, 2])' } },
  ],
  [
    'JOIN',
    'Meet',
    async (form) => {
      await form.choose('Goes on when', 'A number of them have succeeded…');
      await form.fill('How many', '1');
      await form.choose('The rest', 'keeps running; its results are ignored');
    },
    { params: { need: 'N_OF(1)', rest: 'ignore' } },
  ],
  [
    'EVENT_WAIT',
    'Hear',
    async (form) => {
      await form.press('Add to waits for');
      await form.fill('Wait at most (ms)', '2 min');
    },
    {
      params: {
        events: [
          { id: 'came', event: 'bell' },
          { id: 'item2', event: 'signal2' },
        ],
        timeoutMs: 120_000,
      },
    },
  ],
  [
    'DELAY',
    'Nap',
    async (form) => {
      await form.fill('Waits for (ms)', '1.5 min');
      await form.unfold('Retry, timeout, switch off');
      await form.fill('Mutex', 'bench');
      await form.fill('Cancel on event', 'bell');
    },
    { params: { forMs: 90_000 }, mutex: 'bench', cancelOn: 'bell' },
  ],
  ['CANCEL', 'Stop', (form) => form.field('Nap').check(), { params: { nodes: ['hear', 'nap'] } }],
  [
    'SUB_PLAN',
    'Elsewhere',
    async (form) => {
      await form.choose('Plan', 'Main (this plan, again)');
      await form.choose('Plan', 'Other');
      await form.fill('Most instances inside each other', '2');
      await form.fill('topic', '{{ question }}');
    },
    { params: { plan: 'other', maxDepth: 2 }, input: { topic: '{{ question }}' } },
  ],
  [
    'ITERATOR',
    'Each',
    async (form) => {
      await form.fill('Items', '[1, 2]');
      await form.fill('Most items at once', '2');
      await form.unfold('More settings');
      await form.choose('Complete when', 'One has succeeded');
    },
    { params: { items: '[1, 2]', concurrency: 2, completion: 'FIRST_SUCCESS' } },
  ],
  [
    'LOOP',
    'Rounds',
    async (form) => {
      await form.fill('Until', 'round > 1');
      await form.fill('Most rounds', '4');
    },
    { params: { until: 'round > 1', maxIterations: 4 } },
  ],
  [
    'RETRY',
    'Again',
    async (form) => {
      await form.fill('Max attempts (including the first)', '5');
      await form.fill('First wait (ms)', '2 s');
    },
    { params: { maxAttempts: 5, initialIntervalMs: 2_000 } },
  ],
  [
    'TRY_CATCH',
    'Careful',
    async (form) => {
      await form.fill('Writes the error to', 'score');
      await form.field('Catches errors').check();
    },
    { params: { errorVariable: 'score' }, catch: { nodes: [], edges: [] } },
  ],
  [
    'LLM_DECISION',
    'Which desk',
    async (form) => {
      await form.fill('What it is about', '{{ answer }}');
      await form.field('When to choose it').first().fill('The writer wants to buy');
      await form.field('When to choose it').first().blur();
    },
    {
      input: '{{ answer }}',
      params: { choices: [{ id: 'sales', description: 'The writer wants to buy' }, { id: 'help' }] },
    },
  ],
  [
    'TOOL_ROUTER',
    'Find a tool',
    async (form) => {
      await form.choose('Who chooses', 'model');
      await form.fill('Question', 'Which fits {{ question }}?');
      await form.fill('What it is for', 'Says it again');
    },
    {
      params: {
        by: 'model',
        question: 'Which fits {{ question }}?',
        routes: [{ id: 'first', capability: 'echo', description: 'Says it again' }],
      },
    },
  ],
  [
    'EVALUATION',
    'Judge it',
    async (form) => {
      await form.choose('Judged by', 'model');
      await form.fill('What it shall be', 'Short.');
      await form.fill('Passes from', '0.8');
    },
    { params: { evaluator: 'model', question: 'Short.', threshold: 0.8 } },
  ],
  [
    'REFLECTION',
    'Make it better',
    async (form) => {
      await form.fill('Value to improve', 'A draft');
      await form.fill('Most rounds', '2');
    },
    { input: 'A draft', params: { goal: 'Short and clear.', maxRounds: 2 } },
  ],
  [
    'AGENT',
    'Do it all',
    async (form) => {
      await form.fill('It has succeeded when', 'An answer is there');
    },
    { params: { goal: '{{ question }}', tools: ['echo'], successCriteria: 'An answer is there' } },
  ],
  [
    'NOTE',
    'Remark',
    async (form) => {
      await form.fill('Text', '# Later');
      await form.choose('Colour', 'Violet');
    },
    { params: { markdown: '# Later' } },
  ],
];

test.describe('E5 the form of every node type writes the document, and undo takes it back', () => {
  const page = 7;
  for (let from = 0; from < FORMS.length; from += page) {
    const forms = FORMS.slice(from, from + page);
    test(forms.map(([type]) => type).join(', '), async ({ app }) => {
      const form = await everyType(app);
      const undo = app.button('Undo');
      for (const [type, name, fill, expected] of forms)
        await test.step(type, async () => {
          await form.open(name);
          const before = await form.definition();
          await fill(form);
          await expect.poll(() => form.definition()).toMatchObject(expected);
          for (let step = 0; step < 40 && (await undo.isEnabled()); step++) await undo.click();
          await expect.poll(() => form.definition()).toEqual(before);
        });
    });
  }
});

test('T8 what a field cannot take stays in it, says why, is not stored, and is there again after a look elsewhere', async ({
  app,
}) => {
  const form = await everyType(app);
  await form.open('Look it up');
  const before = await form.definition();
  await form.fill('Most passages', 'three');
  await expect(form.problems).toContainText(['“three” is not a number. It must be a whole number']);
  expect(await form.definition()).toEqual(before);
  await form.open('Begin');
  await form.open('Look it up');
  await expect(form.field('Most passages')).toHaveText('three');
  await expect(form.field('Most passages')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.problems).toContainText(['NUMBER_INVALID']);
  await form.fill('Most passages', '5');
  await expect(form.problems).toHaveCount(0);
  await expect.poll(() => form.definition()).toMatchObject({ input: { limit: 5 } });
});

test('E4 E5 a condition that cannot be read is a problem under its field; names of variables are completed', async ({
  app,
}) => {
  const form = await everyType(app);
  // What stands in the document already: an AGENT is not run yet, and some nodes ask for models.
  const listed = await app.page.getByRole('button', { name: /^Problems \([1-9]\d*\)$/ }).textContent();
  const before = Number(/\d+/.exec(listed ?? '')?.[0]);
  await form.open('Big');
  const condition = form.field('Condition');
  await condition.fill('size(que');
  await expect(form.panel.getByRole('option', { name: 'question' })).toBeVisible();
  await condition.press('Enter');
  await expect(condition).toHaveText('size(question');
  await condition.blur();
  await expect(form.problems).toContainText(['EXPRESSION_INVALID']);
  await expect(app.button(`Problems (${before + 1})`)).toBeVisible();
  await app.page.setViewportSize({ width: 390, height: 844 });
  const step = app.panel('Steps').getByRole('button', { name: /^Big.*error$/ });
  await expect(step).toHaveAccessibleDescription(/size\(question/);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  await form.fill('Condition', 'size(question) > 1');
  await expect(app.button(`Problems (${before})`)).toBeVisible();
});

test('a step that a planner made is a record: what went in and out, its attempts, its definition', async ({
  app,
}) => {
  await app.openTemplate('Ask a table');
  await app.run();
  await app.expectRun('completed');
  const form = new Inspector(app);
  await form.open('Load Sales');
  await expect(form.panel).toContainText('step 1 of revision 1');
  await expect(form.panel).toContainText('Planned during this run');
  await expect(form.field('Document')).toBeDisabled();
  await form.tab('In and out');
  await expect(form.panel.getByRole('heading', { name: /^rows, \d+ rows$/ })).toBeVisible();
  await form.tab('Attempts');
  await expect(form.panel).toContainText('Attempt 1');
  await expect
    .poll(() => form.definition())
    .toMatchObject({ type: 'CAPABILITY', params: { capability: 'table.load' } });
});

test('plans are added, named, removed and brought back', async ({ app }) => {
  const form = await everyType(app);
  await form.press('New plan');
  await expect(app.node('Start')).toBeVisible();
  await form.fill('Name', 'Second');
  const plans = form.panel.getByRole('group', { name: 'Plans' });
  await expect(plans.getByRole('button', { name: 'Second', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await form.press('Remove the plan Second');
  await expect(plans.getByRole('button', { name: 'Other', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await app.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await plans.getByRole('button', { name: 'Second', exact: true }).click();
  await expect(app.node('Start')).toBeVisible();
});
