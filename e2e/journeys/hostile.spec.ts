import type { Locator } from '@playwright/test';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { BEES, CLAIMS, GREENHOUSE, KETTLE, KETTLE_MODULE, LABELS, RENTAL } from '../material/foreign';
import { fileOf, workspaceJson } from '../material/workspaces';
import { dropFile } from '../pages/dropFile';
import { Sharing } from '../pages/sharing';

/** How a file gets into the dialog. */
type Way = 'choose' | 'drop' | 'paste';

const PLUGIN = { id: 'root', type: 'PLUGIN', pluginRef: 5, params: [] };
const LEDGER_LINE = '{"seq":0,"at":0,"fact":{"type":"run.started"},"entries":[],"hash":"00"}\n';

/** One hostile or broken file of each format: how it is given, what it is, and what is said of it. */
const FILES: readonly (readonly [string, Way, string, readonly RegExp[]])[] = [
  [
    'OLO, wrong types',
    'choose',
    JSON.stringify({ pipelines: { a: { name: 7, scope: 'x', executionTree: PLUGIN } } }),
    [/OLO pipelines/, /WRONG_TYPE/, /\/pipelines\/a\/executionTree\/pluginRef/, /\/scope stands a text/],
  ],
  ['OLO, cut off', 'paste', JSON.stringify(CLAIMS).slice(0, 500), [/JSON_INVALID/, /character 501/]],
  [
    'engine, unknown node types',
    'drop',
    JSON.stringify(GREENHOUSE).replaceAll('"PLUGIN"', '"constructor"'),
    [/Engine configuration/, /NODE_TYPE_UNKNOWN/, /\d problems/],
  ],
  [
    'planner’s plan, names of the prototype',
    'paste',
    JSON.stringify(LABELS).replace('"shout"', '{"toString": 1, "valueOf": 2}').replace('"text.upper"', '{}'),
    [/Planner’s plan/, /STEP_UNREADABLE/, /\/steps\/0/],
  ],
  [
    'steps, missing fields',
    'drop',
    JSON.stringify(BEES).replaceAll('"goal"', '"gaol"'),
    [/Steps with goals/, /GOAL_MISSING/, /2 problems/],
  ],
  [
    'state machine, transitions to nowhere',
    'choose',
    JSON.stringify(RENTAL).replaceAll('"to_state":"', '"to_state":"__proto__'),
    [/State machine plan/, /STATE_UNKNOWN/, /\/states\/out\/transitions\/0\/to_state/],
  ],
  [
    'XState, a forbidden key',
    'choose',
    JSON.stringify(KETTLE).replace('"states":{', '"states":{"__proto__":{},'),
    [/XState machine/, /FORBIDDEN_KEY/, /\/states\/__proto__/],
  ],
  ['XState module, cut off', 'paste', KETTLE_MODULE.slice(0, 300), [/XSTATE_SYNTAX/, /line \d+, column \d+/]],
  [
    'workspace, wrong types and missing fields',
    'drop',
    JSON.stringify({ ...workspaceJson('start: START'), documents: {}, plans: [{ id: 5 }] }),
    [/INVALID_VALUE/, /\/plans\/0\/kind/, /"documents" is an object/],
  ],
  ['ledger, forged', 'drop', LEDGER_LINE, [/LEDGER_LINE_INVALID/, /line 1/]],
  ['picture, cut off', 'choose', '<svg><metadata id="planloom-workspace">{&quot;', [/PICTURE_DAMAGED/]],
  ['nothing', 'choose', '', [/JSON_INVALID/, /the text is empty/]],
  ['bytes', 'drop', '\u0000\u0001\u0002', [/FILE_NOT_TEXT/]],
  ['deep', 'paste', '{"pipelines":'.repeat(5_000), [/JSON_TOO_DEEP/, /more than 64 levels/]],
];

