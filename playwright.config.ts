import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

/** A server that runs already, to be walked in place of one of the tests' own. */
const RUNNING = process.env['E2E_URL']
const PORT = Number(process.env['E2E_PORT'] ?? 4300)
const chromium: string | undefined = findChromium()

/**
 * Journeys in a real browser against the real server: started once on a fresh data folder with its own database.
 * Every test signs up a customer of its own, so tests know nothing of each other and run in any order.
 */
export default defineConfig({
  testDir: 'apps/web/e2e',
  outputDir: '.cache/playwright',
  timeout: 180_000,
  // What is waited for comes as soon as it can: how long that takes is up to the machine, and says nothing.
  expect: { timeout: 30_000 },
  // A test waits for the server a third of its time, in which another one goes on.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  reporter: [['list'], ['json']],
  use: {
    baseURL: RUNNING ?? `http://127.0.0.1:${PORT}`,
    viewport: { width: 1440, height: 900 },
    reuseContext: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A click waits until its target stands still: without motion it does at once.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace records every test, for the sake of those that fail: it took a third of the processor. Ask for it when one does;
    // a picture of the screen and what it holds are kept anyway.
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      slowMo: Number(process.env['E2E_SLOW'] ?? 0),
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        // A processor that draws as a graphics card would takes a fifth of the browser's time.
        '--disable-gpu',
        // A headless shell would give each letter whole pixels, and words other widths than the windows of a browser do.
        '--font-render-hinting=none',
        // The sandbox of the browser cannot be set up by root, as in most containers.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  ...(RUNNING === undefined && {
    webServer: {
      command: 'node scripts/e2e-server.mjs',
      url: `http://127.0.0.1:${PORT}/`,
      timeout: 120_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: {
        PORT: String(PORT),
        LOTBOOK_LOG: 'error',
        SUPPORT_URL: 'https://support.example.org/',
        HELP_URL: 'https://help.example.org/',
        // The marked test checkout stands in for the page of a payment provider.
        PAYMENTS: 'test',
        // A minute otherwise, which a test would only wait for.
        MAILED_CODE_PAUSE_S: '3',
      },
    },
  }),
})
