import { defineConfig } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 3270)

export default defineConfig({
  testDir: 'src/test-support/e2e',
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
    browserName: 'chromium',
    // Traces take a third of the run time; use `--trace on` to debug a failure.
    trace: 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // Chromium's sandbox does not work as root, for example in containers.
      chromiumSandbox: process.getuid?.() !== 0,
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
  webServer: {
    command: 'node src/test-support/e2e-server.mjs',
    url: `http://localhost:${port}/api/health`,
    timeout: 30_000,
    env: { PORT: String(port) },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
