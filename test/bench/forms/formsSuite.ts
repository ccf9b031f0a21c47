import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import type { JsonObject } from '#base';
import { linkTo } from '../../../e2e/material/workspaces';
import { Inspector } from '../../../e2e/pages/inspector';
import { Planloom } from '../../../e2e/pages/planloom';
import { findChromium } from '../../runner/chromium.mjs';
import { type BenchLine, rounded, type Suite } from '../bench';
import { serveBuiltApp } from '../canvas/serve';
import { longestTask, watchTasks } from '../longTasks';

const PORT = 4_398;
const VIEW = { width: 1440, height: 900 };
/** A key that takes longer is felt, in microseconds. */
const AIM_KEY = 100_000;
const TEXT = ' and {{ question }} or {{ size(question) }}';

/** Inputs of a step, and variables that it writes: each is a code field of its form. */
interface FormSize {
  readonly inputs: number;
  readonly writes: number;
}

const SMALL: FormSize = { inputs: 1, writes: 0 };
const LARGE: FormSize = { inputs: 10, writes: 30 };

/**
 * E5: what a form with many code fields costs the page's thread, in the built app: to open it, for each key that is typed in one of
 * them, and once typing rests. The same in a form with a single one says what of it is the many others.
 */
export const FORMS: Suite = { name: 'forms', run: runForms };

async function runForms(): Promise<readonly BenchLine[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const app = await serveBuiltApp(PORT);
  try {
    const small = await measure(browser, app.url, SMALL);
    const large = await measure(browser, app.url, LARGE);
    return [lineOf(SMALL, small), { ...lineOf(LARGE, large), ...timesSmall(large, small) }];
  } finally {
    app.close();
    await browser.close();
  }
}

/** In milliseconds of the page's thread. */
interface Typed {
  /** The longest task while the form was opened; 0 where none was longer than 50. */
  readonly openedMs: number;
  readonly keyMs: number;
  readonly longestKeyMs: number;
  /** The longest task once typing has rested: the edit, and what follows from it. */
  readonly restMs: number;
}

async function measure(browser: Browser, url: string, size: FormSize): Promise<Typed> {
  const page = await (await browser.newContext({ viewport: VIEW })).newPage();
  await page.goto(new URL(linkTo(workspaceOf(size)), url).href);
  const app = new Planloom(page);
  await app.canvas.waitFor();
  await watchTasks(page);
  await longestTask(page);
  await watchTasks(page);
  const form = new Inspector(app);
  await form.open('Asked');
  await form.panel
    .locator('planloom-code')
    .nth(size.inputs + size.writes - 1)
    .waitFor();
  const openedMs = await longestTask(page);
  const field = form.field('A0');
  await field.click();
  await page.keyboard.press('End');
  const keys = await typed(page, field);
  await watchTasks(page);
  const restMs = await longestTask(page);
  await page.context().close();
  return { openedMs, keyMs: median(keys), longestKeyMs: Math.max(...keys), restMs };
}

/** What each key of a text costs, until the frame that shows it. */
async function typed(page: Page, field: Locator): Promise<readonly number[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const costs: number[] = [];
  for (const key of TEXT) {
    const before = await busyMs(devtools);
    await page.keyboard.insertText(key);
    await field.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    costs.push((await busyMs(devtools)) - before);
  }
  return costs;
}

async function busyMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function lineOf({ inputs, writes }: FormSize, { openedMs, keyMs, longestKeyMs, restMs }: Typed): BenchLine {
  return {
    name: 'typing in a form',
    engine: 'planloom',
    n: inputs + writes,
    usPerStep: rounded(keyMs * 1_000),
    aim: AIM_KEY,
    longestKeyMs: rounded(longestKeyMs),
    openedMs: rounded(openedMs),
    restMs: rounded(restMs),
  };
}

function timesSmall(large: Typed, small: Typed) {
  return {
    timesSmallKey: rounded(large.keyMs / small.keyMs),
    timesSmallLongest: rounded(large.longestKeyMs / small.longestKeyMs),
  };
}

/** One step that calls a capability of the workspace with so many inputs and writes so many variables. */
function workspaceOf({ inputs, writes }: FormSize): JsonObject {
  const names = listOf(inputs, 'a');
  const variables = listOf(writes, 'v');
  const texts = Object.fromEntries(names.map((name) => [name, `About ${name}`]));
  return {
    format: 'planloom/workspace',
    version: 1,
    id: 'forms',
    name: 'Forms',
    capabilities: [
      {
        id: 'asked',
        input: {
          type: 'object',
          properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        },
        make: { kind: 'answer', value: 1 },
      },
    ],
    plans: [
      {
        id: 'main',
        kind: 'capability',
        variables: [
          { id: 'question', scope: 'IN', schema: { type: 'string' } },
          ...variables.map((id) => ({ id, scope: 'INTERNAL' })),
        ],
        nodes: [
          {
            id: 'ask',
            type: 'CAPABILITY',
            name: 'Asked',
            params: { capability: 'asked' },
            input: texts,
            output: Object.fromEntries(variables.map((id) => [id, 'result'])),
          },
        ],
        edges: [],
      },
    ],
  };
}

function listOf(count: number, letter: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index}`);
}
