import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 3270)
// Chromium's sandbox does not work as root, for example in containers.
const chromiumSandbox = process.getuid?.() !== 0

export default defineConfig({
  testDir: 'src/test-support/e2e',
  // For `playwright.cluster.config.ts`.
  testIgnore: '**/cluster.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  // On a busy CI machine a browser may fail once; a defect fails twice.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // Traces take a third of the run time; use `--trace on` to debug a failure.
    trace: 'off',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        // Tests that intercept requests do not see those of a service worker; `offline.spec.ts` allows it.
        serviceWorkers: 'block',
        launchOptions: {
          ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
          chromiumSandbox,
          args: [
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
    ...(process.env.FIREFOX_PATH
      ? [
          {
            name: 'firefox',
            grep: /@firefox/,
            use: {
              browserName: 'firefox' as const,
              // An unmodified Firefox over WebDriver BiDi. Playwright 1.65 sends it a command that Firefox ESR 153 rejects.
              channel: 'moz-firefox',
              launchOptions: { executablePath: process.env.FIREFOX_PATH },
            },
          },
        ]
      : []),
  ],
  webServer: {
    command: 'node src/test-support/e2e-server.mjs',
    url: `http://localhost:${port}/api/health`,
    timeout: 30_000,
    env: { PORT: String(port) },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
