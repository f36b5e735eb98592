import { expect, type Locator, type Page } from '@playwright/test'
import { UNDO_MS } from '#shared/review.ts'
import { type Caller, join } from './accounts.ts'
import { clawBackReported, payOrder, reportEmpty } from './problem-calls.ts'
import { aPng, type StaffApi, submitCard } from './submissions.ts'

/** A card of the customer that the staff has paid by hand; returns the order. */
export async function aPaidOrder(customer: Caller, staff: Caller): Promise<string> {
  const id = await submitCard(customer, { paymentDetails: '$dana_of_cash' })
  await payOrder(staff, id)
  return id
}

/** An order of a new customer beside the staff of this page with a problem, which is decided if asked. */
export async function aReportedOrder(page: Page, decision?: 'claw-back'): Promise<string> {
  await join(page)
  const orderId = await aPaidOrder(page, page)
  const reported = await reportEmpty(page, orderId)
  if (decision) await clawBackReported(page, reported)
  return orderId
}

/** An order of this customer that they have to repay; with an offer of another payout of theirs, if asked. */
export async function anOrderToRepay(customer: Caller, staffApi: StaffApi, hasOffer: boolean): Promise<string> {
  const orderId = await submitCard(customer, { paymentDetails: '$dana_of_cash' })
  const other = hasOffer ? await submitCard(customer, { cardNumber: 'CARD 2 9QP4 7TLZ' }) : undefined
  await staffApi.clawBack(orderId, other)
  return orderId
}

/** Reports a problem of the open order, with a picture and by keyboard. */
export async function reportProblem(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Report a problem...' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByLabel('Note for colleagues').fill(note)
  await dialog.getByLabel('Picture of what you saw').setInputFiles(aPng('balance.png'))
  await dialog.getByRole('checkbox', { name: 'Nothing on this picture can be spent' }).press('Space')
  await dialog.getByRole('button', { name: 'Report the problem' }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** Claws back what was paid for this problem, and offers to set off so many payouts; returns when it is applied. */
export async function clawBack(page: Page, problem: Locator, reason: string, offers = 0): Promise<void> {
  await problem.getByRole('button', { name: /^Decide/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Decide the problem' })
  await dialog.getByRole('button', { name: 'Claw back', exact: true }).press('Enter')
  await dialog.getByLabel('Reason, which the seller reads').fill(reason)
  for (let at = 0; at < offers; at++) await dialog.getByRole('checkbox', { name: /^\$/ }).nth(at).press('Space')
  await dialog.getByRole('button', { name: 'Claw it back' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(problem).toContainText('can be undone')
  await expect(problem.getByText('can be undone')).toHaveCount(0, { timeout: 2 * UNDO_MS })
}
