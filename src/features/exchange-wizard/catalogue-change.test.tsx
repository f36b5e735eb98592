import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import {
  button,
  findHeading,
  missing,
  openCard,
  openQuote,
  openUpload,
} from '#client/test-support/component/exchange.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast, findToast } from '#client/test-support/component/toast.ts'
import { atRate, publish, termsOf } from '#server/testing/test-support/published-rates.ts'

const tile = (name: RegExp) => screen.getByLabelText(name)
const value = () => screen.getByLabelText('Gift Card Value')
const aCustomer = async ({ app }: Site) => app.customer()
/** A phone shows the payout twice: on the receipt and in the bar. */
const findPayout = (payout: string) => screen.findAllByText(payout)

/** A site whose Steam cards are paused and whose Petco cards are hidden before the page loads. */
async function openPaused(path: string) {
  const site = await openSite()
  const steam = { ...termsOf(site.app, 'steam'), state: 'paused' as const, pauseMessage: 'We start again on Monday.' }
  const petco = { ...termsOf(site.app, 'petco'), state: 'hidden' as const }
  await publish(site.app, await site.app.staff(), steam, petco)
  const user = await site.visit(path)
  await screen.findByLabelText(/^Steam, Not buying right now/)
  return Object.assign(site, { user })
}

test('a publish reaches the open page of a customer and says once what the chosen card pays', async () => {
  await using site = await openCard({ brand: 'apple', value: 100 }, aCustomer)
  await findPayout('$92.00')
  await publish(site.app, await site.app.staff(), atRate(site.app, 'apple', 9100))
  await findPayout('$91.00')
  await screen.findByText(/Apple pays 91\.0% now\./, { selector: '[role=status][aria-live=polite]' })
  await expectToast('Apple pays 91.0% now.')
  expect(tile(/^Apple, Up to 91%/)).toBeChecked()
  await publish(site.app, await site.app.staff(), atRate(site.app, 'zara', 9300))
  await screen.findByLabelText(/^Zara, Up to 93%/)
  await publish(site.app, await site.app.staff(), atRate(site.app, 'apple', 9050))
  await expectToast('Apple pays 90.5% now.')
})

test('the first answer of the server corrects the rate without a word', async ({ site }) => {
  await publish(site.app, await site.app.staff(), atRate(site.app, 'apple', 9100))
  await site.visit('/exchange?brand=apple&value=100')
  await findPayout('$91.00')
  expect(findToast()).toBeNull()
})

test('a quote keeps its price and its page says nothing when the rate changes', async () => {
  await using site = await openQuote({}, aCustomer)
  await publish(site.app, await site.app.staff(), atRate(site.app, 'apple', 9100), atRate(site.app, 'zara', 9300))
  await site.user.click(button('Back'))
  await screen.findByLabelText(/^Zara, Up to 93%/)
  expect(screen.queryByText(/pays .* now/)).toBeNull()
  expect(screen.queryAllByText('$91.00')).not.toEqual([])
})

test('a visitor gets the new rates with the first quote that names them', async () => {
  await using site = await openCard({ brand: 'apple', value: 100 })
  await findPayout('$92.00')
  await publish(site.app, await site.app.staff(), atRate(site.app, 'apple', 9100))
  await site.user.click(button('Get My Quote'))
  await findHeading('Your quote')
  await findPayout('$91.00')
  await site.user.click(button('Back'))
  await screen.findByLabelText(/^Apple, Up to 91%/)
})

test('a page that could not load the catalogue works and loads it when it is visible again', async ({ site }) => {
  const restore = site.network.cut('/api/catalogue')
  await publish(site.app, await site.app.staff(), atRate(site.app, 'apple', 9100))
  await site.visit('/exchange?brand=apple&value=100')
  await findPayout('$92.00')
  await waitFor(() => expect(site.network.count('/api/catalogue')).toBeGreaterThan(0))
  restore()
  await waitFor(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    expect(screen.queryAllByText('$91.00')).not.toEqual([])
  })
})

