import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '../fixtures/test';

/** Acceptance: what may be fetched as JavaScript before the first click, as brotli sends it. */
const MOST_BYTES = 350 * 1024;

test('the start page fetches at most 350 KB of JavaScript before the first click', async ({
  app,
  network,
  page,
  request,
}) => {
  await expect(app.templates.locator('svg').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const urls = new Set(network.sent.map(({ url }) => url).filter((url) => url.endsWith('.js')));
  const bodies = await Promise.all([...urls].map(async (url) => (await request.get(url)).body()));
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('what runs a plan arrives with the first click', async ({ app, network, page }) => {
  await page.waitForLoadState('networkidle');
  const before = network.sent.length;
  await app.openTemplate('Ask a table');
  expect(network.sent.slice(before).filter(({ url }) => url.endsWith('.js')).length).toBeGreaterThan(0);
  await app.run();
  await app.expectRun('completed');
});
