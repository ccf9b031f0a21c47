import { test } from '../fixtures/bareHost';
import { expect } from '../fixtures/test';
import { ASK_BY_SQL, SQL_DOCUMENTS } from '../material/askBySql';
import { fileOf, linkTo, workspaceJson } from '../material/workspaces';
import { Sharing } from '../pages/sharing';

/** As in `largeTables`: the engine compiles 34 MB first. */
const ENGINE_MS = 100_000;

test('fault B3 T9 in a folder of a host that sends no headers: readers, layout and engine work, and the policy of the page holds', async ({
  app,
  page,
  bareHost,
  complaints,
}) => {
  test.setTimeout(240_000);
  const sharing = new Sharing(app);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await test.step('a template runs', async () => {
    await app.openTemplate('Ask a table');
    await app.run();
    await app.expectRun('completed');
    await app.button('Share').click();
    const link = sharing.share.getByRole('textbox', { name: 'Link' });
    await expect(link).toHaveValue(new RegExp(`^${bareHost}#p1=`));
    await page.keyboard.press('Escape');
  });
  await test.step('a file is read, a plan arranged, and SQL asked, each in a worker', async () => {
    await sharing.bringIn(fileOf('orders.json', workspaceJson(ASK_BY_SQL, { documents: SQL_DOCUMENTS })));
    await app.button('Tidy').click();
    await app.run();
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await expect(app.answer).toContainText('North (0.80)', { timeout: ENGINE_MS });
    for (const name of ['importWorker', 'elkWorker', 'engineWorker'])
      expect(workers).toContainEqual(expect.stringMatching(new RegExp(`^${bareHost}assets/${name}`)));
  });
  await test.step('case B1 no code and no markup are made from text, and none comes from elsewhere', async () => {
    complaints.expectConsole(/Content Security Policy|Trusted(?:HTML|Script|TypePolicy)/i);
    const refused = await page.evaluate(async () => {
      const throws = (attempt: () => unknown): boolean => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      };
      const cell = document.createElement('div');
      return {
        markup: throws(() => Reflect.set(cell, 'innerHTML', '<b>x</b>')),
        policy: throws(() => Reflect.get(window, 'trustedTypes').createPolicy('another', {})),
        // As the page's own: what a test evaluates is let through.
        code: await new Promise((resolve) =>
          setTimeout(() => resolve(throws(() => new Function('return 1')))),
        ),
        worker: throws(() => new Worker('https://collect.example/worker.js')),
        request: await fetch('http://collect.example/').then(
          () => false,
          () => true,
        ),
      };
    });
    expect(refused).toEqual({ markup: true, policy: true, code: true, worker: true, request: true });
  });
  await test.step('T1 what comes by a link waits to be trusted', async () => {
    await app.open(linkTo(workspaceJson(ASK_BY_SQL, { id: 'linked' })));
    await expect(app.page.getByText('Restricted: this workspace came from outside')).toBeVisible();
  });
});
