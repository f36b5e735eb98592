import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

const { webServer: _, testIgnore: __, ...shared } = base

/**
 * The main paths (`@main`), and what concerns several nodes (`@cluster`), on PostgreSQL, Redis and S3, with two nodes
 * that share the requests of every page.
 */
export default defineConfig({
  ...shared,
  globalSetup: './src/test-support/e2e/cluster-setup.ts',
  grep: /@main|@cluster/,
  projects: (base.projects ?? []).filter(({ name }) => name === 'chromium'),
})
