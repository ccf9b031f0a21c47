import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config';

/** The same app and the same browser as the journeys; one picture after another, in both themes. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../../test-results/screenshots',
  reporter: [['list']],
  use: { ...journeys.use, locale: 'en-GB', timezoneId: 'UTC' },
  webServer:
    journeys.webServer && !Array.isArray(journeys.webServer) ? { ...journeys.webServer, cwd: '../..' } : [],
  projects: [
    { name: 'light', use: { colorScheme: 'light' } },
    { name: 'dark', use: { colorScheme: 'dark' } },
  ],
});
