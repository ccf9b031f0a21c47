import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { say } from '../fixtures/streamed';
import { fileOf } from '../material/workspaces';
import { planloom } from '../pages/commandLine';
import { connectModel, planWith } from '../pages/models';
import type { Planloom } from '../pages/planloom';
import { commitsOf, expectEqual, ledgerIn, sameRun } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

const TEMPLATES = [
  { id: 'ask-a-table', name: 'Ask a table', rest: 'completed' },
  { id: 'research-documents', name: 'Research documents', rest: 'completed' },
  { id: 'parallel-review', name: 'Parallel review', rest: 'waiting' },
] as const;

for (const { id, name, rest } of TEMPLATES) {
  test(`K3 K4 ${name}: recorded in the browser it replays in Node, and is equal to what Node records itself`, async ({
    app,
  }, info) => {
    await app.openTemplate(name);
    await app.run();
    await app.expectRun(rest);
    if (rest === 'waiting') await publish(app);
    const { ledger, workspace, text } = await takeAway(app, info.outputPath.bind(info));

    await test.step('K4 planloom replay: equal, no effect', async () => {
      const replayed = await planloom(['replay', ledger]);
      const commits = commitsOf(text);
      expect(replayed).toMatchObject({
        code: 0,
        json: { ok: true, commits: commits.length, hash: commits.at(-1)?.hash, effects: 0 },
      });
    });

    await test.step('K3 planloom run of the same workspace: equal ledgers', async () => {
      const own = info.outputPath('own.ndjson');
      const answer = rest === 'waiting' ? ['--answer', '/editor={"decision":"approve"}'] : [];
      const ran = await planloom(['run', workspace, '--ledger', own, ...sameRun(text), ...answer]);
      expect(ran, ran.beside).toMatchObject({ code: 0, json: { status: 'completed' } });
      expectEqual(await ledgerIn(own), commitsOf(text));
    });
  });

  test(`K4 ${name}: recorded in Node it opens and replays in the browser`, async ({ app }) => {
    const file = fileURLToPath(new URL(`../../test/histories/${id}.ndjson`, import.meta.url));
    await new Sharing(app).bringIn(file);
    await app.expectRun('completed');
    await app.openTab('Runs');
    const run = app.panel('Runs').getByRole('treeitem');
    await expect(run).toContainText('not executed here');
    await run.hover();
    await run.getByRole('button', { name: 'Replay this run' }).click();
    const { length } = await ledgerIn(file);
    await expect(app.panel('Messages')).toContainText(
      `Replayed: ${length} commits, each equal to what was recorded. Nothing was called.`,
    );
    await app.slider.fill('1');
    await app.expectRun('running');
  });
}

test('K3 with a model that says the same, the page and planloom run record equal ledgers', async ({
  app,
  model,
}, info) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  await planWith(app, 'llm');
  const script = saysJson({ steps: [say('greet'), say('leave')] });
  model.script(script);
  await app.run();
  await app.expectRun('completed');
  const { workspace, text } = await takeAway(app, info.outputPath.bind(info));
  model.script(script);
  const own = info.outputPath('own.ndjson');
  const env = { PLANLOOM_CONNECTION_CONNECTION_1_URL: model.url };
  const ran = await planloom(['run', workspace, '--yes', '--ledger', own, ...sameRun(text)], env);
  expect(ran, ran.beside).toMatchObject({ code: 0, json: { status: 'completed' } });
  expectEqual(await ledgerIn(own), commitsOf(text));
});

test('K4 a changed byte is refused with its commit, in the page and on the command line', async ({
  app,
}, info) => {
  const file = fileURLToPath(new URL('../../test/histories/ask-a-table.ndjson', import.meta.url));
  const lines = (await readFile(file, 'utf8')).split('\n');
  const forged = lines.with(4, (lines[4] ?? '').replace('"count":12', '"count":13')).join('\n');
  expect(forged === lines.join('\n')).toBe(false);

  const sharing = new Sharing(app);
  await sharing.give(fileOf('forged.ndjson', forged));
  await expect(sharing.import).toContainText('This cannot be opened. Nothing was changed.');
  await expect(sharing.import).toContainText(/[Cc]ommit 4/);
  await expect(sharing.import.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();

  const path = info.outputPath('forged.ndjson');
  await writeFile(path, forged);
  const { code, json, beside } = await planloom(['replay', path]);
  expect(code).not.toBe(0);
  expect(`${JSON.stringify(json)} ${beside}`).toMatch(/[Cc]ommit 4/);
});

async function publish(app: Planloom): Promise<void> {
  const form = app.page.getByRole('form', { name: /The checks found this/ });
  await form.getByRole('button', { name: 'Publish' }).click();
  await app.expectRun('completed');
}

/** Takes workspace and run away as files, as a person does. */
async function takeAway(app: Planloom, place: (name: string) => string) {
  const sharing = new Sharing(app);
  const text = await sharing.download('This run');
  const files = { ledger: place('run.ndjson'), workspace: place('workspace.planloom.json'), text };
  await writeFile(files.ledger, text);
  await writeFile(files.workspace, await sharing.download('Workspace'));
  return files;
}
