import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Pictures of the page states, for `npm run compare`. One worker, because all states share the data of a server. */
export default defineConfig({
  ...base,
  testMatch: '**/page-pictures.ts',
  workers: 1,
  fullyParallel: false,
  projects: (base.projects ?? []).filter(({ name }) => name === 'chromium'),
  use: { ...base.use, timezoneId: 'UTC', locale: 'en-US' },
})
