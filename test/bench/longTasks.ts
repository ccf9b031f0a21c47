import type { Page } from '@playwright/test';

/** Tasks of the page's thread that a person notices, since they were last watched. */
export interface LongTasks {
  readonly longestMs: number;
  /** All of them together. */
  readonly busyMs: number;
}

/** Begins to watch anew. The browser tells of tasks above 50 ms; of shorter ones there is nothing to tell. */
export async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    watch.observe({ type: 'longtask' });
    Object.assign(window, {
      longTasks: () => ({
        longestMs: Math.max(0, ...tasks),
        busyMs: tasks.reduce((sum, one) => sum + one, 0),
      }),
    });
  });
}

/** Waits until two seconds have passed without a long task, by the page's own clock. */
export function tasksSoFar(page: Page): Promise<LongTasks> {
  return page.evaluate(
    () =>
      new Promise<LongTasks>((resolve) => {
        let timer = 0;
        const rest = (): void => {
          clearTimeout(timer);
          timer = window.setTimeout(() => resolve(Reflect.get(window, 'longTasks')() as LongTasks), 2_000);
        };
        new PerformanceObserver(rest).observe({ type: 'longtask' });
        rest();
      }),
  );
}

export async function longestTask(page: Page): Promise<number> {
  return (await tasksSoFar(page)).longestMs;
}
