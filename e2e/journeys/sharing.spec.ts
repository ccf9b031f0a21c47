import { deflateRawSync } from 'node:zlib';
import { planHash, read, type Workspace } from '#plan';
import { linkOf } from '../../test/share/links';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { fileOf, linkTo, workspaceJson } from '../material/workspaces';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

const PLAN = `
  in question = "How many?"
  out answer
  start: START
  ask: CAPABILITY text.say {name: ask, input: {text: "{{ question }}"}, output: {answer: "result.text"}}
  decide: HUMAN_INPUT Good? {name: decide, decisions: [yes, no]}
  end: END
  start -> ask -> decide
  decide.yes -> end
`;

const RESTRICTED = 'Restricted: this workspace came from outside';

test.describe('S1 T1 a link opened in another browser', () => {
  test('fault D1 holds the same plan, sends nothing but for files of the app, and runs nothing', async ({
    app,
    visit,
  }) => {
    await new Sharing(app).bringIn(fileOf('plan.json', workspaceJson(PLAN)));
    await app.button('Share').click();
    await expect(new Sharing(app).share).toContainText('Runs and keys stay here.');
    await expect(new Sharing(app).share).toContainText('which is this device: elsewhere it opens nothing');
    await app.page.keyboard.press('Escape');
    const link = await new Sharing(app).link();
    const sent = await new Sharing(app).download('Workspace');

    const other = await visit();
    await other.app.page.clock.install();
    await other.app.open(link);
    await expect(other.app.node('decide')).toBeVisible();
    await lookAtEverything(other.app);
    await other.app.page.clock.runFor(30_000);

    expect(await new Sharing(other.app).download('Workspace')).toBe(sent);
    expect(hashOfPlan(await new Sharing(other.app).download('Workspace'))).toBe(hashOfPlan(sent));
    expect(other.network.sent.filter(({ method, url }) => method !== 'GET' || url.includes('p1='))).toEqual(
      [],
    );
    expect(other.app.page.workers()).toEqual([]);
    // Whatever runs writes its first commit before it does anything (K7).
    expect(await storedIn(other.app.page)).toMatchObject({ runs: [], commits: [] });
    await expect(other.app.page.getByText(RESTRICTED)).toBeVisible();
  });

  test('case A1 nothing of it starts by itself, however it asks', async ({ app }) => {
    const eager = workspaceJson(PLAN, {
      connections: [{ id: 'mine', kind: 'openai-compatible', suggestedUrl: 'https://collect.example/v1' }],
      models: [{ id: 'model', connection: 'mine', model: 'any' }],
      documents: [{ id: 'notes', kind: 'markdown', text: '![x](https://collect.example/pixel.png)' }],
    });
    await app.page.clock.install();
    await app.open(linkTo(eager));
    await expect(app.node('ask')).toBeVisible();
    await lookAtEverything(app);
    await app.page.getByRole('button', { name: /^notes/ }).click();
    await app.page.getByRole('button', { name: 'Close' }).click();
    await app.page.clock.runFor(30_000);
    // The fixture fails on any request to another host.
    expect(app.page.workers()).toEqual([]);
    expect(await storedIn(app.page)).toMatchObject({ runs: [], commits: [] });
  });

  test('case A1 what asks to run when opened is no workspace', async ({ app }) => {
    await app.open(linkTo(workspaceJson(PLAN, { autorun: true })));
    await expect(new Sharing(app).import.getByText('UNKNOWN_KEY')).toBeVisible();
    expect(await storedIn(app.page)).toMatchObject({ workspaces: [] });
  });

  test('case A6 it is a workspace of its own beside one of the same name, and opens only once', async ({
    app,
  }) => {
    const sharing = new Sharing(app);
    await sharing.bringIn(fileOf('mine.json', workspaceJson('mine: CAPABILITY echo {name: Unsaved work}')));
    const link = linkTo(workspaceJson(PLAN));
    await app.open(link);
    await expect(app.node('decide')).toBeVisible();
    const address = app.page.url();
    expect(address).not.toContain('p1=');

    await app.open('/');
    await app.open(link);
    await expect(app.node('decide')).toBeVisible();
    expect(app.page.url()).toBe(address);
    const { workspaces = [] } = await storedIn(app.page);
    expect(workspaces.filter((row) => row.includes('Unsaved work'))).toHaveLength(1);
    expect(workspaces).toHaveLength(2);
  });

  test('case A6 Back leads out of it, Forward and a bookmark into it', async ({ app }) => {
    await app.open(linkTo(workspaceJson(PLAN)));
    await expect(app.node('decide')).toBeVisible();
    const bookmark = app.page.url();
    await app.page.goBack();
    await expect(app.templates).toBeVisible();
    await app.page.goForward();
    await expect(app.node('decide')).toBeVisible();
    await app.open('/');
    await app.open(bookmark);
    await expect(app.node('decide')).toBeVisible();
    await expect(app.page.getByText(RESTRICTED)).toBeVisible();
  });
});

