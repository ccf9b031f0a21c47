import { chromium } from '@playwright/test';
import { findChromium } from '../../runner/chromium.mjs';
import { type BenchLine, rounded, type Suite } from '../bench';
import { serveBuiltApp } from '../canvas/serve';
import { type TableCosts, tableCosts } from './inNode';
import { type PageCosts, pageCosts } from './inPage';

const SMALL = 250;
const SIZES = [SMALL, 20_000, 200_000];
/** How much longer than of the small table an answer may take. */
const MOST_TIMES: Readonly<Record<number, number>> = { 20000: 1.5, 1000000: 10 };
const PORT = 4_398;

/**
 * A table that is dropped and asked, in this process and in the built app: how long it takes to read it, and from a question to its
 * answer, beside a table of 250 rows. `--rows=1000000` adds a size; `--node` leaves the page out, and `--page` this process.
 */
export const TABLES: Suite = { name: 'tables', run: runTables };

async function runTables(): Promise<readonly BenchLine[]> {
  const sizes = [...SIZES, ...sizesAsked()];
  const inNode = isAsked('--page') ? [] : await linesOfNode(sizes);
  const inPage = isAsked('--node') ? [] : await linesOfPage(sizes);
  return [...inNode, ...inPage];
}

function isAsked(word: string): boolean {
  return process.argv.includes(word);
}

function sizesAsked(): readonly number[] {
  return process.argv.flatMap((word) => (word.startsWith('--rows=') ? [Number(word.slice(7))] : []));
}

async function linesOfNode(sizes: readonly number[]): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  // Once to be warm.
  for (let time = 0; time < 3; time++) await tableCosts(SMALL * 4);
  let small: TableCosts | null = null;
  for (const n of sizes) {
    const costs = await tableCosts(n);
    small ??= costs;
    const { readUs, reportUs, describeUs, firstUs, askUs } = costs;
    lines.push(
      lineOf('table read', 'node', n, readUs),
      lineOf('table reported', 'node', n, reportUs),
      lineOf('table described', 'node', n, describeUs),
      lineOf('table first asked', 'node', n, firstUs),
      lineOf('table asked, warm', 'node', n, askUs, timesSmall(n, askUs, small.askUs)),
    );
  }
  return lines;
}

async function linesOfPage(sizes: readonly number[]): Promise<readonly BenchLine[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const app = await serveBuiltApp(PORT);
  const lines: BenchLine[] = [];
  let small: PageCosts | null = null;
  try {
    for (const n of sizes) {
      const costs = await pageCosts(browser, app.url, n);
      small ??= costs;
      const { importMs, importTasks, firstMs, askMs, askTasks, peakMb } = costs;
      lines.push(
        lineOf('table imported', 'page', n, importMs * 1000, { ...inWords(importTasks) }),
        lineOf('table first asked', 'page', n, firstMs * 1000),
        lineOf('table asked, warm', 'page', n, askMs * 1000, {
          ...timesSmall(n, askMs, small.askMs),
          ...inWords(askTasks),
          peakMb: rounded(peakMb),
        }),
      );
    }
  } finally {
    app.close();
    await browser.close();
  }
  return lines;
}

function inWords({ longestMs, busyMs }: PageCosts['askTasks']) {
  return { longestTaskMs: rounded(longestMs), longTasksMs: rounded(busyMs) };
}

function timesSmall(n: number, took: number, small: number) {
  const most = MOST_TIMES[n];
  return { times250: rounded(took / small), ...(most === undefined ? {} : { aimTimes: most }) };
}

function lineOf(
  name: string,
  engine: string,
  n: number,
  us: number,
  figures: Readonly<Record<string, number>> = {},
): BenchLine {
  return { name, engine, n, usPerStep: rounded(us), seconds: rounded(us / 1e6), ...figures };
}
