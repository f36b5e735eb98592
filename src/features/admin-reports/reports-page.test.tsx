import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { test } from '#client/test-support/component/site-test.ts'
import { aBoughtCard, aBuyer, dispose } from '#server/testing/test-support/inventory.ts'
import type { Person, TestApp } from '#server/testing/test-support/test-app.ts'

/** Two cards at $92.00: one is sold for $96.00 less $1.00, the other is drained. */
async function twoCards(app: TestApp): Promise<{ owner: Person; dana: Person; month: string }> {
  const [dana, owner] = [await app.customer(), await app.staff()]
  const buyerId = await aBuyer(app, owner)
  const sold = await aBoughtCard(app, dana, owner)
  await dispose(app, owner, sold, { kind: 'sold', buyerId, amountCents: 9600, feeCents: 100 })
  await dispose(app, owner, await aBoughtCard(app, dana, owner), { kind: 'written-off', cause: 'drained' })
  const at = app.clock.now()
  return { dana, owner, month: at.toLocaleString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }) }
}
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('the business has a line for each month with business, and the sums of all', async ({ site }) => {
  const { owner, month } = await twoCards(site.app)
  await site.visit('/admin/reports', { as: owner })
  const table = within(await screen.findByRole('table', { name: 'Business, by month, the newest first' }))
  const cells = ['$184.00 2 cards', '$184.00 2 payouts', '$1.00', '$96.00', '$4.00', '$92.00', '-$89.00']
  expect(cellsOf(table.getByRole('row', { name: new RegExp(`^${month}`) }))).toEqual(cells)
  expect(cellsOf(table.getByRole('row', { name: /^All/ }))).toEqual(cells)
  expect(table.getAllByRole('row')).toHaveLength(3)
  const sums = within(screen.getByRole('region', { name: 'Sums' }))
  expect(sums.getByText('= Result').nextSibling).toHaveTextContent('-$89.00')
})

test('the lines, the months and the report are in the address and in the file', async ({ site }) => {
  const { owner } = await twoCards(site.app)
  const user = await site.visit('/admin/reports?from=2026-01', { as: owner })
  await user.click(await screen.findByRole('button', { name: 'By brand' }))
  expect(await screen.findByRole('row', { name: /^Apple/ })).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Last month'), 'Dec 2025')
  expect(await screen.findByText('Nothing in these months')).toBeVisible()
  const file = () => new URL(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href') ?? '', 'http://x')
  expect(file().pathname).toBe('/api/admin/reports/business.csv')
  expect(Object.fromEntries(file().searchParams)).toEqual({ by: 'brand', from: '2025-12', to: '2025-12' })
  await user.click(screen.getByRole('button', { name: 'Loss rate' }))
  await waitFor(() => expect(file().pathname).toBe('/api/admin/reports/losses.csv'))
})

test('a seller with a loss has the rate, and leads to their orders', async ({ site }) => {
  const { owner, dana } = await twoCards(site.app)
  await site.visit('/admin/reports?show=losses&by=seller', { as: owner })
  const row = await screen.findByRole('row', { name: /^Dana Reyes/ })
  expect(cellsOf(row)).toEqual(['$184.00 2 cards', '100.0%', '$92.00', '$0.00', '50.0%'])
  expect(within(row).getByRole('link', { name: 'Dana Reyes' }).getAttribute('href')).toContain(dana.id)
})

test('a month with cards in stock has a rate so far', async ({ site }) => {
  const { owner, dana } = await twoCards(site.app)
  await aBoughtCard(site.app, dana, owner)
  await site.visit('/admin/reports?show=losses', { as: owner })
  const row = await screen.findByRole('row', { name: /^All/ })
  expect(cellsOf(row)).toEqual(['$276.00 3 cards', '66.7%', '$92.00', '$0.00', '33.3%so far'])
})

test('the file of what sellers were paid is of the chosen year', async ({ site }) => {
  const user = await site.visit('/admin/reports', { as: await site.app.colleague('finance') })
  const file = await screen.findByRole('link', { name: /^Download CSV of/ })
  const year = file.textContent?.slice(-4) ?? ''
  expect(file.getAttribute('href')).toBe(`/api/admin/sellers.csv?year=${year}`)
  await user.selectOptions(screen.getByLabelText('Year'), String(Number(year) - 1))
  expect(file.getAttribute('href')).toBe(`/api/admin/sellers.csv?year=${Number(year) - 1}`)
})

test('reviewers have no reports', async ({ site }) => {
  await site.visit('/admin/reports', { as: await site.app.colleague('reviewer') })
  expect(await screen.findByText("You can't see the reports")).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull()
})
