import { test as base } from '#server/testing/test-support/app-test.ts'
import type { TestApp } from '#server/testing/test-support/test-app.ts'
import { openSite, type Site } from './open-site.tsx'

/** `test` with a site, on whose app its people are. */
export const test = base.extend<{ site: Site; app: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest derives the needed fixtures from this pattern
  site: async ({}, use) => {
    await using site = await openSite()
    await use(site)
  },
  app: ({ site }, use) => use(site.app),
})
