import path from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { longProcessTests, testsOfLimits, testsOnCluster, testsOnPostgres } from './test-projects.ts'

const root = path.join(import.meta.dirname, '../../..')

/**
 * Each test of these goes through several steps, for one to three seconds. The browser tests of the main paths take the
 * same steps after every change.
 */
const journeys = [
  'account/account-dialog',
  'admin-rates/brands-tab',
  'admin-staff/customer-links',
  'exchange-wizard/lost-session',
  'exchange-wizard/photos',
  'exchange-wizard/repeat-order',
  'exchange-wizard/sell-again',
  'exchange-wizard/submit',
  'exchange-wizard/upload-step',
  'exchange-wizard/warnings',
  'open-shop/open-shop',
  'review-queue/bulk/bulk-bar',
  'review-queue/decision/approve-payout',
  'review-queue/decision/rejection-reason',
  'review-queue/requests/request-tools',
  'review-queue/undo/undo-bar',
].map((name) => `src/features/${name}.test.tsx`)

/** The pages in jsdom, on one of React's builds: all on its development build, all but the journeys on the other. */
function componentTests(name: string, mode: 'production' | 'development'): TestProjectInlineConfiguration {
  return {
    extends: false,
    mode,
    oxc: { jsx: { runtime: 'automatic', development: mode === 'development' } },
    test: {
      name,
      root,
      include: ['src/**/*.test.tsx'],
      exclude: mode === 'production' ? journeys : [],
      environment: 'jsdom',
      env: { NODE_ENV: mode, TZ: 'UTC' },
      setupFiles: ['src/test-support/component/setup.ts'],
      // Every page load of these tests resets the modules, so files can share the rest.
      isolate: false,
      testTimeout: 120_000,
    },
  }
}

/** A new site takes the time zone of its server. */
const env = { TZ: 'UTC' }

/** Node.js runs the tests and the packages from the sources: the plugins and bundling of the site do not apply. */
export const testProjects: TestProjectInlineConfiguration[] = [
  {
    extends: false,
    test: {
      name: 'unit',
      root,
      include: ['src-server/**/*.test.ts', 'src-shared/**/*.test.ts', 'src/**/*.test.ts'],
      // These need no Redis, no browser and no build; what does, or takes long, is in other projects.
      exclude: ['**/*.process.test.ts', '**/*.system.test.ts', '**/*.postgres.test.ts', ...testsOfLimits()],
      environment: 'node',
      env,
      // Importing the server again for each file would take a quarter of the run.
      isolate: false,
      // Generous, so that tests do not fail on a busy machine.
      testTimeout: 30_000,
      expect: { poll: { timeout: 20_000 } },
    },
  },
  {
    extends: false,
    test: {
      name: 'limits',
      root,
      include: testsOfLimits(),
      environment: 'node',
      env,
      // As for the unit tests.
      isolate: false,
      testTimeout: 60_000,
    },
  },
  {
    extends: false,
    test: {
      name: 'postgres',
      root,
      include: testsOnPostgres(),
      environment: 'node',
      env,
      // As for the unit tests.
      isolate: false,
      globalSetup: ['src-server/testing/test-support/postgres-setup.ts'],
      testTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  },
  componentTests('component', 'production'),
  // React's development build checks more and takes twice as long.
  componentTests('component-strict', 'development'),
  {
    extends: false,
    test: {
      name: 'integration',
      root,
      include: ['src-server/**/*.process.test.ts'],
      exclude: longProcessTests(),
      environment: 'node',
      env,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // The servers of the tests do the work, so a worker per core would leave one idle.
      maxWorkers: 2,
    },
  },
  {
    extends: false,
    test: {
      name: 'integration-long',
      root,
      include: longProcessTests(),
      environment: 'node',
      env,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      fileParallelism: false,
    },
  },
  {
    extends: false,
    test: {
      name: 'integration-cluster',
      root,
      include: testsOnCluster(),
      environment: 'node',
      env,
      globalSetup: ['src-server/testing/test-support/engines-setup.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      fileParallelism: false,
    },
  },
  {
    extends: false,
    test: {
      name: 'system',
      root,
      include: ['src-server/testing/system-tests/*.system.test.ts'],
      environment: 'node',
      env,
      provide: {
        isFullSize: process.env.SYSTEM_TESTS === 'full',
        figuresFile: process.env.SYSTEM_TEST_FIGURES ?? '',
      },
      testTimeout: process.env.SYSTEM_TESTS === 'full' ? 3_600_000 : 120_000,
      hookTimeout: 120_000,
      fileParallelism: false,
    },
  },
]
