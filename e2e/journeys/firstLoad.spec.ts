import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '../fixtures/test';

/** What may be fetched as JavaScript before the first click: bytes as brotli sends them, and files. */
const MOST_BYTES = 260 * 1024;
const MOST_FILES = 20;

test('the start page fetches at most 260 KB of JavaScript, in 20 files, before the first click', async ({
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
  expect(urls.size).toBeLessThanOrEqual(MOST_FILES);
});

test('what runs a plan arrives with the first click', async ({ app, network, page }) => {
  await page.waitForLoadState('networkidle');
  const before = network.sent.length;
  await app.openTemplate('Ask a table');
  expect(network.sent.slice(before).filter(({ url }) => url.endsWith('.js')).length).toBeGreaterThan(0);
  await app.run();
  await app.expectRun('completed');
});
