import { expect, test } from '../fixtures/test';

/** Dialogs of an open workspace: the button that opens each, and its name (U). */
const DIALOGS = [
  ['Share', 'Share'],
  ['Export', 'Share'],
  ['Import', 'Import'],
  ['Settings', 'Settings'],
  ['Add node', 'Add a node'],
  ['Add a document', 'Add a document'],
] as const;

test.describe('E7 dialogs by keyboard', () => {
  for (const [button, name] of DIALOGS) {
    test(`“${button}” opens, keeps the focus, closes with Escape and gives the focus back`, async ({
      app,
      page,
    }) => {
      await app.openTemplate('Parallel review');
      const opener = app.button(button);
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = app.dialog(name);
      await expect(dialog).toBeVisible();
      for (let step = 0; step < 25; step++) {
        await page.keyboard.press('Tab');
        // Past the last control the browser's own bar has the focus, which is the body to the page.
        const where = await page.evaluate(
          () => document.activeElement?.closest('dialog')?.open ?? document.activeElement === document.body,
        );
        expect(where).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });
  }
});
