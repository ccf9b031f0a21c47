import { defineConfig } from '@playwright/test';

const PORT = Number(process.env.PLANLOOM_E2E_PORT ?? 4173);

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results/e2e',
  // Generous, for machines that are busy: a journey that works takes seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLANLOOM_E2E_REPORT ?? '../test-results/e2e.json' }],
  ],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // Of a failure its steps and its last screen. What else a trace can hold, the page at each step and the requests, costs a
    // fifth to a quarter of all time: `--trace retain-on-failure` takes that too.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.PLANLOOM_CHROMIUM ? { executablePath: process.env.PLANLOOM_CHROMIUM } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node dist/cli/planloom.js serve --port ${PORT}`,
    cwd: '..',
    port: PORT,
    reuseExistingServer: true,
  },
});
