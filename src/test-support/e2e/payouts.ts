import type { Locator, Page } from '@playwright/test'
import { join } from './accounts.ts'
import { approveCard, submitCard } from './submissions.ts'

/** The row of a payout. */
export const payoutRow = (page: Page, id: string): Locator => page.getByRole('article', { name: id })

/** Signs a new customer in beside the staff of this page, and approves a card of theirs; returns the payout's id. */
export async function aPayout(page: Page): Promise<string> {
  await join(page)
  return approveCard(page, await submitCard(page, { paymentDetails: '$dana_of_cash' }))
}
