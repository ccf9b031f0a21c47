import type { Locator, Page } from '@playwright/test';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { Inspector } from '../pages/inspector';
import type { Planloom } from '../pages/planloom';

/** A kind of item: how it is made, what of it is changed, and what its list then says. */
interface Kind {
  readonly noun: string;
  readonly list: string;
  /** What is typed into a new one besides its name, field by field. */
  readonly make: (dialog: Locator, page: Page) => Promise<void>;
  readonly change: (dialog: Locator, page: Page) => Promise<void>;
}

/** Types into a field that the keyboard went to. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

const KINDS: readonly Kind[] = [
  {
    noun: 'prompt',
    list: 'Prompts',
    make: (dialog, page) => type(page, dialog.getByRole('textbox', { name: 'Text' }), 'Plan {{ goal }}.'),
    change: (dialog, page) =>
      type(page, dialog.getByRole('textbox', { name: 'Text' }), 'Plan {{ goal }} well.'),
  },
  {
    noun: 'feature',
    list: 'Features',
    make: async (dialog, page) => {
      await type(page, dialog.getByRole('combobox', { name: 'Capability' }), 'data.jsonata');
      await page.keyboard.press('Escape');
    },
    change: (dialog, page) => type(page, dialog.getByRole('textbox', { name: 'Verdict' }), 'result.value'),
  },
  {
    noun: 'planner',
    list: 'Rules and task networks',
    make: async (dialog, page) => {
      await dialog.getByRole('button', { name: 'Add to operators' }).focus();
      await page.keyboard.press('Enter');
      await type(page, dialog.getByRole('combobox', { name: 'Capability' }), 'echo');
      await page.keyboard.press('Escape');
    },
    change: (dialog, page) => type(page, dialog.getByRole('textbox', { name: 'When' }), 'goal == "tea"'),
  },
  {
    noun: 'parser',
    list: 'Parsers',
    make: (dialog, page) => type(page, dialog.getByRole('textbox', { name: 'Expression' }), 'value.plan'),
    change: (dialog, page) => type(page, dialog.getByRole('textbox', { name: 'Expression' }), 'value.todo'),
  },
];

/** Opens the form of a new item: below the palette, or from the planner that shall use it. */
async function add(app: Planloom, { noun, list }: Kind): Promise<Locator> {
  const button = app.button(`Add a ${noun}`);
  if (!(await app.panel(list).isVisible())) {
    const inspector = new Inspector(app);
    await inspector.open('Plan the answer');
    if (!(await button.isVisible())) await inspector.unfold('More settings');
  }
  await button.first().focus();
  await app.page.keyboard.press('Enter');
  return app.dialog(`Add a ${noun}`);
}

for (const kind of KINDS) {
  const { noun, list, make, change } = kind;
  test(`E5 P13 a ${noun} by keyboard alone: made, changed, removed, undone`, async ({ app, page }) => {
    await app.openTemplate('Ask a table');
    const added = await add(app, kind);
    const name = added.getByRole('textbox', { name: 'Name' }).first();
    await type(page, name, 'Mine');
    await make(added, page);

    await test.step('one Escape loses nothing, and the button is reached by Tab', async () => {
      await page.keyboard.press('Escape');
      await expect(added.getByRole('alert')).toContainText('not kept yet');
      await expect(name).toHaveValue('Mine');
    });
    await test.step('before the page goes the browser asks, and who stays has it all', async () => {
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const question = await asked;
      expect(question.type()).toBe('beforeunload');
      await question.dismiss();
      await expect(name).toHaveValue('Mine');
    });
    await added.getByRole('button', { name: 'Add', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(added).toBeHidden();

    const panel = app.panel(list);
    const open = async (): Promise<Locator> => {
      const line = panel.getByRole('button', { name: /^Mine / });
      if (!(await line.isVisible())) {
        await panel.getByRole('button', { name: `${list} (1)` }).focus();
        await page.keyboard.press('Enter');
      }
      await line.focus();
      await page.keyboard.press('Enter');
      return app.dialog('Mine');
    };
    const dialog = await open();
    await change(dialog, page);
    await dialog.getByRole('button', { name: /^Save/ }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    const again = await open();
    await again.getByRole('button', { name: 'Remove', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('button', { name: /^Mine / })).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(panel.getByRole('button', { name: /^Mine / })).toBeVisible();

    await test.step('it is there after a reload', async () => {
      await expect.poll(async () => JSON.stringify(await storedIn(page))).toContain('Mine');
      await page.reload();
      await expect(panel.getByRole('button', { name: /^Mine / })).toBeVisible();
    });
  });
}
