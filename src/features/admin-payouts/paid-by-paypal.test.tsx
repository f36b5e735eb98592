import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import {
  findDialog,
  findPayout,
  newestPayout,
  openPayPalPayouts,
  pressButton,
} from '#client/test-support/component/payouts-screen.ts'
import { doPayPalWork } from '#server/testing/test-support/paypal-work.ts'
import { payoutMessages } from '#shared/payout.ts'

/** The page of all payouts, with one that PayPal has accepted and then calls `status`. */
async function openAccepted(status: 'SUCCESS' | 'UNCLAIMED') {
  const opened = await openPayPalPayouts()
  const { site, fake, fay, id } = opened
  await fay.api.payouts.sendNow({ ids: [id] })
  await doPayPalWork(site.app)
  await fake.setStatus(id, status)
  site.passTime(10_000)
  await doPayPalWork(site.app)
  const user = await site.visit('/admin/payouts?show=all', { as: fay })
  return { ...opened, user }
}

test('an unclaimed payout is canceled at PayPal with a reason, and is owed again', async () => {
  const { site, fay, id, user } = await openAccepted('UNCLAIMED')
  await using _ = site
  await pressButton(user, /^Cancel at PayPal/)
  const dialog = await findDialog('Cancel at PayPal')
  await user.click(dialog.getByRole('button', { name: 'Cancel at PayPal' }))
  expect(dialog.getByText('Enter why.')).toBeVisible()
  await fill(user, { Why: 'Dana mistyped the address.' })
  await user.click(dialog.getByRole('button', { name: 'Cancel at PayPal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await doPayPalWork(site.app)
  await waitFor(async () => expect(await findPayout(id)).toHaveTextContent('$92.00 is still owed.'))
  expect(screen.queryByRole('button', { name: /^Cancel at PayPal/ })).toBeNull()
  expect((await newestPayout(fay, id)).state).toBe('returned')
})

test('the fee of a paid payout is corrected with a reason; only PayPal has one', async () => {
  const { site, fay, id, user } = await openAccepted('SUCCESS')
  await using _ = site
  expect(screen.queryByRole('button', { name: /^Cancel at PayPal/ })).toBeNull()
  await pressButton(user, /^Correct fee/)
  const dialog = await findDialog('Correct fee')
  await fill(user, { 'Fee at PayPal': 'a lot', Why: 'As the statement says.' })
  await user.click(dialog.getByRole('button', { name: 'Correct fee' }))
  expect(dialog.getByText(payoutMessages.badFee)).toBeVisible()
  await fill(user, { 'Fee at PayPal': '1.84' })
  await user.click(dialog.getByRole('button', { name: 'Correct fee' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(payoutMessages.sameFee)
  await fill(user, { 'Fee at PayPal': '2.50' })
  await user.click(dialog.getByRole('button', { name: 'Correct fee' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await fay.api.payouts.get({ id })).attempts).toMatchObject([{ fee: 2.5 }])
})
