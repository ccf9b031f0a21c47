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

/** At a desk. A surface that is not here is in one of the lists below; the last test counts them. */
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
});
