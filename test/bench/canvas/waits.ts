import type { Browser } from '@playwright/test';
import { TWELVE } from '../../../e2e/fixtures/streamed';
import { connectModel, planWith } from '../../../e2e/pages/models';
import { Planloom } from '../../../e2e/pages/planloom';
import { ScriptedModelServer, streamsSteps } from '../../tools/scriptedModelServer';
import { type BenchLine, rounded } from '../bench';

const VIEW = { width: 1440, height: 900 };
/** Aims of acceptance 2 (a minute) and 3, in microseconds like the figures beside them. */
const AIM_ANSWER = 60_000_000;
const AIM_STEP = 300_000;

/** Acceptance 2: a cold profile, from the click on the template to the whole answer, in two clicks. */
export async function answerLine(browser: Browser, url: string): Promise<BenchLine> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  const app = new Planloom(page);
  await page.goto(url);
  await app.templates.waitFor();
  const begun = performance.now();
  await app.openTemplate('Ask a table');
  await app.run();
  await app.expectRun('completed');
  const us = (performance.now() - begun) * 1000;
  await context.close();
  return {
    name: 'click to answer',
    engine: 'planloom',
    n: 1,
    usPerStep: rounded(us),
    aim: AIM_ANSWER,
    seconds: rounded(us / 1e6),
  };
}

/** Acceptance 3: from the last byte of a streamed step to its node on the canvas; the server sends one at a time. */
export async function streamLine(browser: Browser, url: string): Promise<BenchLine> {
  const server = await ScriptedModelServer.start();
  const context = await browser.newContext({ viewport: VIEW });
  const app = new Planloom(await context.newPage());
  await app.page.goto(url);
  await app.openTemplate('Ask a table');
  await connectModel(app, server.url);
  await planWith(app, 'stream');
  server.script(streamsSteps(TWELVE, { gated: true }));
  await app.run();
  await server.received(1);
  const waits: number[] = [];
  for (const [index, { name }] of TWELVE.entries()) {
    const drawn = await watchFor(app, name);
    // The clock of the page and of this process is the same machine's.
    const sent = performance.timeOrigin + performance.now();
    server.release(`line-${index + 1}`);
    waits.push((await drawn()) - sent);
  }
  await app.expectRun('completed');
  await context.close();
  await server.stop();
  waits.sort((a, b) => a - b);
  const at = (share: number): number =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return {
    name: 'streamed step to canvas',
    engine: 'planloom',
    n: TWELVE.length,
    usPerStep: rounded(at(0.5) * 1000),
    aim: AIM_STEP,
    medianMs: rounded(at(0.5)),
    p95Ms: rounded(at(0.95)),
  };
}

/** Watches for a node. @returns what waits for the frame after it came, in milliseconds since the epoch */
async function watchFor(app: Planloom, name: string): Promise<() => Promise<number>> {
  const handle = await app.page.evaluateHandle(
    (wanted) => ({
      at: new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(`[role="group"][aria-label^="${wanted}, "]`) === null) return;
          watch.disconnect();
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { childList: true, subtree: true });
      }),
    }),
    name,
  );
  return () => handle.evaluate(({ at }) => at);
}
