import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { button, findHeading, openCard } from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { expectToast, findToast } from '#client/test-support/component/toast.ts'

const incomplete = 'Please select a card type and enter a valid amount.'
const tiles = () => screen.getByRole('group', { name: 'Gift card brand' })
/** Without a check that they are visible, which is slow for a hundred tiles. */
const radios = () => within(tiles()).queryAllByRole('radio', { hidden: true })
/** By label, because a query by role computes the name of every tile. */
const tile = (name: RegExp) => screen.getByLabelText(name)
const value = () => screen.getByLabelText('Gift Card Value')
const selected = () => screen.getByText('Selected:').closest('p')

test('a tile shows card, rate and minimum and announces its selection', async () => {
  await using site = await openCard()
  expect(radios()).toHaveLength(100)
  const apple = tile(/^Apple\s*Up to 92%\s*Min: \$50$/)
  // Commas, because screen readers run the parts together without them; otherwise the visible words.
  expect(apple).toHaveAccessibleName('Apple, Up to 92%, Min: $50')
  await site.user.click(apple)
  await expectToast('Card Selected', 'Apple')
  expect(selected()).toHaveTextContent('Selected: Apple')
})

test("'Card Selected' does not stay for the next step, nor come up there", async () => {
  await using site = await openCard()
  await site.user.click(tile(/^Apple/))
  await fill(site.user, { 'Gift Card Value': '100' })
  await expectToast('Card Selected', 'Apple')
  await site.user.click(button('Get My Quote'))
  await findHeading('Your quote')
  await waitFor(() => expect(screen.queryByText('Card Selected')).toBeNull())
})

test('a press on a tile collapses the list to it until Change; arrow keys do not', async () => {
  await using site = await openCard()
  const change = () => screen.queryByRole('button', { name: 'Change the card' })
  await site.user.click(tile(/^Apple/))
  await site.user.click(await screen.findByRole('button', { name: 'Change the card' }))
  expect(screen.getByRole('searchbox')).toHaveFocus()
  expect(change()).toBeNull()
  tile(/^Apple/).focus()
  await site.user.keyboard('{ArrowDown}')
  expect(selected()).not.toHaveTextContent('Apple')
  expect(change()).toBeNull()
  await site.user.click(tile(/^Steam/))
  expect(change()).toBeVisible()
})

