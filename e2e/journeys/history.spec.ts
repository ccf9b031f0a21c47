import type { Locator } from '@playwright/test';
import { storedIn } from '../fixtures/stored';
import { expect, test } from '../fixtures/test';
import { fileOf, linkTo, workspaceJson } from '../material/workspaces';
import type { Planloom } from '../pages/planloom';
import { rename, renameInTwoTabs } from '../pages/renaming';
import { Sharing } from '../pages/sharing';

test('W6 a named checkpoint: listed with what changed, looked at, gone back to, and that taken back', async ({
  app,
  page,
}) => {
  await app.openTemplate('Ask a table');
  const history = new History(app);
  await history.open();
  await history.keep('Before the rename');
  await page.keyboard.press('Escape');
  await rename(app, 'Another name');
  await app.node('Plan the answer').click();
  await page.keyboard.press('Shift+Delete');
  await expect(app.node('Plan the answer')).toBeHidden();

  await history.open();
  await history.row('Before the rename').click();
  const look = history.dialog.getByRole('region', { name: 'Checkpoint Before the rename' });
  await expect(look).toContainText(
    'Going back means: renamed to “Ask a table” · “Answer from a table”: “Plan the answer” added',
  );
  await expect(look.getByRole('group', { name: 'Plan the answer, PLANNER' })).toBeVisible();
  await look.getByRole('button', { name: 'Revert to checkpoint', exact: true }).click();
  await expect(history.dialog).toBeHidden();
  await expect(app.node('Plan the answer')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ask a table', level: 1 })).toBeAttached();

  await history.open();
  await expect(history.row('Before a revert')).toBeVisible();
  // Told once: here, or by the state that was kept by itself when the rename was saved alone.
  await expect(history.rows.filter({ hasText: 'renamed to “Another name”' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(app.node('Plan the answer')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Another name', level: 1 })).toBeAttached();
});

test('W6 states are kept by themselves: before an import, and a checkpoint can be deleted', async ({
  app,
  page,
}) => {
  await app.openTemplate('Blank plan');
  const plan = workspaceJson('start: START').plans;
  const [first] = Array.isArray(plan) ? plan : [];
  await new Sharing(app).bringIn(fileOf('plan.json', first ?? null));
  const history = new History(app);
  await history.open();
  await expect(history.row('Before an import')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await history.row('Before an import').click();
  await history.dialog.getByRole('button', { name: 'Delete this checkpoint' }).click();
  await expect(history.row('Before an import')).toBeHidden();
});

test('T1 going back to what was not trusted asks for trust again', async ({ app, page }) => {
  await app.open(
    linkTo(workspaceJson('start: START\nsay: CAPABILITY echo {input: {text: a}}\nstart -> say')),
  );
  const history = new History(app);
  await history.open();
  await history.keep('As it came');
  await page.keyboard.press('Escape');
  await app.button('Trust').click();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(page.getByText('Restricted:')).toBeHidden();
  await rename(app, 'Mine now');
  await history.open();
  await history.row('As it came').click();
  await app.button('Revert to checkpoint').click();
  await expect(page.getByText('Restricted: this workspace came from outside')).toBeVisible();
});

test('W6 what lost the race between two tabs is found under History, in one piece, and can be taken', async ({
  app,
  context,
}) => {
  const other = await renameInTwoTabs(app, context);
  await expect(other.page.getByRole('alert')).toContainText('Another tab saved this workspace first.');
  await rename(other, 'From the second tab, later');
  await expect.poll(async () => (await storedIn(app.page)).checkpointTexts?.join()).toContain('later');
  await other.button('Open theirs').click();
  await expect(other.page.getByRole('heading', { name: 'From the first tab' })).toBeAttached();

  const history = new History(other);
  await history.open();
  await expect(history.rows.filter({ hasText: 'when another tab had saved first' })).toHaveCount(1);
  await history.row('Yours, when another tab had saved first').click();
  await other.button('Revert to checkpoint').click();
  await expect(other.page.getByRole('heading', { name: 'From the second tab, later' })).toBeAttached();
  await expect.poll(async () => (await storedIn(app.page)).workspaces?.join()).toContain('later');
});

test('W6 the space used, and the question for persistent storage, stand where one looks for them', async ({
  app,
}) => {
  await app.openTemplate('Blank plan');
  const history = new History(app);
  await history.open();
  await expect(history.dialog).toContainText(/Space used in this browser: [\d.]+ (bytes|kB|MB)/);
  await app.page.keyboard.press('Escape');
  await app.button('Settings').click();
  await app.openTab('Storage');
  const settings = app.dialog('Settings');
  await expect(settings.getByText('Space used')).toBeVisible();
  await expect(
    settings
      .getByRole('button', { name: 'Ask for persistent storage' })
      .or(settings.getByText('yes', { exact: true })),
  ).toBeVisible();
});

/** The dialog "History". */
class History {
  readonly dialog: Locator;
  readonly rows: Locator;
  readonly #app: Planloom;

  constructor(app: Planloom) {
    this.#app = app;
    this.dialog = app.dialog('History');
    this.rows = this.dialog.getByRole('list', { name: 'Checkpoints' }).getByRole('button');
  }

  async open(): Promise<void> {
    await this.#app.button('History').click();
    await expect(this.dialog).toBeVisible();
  }

  async keep(name: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: 'Name of a checkpoint' }).fill(name);
    await this.dialog.getByRole('button', { name: 'Keep a checkpoint' }).click();
    await expect(this.row(name)).toBeVisible();
  }

  row(title: string): Locator {
    return this.rows.filter({ hasText: title }).first();
  }
}