test('a paused brand keeps its tile, says why, and cannot be chosen by press, key or search', async () => {
  await using site = await openPaused('/exchange')
  const steam = tile(/^Steam/)
  expect(steam).toHaveAccessibleName('Steam, Not buying right now, We start again on Monday.')
  expect(steam).toHaveAttribute('aria-disabled', 'true')
  await site.user.click(steam)
  await expectToast('Steam: Not buying right now', 'We start again on Monday.')
  expect(steam).not.toBeChecked()
  expect(screen.queryByText('Selected:')).toBeNull()
  await site.user.click(tile(/^Apple/))
  steam.focus()
  await site.user.keyboard(' ')
  expect(tile(/^Apple/)).toBeChecked()
  await site.user.click(button('Change the card'))
  await site.user.type(screen.getByLabelText('Search brands'), 'steam{Enter}')
  expect(screen.getByText('Selected:').closest('p')).toHaveTextContent('Apple')
})

test('a hidden brand is neither listed nor found', async () => {
  await using site = await openPaused('/exchange')
  expect(screen.queryByLabelText(/^Petco/)).toBeNull()
  await site.user.type(screen.getByLabelText('Search brands'), 'petco')
  await waitFor(() => expect(screen.queryByLabelText(/^Petco/)).toBeNull())
  expect(await screen.findByText(/No brand matches/)).toBeVisible()
})

test('a paused brand of a link has no payout and says why at its field', async () => {
  await using site = await openPaused('/exchange?brand=steam&value=100')
  expect(screen.getByText('Not buying right now', { selector: 'p' })).toBeVisible()
  await site.user.click(button('Get My Quote'))
  expect(screen.getByRole('group', { name: 'Gift card brand' })).toHaveAccessibleDescription(
    'We start again on Monday.',
  )
  await expectToast('Not buying right now', 'We start again on Monday.')
  expect(screen.getByLabelText('Search brands')).toHaveFocus()
  expect(site.network.count('exchange.quote')).toBe(0)
})

test('the payout uses the rate of the typed value and names the next higher rate', async ({ site }) => {
  const bands = [
    { fromCents: 5_000, toCents: 9_999, rateBps: 8_900 },
    { fromCents: 10_000, toCents: 300_000, rateBps: 9_150 },
  ]
  const apple = { ...termsOf(site.app, 'apple'), maxCents: 300_000, bands }
  await publish(site.app, await site.app.staff(), apple)
  const user = await site.visit('/exchange?brand=apple')
  await screen.findByLabelText(/^Apple, Up to 91.5%/)
  expect(value()).toHaveAccessibleDescription(/^Minimum: \$50 \| Maximum: \$3,000/)
  await user.type(value(), '99.99')
  expect(screen.queryAllByText('$88.99')).not.toEqual([])
  expect(screen.getByText('89.0%')).toBeVisible()
  expect(screen.getByText('From $100.00 the rate is 91.5%.')).toBeVisible()
  await user.clear(value())
  await user.type(value(), '100')
  expect(screen.queryAllByText('$91.50')).not.toEqual([])
  expect(screen.queryByText(/^From/)).toBeNull()
})

test('a card asks for as many photos as its brand needs, and for its expiry date', async () => {
  await using site = await openUpload()
  const rules = { photosNeeded: 4, expiryNeeded: true, numberFormat: null }
  await publish(site.app, await site.app.staff(), { ...termsOf(site.app, 'apple'), rules })
  for (const name of ['Front photo', 'Back photo', 'Third photo', 'Fourth photo'])
    expect(await screen.findByLabelText(name)).toBeInTheDocument()
  expect(screen.getByText('Apple cards require at least 4 photos')).toBeVisible()
  expect(screen.getByLabelText('Expiry Date')).toBeVisible()
  expect(missing().map(({ textContent }) => textContent)).toContain('Expiry date is required')
  await site.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Expiry date is required' }))
  expect(screen.getByLabelText('Expiry Date')).toHaveFocus()
})
