import type { Locator, Page } from '@playwright/test';
import { SURFACES, type SurfaceId } from '../../src/app/surfaces/Surface';
import { breakable, breakWhenDrawn } from '../fixtures/faults';
import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import { Drawing } from '../pages/drawing';
import type { Planloom } from '../pages/planloom';

const notes = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'cannot be shown' });
const noteOf = (page: Page, id: SurfaceId): Locator =>
  notes(page).filter({ hasText: `“${SURFACES[id].name}” cannot be shown` });

async function tryAgain(note: Locator): Promise<void> {
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(note).toHaveCount(0);
}

/** A change, its undo, and that both are stored. */
async function editsGoOn(app: Planloom, name: string): Promise<void> {
  await app.page.keyboard.press('Escape');
  await app.canvas.click({ position: { x: 8, y: 200 } });
  const nodes = app.canvas.getByRole('group');
  await expect(nodes).not.toHaveCount(0);
  const before = await nodes.count();
  await new Drawing(app).add(name);
  await expect(nodes).toHaveCount(before + 1);
  await app.page.keyboard.press('Control+z');
  await expect(nodes).toHaveCount(before);
  await app.page.keyboard.press('Control+Shift+z');
  await expect(nodes).toHaveCount(before + 1);
}

test.describe('fault X4 a surface that throws leaves the others as they are', () => {
  test.beforeEach(({ complaints }) => complaints.expectConsole(/injected fault|The above error occurred|%o/));

  test('a card: it can still be chosen, says so, and is drawn again when it changes', async ({ app }) => {
    const { page } = app;
    await breakable(page);
    await page.reload();
    await app.openTemplate('Blank plan');
    await editsGoOn(app, 'echo');
    await breakWhenDrawn(page, ['span title Broken']);
    const name = app.panel('Inspector').getByRole('textbox', { name: 'Name', exact: true });
    await app.node('Echo').click();
    await name.fill('Broken');
    await name.press('Enter');
    await expect(
      app.canvas.getByRole('group', { name: /^Broken, CAPABILITY, cannot be drawn$/ }),
    ).toBeVisible();
    await name.fill('Mended');
    await name.press('Enter');
    await expect(app.node('Mended')).toBeVisible();
  });

  test('the screen of a workspace at every visit: it can be downloaded, a reload says it again, and it leads to the start', async ({
    app,
  }) => {
    const { page } = app;
    await app.openTemplate('Blank plan');
    await breakable(page, ['workspace']);
    await page.reload();
    const note = noteOf(page, 'workspace');
    const arriving = page.waitForEvent('download');
    await note.getByRole('button', { name: 'Download the workspace' }).click();
    const file = await (await arriving).createReadStream();
    expect(Buffer.concat(await file.toArray()).toString('utf8')).toContain('planloom/workspace');
    await note.getByRole('button', { name: 'Reload' }).click();
    await note.getByRole('button', { name: 'To the start' }).click();
    await expect(app.templates).toBeVisible();
    await expect(notes(page)).toHaveCount(0);
  });

  test('what no boundary hears is said in passing, once, and without keys', async ({ app }) => {
    const { page } = app;
    await app.openTemplate('Blank plan');
    await page.evaluate(() => {
      for (let times = 0; times < 3; times++) {
        void Promise.reject(new Error('injected fault with sk-ant-abcdefghijklmnopqrstuvwxyz'));
      }
    });
    const said = page.getByRole('region', { name: 'Messages' });
    await expect(said).toContainText('UNEXPECTED');
    await expect(said.getByRole('button', { name: 'Reload' })).toHaveCount(1);
    await expect(said).toContainText('[redacted]');
    await expect(said).not.toContainText('sk-ant-');
    await editsGoOn(app, 'echo');
  });
});

/** Every dialog that has a button at the desk, and the file that it is loaded from. */
const DIALOGS: readonly (readonly [button: string | RegExp, dialog: string, file: string])[] = [
  ['Import', 'Import', 'ImportDialog'],
  ['Share', 'Share', 'ShareDialog'],
  ['Settings', 'Settings', 'SettingsDialog'],
  ['History', 'History', 'HistoryDialog'],
  [/^Problems \(\d+\)$/, 'Problems', 'ProblemsDialog'],
  ['Commands', 'Commands', 'CommandsDialog'],
  ['Add node', 'Add a node', 'AdderDialog'],
  ['Help', 'Help', 'HelpDialog'],
  ['Add a document', 'Add a document', 'DocumentDialog'],
];

