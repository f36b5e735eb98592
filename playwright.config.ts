import { defineConfig } from '@playwright/test'

// Chromium's sandbox does not work as root, for example in containers.
const chromiumSandbox = process.getuid?.() !== 0

/**
 * All browser tests. The quick tier of `npm test` runs `--project=chromium --grep '@page|@main'`: the pages without their
 * further states, and the main paths.
 */
export default defineConfig({
  testDir: 'src/test-support/e2e',
  // Beside them are unit tests.
  testMatch: '**/*.spec.ts',
  // For `playwright.cluster.config.ts`.
  testIgnore: '**/cluster.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  // Generous, so that tests do not fail on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    // Of this run's server, in the processes that run the tests.
    baseURL: process.env.E2E_URL,
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
    // Playwright sets E2E_DATA and E2E_URL. Each run has a free port, so that several runs do not meet.
    wait: { stdout: /The data is in (?<e2e_data>.+)\n[\s\S]*is open on (?<e2e_url>\S+)\n/ },
    timeout: 30_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
