import type { Locator, Page } from '@playwright/test'
import { join } from './accounts.ts'
import { approveCard, submitCard } from './submissions.ts'

/** The row of a payout. */
export const payoutRow = (page: Page, id: string): Locator => page.getByRole('article', { name: id })

/** Signs a new customer in beside the staff of this page, and approves a card of theirs; returns the payout's id. */
export async function aPayout(page: Page, method: Record<string, string> = toCashApp): Promise<string> {
  await join(page)
  return approveCard(page, await submitCard(page, method))
}

const toCashApp = { paymentDetails: '$dana_of_cash' }
/** How an order is paid by PayPal; the fake of PayPal pays every receiver but some, like 'pending@'. */
export const toPayPal = (paymentDetails = 'dana@mail.example') => ({ paymentMethod: 'paypal', paymentDetails })
