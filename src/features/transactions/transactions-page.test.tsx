import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import type { Site } from '#client/test-support/component/open-site.tsx'
import { test } from '#client/test-support/component/site-test.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'
import type { Person } from '#server/testing/test-support/test-app.ts'

const transactions = () => screen.queryAllByRole('article')
const findTransaction = () => screen.findByRole('article', { name: /^Apple/ })

test('asks a visitor to sign in', async ({ site }) => {
  await site.visit('/transactions')
  await screen.findByRole('heading', { name: 'Access Restricted', level: 1 })
  expect(screen.getByText('Please sign in to view your transaction history.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
})

test('asks no signed-in customer to sign in while the server does not answer', async ({ site, customer }) => {
  await aSubmission(site.app, customer)
  const restore = site.network.cut('account.session')
  await site.visit('/transactions', { as: customer })
  await waitFor(() => expect(site.network.count('account.session')).toBeGreaterThan(1))
  expect(screen.queryByRole('heading', { name: 'Access Restricted' })).toBeNull()
  restore()
  expect(await findTransaction()).toBeVisible()
})

test('shows that it is loading, then a way to the exchange when there are no orders', async ({ site }) => {
  const release = site.network.hold('transactions.list')
  const user = await site.visit('/transactions', { as: await site.app.customer() })
  await screen.findByText('Loading your transactions...')
  release()
  await user.click(await screen.findByRole('link', { name: 'Start Your First Exchange' }))
  await waitFor(() => expect(location.pathname).toBe('/exchange'))
})

test('shows status, reason and facts of up to three orders, and the totals at the end', async ({ site, customer }) => {
  const owner = await site.app.staff()
  const decided = [
    ['Processing', 'processing', 'The balance is confirmed.'],
    ['Completed', 'completed', 'Your payment has been sent.'],
    ['Rejected', 'rejected', 'The photo is too dark.'],
  ] as const
  for (const [at, [, status, reason]] of decided.entries()) {
    site.passTime(1_000)
    const submissionId = await aSubmission(site.app, customer, { cardValue: 100 + at * 10 })
    await owner.api.admin.submissions.setStatus({ submissionId, status, reason })
  }
  await site.visit('/transactions', { as: customer })
  await waitFor(() => expect(transactions()).toHaveLength(3))
  for (const [at, [name, , reason]] of decided.toReversed().entries()) {
    const transaction = transactions()[at] as HTMLElement
    expect(within(transaction).getByText(name)).toBeVisible()
    for (const text of [`Reason: ${reason}`, '92.0%', '•••• 6KRD']) expect(transaction).toHaveTextContent(text)
  }
  const summary = screen.getByRole('region', { name: 'Summary' })
  expect(summary).toHaveTextContent(/Total Exchanges3.*Total Trades\$303\.60.*Completed1/)
  expect(summary).toHaveTextContent(
    'Total Trades adds up every quoted payout: $101.20 paid, $92.00 being checked, and $110.40 not paid.',
  )
  expect(screen.getByRole('region', { name: 'Payouts' })).toHaveTextContent(
    'Paid$101.20Approved$0.00Being checked$92.00',
  )
})

test('shows an error without a stored list, and the list after Try again', async ({ site, customer }) => {
  await aSubmission(site.app, customer)
  // The opening of a socket would load the list and remove the button.
  site.network.refuseSockets()
  const restore = site.network.cut('transactions.list')
  const user = await site.visit('/transactions', { as: customer })
  await screen.findByRole('heading', { name: 'Unable to Load Transactions' })
  expect(screen.getByText('There was an error loading your transaction history. Please try again later.')).toBeVisible()
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await findTransaction()
})

test('shows the stored list without card number and details while the server cannot be reached', async ({ site }) => {
  const customer = await site.app.customer()
  await aSubmission(site.app, customer)
  await site.visit('/transactions', { as: customer })
  expect(await findTransaction()).toHaveTextContent('•••• 6KRD')
  // The opening of a socket would load the list and remove the button.
  site.network.refuseSockets()
  const restore = site.network.cut('transactions.list')
  const user = await site.reload()
  await screen.findByText('Showing the last saved list')
  expect(await findTransaction()).toHaveTextContent('$92.00')
  expect(await findTransaction()).not.toHaveTextContent(/6KRD|dana_r/)
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/6KRD|dana_r|mail\.example/)
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await findTransaction()).toHaveTextContent('•••• 6KRD'))
  expect(screen.queryByText('Showing the last saved list')).toBeNull()
})

test('a decision appears without a reload', async ({ site, customer }) => {
  const submissionId = await aSubmission(site.app, customer)
  const owner = await site.app.staff()
  await site.visit('/transactions', { as: customer })
  expect(await findTransaction()).toHaveTextContent('Pending')
  for (const [status, name] of [
    ['processing', 'Processing'],
    ['completed', 'Completed'],
  ] as const) {
    await owner.api.admin.submissions.setStatus({ submissionId, status })
    await waitFor(async () => expect(within(await findTransaction()).getByText(name)).toBeVisible())
  }
})

test('shows no orders of the customer who was signed in before', async ({ site, customer }) => {
  await aSubmission(site.app, customer)
  const user = await site.visit('/transactions', { as: customer })
  await findTransaction()
  expect(JSON.stringify({ ...localStorage })).toContain('Apple')
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await screen.findByRole('heading', { name: 'Access Restricted' })
  expect(transactions()).toEqual([])
  expect(JSON.stringify({ ...localStorage })).not.toContain('Apple')
})

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

test('from four orders on each is a line that is a link, below what they paid', async ({ site }) => {
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

test('status, search and sort narrow list and file, and are in the address', async ({ site }) => {
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

test('a decision moves an order to another status without a reload', async ({ site }) => {
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

test('without the server the stored lines show, without a file', async ({ site }) => {
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
