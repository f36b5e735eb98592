import { test as base } from 'vitest'
import { listening } from './socket-page.ts'
import { createTestApp, type Person, type TestApp } from './test-app.ts'

type Fixtures = {
  app: TestApp
  /** Where the app listens. */
  address: Awaited<ReturnType<typeof listening>>
  host: string
  /** The address of its WebSocket. */
  url: string
  customer: Person
  /** A second customer. */
  other: Person
  /** The owner. */
  staff: Person
  reviewer: Person
  finance: Person
  support: Person
}

/** `test` with a test app and its people, who are made when a test names them. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest derives the needed fixtures from this pattern
  app: async ({}, use) => {
    await using app = await createTestApp()
    await use(app)
  },
  address: async ({ app }, use) => use(await listening(app)),
  host: ({ address }, use) => use(address.host),
  url: ({ address }, use) => use(address.url),
  customer: async ({ app }, use) => use(await app.customer()),
  other: async ({ app }, use) => use(await app.customer()),
  staff: async ({ app }, use) => use(await app.staff()),
  reviewer: async ({ app }, use) => use(await app.colleague('reviewer')),
  finance: async ({ app }, use) => use(await app.colleague('finance')),
  support: async ({ app }, use) => use(await app.colleague('support')),
})
