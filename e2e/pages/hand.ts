import type { Page } from '@playwright/test';

/** What is pressed in the topmost dialog, or on the page where there is none, and is lower than a finger is wide (E7). */
export function tooLowForAFinger(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const around = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const pressed = 'button, select, textarea, summary, planloom-code, [role="option"], input';
    return [...around.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
      const own = element.matches('[type="checkbox"], [type="radio"]') ? element.closest('label') : element;
      const { width, height } = (own ?? element).getBoundingClientRect();
      // What is not drawn, or is there for the ear alone, is not pressed.
      if (width <= 1 || height <= 1 || element.closest('.react-flow') !== null) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return height < 44 ? [`${element.tagName.toLowerCase()} “${name.trim()}”, ${height}`] : [];
    });
  });
}
