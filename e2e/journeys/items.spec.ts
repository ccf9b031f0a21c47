import type { Locator, Page } from '@playwright/test';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { Inspector } from '../pages/inspector';
import { Planloom } from '../pages/planloom';

/** A kind of item: how it is made, what of it is changed, and what its list then says. */
interface Kind {
  readonly noun: string;
  readonly list: string;
  /** What is typed into a new one besides its name, field by field. */
  readonly make: (dialog: Locator, page: Page) => Promise<void>;
  readonly change: (dialog: Locator, page: Page) => Promise<void>;
  /** Has a planner use it; one that is added from a planner is used by that from the beginning. */
  readonly use?: (planner: Inspector, page: Page) => Promise<void>;
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
    use: async (planner, page) => {
      await planner.unfold('More settings');
      await planner.field('Prompt').focus();
      await page.keyboard.type('Mine');
    },
  },
  {
    noun: 'feature',
    list: 'Features',
    make: async (dialog, page) => {
      await type(page, dialog.getByRole('combobox', { name: 'Capability' }), 'data.jsonata');
      await page.keyboard.press('Escape');
    },
    change: (dialog, page) => type(page, dialog.getByRole('textbox', { name: 'Verdict' }), 'result.value'),
    use: async (planner, page) => {
      await planner.unfold('Retry, timeout, switch off');
      await planner.field('Features').focus();
      await page.keyboard.type('mine');
      await page.keyboard.press('Enter');
    },
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
  const { noun, list, make, change, use } = kind;
  test(`E5 P13 a ${noun} by keyboard alone: made, used, changed, removed, undone`, async ({ app, page }) => {
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
      const section = panel.getByRole('button', { name: `${list} (1)` });
      if ((await section.getAttribute('aria-expanded')) === 'false') {
        await section.focus();
        await page.keyboard.press('Enter');
      }
      await line.focus();
      await page.keyboard.press('Enter');
      return app.dialog('Mine');
    };
    if (use !== undefined) {
      const planner = new Inspector(app);
      await planner.open('Plan the answer');
      await use(planner, page);
    }
    const dialog = await open();
    await expect(dialog.getByText('Used by “Plan the answer”')).toBeVisible();
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

test('E5 P13 P16 a model, a policy and a session by keyboard alone: made, used, removed, undone', async ({
  app,
  page,
}) => {
  /** What has the focus is pressed. */
  const press = async (button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
  };
  await app.openTemplate('Ask a table');
  const settings = app.dialog('Settings');
  const policies = settings.getByRole('region', { name: 'Policies' });
  const sentence = policies.getByRole('button', { name: /^Deny / });
  const card = settings.getByRole('region', { name: 'Model The big one' });
  const open = async (tab: string) => {
    await page.keyboard.press('Control+,');
    await settings.getByRole('tab', { name: tab }).focus();
    await page.keyboard.press('Enter');
  };

  await test.step('a model is named; undo brings it back', async () => {
    await open('Models');
    await press(settings.getByRole('button', { name: 'Add a model' }));
    await type(page, settings.getByRole('textbox', { name: 'Name', exact: true }), 'The big one');
    await page.keyboard.press('Enter');
    await press(card.getByRole('button', { name: 'Remove the model The big one' }));
    await expect(card).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await open('Models');
    await expect(card).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a sentence about calls decides the next run; undo brings it back', async () => {
    await open('Policies');
    await press(policies.getByRole('button', { name: 'Add a sentence' }));
    await expect(policies.getByRole('combobox', { name: 'What to do' })).toBeFocused();
    await page.keyboard.press('D');
    await page.keyboard.press('Tab');
    await page.keyboard.type('table.*');
    await press(policies.getByRole('button', { name: 'Save sentence' }));
    await expect(sentence).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Enter');
    await app.expectRun('failed');
    await open('Policies');
    await press(policies.getByRole('button', { name: 'Remove sentence 1' }));
    await expect(sentence).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await open('Policies');
    await expect(sentence).toBeVisible();
    await press(policies.getByRole('button', { name: 'Remove sentence 1' }));
    await page.keyboard.press('Escape');
  });

  await test.step('a run begins a session; its name is undone, and all is there after a reload', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    const start = page.getByRole('dialog', { name: /^Run “/ });
    await type(page, start.getByRole('combobox', { name: 'Session' }), 'talk');
    await page.keyboard.press('Tab');
    await press(start.getByRole('button', { name: 'Run', exact: true }));
    await app.expectRun('completed');
    await press(page.getByRole('tab', { name: 'Runs', exact: true }));
    await press(app.button('What sessions hold'));
    const sessions = app.dialog('Sessions');
    const names = sessions.getByRole('combobox', { name: 'Session' }).getByRole('option');
    await type(page, sessions.getByRole('textbox', { name: 'Name' }), 'Talk of trade');
    await page.keyboard.press('Enter');
    await expect(names).toHaveText(['Talk of trade']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await press(app.button('What sessions hold'));
    await expect(names).toHaveText(['talk']);
    await page.keyboard.press('Escape');
    await expect.poll(async () => JSON.stringify(await storedIn(page))).not.toContain('Talk of trade');
    await page.reload();
    await expect(app.canvas).toBeVisible();
    await open('Models');
    await expect(card).toBeVisible();
  });
});

test('E5 W6 D10 one prompt, and one pin, is open in two tabs: who saves last is told before, loses nothing, and may look at the other', async ({
  app,
  context,
}) => {
  await app.openTemplate('Ask a table');
  const mine = (tab: Planloom) => tab.panel('Prompts').getByRole('button', { name: /^Mine / });
  const text = (tab: Planloom) => tab.dialog('Mine').getByRole('textbox', { name: 'Text' });
  await app.button('Add a prompt').first().click();
  const added = app.dialog('Add a prompt');
  await added.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await added.getByRole('textbox', { name: 'Text' }).fill('One.');
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(async () => JSON.stringify(await storedIn(app.page))).toContain('Mine');
  const other = new Planloom(await context.newPage());
  await other.open(app.page.url());
  for (const tab of [app, other]) {
    const section = tab.button('Prompts (1)');
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.click();
    await mine(tab).click();
  }
  await text(other).fill('From the second tab.');
  await text(app).fill('From the first tab.');
  await app.dialog('Mine').getByRole('button', { name: /^Save/ }).click();
  const told = other.dialog('Mine').getByRole('alert');
  await expect(told).toContainText('It was changed in another tab');
  await expect(text(other)).toHaveText('From the second tab.');
  await told.getByRole('button', { name: 'Show what is there now' }).click();
  await expect(text(other)).toHaveText('From the first tab.');
  await expect(told).toBeHidden();
  await text(other).fill('From both.');
  await other.dialog('Mine').getByRole('button', { name: /^Save/ }).click();
  await mine(app).click();
  await expect(text(app)).toHaveText('From both.');
  await test.step('a pin, which lies beside the document', async () => {
    const output = (tab: Planloom) =>
      tab.dialog('Pin “Plan the answer”').getByRole('textbox', { name: 'Output' });
    const save = (tab: Planloom) =>
      tab.dialog('Pin “Plan the answer”').getByRole('button', { name: /^(Pin|Save)$/ });
    await app.page.keyboard.press('Escape');
    for (const tab of [app, other]) {
      await tab.node('Plan the answer').click();
      await tab.panel('Inspector').getByRole('button', { name: 'Pin', exact: true }).click();
      await output(tab).fill(tab === app ? '1' : '2');
    }
    await save(app).click();
    const changed = other.dialog('Pin “Plan the answer”').getByRole('alert');
    await expect(changed).toContainText('It was changed in another tab');
    await expect(output(other)).toHaveText('2');
    await save(other).click();
    await expect(output(other)).toBeHidden();
    await app.panel('Inspector').getByRole('button', { name: 'Edit pin' }).click();
    await expect(output(app)).toHaveText('2');
  });
});
