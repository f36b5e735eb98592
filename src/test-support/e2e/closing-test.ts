import { test as base } from '@playwright/test'

/**
 * `test` that closes the browser contexts a test created. Playwright closes only its own; the pages of the others would
 * go on receiving events and updating beside all later tests.
 */
export const test = base.extend<{ closedContexts: undefined }>({
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
