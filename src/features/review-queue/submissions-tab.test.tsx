import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { expectListStates } from '#client/test-support/component/list-states.ts'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { decideByKeys, press, someSubmissions } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'

const none = 'No submissions found matching your criteria.'
const submissions = () => screen.queryAllByRole('article', { name: /^Apple/ })
const findSubmission = async () => within(await screen.findByRole('article', { name: /^Apple/ }))
const filter = (name: string) =>
  within(screen.getByRole('group', { name: 'Filter by status' })).getByRole('button', { name })
const expectFigure = (label: string, value: string) =>
  waitFor(() => expect(screen.getByText(label).parentElement).toHaveTextContent(`${label}${value}`))

test('shows the last known state when a refetch fails', async ({ site }) => {
  const { customer } = await someSubmissions(site, 1)
  const user = await site.visit('/admin', { as: await site.app.staff() })
  await findSubmission()
  const restore = site.network.cut('submissions.list')
  await aSubmission(site.app, customer)
  await screen.findByText(/^We couldn't load the latest changes\./)
  expect(submissions()).toHaveLength(1)
  restore()
  await press(user, 'Try again')
  await waitFor(() => expect(submissions()).toHaveLength(2))
})

test('shows that the submissions load, and an error with a retry', async ({ site }) => {
  await someSubmissions(site, 1)
  const as = await site.app.staff()
  const list = { as, call: 'submissions.list', what: 'submissions', shown: () => findSubmission() }
  await expectListStates(site, '/admin', list)
})

test('counts, filters and searches, and shows everything again', async ({ site }) => {
  const { ids } = await someSubmissions(site, 2)
  const [newest = '', older = ''] = ids
  const owner = await site.app.staff()
  await owner.api.admin.submissions.setStatus({ submissionId: older, status: 'completed', reason: 'Paid.' })
  const user = await site.visit('/admin?status=all', { as: owner })
  await waitFor(() => expect(submissions()).toHaveLength(2))
  await expectFigure('Total submissions', '3')
  const filters = within(screen.getByRole('group', { name: 'Filter by status' })).getAllByRole('button')
  const toDo = ['Needs a decision', 'Waiting for payout']
  const names = ['All', 'Pending', 'Processing', 'Completed', 'Rejected', 'Failed']
  expect(filters.map(({ textContent }) => textContent)).toEqual([...toDo, ...names, 'Registrations'])
  await user.click(filter('Completed'))
  await waitFor(() => expect(submissions()).toHaveLength(1))
  await press(user, /^Apple/)
  expect(submissions()[0]).toHaveTextContent('Reason: Paid.')
  await expectFigure('Completed on this page', '1')
  await expectFigure('Pending on this page', '0')
  await expectFigure('Payouts on this page', '$92.00')
  await user.click(filter('Failed'))
  await screen.findByRole('heading', { name: none })
  await press(user, 'Show all submissions')
  await waitFor(() => expect(submissions()).toHaveLength(2))
  await user.click(screen.getByPlaceholderText('Search by email, card type, or submission ID...'))
  await user.paste(newest)
  await waitFor(() => expect(submissions()).toHaveLength(1))
  expect(submissions()[0]).toHaveTextContent(newest)
  expect(new URLSearchParams(location.search).get('search')).toBe(newest)
})

test('pages through the list and leaves a page whose last order was decided', async ({ site }) => {
  await someSubmissions(site, 16)
  const owner = await site.app.staff()
  const user = await site.visit('/admin?status=pending', { as: owner })
  await screen.findByText('Showing 1 to 15 of 16 submissions')
  const pages = within(screen.getByRole('navigation', { name: 'Pagination' }))
  expect(pages.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(pages.getByRole('button', { name: 'Next' }))
  await screen.findByText('Showing 16 to 16 of 16 submissions')
  expect(screen.getByRole('heading', { name: 'Submissions, page 2' })).toHaveFocus()
  expect(pages.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')

  await user.click(screen.getByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('button', { name: /^Review the oldest/ }))
  await screen.findByRole('form', { name: 'Decision' })
  await decideByKeys({ site, user }, '41n')
  const list = within(screen.getByRole('region', { name: 'Submissions' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(15))
  expect(location.search).not.toContain('page=')
  // The same for a bookmark.
  await site.visit('/admin?status=pending&page=2', { as: owner })
  await waitFor(() => expect(submissions()).toHaveLength(15))
})

test('masks number and code until each is revealed, and again after a reload', async ({ site, customer }) => {
  await aSubmission(site.app, customer, { expiringDate: '12/29', additionalInfo: 'A birthday present.' })
  const user = await site.visit('/admin', { as: await site.app.staff() })
  await findSubmission()
  const [card] = submissions()
  for (const text of ['Apple', '$100.00', 'Pending', customer.email]) expect(card).toHaveTextContent(text)
  expect(card).not.toHaveTextContent('555-010-0100')
  await press(user, /^Apple/)
  for (const text of ['Apple', '$100.00', '$92.00', '(92.0%)', 'Brand New', customer.email, '555-010-0100'])
    expect(card).toHaveTextContent(text)
  for (const text of ['Cash App', '$dana_r', '12/29', 'A birthday present.', 'front.png', 'Pending', '•••• 6KRD'])
    expect(card).toHaveTextContent(text)
  expect(card).not.toHaveTextContent(/X2MW|8841/)
  await press(user, /^Reveal.*card number$/)
  await waitFor(() => expect(card).toHaveTextContent('X2MW 9QP4 7TLZ 6KRD'))
  expect(card).not.toHaveTextContent('8841')
  await press(user, /^Reveal.*security code$/)
  await waitFor(() => expect(card).toHaveTextContent('8841'))
  await press(user, /^Hide.*card number$/)
  await waitFor(() => expect(card).not.toHaveTextContent('X2MW'))
  const again = await site.reload()
  await findSubmission()
  await press(again, /^Apple/)
  expect(submissions()[0]).not.toHaveTextContent(/X2MW|8841/)
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/6KRD|8841|dana_r|Apple/)
})

test.each(['support', 'finance'] as const)('%s staff see only the actions that their role permits', async (role) => {
  await using site = await openSite()
  await someSubmissions(site, 1)
  const user = await site.visit('/admin', { as: await site.app.colleague(role) })
  const card = await findSubmission()
  await press(user, /^Apple/)
  expect(card.getByText('front.png')).toBeVisible()
  for (const name of [/^Update Status/, /^Reveal/, /^View/, /^Download/]) {
    expect(card.queryByRole('button', { name })).toBeNull()
    expect(card.queryByRole('link', { name })).toBeNull()
  }
})

test('finance staff read every tab of theirs without a refused call', async ({ site, customer }) => {
  await aSubmission(site.app, customer)
  const user = await site.visit('/admin', { as: await site.app.colleague('finance') })
  await findSubmission()
  const areas = within(screen.getByRole('navigation', { name: 'Staff areas' })).getAllByRole('link')
  expect(areas.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Submissions/),
    'Live Analytics',
    'Registered Users',
    expect.stringMatching(/^Payouts/),
    'Inventory',
    'Reports',
    'Rates',
    'Settings',
  ])
  await user.click(screen.getByRole('link', { name: 'Live Analytics' }))
  await screen.findByText('Active Visitors')
  await user.click(screen.getByRole('link', { name: 'Registered Users' }))
  await screen.findByRole('row', { name: /^Dana Reyes/ })
  await user.click(screen.getByRole('link', { name: 'Inventory' }))
  await screen.findByText('No cards here yet')
  await user.click(screen.getByRole('link', { name: 'Reports' }))
  await screen.findByRole('button', { name: 'By reviewer' })
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByText('Finance')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['My account'])
  const denied = site.app.ctx.db.selectFrom('audit_log').select('detail').where('action', '=', 'call.refused')
  expect(await denied.execute()).toEqual([])
})

test('a new submission appears without a reload, a registration cannot be decided', async ({ site, customer }) => {
  const user = await site.visit('/admin?status=registered', { as: await site.app.staff() })
  const record = await screen.findByRole('article', { name: /^User Registration/ })
  expect(within(record).getByText('Registered')).toBeVisible()
  expect(within(record).queryByRole('button', { name: /Update Status/ })).toBeNull()
  await user.click(filter('Needs a decision'))
  await screen.findByRole('heading', { name: 'No orders yet.' })
  await aSubmission(site.app, customer)
  expect((await findSubmission()).getByText('Pending')).toBeVisible()
})

test('the export has the filter, which both views share', async ({ site }) => {
  const user = await site.visit('/admin?view=review&search=dana', { as: await site.app.staff() })
  await screen.findByRole('heading', { name: none })
  await user.click(filter('Rejected'))
  await waitFor(() => expect(location.search).toContain('status=rejected'))
  const link = screen.getByRole('link', { name: 'Export CSV' })
  await waitFor(() => expect(link).toHaveAttribute('href', '/api/admin/submissions.csv?status=rejected&search=dana'))
  await press(user, 'List')
  await waitFor(() => expect(location.search).not.toContain('view='))
  expect(location.search).toContain('status=rejected')
})
