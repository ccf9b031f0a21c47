import type { Locator, Page } from '@playwright/test';
import { SURFACES, type SurfaceId } from '../../src/app/surfaces/surfaces';
import { breakAt, breakable, type Point } from '../fixtures/faults';
import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import type { Planloom } from '../pages/planloom';

const region = (name: string): Point => ({ tag: 'section', attribute: 'aria-label', value: name });
const labelled = (tag: string, name: string): Point => ({ tag, attribute: 'aria-label', value: name });

/** What each surface draws and no other does, and how it comes to be drawn: by the tab that it is under. */
interface Way {
  readonly point: Point;
  readonly tab?: string;
}

/** At a desk, each beside the others: those of the start, of a phone, and what is loaded later have tests of their own below. */
const DESK: Partial<Record<SurfaceId, Way>> = {
  toolbar: { point: labelled('button', 'Commands') },
  slider: { point: labelled('input', 'Ledger position') },
  notices: { point: labelled('button', 'Trust') },
  documents: { point: region('Documents') },
  prompts: { point: region('Prompts') },
  features: { point: region('Features') },
  inspector: { point: region('Inspector') },
  variables: { point: region('Variables') },
  palette: { point: region('Palette'), tab: 'Palette' },
  outline: { point: region('Outline'), tab: 'Outline' },
  runs: { point: region('Runs'), tab: 'Runs' },
  timeline: { point: region('Timeline'), tab: 'Timeline' },
  ledger: { point: region('Ledger'), tab: 'Ledger' },
  attempts: { point: region('Plan attempts'), tab: 'Plan attempts' },
  costs: { point: region('Costs'), tab: 'Costs' },
  inbox: { point: region('Inbox'), tab: 'Inbox' },
  whatif: { point: region('What if'), tab: 'What if' },
};

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
  const before = await nodes.count();
  await app.page.keyboard.press('n');
  const search = app.page.getByRole('combobox', { name: 'Search nodes' });
  await search.fill(name);
  await search.press('Enter');
  await expect(nodes).toHaveCount(before + 1);
  await app.page.keyboard.press('Control+z');
  await expect(nodes).toHaveCount(before);
  await app.page.keyboard.press('Control+Shift+z');
  await expect(nodes).toHaveCount(before + 1);
}

