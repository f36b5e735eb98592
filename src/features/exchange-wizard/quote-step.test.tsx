import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import {
  aPng,
  button,
  chooseMethod,
  fillSubmission,
  findHeading,
  openQuote,
  photos,
} from '#client/test-support/component/exchange.ts'
import type { Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast } from '#client/test-support/component/toast.ts'
import { aRejectedSubmission } from '#server/testing/test-support/factories.ts'
import { atRate, publish } from '#server/testing/test-support/published-rates.ts'

const customer = ({ app }: Site) => app.customer()
const bankWarning = /Bank transfers may take up to 2 business days\. We recommend digital methods/

/** Lets the quote, which is valid for half an hour, expire while the tab is suspended. */
function expireQuote(site: Site): void {
  site.passTime(32 * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a visitor sees the quote and the bank warning and has to sign in', async () => {
  await using site = await openQuote({ brand: 'steam', value: 75.5 })
  for (const figure of ['$75.50', '90.0%', '$67.95']) expect(screen.getAllByText(figure)[0]).toBeVisible()
  for (const name of ['PayPal', 'Cash App', 'Zelle', 'Google Pay', 'Apple Pay', 'Chime', 'GreenDot', 'Bank Transfer'])
    expect(screen.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeEnabled()
  expect(screen.queryByText(bankWarning)).toBeNull()
  await chooseMethod(site, 'Bank Transfer')
  expect(screen.getByText(bankWarning)).toBeVisible()
  await chooseMethod(site, 'PayPal')
  expect(screen.queryByText(bankWarning)).toBeNull()
  expect(screen.getByText('Sign In Required')).toBeVisible()
  await site.user.click(button('Sign In to Continue'))
  await findHeading('Create an account to get your $67.95')
  expect(location.pathname).toBe('/signup')
})

test('payment methods are grouped by speed, which is said once', async () => {
  await using _site = await openQuote()
  const group = (name: string) => screen.getByRole('list', { name })
  expect(group('Within an hour')).toHaveTextContent(/^PayPalCash AppZelle.*GreenDot$/)
  expect(group('Up to 2 business days')).toHaveTextContent(/^Bank Transfer$/)
})

test('no method moves once it is shown: all wait for the saved ones', async () => {
  let release = () => {}
  await using _site = await openQuote({}, async (site) => {
    release = site.network.hold('account.paymentMethods')
    return customer(site)
  })
  expect(screen.getByText('Loading payment methods...')).toBeInTheDocument()
  expect(screen.queryByRole('radio', { name: /^Cash App/ })).toBeNull()
  release()
  expect(await screen.findByRole('radio', { name: /^Cash App/ })).toBeEnabled()
})

test('a customer continues with a method, and Back keeps card and method', async () => {
  await using site = await openQuote({}, customer)
  expect(screen.queryByText('Sign In Required')).toBeNull()
  const go = button('Continue')
  expect(go).toHaveAttribute('aria-disabled', 'true')
  await site.user.click(go)
  expect(screen.getByRole('radio', { name: /^PayPal/ })).toHaveFocus()
  await chooseMethod(site, 'Zelle')
  expect(go).not.toHaveAttribute('aria-disabled', 'true')
  await site.user.click(button('Back'))
  await findHeading('Which card are you selling?')
  expect(screen.getByLabelText('Gift Card Value')).toHaveValue('100')
  expect(screen.getByLabelText(/^Apple/)).toBeChecked()
  await site.user.click(button('Get My Quote'))
  expect(await screen.findByRole('radio', { name: /^Zelle/ })).toBeChecked()
})

test('the quote and the upload say until when the price stands, and announce it once', async () => {
  await using site = await openQuote({}, customer)
  // The day is named before midnight.
  const term = /^This price holds until ([A-Z][a-z]+ \d+, )?1?\d:\d\d [AP]M \((30|29) min\)\.$/
  expect(screen.getByText(term)).toBeVisible()
  await chooseMethod(site, 'PayPal')
  await site.user.click(button('Continue'))
  await findHeading('Upload & Submit')
  const summary = within(screen.getByRole('region', { name: 'Order summary' }))
  expect(summary.getByText(term)).toBeVisible()
  expect(summary.queryByRole('status')).toBeNull()
  expect(screen.getAllByText(term)).toHaveLength(2)
})

test('an expired quote is requested again', async () => {
  await using site = await openQuote()
  expireQuote(site)
  expect(await screen.findByText('Your quote had expired. This is a new one at the same price.')).toBeVisible()
  expect(site.network.count('exchange.quote')).toBe(2)
})

test('a quote that cannot be renewed is shown as expired', async () => {
  await using site = await openQuote()
  const mend = site.network.cut('exchange.quote')
  expireQuote(site)
  expect(await screen.findByText('This price has ended. We ask for a new one when you go on.')).toBeVisible()
  mend()
  await site.user.click(await screen.findByRole('button', { name: 'Get a New Quote' }))
  expect(await screen.findByText('Your quote had expired. This is a new one at the same price.')).toBeVisible()
})

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

test('a rejected card is sold again at the rate of its order, also after a reload', async ({ site }) => {
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

test('another brand is another order, at the rate of today', async ({ site }) => {
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

test('a card with a lower balance begins at its value and keeps the rate', async ({ site }) => {
  const { user } = await openRejected(site, lowerBalance)
  await user.click(sellAgain())
  await findHeading('Which card are you selling?')
  expect(screen.getByRole('radio', { name: /^Partially Used/ })).toBeChecked()
  await user.type(screen.getByLabelText('Remaining Balance'), '62.40')
  await user.click(button('Get My Quote'))
  await findHeading('Your quote')
  expect(screen.getAllByText('$57.41')[0]).toBeVisible()
})

test('after 48 hours the price of today is shown and said', async ({ site }) => {
  const { user } = await openRejected(site)
  site.passTime(48 * HOUR_MS)
  await user.click(sellAgain())
  await findHeading('Your quote')
  await expectToast('We kept the rate of this order for 48 hours. This is the price of today.')
  expect(screen.getAllByText('$85.00')[0]).toBeVisible()
  expect(screen.getByText('Sent again after')).toBeVisible()
})

test('an address of an unknown order opens the first step', async ({ site }) => {
  await site.visit('/exchange?again=GCE-0000000000', { as: await site.app.customer() })
  await findHeading('Which card are you selling?')
  expect(location.search).toBe('')
})
