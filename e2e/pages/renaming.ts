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

/** Renames one workspace in two tabs: the first is saved, the second, which is returned, comes too late. */
export async function renameInTwoTabs(app: Planloom, context: BrowserContext): Promise<Planloom> {
  await app.openTemplate('Blank plan');
  const other = new Planloom(await context.newPage());
  await other.open(app.page.url());
  await rename(app, 'From the first tab');
  await expect
    .poll(async () => (await storedIn(app.page)).workspaces?.join())
    .toContain('From the first tab');
  await rename(other, 'From the second tab');
  return other;
}
