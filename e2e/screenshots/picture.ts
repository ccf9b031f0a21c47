import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test as base } from '../fixtures/model';

const FOLDER = fileURLToPath(new URL('../../.screenshots/', import.meta.url));
/** The morning on which all pictures are taken. */
const MORNING = new Date('2026-03-02T09:24:00Z');

/** A journey that takes pictures: on one and the same morning, with ids that are always the same. */
export const test = base.extend<{ readonly picture: (name: string) => Promise<void> }>({
  page: async ({ page }, use) => {
    await page.clock.install({ time: MORNING });
    await page.addInitScript(countIds);
    await use(page);
  },
  picture: async ({ page }, use, info) => {
    await use(async (name) => {
      await restPointer(page);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${FOLDER}${name}-${info.project.name}.png` });
    });
  },
});

/** No tip and no hover on a picture. */
async function restPointer(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.mouse.move((size?.width ?? 1) - 1, (size?.height ?? 1) - 1);
}

function countIds(): void {
  let made = 0;
  crypto.randomUUID = () => {
    made += 1;
    return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  };
}
