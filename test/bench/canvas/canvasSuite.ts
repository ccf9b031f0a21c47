import { type Browser, chromium, type Page } from '@playwright/test';
import { Planloom } from '../../../e2e/pages/planloom';
import { findChromium } from '../../runner/chromium.mjs';
import { type BenchLine, rounded, type Suite } from '../bench';
import { drawingAsWorkspace } from './drawing';
import { type Cost, MeasuredCanvas } from './gestures';
import { machineAsWorkspace } from './machine';
import { borderLines, editingLines, openingLines } from './opening';
import { type Served, serveBare, serveBuiltApp } from './serve';
import { answerLine, streamLine } from './waits';

const SIZES = [100, 1_000];
/** States of the machine; it is compared with as many nodes on the bare canvas, which has neither boxes nor labels. */
const MACHINE = 304;
const ROUNDS = 3;
const PORT = 4_399;
const GESTURES = ['pan', 'drag', 'select'] as const;
const ENGINES = ['planloom', 'bare React Flow'] as const;
const VIEW = { width: 1440, height: 900 };

type Gesture = (typeof GESTURES)[number];
type Engine = (typeof ENGINES)[number];
type Measured = Map<`${Engine} ${Gesture}`, Cost[]>;

/**
 * Acceptance 9 and the times of 2 and 3, in the built app: pan, drag and select beside bare React Flow with the same
 * nodes in the same area, rounds of the two in turn; `usPerStep` is the main thread's time for a step of the gesture.
 */
export const CANVAS: Suite = { name: 'canvas', run: runCanvas };

async function runCanvas(): Promise<readonly BenchLine[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const app = await serveBuiltApp(PORT);
  const bare = await serveBare();
  try {
    const lines: BenchLine[] = [];
    for (const size of SIZES)
      lines.push(...(await compare(browser, app, bare, size, drawingAsWorkspace(size), 'canvas')));
    lines.push(
      ...(await compare(browser, app, bare, MACHINE, machineAsWorkspace(), 'machine', ['pan', 'drag'])),
    );
    lines.push(...(await borderLines(browser, app.url)), ...(await openingLines(browser, app.url)));
    lines.push(...(await editingLines(browser, app.url)));
    return [...lines, await answerLine(browser, app.url), await streamLine(browser, app.url)];
  } finally {
    bare.close();
    app.close();
    await browser.close();
  }
}

async function compare(
  browser: Browser,
  app: Served,
  bare: Served,
  n: number,
  workspace: string,
  name: string,
  gestures: readonly Gesture[] = GESTURES,
): Promise<readonly BenchLine[]> {
  const planloom = await openPlanloom(browser, app.url, workspace);
  const area = await planloom.locator('.react-flow').first().boundingBox();
  const plain = await browser.newPage({ viewport: VIEW });
  await plain.goto(`${bare.url}?n=${n}&width=${area?.width ?? 860}&height=${area?.height ?? 580}`);
  await plain.locator('.react-flow__node').first().waitFor();
  const pages = { planloom, 'bare React Flow': plain };
  const measured: Measured = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const engine of ENGINES) {
      await pages[engine].bringToFront();
      const canvas = await MeasuredCanvas.of(pages[engine]);
      for (const gesture of gestures) {
        const key = `${engine} ${gesture}` as const;
        measured.set(key, [...(measured.get(key) ?? []), await canvas[gesture]()]);
      }
    }
  }
  await planloom.context().close();
  await plain.context().close();
  return gestures.flatMap((gesture) => ENGINES.map((engine) => lineOf(measured, engine, gesture, n, name)));
}

/** Imports a drawing as a person would, and looks at it at 100 %. */
async function openPlanloom(browser: Browser, url: string, workspace: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEW });
  const app = new Planloom(page);
  await page.goto(url);
  await app.button('Import').click();
  await page.getByRole('textbox', { name: 'Or paste it' }).fill(workspace);
  await app.button('Preview').click();
  await app.dialog('Import').getByRole('button', { name: 'Import', exact: true }).click();
  await app.canvas.waitFor();
  await page.getByRole('button', { name: /^Zoom \d+ %/ }).click();
  await page.locator('.react-flow__node').first().waitFor();
  return page;
}

function lineOf(measured: Measured, engine: Engine, gesture: Gesture, n: number, name: string): BenchLine {
  const cost = medianOf(measured, engine, gesture);
  const bare = medianOf(measured, 'bare React Flow', gesture);
  const ratio =
    engine === 'planloom'
      ? {
          timesBareFrame: rounded(cost.frameMs / bare.frameMs),
          timesBareBusy: rounded(cost.busyUs / bare.busyUs),
        }
      : {};
  return {
    name: `${name} ${gesture}`,
    engine,
    n,
    usPerStep: rounded(cost.busyUs),
    frameMs: rounded(cost.frameMs),
    p95Ms: rounded(cost.p95Ms),
    ...ratio,
  };
}

function medianOf(measured: Measured, engine: Engine, gesture: Gesture): Cost {
  const costs = measured.get(`${engine} ${gesture}`) ?? [];
  const middle = costs.toSorted((one, other) => one.busyUs - other.busyUs)[costs.length >> 1];
  if (middle === undefined) throw new Error(`${engine} ${gesture} was not measured`);
  return middle;
}
