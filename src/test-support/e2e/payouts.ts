import { expect, type Locator, type Page } from '@playwright/test'
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

/** Opens the row of a new ready payout. */
export async function openPayout(page: Page, method?: Record<string, string>): Promise<string> {
  const id = await aPayout(page, method)
  await page.goto(`/admin/payouts?search=${id}`)
  await expect(payoutRow(page, id)).toBeVisible()
  return id
}

/** How an order is paid to a bank account. */
export const toBank = {
  paymentMethod: 'bank',
  paymentDetails: '',
  accountNumber: '000123456789',
  routingNumber: '021000021',
}

/** Approves several cards of one new customer, whose address lists their payouts. */
export async function payoutsOfOne(
  page: Page,
  count: number,
  method: Record<string, string> = toCashApp,
): Promise<{ ids: string[]; search: string }> {
  const { email } = await join(page)
  const ids: string[] = []
  for (let at = 1; at <= count; at++)
    ids.push(await approveCard(page, await submitCard(page, { ...method, cardNumber: `CARD ${at} 9QP4 7TLZ` })))
  return { ids, search: `/admin/payouts?search=${encodeURIComponent(email)}` }
}