test.describe('fault X4 a surface that throws leaves the others as they are', () => {
  test.beforeEach(({ complaints }) => complaints.expectConsole(/injected fault|The above error occurred|%o/));

  test('at a desk: each of a page where all of them throw says so, the canvas goes on, and each comes back', async ({
    app,
    baseURL,
  }) => {
    const { page } = app;
    await breakable(
      page,
      Object.values(DESK).map(({ point }) => point),
    );
    await page.goto('about:blank');
    await page.goto(new URL(linkTo(workspaceJson('a: CAPABILITY echo')), baseURL).href);
    await expect(app.canvas).toBeVisible();
    const atFirst = Object.entries(DESK).filter(
      ([, { tab }]) => tab === undefined || ['Palette', 'Timeline'].includes(tab),
    );
    for (const [id] of atFirst) {
      const note = noteOf(page, id as SurfaceId);
      await expect(note, id).toBeVisible();
      await expect(note).toContainText('UNEXPECTED');
    }
    await editsGoOn(app, 'echo');

    for (const [id, { tab }] of Object.entries(DESK)) {
      if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click();
      await expect(noteOf(page, id as SurfaceId), id).toBeVisible();
    }
    await breakAt(page, []);
    for (const [id, { point, tab }] of Object.entries(DESK)) {
      if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click();
      const note = noteOf(page, id as SurfaceId);
      if ((await note.count()) > 0) await tryAgain(note);
      await expect(page.locator(`${point.tag}[${point.attribute}="${point.value}"]`), id).toBeVisible();
    }
    await expect(notes(page)).toHaveCount(0);
    await expect(app.canvas.getByRole('group')).toHaveCount(2);
  });

  test('a view that is brought back, a card, and the screen of a workspace: each has its own way on', async ({
    app,
  }) => {
    const { page } = app;
    await breakable(page);
    await page.reload();
    await app.openTemplate('Blank plan');
    await editsGoOn(app, 'echo');
    await breakAt(page, [region('Canvas')]);
    await app.openTab('State view');
    await app.openTab('Canvas');
    await expect(noteOf(page, 'canvas')).toBeVisible();
    await expect(app.panel('Inspector')).toBeVisible();
    await breakAt(page, []);
    await tryAgain(noteOf(page, 'canvas'));
    await expect(app.node('Echo')).toBeVisible();

    await breakAt(page, [{ tag: 'span', attribute: 'title', value: 'Broken' }]);
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

    await breakAt(page, [labelled('aside', 'Left panel')]);
    await app.button('Left panel').click();
    await app.button('Left panel').click();
    const note = noteOf(page, 'workspace');
    await expect(note).toBeVisible();
    const arriving = page.waitForEvent('download');
    await note.getByRole('button', { name: 'Download the workspace' }).click();
    const file = await (await arriving).createReadStream();
    expect(Buffer.concat(await file.toArray()).toString('utf8')).toContain('Mended');
    await breakAt(page, []);
    await tryAgain(note);
    await expect(app.node('Mended')).toBeVisible();
    await app.button('Undo').click();
    await expect(app.node('Mended')).toHaveCount(0);
    await expect(app.canvas.getByRole('group').first()).toBeVisible();
  });

  test('a workspace whose screen throws at every visit: a reload says it again, and leads to the start', async ({
    app,
  }) => {
    const { page } = app;
    await app.openTemplate('Blank plan');
    await breakable(page, [labelled('aside', 'Left panel')]);
    await page.reload();
    const note = noteOf(page, 'workspace');
    await note.getByRole('button', { name: 'Reload' }).click();
    await note.getByRole('button', { name: 'To the start' }).click();
    await expect(app.templates).toBeVisible();
    await expect(notes(page)).toHaveCount(0);
  });

  test('at the start: templates, recent work, the field and the bar fall one by one', async ({ app }) => {
    const { page } = app;
    const points: readonly [SurfaceId, Point][] = [
      ['homeBar', labelled('button', 'Import')],
      ['goal', labelled('input', 'What do you want done?')],
      ['templates', labelled('ul', 'Templates')],
      ['recent', { tag: 'section', attribute: 'aria-labelledby', value: 'recent-workspaces' }],
    ];
    await app.openTemplate('Blank plan');
    await breakable(
      page,
      points.map(([, point]) => point),
    );
    await page.goto('/');
    for (const [id] of points) await expect(noteOf(page, id), id).toBeVisible();
    await breakAt(page, []);
    for (const [id] of points) await tryAgain(noteOf(page, id));
    await expect(app.question).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Recent workspaces' })).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('head, slider and each tab', async ({ app }) => {
      const { page } = app;
      const tabs: readonly [SurfaceId, string][] = [
        ['steps', 'Steps'],
        ['canvas', 'Canvas'],
        ['timeline', 'Timeline'],
        ['ledger', 'Ledger'],
        ['inbox', 'Inbox'],
        ['whatif', 'What if'],
      ];
      await breakable(page, [
        labelled('button', 'Menu'),
        labelled('input', 'Ledger position'),
        ...tabs.map(([, name]) => region(name)),
      ]);
      await page.reload();
      await app.templates.getByRole('button', { name: 'Ask a table' }).tap();
      await expect(noteOf(page, 'phoneHead')).toBeVisible();
      await expect(noteOf(page, 'slider')).toBeVisible();
      for (const [id, name] of tabs) {
        await page.getByRole('tab', { name, exact: true }).tap();
        await expect(noteOf(page, id), id).toBeVisible();
      }
      await breakAt(page, []);
      for (const [id, name] of tabs) {
        await page.getByRole('tab', { name, exact: true }).tap();
        if ((await noteOf(page, id).count()) > 0) await tryAgain(noteOf(page, id));
        await expect(app.panel(name)).toBeVisible();
      }
      await tryAgain(noteOf(page, 'phoneHead'));
      await expect(app.button('Menu')).toBeVisible();
    });
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

  test('the screen of a workspace, its style sheet, the State view: the same', async ({ app }) => {
    const { page } = app;
    for (const file of ['Workspace-*.js', 'Workspace-*.css']) {
      const path = `**/assets/${file}`;
      await page.route(path, (route) => route.abort());
      await page.goto('/');
      await app.templates.getByRole('button', { name: 'Blank plan' }).click();
      const note = noteOf(page, 'workspace');
      await expect(note, file).toContainText('PART_NOT_LOADED');
      await page.unroute(path);
      await tryAgain(note);
      await expect(app.canvas).toBeVisible();
      // Its own style sheet gives the bar its height.
      await expect.poll(async () => (await app.button('Run').boundingBox())?.y ?? 999).toBeLessThan(48);
    }
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

  test('the worker that reads files: the page reads instead, and one that fails later is said', async ({
    app,
  }) => {
    const { page } = app;
    const worker = '**/assets/importWorker-*.js';
    await page.route(worker, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "postMessage({ kind: 'ready' }); onmessage = () => { throw new Error('injected fault'); };",
      }),
    );
    await app.button('Import').click();
    const field = app.dialog('Import').getByRole('textbox').first();
    await field.fill(JSON.stringify(workspaceJson('a: CAPABILITY echo')));
    await app.button('Look at it').click();
    await expect(app.dialog('Import')).toContainText('READING_FAILED');
    await page.unroute(worker);
    await page.keyboard.press('Escape');
    await app.button('Import').click();
    await field.fill(JSON.stringify(workspaceJson('a: CAPABILITY echo')));
    await app.button('Look at it').click();
    await expect(app.dialog('Import')).not.toContainText('READING_FAILED');
    await expect(app.dialog('Import')).toContainText('Given');
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
