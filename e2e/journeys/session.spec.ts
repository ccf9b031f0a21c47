import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

/** One machine asks for the research of a topic, another is started by that goal; a graph is to run after them. */
const PAIR = {
  format: 'planloom/workspace',
  version: 1,
  id: 'pair',
  name: 'Ask and research',
  plans: [
    {
      id: 'asker',
      kind: 'state-machine',
      name: 'Asker',
      variables: [{ id: 'topic', scope: 'IN', schema: { type: 'string', title: 'Topic' } }],
      initial: 'asking',
      states: [
        {
          id: 'asking',
          name: 'Asking',
          action: { event: 'research.goal', data: { topic: '{{ topic }}' }, response: 'research.completed' },
          defaultNext: 'told',
        },
        { id: 'told', name: 'Told', type: 'final', output: '{{ results.asking.result }}' },
      ],
    },
    {
      id: 'researcher',
      kind: 'state-machine',
      name: 'Researcher',
      onGoal: 'research.goal',
      variables: [{ id: 'topic', scope: 'IN', schema: { type: 'string' } }],
      initial: 'looking',
      states: [
        { id: 'looking', name: 'Looking', on: [{ event: 'found', target: 'done' }] },
        { id: 'done', name: 'Done', isTerminal: true, output: { about: '{{ goal_data.topic }}' } },
      ],
    },
    {
      id: 'next',
      kind: 'capability',
      name: 'Next',
      nodes: [
        { id: 'say', type: 'CAPABILITY', name: 'Say', params: { capability: 'echo' }, input: { text: 'ok' } },
      ],
      edges: [],
    },
  ],
};

async function startAsker(app: Planloom): Promise<void> {
  const sharing = new Sharing(app);
  await sharing.bringIn(fileOf('pair.planloom.json', PAIR));
  await app.button('Start with…').click();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  const dialog = app.dialog('Run “Asker”');
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('bees');
  await dialog.getByRole('combobox', { name: 'Session' }).fill('talk');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.page.getByText('“Researcher” works on what this run asked for')).toBeVisible();
}

/** A run that is to begin when the asker has completed. */
async function startNextAfter(app: Planloom): Promise<void> {
  await app.openTab('Runs');
  await app.button('Back to the plan').click();
  await app.page.getByRole('combobox', { name: 'Plan', exact: true }).selectOption('Next');
  await app.button('Start with…').click();
  const dialog = app.dialog('Run “Next”');
  const after = dialog.getByRole('combobox', { name: 'Start after' });
  const asker = after
    .locator('option')
    .filter({ hasText: /^Asker/ })
    .first();
  await after.selectOption({ label: (await asker.textContent()) ?? '' });
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await app.expectRun('pending');
}

/** The row of a plan's run in the list of runs. */
function rowOf(page: Page, plan: string) {
  return page
    .getByRole('treeitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${plan}`) }) });
}

test('M3, M4 a goal starts another machine beside, its answer comes back, and a run that waited for it begins', async ({
  app,
  page,
}) => {
  await startAsker(app);
  await app.expectRun('waiting');
  await startNextAfter(app);
  await expect(page.getByText('Waiting for run “Asker”')).toBeVisible();
  await expect(page.getByText('waits for “Asker”')).toBeVisible();

  await test.step('the child tells who started it, and waits for its own event', async () => {
    await app.button('started by “Asker”').waitFor();
    await rowOf(page, 'Researcher')
      .getByRole('button', { name: /^Researcher/ })
      .click();
    await app.expectRun('waiting');
    await app.panel('Inspector').getByRole('button', { name: 'found', exact: true }).click();
    await app.expectRun('completed');
  });

  await test.step('the asker has its answer, and the run after it has begun and ended by itself', async () => {
    await app.button('started by “Asker”').click();
    await app.expectRun('completed');
    await expect(app.panel('Inspector')).toContainText('bees');
    await rowOf(page, 'Next').getByRole('button', { name: /^Next/ }).click();
    await app.expectRun('completed');
    await expect(app.button('after “Asker”')).toBeVisible();
  });

  await test.step('D8 the list by session', async () => {
    await app.panel('Runs').getByRole('combobox', { name: 'Session' }).selectOption('talk');
    await expect(app.panel('Runs').getByRole('treeitem')).toHaveCount(2);
  });
});

test('M4 the awaited run may be driven in another tab; after a reload the pending one waits on, resumed it begins', async ({
  app,
  page,
  context,
}) => {
  await startAsker(app);
  await startNextAfter(app);
  const pending = page.url();
  await page.reload();
  await app.expectRun('paused');
  await expect(page.getByText('It is open in no tab now')).toBeVisible();
  await app.button('Resume').click();
  await app.expectRun('pending');

  const other = new Planloom(await context.newPage());
  await other.open(pending);
  await other.openTab('Runs');
  await rowOf(other.page, 'Asker')
    .getByRole('button', { name: /^Asker/ })
    .click();
  await other.button('Resume').click();
  // What works for its goal was left with the first page, too: it goes on with it, also where it is opened at once.
  await other.button('Open that run').click();
  await other.panel('Inspector').getByRole('button', { name: 'found', exact: true }).click();
  await other.expectRun('completed');
  await app.expectRun('completed');
});

test('M4 a run that was opened before the one that asked for it goes on goes on with it', async ({
  app,
  page,
}) => {
  await startAsker(app);
  await app.expectRun('waiting');
  await page.reload();
  await app.expectRun('paused');
  await app.openTab('Runs');
  await rowOf(page, 'Researcher')
    .getByRole('button', { name: /^Researcher/ })
    .click();
  await app.expectRun('paused');
  await app.button('started by “Asker”').click();
  await app.button('Resume').click();
  await app.expectRun('waiting');
  await app.button('Open that run').click();
  await app.expectRun('waiting');
  await app.panel('Inspector').getByRole('button', { name: 'found', exact: true }).click();
  await app.expectRun('completed');
});

test('R17, M4 a cancelled run takes what it asked for along and cannot be awaited; K12 records of a run are taken away', async ({
  app,
  page,
}) => {
  await startAsker(app);
  await app.button('Cancel').click();
  await app.expectRun('cancelled');
  await startNextAfterCompleted(app);
  await app.button('Export').click();
  const arriving = page.waitForEvent('download');
  await app.dialog('Share').getByRole('button', { name: 'Download Records of this run' }).click();
  const records = JSON.parse(await readFile(await (await arriving).path(), 'utf8'));
  expect(records).toMatchObject({ run: { pipeline: 'Next', status: 'completed', nodes: 1 } });
  expect(records.nodes).toHaveLength(1);
});

/** A cancelled run cannot be awaited, so none is offered that never completes. */
async function startNextAfterCompleted(app: Planloom): Promise<void> {
  await app.openTab('Runs');
  await app.button('Back to the plan').click();
  await app.page.getByRole('combobox', { name: 'Plan', exact: true }).selectOption('Next');
  await app.button('Start with…').click();
  const dialog = app.dialog('Run “Next”');
  await expect(dialog.getByRole('combobox', { name: 'Start after' }).locator('option')).toHaveText([
    'nothing: at once',
  ]);
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await app.expectRun('completed');
}
