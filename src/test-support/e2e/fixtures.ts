import { type APIRequestContext, type BrowserContextOptions, expect } from '@playwright/test'
import { type Customer, join } from './accounts.ts'
import { type StaffApi, submitCard, test as withStaffApi } from './submissions.ts'

/** The user of a page: a visitor, a customer without submissions, one with a submission of each status, or staff. */
export type Who = 'visitor' | 'customer' | 'seller' | 'staff'

/**
 * The accounts of the shared pages, created once per worker. Pages leave them unchanged; signing out, saving or selling
 * needs a new account (`join`).
 */
export type SharedAccounts = {
  customer: Customer
  seller: Customer
  /** The seller's submissions by status. */
  submissions: Record<string, string>
  /** Replies and decides as staff. */
  staffApi: StaffApi
  cookies: Record<Who, BrowserContextOptions['storageState']>
}

const sold = [
  ['pending', { cardBrand: 'apple', cardValue: '100' }, 'We have your card and check it next.'],
  ['processing', { cardBrand: 'amazon', cardValue: '250' }, 'The balance is confirmed; the payout is on its way.'],
  ['completed', { cardBrand: 'steam', cardValue: '75.50' }, 'Your payment has been sent.'],
  [
    'rejected',
    { cardBrand: 'nike', cardValue: '80' },
    'Your photo shows only the back of the card. We need a photo of the front as well.',
  ],
  ['failed', { cardBrand: 'target', cardValue: '120' }, 'Your bank returned the payout.'],
] as const

/** `test` whose page belongs to `who`, by default a visitor. */
export const test = withStaffApi.extend<{ who: Who }, { shared: SharedAccounts }>({
  who: ['visitor', { option: true }],
  storageState: ({ shared, who }, use) => use(shared.cookies[who]),
  shared: [
    async ({ playwright, staffApi }, use, { project }) => {
      const { baseURL } = project.use
      const requests = await Promise.all([1, 2].map(() => playwright.request.newContext({ baseURL })))
      const [forCustomer, forSeller] = requests as [APIRequestContext, APIRequestContext]
      const customer = await join({ request: forCustomer })
      const seller = await join({ request: forSeller })
      const submissions: Record<string, string> = {}
      // Sequentially, because lists show the newest first.
      for (const [status, card, reason] of sold) {
        const id = await submitCard({ request: forSeller }, card)
        await staffApi.decide(id, status, reason)
        submissions[status] = id
      }
      expect(Object.keys(submissions)).toHaveLength(sold.length)
      const cookies = {
        visitor: undefined,
        customer: await forCustomer.storageState(),
        seller: await forSeller.storageState(),
        staff: await staffApi.cookies(),
      }
      await use({ customer, seller, submissions, staffApi, cookies })
      await Promise.all(requests.map((each) => each.dispose()))
    },
    { scope: 'worker' },
  ],
})
