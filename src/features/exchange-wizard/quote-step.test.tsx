import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { button, chooseMethod, findHeading, openQuote } from '#client/test-support/component/exchange.ts'
import type { Site } from '#client/test-support/component/open-site.tsx'

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
