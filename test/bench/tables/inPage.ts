import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { dropFile } from '../../../e2e/pages/dropFile';
import { Planloom } from '../../../e2e/pages/planloom';
import { type LongTasks, tasksSoFar, watchTasks } from '../longTasks';
import { ordersCsv } from './orders';

/** What a table took in the built app, in milliseconds of a person's time. */
export interface PageCosts {
  /** From the drop of the file to the field that asks it. */
  readonly importMs: number;
  readonly importTasks: LongTasks;
  /** From Enter to the drawn answer: of the first question, and of later ones. */
  readonly firstMs: number;
  readonly askMs: number;
  readonly askTasks: LongTasks;
  /** Peak memory of the page and its workers. */
  readonly peakMb: number;
}

const VIEW = { width: 1440, height: 900 };
const LONG_MS = 120_000;
const FIRST = ['Total amount by region, largest first', 'total amount'] as const;
/** The head of the column that each of them is answered with. */
const WARM = [
  ['Average amount by region', 'average amount'],
  ['Total amount by product', 'product'],
  ['Median amount by region', 'median amount'],
] as const;

/** Drops orders on the start page and asks them. */
export async function pageCosts(browser: Browser, url: string, rows: number): Promise<PageCosts> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  page.setDefaultTimeout(LONG_MS);
  const app = new Planloom(page);
  await page.goto(url);
  await app.templates.waitFor();
  await watchTasks(page);
  const importMs = await importOf(app, ordersCsv(rows));
  const importTasks = await tasksSoFar(page);
  const firstMs = await asked(app, app.question, FIRST);
  await tasksSoFar(page);
  await watchTasks(page);
  const times: number[] = [];
  for (const question of WARM) {
    times.push(await asked(app, app.answer.getByRole('textbox', { name: 'Question' }), question));
    await tasksSoFar(page);
  }
  const askTasks = await tasksSoFar(page);
  const peakMb = await peakOf(browser);
  await context.close();
  const askMs = times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
  return { importMs, importTasks, firstMs, askMs, askTasks, peakMb };
}

async function importOf(app: Planloom, text: string): Promise<number> {
  const begun = performance.now();
  await dropFile(app.page.locator('body'), [{ name: 'orders.csv', text }]);
  await app.page.getByRole('heading', { name: 'Ask about “orders”' }).waitFor();
  await app.page.locator('input[aria-label="What do you want done?"]:focus').waitFor();
  return performance.now() - begun;
}

/** From Enter to the frame that shows a column of that name. */
async function asked(
  app: Planloom,
  field: ReturnType<Page['locator']>,
  [question, head]: readonly [string, string],
): Promise<number> {
  await field.fill(question);
  const drawn = await app.page.evaluateHandle(
    (wanted) => ({
      took: new Promise<number>((resolve) => {
        let begun = 0;
        const entered = ({ key, timeStamp }: KeyboardEvent): void => {
          if (key === 'Enter') begun = timeStamp;
        };
        window.addEventListener('keydown', entered, { capture: true, once: true });
        const look = (): void => {
          const heads = [...document.querySelectorAll('[role="grid"] th')];
          if (heads.some(({ textContent }) => textContent?.toLowerCase().includes(wanted)))
            requestAnimationFrame(() => resolve(performance.now() - begun));
          else requestAnimationFrame(look);
        };
        look();
      }),
    }),
    head,
  );
  await field.press('Enter');
  return drawn.evaluate(({ took }) => took);
}

/** Of the process with the most: that of the page, in which its workers live too. */
async function peakOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakKb(id));
  return Math.max(...(await Promise.all(peaks))) / 1024;
}

/** Linux alone tells it. */
async function peakKb(process: number): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? Number.NaN);
}