test('a card that we would reject gets a warning before the quote and can be quoted', async () => {
  await using site = await openCard({ brand: 'ebay', value: 100 })
  expect(screen.queryByText(/we'll reject it/)).toBeNull()
  await site.user.click(screen.getByRole('radio', { name: /^Partially Used/ }))
  expect(
    await screen.findByText(/eBay cards cannot be partially used\. If you send it, we'll reject it\./),
  ).toBeVisible()
  await site.user.click(button('Get My Quote'))
  await findHeading('Your quote')
  expect(screen.getByText(/we'll reject it/)).toBeVisible()
})

test("the value field is labelled by the card's condition and names its limits", async () => {
  await using site = await openCard({ brand: 'coach' })
  const limits = /^Minimum: \$200 \| Maximum: \$5,000\s*Over \$2,000 we may ask for the store receipt\.$/
  expect(value()).toHaveAccessibleDescription(limits)
  await site.user.click(screen.getByRole('radio', { name: 'Partially Used (remaining balance)' }))
  expect(screen.getByRole('textbox', { name: 'Remaining Balance' })).toHaveAccessibleDescription(limits)
  expect(screen.queryByLabelText('Gift Card Value')).toBeNull()
})

test('estimates the payout while the value is typed', async () => {
  await using site = await openCard({ brand: 'apple' })
  for (const [typed, payout] of [
    ['100', '$92.00'],
    ['123.45', '$113.57'],
    ['$1,234.50', '$1,135.74'],
    ['49.99', 'Minimum $50'],
  ] as const) {
    await fill(site.user, { 'Gift Card Value': typed })
    expect(screen.getAllByText(payout)).not.toEqual([])
  }
})

test('rejects a quote without a card', async () => {
  await using site = await openCard()
  await site.user.click(button('Get My Quote'))
  await expectToast(incomplete)
  expect(tiles()).toHaveAccessibleDescription('Choose a card')
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

test('rejects a quote without a valid value', async () => {
  await using site = await openCard({ brand: 'apple' })
  for (const [typed, message] of [
    ['', 'Enter the value of the card'],
    ['0', 'Enter the value of the card'],
    ['ten', 'Enter an amount in digits, like 100 or 99.50'],
    ['一百', 'Enter an amount in digits, like 100 or 99.50'],
    ['１００，５０', 'Use a point for the cents: 100.50'],
    ['\u202d', 'Enter the value of the card'],
    ['1e20', 'Enter an amount in digits, like 100 or 99.50'],
    ['100,50', 'Use a point for the cents: 100.50'],
    ['25.005', 'Use at most two digits after the point'],
  ] as const) {
    await fill(site.user, { 'Gift Card Value': typed })
    await site.user.click(button('Get My Quote'))
    await expectToast(incomplete)
    expect(value()).toHaveFocus()
    expect(value()).toHaveAccessibleDescription(expect.stringContaining(message))
  }
  expect(site.network.count('exchange.quote')).toBe(0)
})

test('removes an error toast once its problem is solved', async () => {
  await using site = await openCard({ brand: 'apple', value: 20 })
  await site.user.click(button('Get My Quote'))
  await expectToast('Minimum Amount Required')
  await fill(site.user, { 'Gift Card Value': '100' })
  await waitFor(() => expect(findToast()).toBeNull())
})

test('a refusal by the server, before the newest rates have arrived, has the words of the page', async ({ site }) => {
  const release = site.network.hold('/api/catalogue')
  const user = await site.visit('/exchange?brand=apple&value=20')
  await screen.findByDisplayValue('20')
  await user.click(button('Get My Quote'))
  await expectToast('Minimum Amount Required', 'The minimum amount for Apple is $50.')
  expect(site.network.count('exchange.quote')).toBe(1)
  release()
})

test('rejects a value outside the limits at the field and in a toast', async () => {
  await using site = await openCard({ brand: 'apple', value: 49.99 })
  await site.user.click(button('Get My Quote'))
  await expectToast('Minimum Amount Required', 'The minimum amount for Apple is $50.')
  expect(value()).toHaveAccessibleDescription(expect.stringContaining('The minimum amount for Apple is $50.'))
  expect(value()).toHaveAttribute('aria-invalid', 'true')
  await fill(site.user, { 'Gift Card Value': '5000.01' })
  expect(value()).toHaveAccessibleDescription(expect.stringContaining('The maximum amount for Apple is $5,000.'))
  await site.user.keyboard('{Enter}')
  await expectToast('The maximum amount for Apple is $5,000.')
  await fill(site.user, { 'Gift Card Value': '5000' })
  expect(value()).not.toHaveAttribute('aria-invalid')
  await site.user.keyboard('{Enter}')
  await findHeading('Your quote')
  expect(screen.getAllByText('$4,600.00')).not.toEqual([])
})

test('the search finds aliases and typos and helps when there is no result', async () => {
  await using site = await openCard()
  const search = screen.getByRole('searchbox')
  await fill(site.user, { 'Search brands': 'amex' })
  await waitFor(() => expect(radios()).toEqual([tile(/^American Express/)]))
  await fill(site.user, { 'Search brands': 'stabucks' })
  await waitFor(() => expect(radios()).toEqual([tile(/Starbucks/)]))
  await site.user.keyboard('{Enter}')
  expect(selected()).toHaveTextContent('Selected: Starbucks')
  await fill(site.user, { 'Search brands': 'Corner shop & co' })
  await screen.findByText('No brand matches ‘Corner shop & co’.')
  const ask = screen.getByRole('link', { name: 'Ask support about this card' })
  expect(ask).toHaveAttribute('href', '/contact?about=Corner+shop+%26+co')
  expect(selected()).toHaveTextContent('Selected: Starbucks')
  await site.user.click(button('Show all brands'))
  expect(search).toHaveValue('')
  await waitFor(() => expect(radios()).toHaveLength(100))
  expect(tile(/Starbucks/)).toBeChecked()
})

test('the button shows progress and requests one quote; a failed quote keeps the input', async () => {
  await using site = await openCard({ brand: 'apple', value: 100 })
  const mend = site.network.cut('exchange.quote')
  await site.user.click(button('Get My Quote'))
  await expectToast('Failed to calculate quote. Please try again.')
  expect(value()).toHaveValue('100')
  mend()
  const calls = site.network.count('exchange.quote')
  const release = site.network.hold('exchange.quote')
  await site.user.click(button('Get My Quote'))
  await site.user.click(await screen.findByRole('button', { name: 'Calculating...' }))
  expect(findToast()).toBeNull()
  release()
  const title = await findHeading('Your quote')
  await waitFor(() => expect(title).toHaveFocus())
  expect(site.network.count('exchange.quote')).toBe(calls + 1)
})

test('shows one toast at a time', async () => {
  await using site = await openCard()
  for (let press = 0; press < 3; press++) await site.user.click(button('Get My Quote'))
  await expectToast(incomplete)
  expect(findToast()?.parentElement?.children).toHaveLength(1)
})
