import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { button, findHeading } from '#client/test-support/component/exchange.ts'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'

async function openHome() {
  const site = await openSite()
  const user = await site.visit('/')
  await user.selectOptions(await screen.findByLabelText('Gift Card'), 'Steam')
  return Object.assign(site, { user })
}

test('a card with a payout leads to its quote, and Back to the card', async () => {
  await using site = await openHome()
  await fill(site.user, { 'Gift Card Value': '250.50' })
  expect(screen.getByRole('status')).toHaveTextContent('$225.45')
  await site.user.click(button('Sell This Card'))
  await findHeading('Your quote')
  expect(screen.getAllByText('$225.45')).not.toEqual([])
  expect(site.network.count('exchange.quote')).toBe(1)
  await site.user.click(button('Back'))
  await findHeading('Which card are you selling?')
  expect(screen.getByLabelText('Gift Card Value')).toHaveValue('250.5')
})

test('its quote asks for the condition, which one press changes, and keeps the quote', async () => {
  await using site = await openHome()
  await site.user.click(button('Sell This Card'))
  await findHeading('Your quote')
  expect(screen.getByRole('button', { name: 'Brand New' })).toHaveAttribute('aria-pressed', 'true')
  await site.user.click(button('Partially Used'))
  expect(screen.getByText('Remaining Balance').nextSibling).toHaveTextContent('$100.00')
  expect(site.network.count('exchange.quote')).toBe(1)
  await site.reload()
  expect(await screen.findByRole('button', { name: 'Partially Used' })).toHaveAttribute('aria-pressed', 'true')
})

test.each([
  ['', 'Enter the value to see your payout'],
  ['12', 'Minimum $50'],
  ['5000.01', 'Maximum $5,000'],
])('the value "%s" has no payout and leads to the first step', async (typed, caption) => {
  await using site = await openHome()
  await fill(site.user, { 'Gift Card Value': typed })
  expect(screen.getByRole('status')).toHaveTextContent(`—${caption}`)
  await site.user.click(button('Sell This Card'))
  await findHeading('Which card are you selling?')
  expect(screen.getByLabelText(/^Steam/)).toBeChecked()
})
