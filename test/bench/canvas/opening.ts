import type { Browser, Page } from '@playwright/test';
import { linkTo } from '../../../e2e/material/workspaces';
import { Planloom } from '../../../e2e/pages/planloom';
import { type BenchLine, rounded } from '../bench';
import { longestTask, watchTasks } from '../longTasks';
import { drawingAsWorkspace } from './drawing';

const VIEW = { width: 1440, height: 900 };
/** X5: no task of the page is longer while something opens, in microseconds. */
const AIM_TASK = 200_000;
const BORDER_SIZES = [1_000, 5_000];
const STEPS = 30;

/** What is opened by a link: up to the limits of documents. */
const OPENED: readonly (readonly [string, number, () => string])[] = [
  ['opening nodes', 5_000, () => drawingAsWorkspace(5_000)],
  ['opening nodes', 20_000, () => drawingAsWorkspace(20_000)],
  ['opening states', 5_000, () => ringOfStates(5_000)],
];

/** The longest task of the page from the moment a link is in the address until all has come to rest. */
export async function openingLines(browser: Browser, url: string): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const [name, n, make] of OPENED) {
    const page = await pageAt(browser, url);
    await watchTasks(page);
    await page.evaluate((fragment) => location.assign(fragment), fragmentOf(make()));
    await new Planloom(page).canvas.waitFor({ timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    lines.push(lineOf(name, n, await longestTask(page)));
    await page.context().close();
  }
  return lines;
}

/** What is done in a workspace at the limit of documents, one after the other in the same page. */
const DONE: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['adding a node, checked and saved', addNode],
  ['undoing it', (page) => page.getByRole('button', { name: 'Undo', exact: true }).click()],
  ['keeping a checkpoint, shown', keepCheckpoint],
];

/** The longest task of the page in each of them. */
export async function editingLines(browser: Browser, url: string): Promise<readonly BenchLine[]> {
  const n = 20_000;
  const page = await pageAt(browser, url);
  await page.evaluate((fragment) => location.assign(fragment), fragmentOf(drawingAsWorkspace(n)));
  await new Planloom(page).canvas.waitFor({ timeout: 120_000 });
  const lines: BenchLine[] = [];
  for (const [name, act] of DONE) {
    await watchTasks(page);
    await longestTask(page);
    await watchTasks(page);
    await act(page);
    lines.push(lineOf(name, n, await longestTask(page)));
  }
  await page.context().close();
  return lines;
}

async function addNode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add node' }).click();
  const search = page.getByRole('combobox', { name: 'Search nodes' });
  await search.fill('echo');
  await search.press('Enter');
}

async function keepCheckpoint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const name = page.getByRole('dialog', { name: 'History' }).getByRole('textbox');
  await name.fill('bench');
  await name.press('Enter');
}

/** The longest frame of zooming a large plan out and in again over the border between overview and cards (B12). */
export async function borderLines(browser: Browser, url: string): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const n of BORDER_SIZES) {
    const page = await pageAt(browser, url);
    await page.evaluate((fragment) => location.assign(fragment), fragmentOf(drawingAsWorkspace(n)));
    await new Planloom(page).canvas.waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: /^Zoom \d+ %/ }).click();
    await page.locator('.react-flow__node').first().waitFor();
    const box = await page.locator('.react-flow').first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await watchTasks(page);
    await page.keyboard.down('Control');
    for (const way of [20, -20]) for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, way);
    await page.keyboard.up('Control');
    lines.push(lineOf('zoom over the border', n, await longestTask(page)));
    await page.context().close();
  }
  return lines;
}

async function pageAt(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: VIEW })).newPage();
  await page.goto(url);
  await new Planloom(page).templates.waitFor();
  return page;
}

function lineOf(name: string, n: number, longestMs: number): BenchLine {
  return {
    name,
    engine: 'planloom',
    n,
    usPerStep: rounded(longestMs * 1000),
    aim: AIM_TASK,
    longestTaskMs: rounded(longestMs),
  };
}

function fragmentOf(workspace: string): string {
  return linkTo(JSON.parse(workspace)).replace(/^\//, '');
}

/** States of which each leads to the next, and every second one back. */
function ringOfStates(count: number): string {
  const states = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    on: [
      { event: 'next', target: `s${(index + 1) % count}` },
      ...(index % 2 === 1 ? [{ event: 'back', target: `s${index - 1}` }] : []),
    ],
  }));
  const plan = { id: 'main', kind: 'state-machine', variables: [], states };
  return JSON.stringify({
    format: 'planloom/workspace',
    version: 1,
    id: `ring-${count}`,
    name: `Ring of ${count}`,
    plans: [plan],
  });
}