test.describe('fault X4 a part that cannot be loaded', () => {
  test.beforeEach(({ complaints }) =>
    complaints.expectConsole(
      /net::ERR_FAILED|Failed to fetch dynamically imported|PART_NOT_LOADED|LoadFault|%o|error occurred/,
    ),
  );

  test('each dialog says so, is really loaded by "Try again", and what was open goes on', async ({ app }) => {
    const { page } = app;
    await app.openTemplate('Blank plan');
    for (const [button, dialog, file] of DIALOGS) {
      const script = `**/assets/${file}-*.js`;
      await page.route(script, (route) => route.abort());
      await page.getByRole('button', { name: button, exact: true }).click();
      const note = page.getByRole('dialog').getByRole('alert');
      await expect(note, dialog).toContainText('PART_NOT_LOADED');
      await page.unroute(script);
      await note.getByRole('button', { name: 'Try again' }).click();
      await expect(app.dialog(dialog)).toBeVisible();
      await expect(note).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await editsGoOn(app, 'echo');
  });

  test('the screen of a workspace, its style sheet, the State view: the same', async ({ visit }) => {
    for (const file of ['Workspace-*.js', 'Workspace-*.css']) {
      // A cold profile each: what a page has loaded once it may take from its memory.
      const { app } = await visit();
      const { page } = app;
      const path = `**/assets/${file}`;
      let fail = () => {};
      const failed = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route(path, (route) => failed.then(() => route.abort()));
      // The start page may have fetched it before.
      await app.open();
      await app.templates.getByRole('button', { name: 'Blank plan' }).click();
      await expect(page.getByRole('progressbar', { name: 'Loading' }), 'no page is blank').toBeVisible();
      fail();
      const note = noteOf(page, 'workspace');
      await expect(note, file).toContainText('PART_NOT_LOADED');
      await page.unroute(path);
      await tryAgain(note);
      await expect(app.canvas).toBeVisible();
      // Its own style sheet gives the bar its height.
      await expect.poll(async () => (await app.button('Run').boundingBox())?.y ?? 999).toBeLessThan(48);
    }
    const { app } = await visit();
    const { page } = app;
    await app.openTemplate('Blank plan');
    await page.route('**/assets/StateView-*.js', (route) => route.abort());
    await app.openTab('State view');
    await expect(noteOf(page, 'stateView')).toContainText('PART_NOT_LOADED');
    await page.unroute('**/assets/StateView-*.js');
    await tryAgain(noteOf(page, 'stateView'));
    await expect(page.getByText('PART_NOT_LOADED')).toHaveCount(0);
  });

  test('the app itself: the page says that it could not start, and a reload starts it', async ({ app }) => {
    const { page } = app;
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Planloom could not start');
    await page.unroute('**/assets/index-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(app.templates).toBeVisible();
  });

  test('one that never arrives: said after a while, and it can be waited for again', async ({ app }) => {
    const { page } = app;
    await page.clock.install();
    await app.openTemplate('Blank plan');
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/ShareDialog-*.js', (route) => arrived.then(() => route.continue()));
    await app.button('Share').click();
    await page.clock.fastForward(21_000);
    const note = page.getByRole('dialog').getByRole('alert');
    await expect(note).toContainText('has not arrived yet');
    arrive();
    await note.getByRole('button', { name: 'Try again' }).click();
    await expect(app.dialog('Share')).toBeVisible();
    await expect(note).toHaveCount(0);
  });
});

/** A worker that answers as one does until it is given work. */
const DIES_AT_WORK = `postMessage({ kind: 'ready' }); onmessage = ({ data }) => {
  if (data.cmd === undefined || data.cmd === 'layout') throw new Error('injected fault');
  postMessage({ id: data.id, data: [] });
};`;

test.describe('fault X4 a worker that dies at work', () => {
  const breakWorker = (page: Page, worker: string) =>
    page.route(worker, (route) => route.fulfill({ contentType: 'text/javascript', body: DIES_AT_WORK }));

  test.beforeEach(({ complaints }) => complaints.expectConsole(/injected fault|%o|error occurred/));

  test('while a file is read: said, the text stays, and it is read once more', async ({ app }) => {
    const { page } = app;
    const worker = '**/assets/importWorker-*.js';
    await breakWorker(page, worker);
    await app.button('Import').click();
    await app
      .dialog('Import')
      .getByRole('textbox')
      .first()
      .fill(JSON.stringify(workspaceJson('a: CAPABILITY echo')));
    await app.button('Preview').click();
    await expect(app.dialog('Import')).toContainText('READING_FAILED');
    await page.unroute(worker);
    await app.button('Try again').click();
    await expect(app.dialog('Import')).not.toContainText('READING_FAILED');
    await expect(app.dialog('Import')).toContainText('Given');
  });

  test('while a large workspace is opened: the page says so, and tries again', async ({ app, baseURL }) => {
    const { page } = app;
    const worker = '**/assets/importWorker-*.js';
    const note = { id: 'n', type: 'NOTE', params: { markdown: 'word '.repeat(15_000) } };
    const content = workspaceJson('a: CAPABILITY echo');
    const [plan] = content.plans as [{ nodes: unknown[] }];
    plan.nodes.push(note);
    await page.goto(new URL(linkTo(content), baseURL).href);
    await expect(app.canvas.getByRole('group')).toHaveCount(2);
    await breakWorker(page, worker);
    await page.reload();
    await expect(noteOf(page, 'workspace')).toContainText('UNEXPECTED');
    await page.unroute(worker);
    await tryAgain(noteOf(page, 'workspace'));
    await expect(app.canvas.getByRole('group')).toHaveCount(2);
  });

  test('while a plan is laid out: the simple layout answers, and ELK is asked again the next time', async ({
    app,
  }) => {
    const { page } = app;
    await app.openTemplate('Parallel review');
    let asked = 0;
    await page.route('**/assets/elkWorker-*.js', (route) => {
      asked++;
      return asked === 1
        ? route.fulfill({ contentType: 'text/javascript', body: DIES_AT_WORK })
        : route.continue();
    });
    await app.canvas.click({ position: { x: 8, y: 200 } });
    await app.button('Tidy').click();
    await expect(app.button('Undo')).toHaveAttribute('data-tip', 'Undo: Tidy');
    await app.button('Undo').click();
    await app.button('Tidy').click();
    await expect.poll(() => asked).toBe(2);
    await expect(app.button('Undo')).toHaveAttribute('data-tip', 'Undo: Tidy');
  });
});

test.describe('fault X4 what is stored is damaged', () => {
  test('settings of the panels that no version had: the app opens as designed', async ({ app }) => {
    const { page } = app;
    await page.evaluate(() => {
      const layout = {
        leftTab: 'constructor',
        dockTab: 'x',
        inspectorTab: '__proto__',
        left: 1e9,
        dock: -5,
        leftOpen: 'no',
      };
      localStorage.setItem('planloom.layout', JSON.stringify(layout));
      localStorage.setItem('planloom.theme', '{}');
    });
    await page.reload();
    await app.openTemplate('Blank plan');
    await expect(app.panel('Palette')).toBeVisible();
    await expect(app.panel('Timeline')).toBeVisible();
  });

  test('a note of 4,000 quotes, a text of 64,000 letters and an @: drawn, also after a reload', async ({
    app,
    baseURL,
  }) => {
    const { page } = app;
    const notes = ['>'.repeat(4_000), `${'a'.repeat(64_000)}@`, `${' '.repeat(64_000)}.`, '*'.repeat(64_000)];
    const content = workspaceJson('a: CAPABILITY echo');
    const [plan] = content.plans as [{ nodes: unknown[] }];
    for (const [index, markdown] of notes.entries()) {
      plan.nodes.push({ id: `n${index}`, type: 'NOTE', params: { markdown } });
    }
    await page.goto(new URL(linkTo(content), baseURL).href);
    await expect(app.canvas.getByRole('group')).toHaveCount(5);
    await page.reload();
    await expect(app.canvas.getByRole('group')).toHaveCount(5);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('case B6 another page', () => {
  test('that frames this one, where no server forbids it: the app does not run, and says so', async ({
    app,
    baseURL,
  }) => {
    const { page } = app;
    await page.route('**/frames', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<iframe src="/?framed" title="app" width="900" height="600"></iframe>',
      }),
    );
    await page.route('**/?framed', async (route) => {
      const response = await route.fetch({ url: new URL('/', baseURL).href });
      await route.fulfill({ response, headers: { 'content-type': 'text/html' } });
    });
    await page.goto('/frames');
    const inside = page.frameLocator('iframe');
    await expect(inside.getByRole('alert')).toContainText('Planloom does not run inside another page');
    await expect(inside.getByRole('list', { name: 'Templates' })).toHaveCount(0);
  });

  test('that opened this one, or posts to it: nothing listens', async ({
    app,
    context,
    network,
    baseURL,
  }) => {
    network.allow('http://elsewhere.test');
    await context.route('http://elsewhere.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' }),
    );
    const opener = await context.newPage();
    await opener.goto('http://elsewhere.test/');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      opener.evaluate((url) => {
        const target = window.open(url);
        const forged = [
          { kind: 'ready' },
          { kind: 'judged' },
          { type: 'run.started' },
          'setImmediate$0',
          { source: 'react-devtools' },
        ];
        const post = () => {
          for (const message of forged) target?.postMessage(message, '*');
        };
        post();
        setInterval(post, 20);
      }, baseURL ?? ''),
    ]);
    await expect(opened.getByRole('list', { name: 'Templates' })).toBeVisible();
    // The pictures of the templates come a moment later, and so does the way to a model, once the vault is open.
    await expect(opened.locator('.graph-preview')).toHaveCount(5);
    await expect(opened.getByRole('button', { name: 'Connect a model' })).toBeVisible();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    const before = await opened.getByRole('main').innerHTML();
    await opened.evaluate(
      () =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.setAttribute('sandbox', 'allow-scripts');
          document.body.append(frame);
          window.addEventListener('message', resolve, { once: true });
          for (const message of [{ kind: 'ready' }, { kind: 'failed', why: 'forged' }])
            window.postMessage(message, '*');
        }),
    );
    expect(await opened.getByRole('main').innerHTML()).toBe(before);
    await expect(app.templates).toBeVisible();
  });
});
