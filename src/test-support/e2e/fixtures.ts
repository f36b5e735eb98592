import { type APIRequestContext, type BrowserContextOptions, expect } from '@playwright/test'
import { type Customer, join } from './accounts.ts'
import { type StaffApi, submitOrder, test as withDesk } from './submissions.ts'

/** Who looks at a screen: nobody known, a customer who sold nothing yet, one with an order of each status, staff. */
export type Who = 'nobody' | 'customer' | 'seller' | 'staff'

/** The people every screen is shown to, made once per worker. A screen leaves them as they were: who signs out,
 * saves or sells is a new person (`join`). */
export type Stage = {
  customer: Customer
  seller: Customer
  /** The seller's orders by their status. */
  orders: Record<string, string>
  /** Where support answers what a screen asks. */
  staffApi: StaffApi
  cookies: Record<Who, BrowserContextOptions['storageState']>
}

const sold = [
  ['pending', { cardBrand: 'apple', cardValue: '100' }, 'We have your card and check it next.'],
  ['processing', { cardBrand: 'amazon', cardValue: '250' }, 'The balance is confirmed; the payout is on its way.'],
  ['completed', { cardBrand: 'steam', cardValue: '75.50' }, 'Your payment has been sent.'],
  ['rejected', { cardBrand: 'nike', cardValue: '80' }, 'The photo shows only the back of the card.'],
  ['failed', { cardBrand: 'target', cardValue: '120' }, 'Your bank returned the payout.'],
] as const

/** `test` whose page belongs to `who`; nobody, unless `test.use({ who })` says otherwise. */
export const test = withDesk.extend<{ who: Who }, { stage: Stage }>({
  who: ['nobody', { option: true }],
  storageState: ({ stage, who }, use) => use(stage.cookies[who]),
  stage: [
    async ({ playwright, staffApi }, use, { project }) => {
      const { baseURL } = project.use
      const requests = await Promise.all([1, 2].map(() => playwright.request.newContext({ baseURL })))
      const [forCustomer, forSeller] = requests as [APIRequestContext, APIRequestContext]
      const customer = await join({ request: forCustomer })
      const seller = await join({ request: forSeller })
      const orders: Record<string, string> = {}
      // One after the other: lists show the newest first.
      for (const [status, card, reason] of sold) {
        const id = await submitOrder({ request: forSeller }, card)
        await staffApi.decide(id, status, reason)
        orders[status] = id
      }
      expect(Object.keys(orders)).toHaveLength(sold.length)
      const cookies = {
        nobody: undefined,
        customer: await forCustomer.storageState(),
        seller: await forSeller.storageState(),
        staff: await staffApi.cookies(),
      }
      await use({ customer, seller, orders, staffApi, cookies })
      await Promise.all(requests.map((each) => each.dispose()))
    },
    { scope: 'worker' },
  ],
})
