import { refuses, type Script, says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { storedIn } from '../fixtures/stored';

const VERDICTS: readonly (readonly [string, Script, RegExp])[] = [
  ['an answer', says('ready'), /It answers: “ready”, after \d+ ms\./],
  ['401', refuses(401), /refused the key \(401\).*MODEL_UNAUTHORIZED/],
  ['429', refuses(429), /MODEL_RATE_LIMITED/],
  ['500', refuses(500), /failed \(500\).*MODEL_SERVER_ERROR/],
  ['CORS', { ...says('x'), cors: false }, /does not let web pages in \(CORS\).*MODEL_UNREACHABLE/],
];

test.describe('T2 a model is joined and tried in the settings', () => {
  for (const [title, script, verdict] of VERDICTS) {
    test(`“Try it” tells plainly what came of it: ${title}`, async ({ app, model, complaints }) => {
      if (title !== 'an answer') complaints.expectConsole(/Failed to load resource|blocked by CORS policy/);
      await app.openTemplate('Ask a table');
      await app.button('Settings').click();
      const settings = app.dialog('Settings');
      await settings.getByRole('button', { name: 'Add a model' }).click();
      await settings.getByRole('textbox', { name: 'URL' }).fill(model.url);
      await settings.getByRole('textbox', { name: 'Key' }).fill('sk-one-word');
      model.script(script);
      await settings.getByRole('button', { name: 'Try it' }).click();
      await expect(settings.getByRole('status')).toHaveText(verdict);
      // A browser that was not let in asks only whether it may come in, and shows no key.
      const shown = title === 'CORS' ? undefined : 'Bearer sk-one-word';
      expect(model.requests.at(-1)?.headers.authorization).toBe(shown);
    });
  }

  test('the key lives in memory: after a reload the address and the key are asked for again', async ({
    app,
    page,
    model,
  }) => {
    await app.openTemplate('Ask a table');
    await app.button('Settings').click();
    const settings = app.dialog('Settings');
    await settings.getByRole('button', { name: 'Add a model' }).click();
    await settings.getByRole('textbox', { name: 'URL' }).fill(model.url);
    await settings.getByRole('textbox', { name: 'Key' }).fill('sk-one-word');
    await settings.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(settings).toContainText(`connected to ${model.origin}, with a key`);
    await expect(settings.getByRole('textbox', { name: 'Key' })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain('model-1');
    // The key is kept nowhere (T2).
    expect(JSON.stringify(await storedIn(page))).not.toContain('sk-one-word');
    await page.reload();
    await app.button('Settings').click();
    await expect(settings.getByRole('region', { name: 'Model model-1' })).toContainText('not connected');
  });

  test('an address that hides another host, or is none, is refused under its field', async ({ app }) => {
    await app.openTemplate('Ask a table');
    await app.button('Settings').click();
    const settings = app.dialog('Settings');
    await settings.getByRole('button', { name: 'Add a model' }).click();
    for (const url of ['https://api.example.com@evil.example/v1', 'ftp://example.com', 'no address']) {
      await settings.getByRole('textbox', { name: 'URL' }).fill(url);
      await settings.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(settings.getByRole('textbox', { name: 'URL' })).toHaveAttribute('aria-invalid', 'true');
      await expect(settings.getByRole('region', { name: 'Model model-1' })).toContainText('not connected');
    }
  });
});
