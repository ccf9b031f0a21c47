import { truncate, writeFile } from 'node:fs/promises';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { fileOf, linkTo, workspaceJson } from '../material/workspaces';
import { Sharing } from '../pages/sharing';

const PLAN = `
  start: START
  one: CAPABILITY echo {name: one}
  end: END
  start -> one -> end
`;
const GOOD = workspaceJson(PLAN);

/** The whole document with one text in it replaced: for keys that an object in JavaScript cannot hold twice. */
function garbled(from: string, to: string): string {
  const text = JSON.stringify(GOOD);
  if (!text.includes(from)) throw new Error(`There is no ${from} in it.`);
  return text.replace(from, to);
}

/** Files that are refused: what they are, their content, and the code, the place and the help that are shown. */
const REFUSED: readonly (readonly [string, string, string, RegExp, RegExp])[] = [
  ['broken JSON', JSON.stringify(GOOD).slice(0, 100), 'JSON_INVALID', /character 101/, /Fix the text/],
  ['a page of the web', '<!doctype html><p>Sign in</p>', 'JSON_INVALID', /character 1/, /Fix the text/],
  ['nothing at all', '', 'JSON_INVALID', /character 1/, /Fix the text/],
  [
    'another format',
    garbled('planloom/workspace', 'other/thing'),
    'NOT_A_WORKSPACE',
    /\/format/,
    /Choose a file/,
  ],
  ['a number', '42', 'NOT_A_WORKSPACE', /\/format/, /Choose a file/],
  [
    'case C5 JSON 100 levels deep',
    `${'['.repeat(100)}${']'.repeat(100)}`,
    'JSON_TOO_DEEP',
    /more than 64 levels.*character 65/,
    /Flatten/,
  ],
  ['case D2 duplicate ids', garbled('"id":"one"', '"id":"end"'), 'DUPLICATE_ID', /node end/, /its own id/],
  [
    'case C1 the id __proto__',
    garbled('"id":"one"', '"id":"__proto__"'),
    'INVALID_NAME',
    /\/id/,
    /another name/,
  ],
  [
    'case C1 a key __proto__',
    garbled('"name":"Given"', '"name":"Given","__proto__":{"polluted":1}'),
    'FORBIDDEN_KEY',
    /\/__proto__/,
    /another name/,
  ],
  [
    'a key that is not known',
    garbled('"kind":"capability"', '"kind":"capability","onOpen":"run"'),
    'UNKNOWN_KEY',
    /\/plans\/0\/onOpen/,
    /Remove it/,
  ],
];

test.describe('I9 a file that is no workspace is refused with code, place and help, and nothing is lost', () => {
  test('broken, foreign, hostile, one after the other', async ({ app }) => {
    test.slow();
    const sharing = new Sharing(app);
    await sharing.bringIn(fileOf('good.json', GOOD));
    await expect(app.node('one')).toBeVisible();
    const before = await storedIn(app.page);
    for (const [what, text, code, where, help] of REFUSED)
      await test.step(what, async () => {
        await sharing.give(fileOf('bad.json', text));
        await expect(sharing.import).toContainText('This cannot be opened. Nothing was changed.');
        await expect(sharing.import).toContainText(code);
        await expect(sharing.import).toContainText(where);
        await expect(sharing.import).toContainText(help);
        await expect(sharing.import.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
        await app.page.keyboard.press('Escape');
        await expect(app.node('one')).toBeVisible();
        expect(await storedIn(app.page)).toEqual(before);
        expect(await app.page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
      });
  });

  test('a file of 60 MB is refused by its size, unread', async ({ app }, testInfo) => {
    const path = testInfo.outputPath('large.json');
    await writeFile(path, '{');
    await truncate(path, 60_000_000);
    const sharing = new Sharing(app);
    await sharing.give(path);
    const verdict = sharing.import;
    await expect(verdict).toContainText('FILE_TOO_LARGE');
    await expect(verdict).toContainText('50000000');
    await app.page.keyboard.press('Escape');
    await app.openTemplate('Blank plan');
  });
});

test.describe('E4 a plan with errors opens, lists them, and does not run', () => {
  for (const [what, plan, code, help, fix, field] of [
    [
      'case D1 a cycle',
      'start: START\nbad: CAPABILITY echo {name: bad}\nb: CAPABILITY echo\nend: END\nstart -> bad -> b -> bad\nb -> end',
      'CYCLE',
      /Remove one of the edges/,
      null,
      null,
    ],
    [
      'case D2 an edge to nowhere',
      'start: START\nbad: CAPABILITY echo {name: bad}\nend: END\nstart -> bad -> end\nbad -> gone',
      'EDGE_TO_NOWHERE',
      /Remove the edge/,
      'Remove the edge',
      null,
    ],
    [
      'an unknown capability',
      'start: START\nbad: CAPABILITY mail.send {name: bad}\nend: END\nstart -> bad -> end',
      'CAPABILITY_UNKNOWN',
      /Choose one of the list/,
      null,
      'Capability',
    ],
  ] as const) {
    test(what, async ({ app }) => {
      await app.open(linkTo(workspaceJson(plan)));
      await expect(app.node('bad')).toBeVisible();
      await expect(app.button('Run')).toBeDisabled();
      await app.page.getByRole('button', { name: /^Problems \([1-9]/ }).click();
      const group = app.dialog('Problems').getByRole('region', { name: 'bad', exact: true });
      const problem = group.getByRole('button', { name: code });
      await expect(problem).toContainText(help);
      if (fix !== null) {
        await group.getByRole('button', { name: fix, exact: true }).click();
        await expect(problem).toBeHidden();
        await expect(app.dialog('Problems')).toContainText('No problem was found');
        return;
      }
      await problem.click();
      await expect(
        field === null ? app.node('bad') : app.page.getByRole('combobox', { name: field, exact: true }),
      ).toBeFocused();
    });
  }
});

test.describe('case A8 made with a newer version', () => {
  for (const [what, text] of [
    ['a newer version of the format', garbled('"version":1', '"version": 2, "later": [1.0]')],
    ['a type of node that is not known here', garbled('"type":"CAPABILITY"', '"type":"HOLOGRAM"')],
  ] as const) {
    test(`${what} opens read-only, is kept byte for byte and can be taken away`, async ({ app }) => {
      const sharing = new Sharing(app);
      await sharing.bringIn(fileOf('newer.json', text));
      await expect(app.page.getByRole('heading')).toContainText('cannot be edited or run here');
      await expect(app.page.getByRole('main')).toContainText(/NEWER_VERSION|UNKNOWN_NODE_TYPE/);
      await expect(app.button('Run')).toBeHidden();
      await app.page.reload();
      const arriving = app.page.waitForEvent('download');
      await app.button('Download it unchanged').click();
      const file = await (await arriving).createReadStream();
      expect(Buffer.concat(await file.toArray()).toString('utf8')).toBe(text);
    });
  }
});