test.describe('T1 trust', () => {
  const RISKY = workspaceJson(
    `
      in question = "How many?"
      start: START
      send: CAPABILITY mail.send
      say: CAPABILITY text.say {input: {text: "{{ question }}"}}
      plan: PLANNER {models: [model], goal: "Do it"}
      do: PLAN_EXECUTOR
      decide: HUMAN_INPUT Good? {decisions: [yes]}
      end: END
      start -> say -> plan -> do -> decide
      decide.yes -> end
    `,
    {
      connections: [
        { id: 'openai', kind: 'openai-compatible', suggestedUrl: 'https://api.openai.com.evil.example/v1' },
      ],
      models: [{ id: 'model', name: 'Their model', connection: 'openai', model: 'big' }],
    },
  );

  test('the dialog lists hosts, tools, planners and people, and Keep restricted changes nothing', async ({
    app,
  }) => {
    await app.open(linkTo(RISKY));
    const { trust } = new Sharing(app);
    await app.button('Trust').click();
    await expect(trust).toContainText('https://api.openai.com.evil.example');
    await expect(trust).toContainText('Their model');
    await expect(trust).toContainText('Not known here: mail.send');
    await expect(trust).toContainText('a language model');
    await expect(trust).toContainText('It asks you once.');
    await trust.getByRole('button', { name: 'Keep restricted' }).click();
    await expect(app.page.getByText(RESTRICTED)).toBeVisible();
    expect(await storedIn(app.page)).toMatchObject({ runs: [], commits: [] });
  });

  test('Run asks for it first; its limit on calls holds; it is kept', async ({ app }) => {
    const plan = `
      start: START
      one: CAPABILITY echo {name: one, input: {a: 1}}
      two: CAPABILITY echo {name: two, input: {a: 2}}
      end: END
      start -> one -> two -> end
    `;
    await app.open(linkTo(workspaceJson(plan)));
    const { trust } = new Sharing(app);
    await app.run();
    await trust.getByLabel('Max calls per run').fill('1');
    expect(await storedIn(app.page)).toMatchObject({ runs: [], commits: [] });
    await trust.getByRole('button', { name: 'Trust' }).click();
    await app.expectRun('paused');
    await expect(app.node('one')).toHaveAccessibleName(/succeeded/);
    await expect(app.node('two')).not.toHaveAccessibleName(/succeeded/);

    await app.page.reload();
    await expect(app.canvas).toBeVisible();
    await expect(app.page.getByText(RESTRICTED)).toBeHidden();
  });

  test('P13 it may be trusted without its planners: then they make no plan, and Settings say so', async ({
    app,
  }) => {
    await app.open(linkTo(workspaceJson('plan: PLANNER rules {goal: "Do it"}')));
    const { trust } = new Sharing(app);
    await app.run();
    await trust.getByRole('checkbox', { name: 'Planners may make plans' }).uncheck();
    await trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await app.expectRun('failed');
    await expect(app.page.getByText('allow no dynamic plans').first()).toBeVisible();
    await app.button('Settings').click();
    await app.openTab('Policies');
    const settings = app.dialog('Settings');
    await expect(settings.getByRole('listitem').first()).toHaveText(/^No plans by planners\./);
    await settings.getByRole('checkbox', { name: 'Planners may make plans' }).check();
    await expect(settings.getByText('No plans by planners.')).toBeHidden();
  });

  test('an address starts nothing, in a workspace that is trusted either', async ({ app }) => {
    await app.openTemplate('Ask a table');
    const address = new URL(app.page.url());
    for (const run of ['new', 'start', '1']) {
      address.searchParams.set('run', run);
      await app.open(`${address.pathname}${address.search}`);
      await expect(app.canvas).toBeVisible();
      await expect(app.button('Run')).toBeEnabled();
      expect(await storedIn(app.page)).toMatchObject({ runs: [], commits: [] });
    }
  });

  test('a plan brought into work of one’s own asks as well', async ({ app }) => {
    const sharing = new Sharing(app);
    await app.openTemplate('Blank plan');
    const { plans } = workspaceJson(PLAN);
    await sharing.bringIn(fileOf('plan.json', Array.isArray(plans) ? (plans[0] ?? null) : null));
    await expect(app.node('decide')).toBeVisible();
    await app.run();
    await expect(sharing.trust).toBeVisible();
    expect(await storedIn(app.page)).toMatchObject({ runs: [], commits: [] });
  });
});

