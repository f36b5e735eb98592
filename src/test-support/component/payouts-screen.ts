import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { connectFakePayPal } from '#server/testing/test-support/fake-paypal/connect-fake-paypal.ts'
import { anApproval, toPayPal } from '#server/testing/test-support/payouts.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'
import type { SubmitInput } from '#shared/submission-schema.ts'
import { openSite } from './open-site.tsx'

/** A site with a ready payout of $92.00 to Dana, and the people around it. Dispose of `site`. */
export async function openPayouts(changes: Partial<SubmitInput> = {}) {
  const site = await openSite()
  const [dana, fay] = [await site.app.customer(), await site.app.colleague('finance')]
  const reviewer = await site.app.colleague('reviewer')
  const { payoutId: id, submissionId } = await anApproval(site.app, dana, reviewer, changes)
  return { site, dana, fay, reviewer, id, submissionId }
}

/** The same with a PayPal app, and the payout goes to Dana's PayPal account. */
export async function openPayPalPayouts() {
  const opened = await openPayouts(toPayPal())
  return { ...opened, fake: await connectFakePayPal(opened.site.app) }
}

/** The row of a payout on the page of payouts. */
export const findPayout = (id: string) => screen.findByRole('article', { name: new RegExp(id) })

export const pressButton = async (user: UserEvent, name: RegExp | string) =>
  user.click(await screen.findByRole('button', { name }))

export const findDialog = async (name: RegExp | string) => within(await screen.findByRole('dialog', { name }))

/** Chooses what the page of payouts shows. */
export const choosePayouts = (user: UserEvent, name: string) =>
  user.click(within(screen.getByRole('group', { name: 'Show' })).getByRole('button', { name }))

export const newestPayout = async (by: Person, id: string) => by.api.payouts.get({ id })

/** Begins the payment as this person, elsewhere. */
export async function beginElsewhere(by: Person, id: string): Promise<void> {
  const { version } = await newestPayout(by, id)
  await by.api.payouts.begin({ id, version })
}
