import AxeBuilder from '@axe-core/playwright';
import { expect } from '../fixtures/test';
import type { Planloom } from './planloom';

/** Looks with all of axe, best practices too; in the dark theme at what a theme changes, the colours. */
export async function expectAccessible(app: Planloom, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme });
    await expect(app.page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const axe = new AxeBuilder({ page: app.page }).setLegacyMode();
    if (colorScheme === 'dark') axe.withRules('color-contrast');
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
    );
    expect.soft(found, `${where}, ${colorScheme}`).toEqual([]);
  }
}