/** Each letter of a text in its percent-encoded form. */
function percentOf(text: string): string {
  return [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
}

test.describe('case A5 a link that did not arrive whole', () => {
  const whole = linkTo(workspaceJson(PLAN));

  for (const [how, link, code] of [
    ['cut', whole.slice(0, whole.length - 40), 'LINK_INCOMPLETE'],
    ['changed', whole.slice(0, -10) + (whole.at(-10) === 'A' ? 'B' : 'A') + whole.slice(-9), 'LINK_DAMAGED'],
    ['encoded twice', whole.replace('#p1=', '#p1%3D'), 'LINK_ENCODED_TWICE'],
    ['fault B5 encoded whole', `/#${encodeURIComponent(percentOf(whole.slice(2)))}`, 'LINK_ENCODED_TWICE'],
    ['of a newer version', whole.replace('#p1=', '#p9='), 'LINK_NEWER'],
  ] as const) {
    test(`${how}: says so with ${code}, keeps nothing, leaves the address to copy`, async ({ app }) => {
      await app.open(link);
      const message = app.page.getByRole('region', { name: 'Messages' });
      await expect(message).toContainText(code);
      await expect(message).toContainText(/Ask for|Open it with/);
      expect(app.page.url()).toContain(link);
      await expect(app.templates).toBeVisible();
      expect(await storedIn(app.page)).toMatchObject({ workspaces: [] });
    });
  }
});

test('case A4 a link that inflates to 200 MB is refused with the limit; the page stays alive and small', async ({
  app,
}) => {
  const bomb = `/${linkOf(deflateRawSync(Buffer.alloc(200_000_000)), 1_000)}`;
  await app.open(bomb);
  const message = app.page.getByRole('region', { name: 'Messages' });
  await expect(message).toContainText('LINK_TOO_LARGE');
  await expect(message).toContainText('5000000');
  expect(app.page.url()).toContain(bomb);
  const devtools = await app.page.context().newCDPSession(app.page);
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  expect(usedSize).toBeLessThan(100_000_000);
  await app.openTemplate('Blank plan');
});

/** Selects every node, zooms, looks into every panel: what a careful reader does before trusting. */
async function lookAtEverything(app: Planloom): Promise<void> {
  for (const node of await app.canvas.getByRole('group').all()) await node.click();
  await app.canvas.press('+');
  await app.canvas.press('1');
  for (const tab of [
    'Outline',
    'Runs',
    'Palette',
    'Ledger',
    'Plan attempts',
    'Costs',
    'State view',
    'Canvas',
  ])
    await app.page.getByRole('tab', { name: tab, exact: true }).click();
}

function hashOfPlan(text: string): string {
  const workspace = workspaceOf(text);
  const plan = workspace.plans[0];
  if (!plan) throw new Error('There is no plan.');
  return planHash(plan, workspace);
}

function workspaceOf(text: string): Workspace {
  const outcome = read(text);
  if (outcome.kind !== 'document') throw new Error(outcome.diagnostics[0]?.message);
  return outcome.workspace;
}
