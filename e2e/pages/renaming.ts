import type { BrowserContext } from '@playwright/test';
import { storedIn } from '../fixtures/stored';
import { expect } from '../fixtures/test';
import { Planloom } from './planloom';

/** Gives the open workspace another name, in the path at the top. */
export async function rename({ page }: Planloom, name: string): Promise<void> {
  const path = page.getByRole('navigation', { name: 'Path' });
  await path.getByRole('button').first().click();
  await path.getByRole('textbox', { name: 'Name of the workspace' }).fill(name);
  await page.keyboard.press('Enter');
}

/** How much time passes between the two, and until the first is saved, in milliseconds: together longer than editing rests. */
const APART_MS = 300;

/** Renames one workspace in two tabs: the first is saved while the second, which is returned, has not been yet, and comes too late. */
export async function renameInTwoTabs(app: Planloom, context: BrowserContext): Promise<Planloom> {
  await context.clock.install();
  await app.openTemplate('Blank plan');
  const other = new Planloom(await context.newPage());
  await other.open(app.page.url());
  await expect(other.canvas).toBeVisible();
  await context.clock.pauseAt(Date.now() + 60_000);
  await rename(app, 'From the first tab');
  await context.clock.runFor(APART_MS);
  await rename(other, 'From the second tab');
  await context.clock.runFor(APART_MS);
  await expect
    .poll(async () => (await storedIn(app.page)).workspaces?.join())
    .toContain('From the first tab');
  await context.clock.resume();
  return other;
}
