import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import {
  aPng,
  button,
  chooseMethod,
  fillSubmission,
  findHeading,
  photos,
} from '#client/test-support/component/exchange.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { expectToast } from '#client/test-support/component/toast.ts'
import { aRejectedSubmission } from '#server/testing/test-support/factories.ts'
import { atRate, publish } from '#server/testing/test-support/published-rates.ts'

const HOUR_MS = 60 * 60_000
const wrongNumber =
  'The card number does not match the photo. Compare the two and sell the card again with the right number.'
const lowerBalance =
  'The balance is lower than the value you entered. Sell the card again as Partially Used with the balance left on it.'

/** The page of an Apple order of $100.00 at 92 % that was rejected, after which its brand is bought at 85 %. */
async function openRejected(site: Site, reason = wrongNumber) {
  const [customer, staff] = [await site.app.customer(), await site.app.staff()]
  const id = await aRejectedSubmission(site.app, customer, staff, {}, reason)
  await publish(site.app, staff, atRate(site.app, 'apple', 8500))
  const user = await site.visit(`/transactions/${id}`, { as: customer })
  await screen.findByRole('link', { name: 'Sell this card again' })
  return { customer, staff, id, user }
}

const sellAgain = () => screen.getByRole('link', { name: 'Sell this card again' })
const row = (label: string) => screen.getByText(label).closest('div')

test('a rejected card is sold again at the rate of its order, also after a reload', async () => {
  await using site = await openSite()
  const { customer, id, user } = await openRejected(site)
  expect(screen.getByText(/^You get the rate of this order, 92\.0%, again until /)).toBeVisible()
  await user.click(sellAgain())
  await findHeading('Your quote')
  expect(location.search).toBe('?step=quote')
  expect(row('Rate of order')).toHaveTextContent(id)
  const again = await site.reload()
  await findHeading('Your quote')
  expect(row('Rate of order')).toHaveTextContent(id)
  await chooseMethod(Object.assign(site, { user: again }), 'Cash App')
  await again.click(button('Continue'))
  await findHeading('Upload & Submit')
  await again.upload(photos(), aPng('front.png'))
  await fillSubmission(Object.assign(site, { user: again }))
  await waitFor(() => expect(button('Submit Securely')).not.toHaveAttribute('aria-disabled', 'true'))
  await again.click(button('Submit Securely'))
  await findHeading('Order Submitted Successfully!')
  const sent = (await customer.api.transactions.list()).find(({ status }) => status === 'pending')
  expect(sent).toMatchObject({ exchangeRate: 0.92, payoutAmount: 92 })
  const review = await (await site.app.staff()).api.admin.review.get({ submissionId: sent?.id ?? '' })
  expect(review.sentAgainAfter).toMatchObject({ submissionId: id })
})

test('another brand is another order, at the rate of today', async () => {
  await using site = await openSite()
  const { user } = await openRejected(site)
  await user.click(sellAgain())
  await findHeading('Your quote')
  await user.click(button('Back'))
  await findHeading('Which card are you selling?')
  await user.click(button('Change the card'))
  await user.click(screen.getByRole('radio', { name: /^Steam/ }))
  await user.click(button('Get My Quote'))
  await findHeading('Your quote')
  expect(screen.queryByText('Rate of order')).toBeNull()
})

test('a card with a lower balance begins at its value and keeps the rate', async () => {
  await using site = await openSite()
  const { user } = await openRejected(site, lowerBalance)
  await user.click(sellAgain())
  await findHeading('Which card are you selling?')
  expect(screen.getByRole('radio', { name: /^Partially Used/ })).toBeChecked()
  await user.type(screen.getByLabelText('Remaining Balance'), '62.40')
  await user.click(button('Get My Quote'))
  await findHeading('Your quote')
  expect(screen.getAllByText('$57.41')[0]).toBeVisible()
})

test('after 48 hours the price of today is shown and said', async () => {
  await using site = await openSite()
  const { user } = await openRejected(site)
  site.passTime(48 * HOUR_MS)
  await user.click(sellAgain())
  await findHeading('Your quote')
  await expectToast('We kept the rate of this order for 48 hours. This is the price of today.')
  expect(screen.getAllByText('$85.00')[0]).toBeVisible()
  expect(screen.getByText('Sent again after')).toBeVisible()
})

test('an address of an unknown order opens the first step', async () => {
  await using site = await openSite()
  await site.visit('/exchange?again=GCE-0000000000', { as: await site.app.customer() })
  await findHeading('Which card are you selling?')
  expect(location.search).toBe('')
})
