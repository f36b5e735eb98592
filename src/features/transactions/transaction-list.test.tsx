import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'

const rows = () =>
  within(within(screen.getByRole('main')).getAllByRole('list').at(-1) as HTMLElement).getAllByRole('listitem')
const listed = () => rows().map((row) => within(row).getByRole('link').textContent)
const choose = (name: string | RegExp) => screen.getByRole('button', { name })
const csvLink = () => screen.getByRole('link', { name: 'Download CSV' })

/** Four orders of a customer: Apple $100 completed, Steam $60 and $50 pending, Amazon $200 rejected. */
async function withFourOrders(site: Site): Promise<{ customer: Person; ids: string[] }> {
  const customer = await site.app.customer()
  const owner = await site.app.staff()
  const sold = [
    ['apple', 100, 'completed'],
    ['steam', 60, undefined],
    ['amazon', 200, 'rejected'],
    ['steam', 50, undefined],
  ] as const
  const ids: string[] = []
  for (const [cardBrand, cardValue, status] of sold) {
    site.passTime(1_000)
    const submissionId = await aSubmission(site.app, customer, { cardBrand, cardValue })
    if (status) await owner.api.admin.submissions.setStatus({ submissionId, status })
    ids.push(submissionId)
  }
  return { customer, ids }
}

test('from four orders on each is a line that is a link, below what they paid', async () => {
  await using site = await openSite()
  const { customer, ids } = await withFourOrders(site)
  const user = await site.visit('/transactions', { as: customer })
  const payouts = await screen.findByRole('region', { name: 'Payouts' })
  expect(payouts).toHaveTextContent('Paid$92.00Approved$0.00Being checked$99.00')
  expect(listed()).toEqual(
    ids.toReversed().map((id, at) => expect.stringMatching(`${['Steam', 'Amazon', 'Steam', 'Apple'][at]}.*${id}`)),
  )
  expect(rows()[3]).toHaveTextContent(/\$100\.00 →.*\$92\.00.*Completed/)
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent(/Total Exchanges4.*\$377\.00.*Completed1/)
  expect(screen.getByText(/^Total Trades adds up/)).toHaveTextContent(
    '$92.00 paid, $99.00 being checked, and $186.00 not paid.',
  )
  await user.click(within(rows()[0] as HTMLElement).getByRole('link'))
  await waitFor(() => expect(location.pathname).toBe(`/transactions/${ids[3]}`))
})

test('status, search and sort narrow list and file, and are in the address', async () => {
  await using site = await openSite()
  const { customer, ids } = await withFourOrders(site)
  const user = await site.visit('/transactions', { as: customer })
  await screen.findByRole('region', { name: 'Payouts' })
  expect(csvLink()).toHaveAttribute('href', '/api/user/transactions.csv')
  expect(screen.queryByRole('button', { name: /^Failed/ })).toBeNull()
  await user.click(choose('Pending 2'))
  await waitFor(() => expect(listed()).toHaveLength(2))
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Highest value')
  await waitFor(() => expect(listed()[0]).toContain(ids[1]))
  await user.type(screen.getByLabelText('Search your orders'), ids[3] ?? '')
  await screen.findByText('1 of 4 orders')
  const query = `status=pending&search=${ids[3]}&sort=value`
  expect(csvLink()).toHaveAttribute('href', `/api/user/transactions.csv?${query}`)

  const again = await site.reload()
  await screen.findByText('1 of 4 orders')
  expect(choose('Pending 2')).toHaveAttribute('aria-pressed', 'true')
  const search = screen.getByLabelText('Search your orders')
  expect(search).toHaveValue(ids[3])
  await again.clear(search)
  await again.type(search, 'zzzz')
  await screen.findByRole('heading', { name: 'No orders match' })
  await again.click(choose('Show all orders'))
  await waitFor(() => expect(listed()).toHaveLength(4))
  expect(location.search).toBe('?sort=value')
})

test('a decision moves an order to another status without a reload', async () => {
  await using site = await openSite()
  const { customer, ids } = await withFourOrders(site)
  const owner = await site.app.staff()
  const user = await site.visit('/transactions?status=pending', { as: customer })
  await screen.findByText('2 of 4 orders')
  await owner.api.admin.submissions.setStatus({ submissionId: ids[3] ?? '', status: 'completed' })
  await screen.findByText('1 of 4 orders')
  expect(screen.getByRole('region', { name: 'Payouts' })).toHaveTextContent(
    'Paid$137.00Approved$0.00Being checked$54.00',
  )
  await user.click(choose('Completed 2'))
  await screen.findByText('2 of 4 orders')
})

test('without the server the stored lines show, without a file', async () => {
  await using site = await openSite()
  const { customer } = await withFourOrders(site)
  await site.visit('/transactions', { as: customer })
  await screen.findByRole('region', { name: 'Payouts' })
  site.network.refuseSockets()
  site.network.cut('transactions.list')
  await site.reload()
  await screen.findByText('Showing the last saved list')
  expect(listed()).toHaveLength(4)
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull()
})