test('W3 I9 broken and hostile files of every format, dropped, chosen and pasted: all that is wrong is said, nothing is lost', async ({
  app,
  page,
}) => {
  const sharing = new Sharing(app);
  await sharing.bringIn(fileOf('good.json', workspaceJson('start: START\nend: END\nstart -> end')));
  await expect(app.node('Start')).toBeVisible();
  const before = await storedIn(page);
  await app.button('Import').click();
  for (const [what, way, content, said] of FILES) {
    await test.step(`${what}, by ${way}`, async () => {
      await give(sharing.import, way, content);
      await expect(sharing.import.getByRole('status')).toContainText('This cannot be opened.');
      const found = sharing.import.getByRole('region', { name: 'Found in it' });
      for (const words of said) await expect(sharing.import).toContainText(words);
      await expect(found.getByRole('listitem').first()).toContainText(/[A-Z]+_[A-Z_]+/);
      await expect(sharing.import.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    });
  }
  await page.keyboard.press('Escape');
  expect(await storedIn(page)).toEqual(before);
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  expect(page.workers(), 'the reader ended with its dialog').toEqual([]);
  await app.run();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
});

test('T8 a long list of problems grows when it is asked for, and a plan that cannot run says so before it is opened', async ({
  app,
}) => {
  const sharing = new Sharing(app);
  const children = Array.from({ length: 250 }, (_, index) => ({ id: `n${index}`, type: 7 }));
  const executionTree = { id: 'root', type: 'SEQUENCE', children };
  await sharing.give(fileOf('many.json', { pipelines: { a: { name: 'a', executionTree } } }));
  const problems = sharing.import.getByRole('region', { name: 'Found in it' }).getByRole('listitem');
  await expect(problems).toHaveCount(100);
  await sharing.import.getByRole('button', { name: /^Show 100 more of / }).click();
  await expect(problems).toHaveCount(200);

  const nodes = { a: { type: 'tool', toolId: 'echo' }, b: { type: 'tool', toolId: 'echo' } };
  const round = { nodes, edges: { a: ['b'], b: ['a'] } };
  await give(sharing.import, 'choose', JSON.stringify(round));
  await expect(sharing.import.getByRole('region', { name: 'Before it runs' })).toContainText('CYCLE');
  await sharing.import.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.canvas).toBeVisible();
  await expect(app.button('Run')).toBeDisabled();
});

test('I4 a large file is read beside the page: it says so, can be cancelled, and the next one is read', async ({
  app,
  page,
}) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/importWorker/, async (route) => {
    await held;
    await route.continue();
  });
  const sharing = new Sharing(app);
  const steps = Array.from({ length: 15_000 }, (_, index) => ({
    id: `s${index}`,
    type: 'tool',
    toolId: 'echo',
    input: { text: 'x'.repeat(600) },
  }));
  await sharing.give(fileOf('large.json', { planId: 'large', steps }));
  await expect(sharing.import.getByRole('status')).toContainText(/Reading “large.json” \(\d+(\.\d)? MB\)/);
  await expect(sharing.import.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await sharing.import.getByRole('button', { name: 'Stop reading' }).click();
  await expect(sharing.import.getByRole('status')).toBeHidden();
  release();
  await sharing.import
    .getByLabel('File to import')
    .setInputFiles(fileOf('large.json', { planId: 'l', steps }));
  await expect(sharing.import.getByRole('status')).toContainText('Planner’s plan: 1 plan');
  await expect(sharing.import).toContainText('15000 steps became nodes');
  await give(sharing.import, 'choose', JSON.stringify(LABELS));
  await expect(sharing.import).toContainText('3 steps became');
  await sharing.import.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.canvas).toBeVisible();
  expect(page.workers()).toEqual([]);
});

test('S2 a file that is dropped where nothing takes it is imported; of several the others are named', async ({
  app,
  page,
}) => {
  const sharing = new Sharing(app);
  const here = page.url();
  await dropFile(page.getByRole('main'), [
    { name: 'labels.json', text: JSON.stringify(LABELS) },
    { name: 'bees.json', text: JSON.stringify(BEES) },
  ]);
  await expect(sharing.import).toContainText('Planner’s plan: 1 plan');
  await expect(sharing.import).toContainText('One file is brought in at a time. Not read: bees.json.');
  expect(page.url()).toBe(here);
});

/** Gives the open dialog a content in one of the ways in which people do. */
async function give(dialog: Locator, way: Way, content: string): Promise<void> {
  if (way === 'choose')
    await dialog.getByLabel('File to import').setInputFiles(fileOf('given.json', content));
  else if (way === 'drop')
    await dropFile(dialog.getByRole('region', { name: 'Drop a file' }), [
      { name: 'given.json', text: content },
    ]);
  else {
    await dialog.getByRole('textbox', { name: 'Or paste it' }).fill(content);
    await dialog.getByRole('button', { name: 'Preview' }).click();
  }
}
