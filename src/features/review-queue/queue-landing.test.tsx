import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import {
  decideByKeys,
  expectOpen,
  findRow,
  openReview,
  openSubmission,
  press,
  someSubmissions,
} from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { aSubmission } from '#server/testing/test-support/factories.ts'

const HOUR_MS = 60 * 60_000
const listed = () =>
  screen.queryAllByRole('article').map((card) => card.getAttribute('aria-labelledby')?.replace('order-', ''))
const expectListed = (ids: readonly (string | undefined)[]) => waitFor(() => expect(listed()).toEqual(ids))
/** The list is shown, and was read again because its subscription has started. */
const expectLive = async (site: Awaited<ReturnType<typeof openSite>>, ids: readonly (string | undefined)[]) => {
  await waitFor(() => expect(site.network.count('admin.submissions.waiting')).toBeGreaterThan(1))
  await expectListed(ids)
}
const filter = (name: string) =>
  within(screen.getByRole('group', { name: 'Filter by status' })).getByRole('button', { name })

test('staff land on what needs a decision, the first due first', async ({ site }) => {
  const { ids } = await someSubmissions(site, 4)
  const owner = await site.app.staff()
  await owner.api.admin.submissions.setStatus({ submissionId: ids[1] ?? '', status: 'processing' })
  await owner.api.admin.submissions.setStatus({ submissionId: ids[2] ?? '', status: 'rejected', reason: 'No.' })
  await site.visit('/admin', { as: owner })
  await expectListed([ids[3], ids[1], ids[0]])
  expect(filter('Needs a decision')).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('due')
})

test('an approved order leaves what needs a decision and waits for its payout', async ({ site }) => {
  const { ids } = await someSubmissions(site, 2)
  const [newest, older = ''] = ids
  const owner = await site.app.staff()
  const user = await site.visit('/admin', { as: owner })
  await expectLive(site, [older, newest])
  await owner.api.admin.review.approve({ submissionId: older })
  await expectListed([newest])
  await screen.findByRole('link', { name: 'Submissions (1 needs a decision)' })
  await user.click(await screen.findByRole('button', { name: 'Waiting for payout 1' }))
  await expectListed([older])
  // It is not late any more, so its time is shown in place of its age.
  expect(screen.getByRole('article', { name: /^Apple/ }).querySelector('time')).toBeVisible()
})

test('a reviewer who decides everything sees that nothing is left, in the list and in the tab', async ({ site }) => {
  const { ids } = await someSubmissions(site, 3)
  site.passTime(2 * HOUR_MS)
  const user = await site.visit('/admin?view=review', { as: await site.app.staff() })
  await screen.findByRole('link', { name: 'Submissions (3 need a decision) 3 overdue' })
  await findRow(ids[0] ?? '')
  await user.keyboard('j')
  for (const [at, keys] of ['an', '41n', 'an'].entries()) {
    await expectOpen(ids.at(-1 - at) ?? '')
    await decideByKeys({ site, user }, keys)
  }
  await screen.findByText('No order needs a decision right now.')
  await screen.findByRole('link', { name: 'Submissions' })
  await screen.findByRole('button', { name: 'Waiting for payout 2' })
})

test('the tab counts what needs a decision and what is overdue after an hour', async ({ site }) => {
  const { customer } = await someSubmissions(site, 2)
  site.passTime(HOUR_MS)
  await aSubmission(site.app, customer)
  const user = await site.visit('/admin', { as: await site.app.staff() })
  const tab = await screen.findByRole('link', { name: /^Submissions/ })
  await waitFor(() => expect(tab).toHaveAccessibleName('Submissions (3 need a decision) 2 overdue'))
  await user.click(screen.getByRole('link', { name: 'Live Analytics' }))
  expect(tab).toHaveTextContent('2 overdue')
  await aSubmission(site.app, customer)
  await waitFor(() => expect(tab).toHaveTextContent('4 need a decision'))
})

test('a new order that would move the others waits until it is asked for', async ({ site }) => {
  const { customer, ids } = await someSubmissions(site, 2)
  const user = await site.visit('/admin?status=pending&sort=newest', { as: await site.app.staff() })
  await expectLive(site, ids)
  site.passTime(1_000)
  const first = await aSubmission(site.app, customer)
  await screen.findByRole('button', { name: '1 new order - show' })
  expect(listed()).toEqual(ids)
  site.passTime(1_000)
  const second = await aSubmission(site.app, customer)
  await screen.findByRole('button', { name: '2 new orders - show' })
  expect(listed()).toEqual(ids)
  await press(user, '2 new orders - show')
  await expectListed([second, first, ...ids])
  expect(screen.queryByRole('button', { name: /new orders? - show/ })).toBeNull()
  // From here on the next ones wait again.
  site.passTime(1_000)
  await aSubmission(site.app, customer)
  await screen.findByRole('button', { name: '1 new order - show' })
  expect(listed()).toEqual([second, first, ...ids])
})

const isNew = /new (order|entr|registration)/
const none = 'No submissions found matching your criteria.'

test.each([
  ['all', 4],
  ['pending&sort=newest', 3],
  ['registered&sort=newest', 1],
  ['open&sort=value', 3],
  ['all&search=apple', 3],
])('an empty list with the filter %s fills by itself', async (status, count) => {
  await using site = await openSite()
  await site.visit(`/admin?status=${status}`, { as: await site.app.staff() })
  await expectLive(site, [])
  await screen.findByRole('heading', {
    name: status.startsWith('registered') || status.includes('search') ? none : 'No orders yet.',
  })
  // So that the list is read again once, after all of them.
  const release = site.network.hold('submissions.list')
  site.passTime(1_000)
  await someSubmissions(site, 3)
  release()
  await waitFor(() => expect(listed()).toHaveLength(count))
  expect(screen.queryByRole('button', { name: isNew })).toBeNull()
})

test('a list in the review view fills by itself, too', async ({ site, customer }) => {
  await site.visit('/admin?view=review&status=pending&sort=newest', { as: await site.app.staff() })
  await waitFor(() => expect(site.network.count('admin.submissions.waiting')).toBeGreaterThan(1))
  await screen.findByRole('heading', { name: 'No orders yet.' })
  site.passTime(1_000)
  await findRow(await aSubmission(site.app, customer))
  expect(screen.queryByRole('button', { name: isNew })).toBeNull()
})

test('a list whose last order was decided fills by itself again', async ({ site }) => {
  const { customer, ids } = await someSubmissions(site, 1)
  const owner = await site.app.staff()
  await site.visit('/admin?status=pending&sort=newest', { as: owner })
  await expectLive(site, ids)
  const release = site.network.hold('submissions.list')
  site.passTime(1_000)
  const added = await aSubmission(site.app, customer)
  await owner.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'rejected', reason: 'No.' })
  release()
  await expectListed([added])
  await owner.api.admin.submissions.setStatus({ submissionId: added, status: 'rejected', reason: 'No.' })
  await screen.findByRole('heading', { name: none })
  site.passTime(1_000)
  await expectListed([await aSubmission(site.app, customer)])
  expect(screen.queryByRole('button', { name: isNew })).toBeNull()
})

test('held back orders do not hide decisions of colleagues', async ({ site }) => {
  const { customer, ids } = await someSubmissions(site, 2)
  const owner = await site.app.staff()
  await site.visit('/admin?status=pending&sort=newest', { as: owner })
  await expectLive(site, ids)
  site.passTime(1_000)
  await aSubmission(site.app, customer)
  await screen.findByRole('button', { name: '1 new order - show' })
  await owner.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'rejected', reason: 'No.' })
  await expectListed([ids[1]])
})

test('with the oldest first a new order is added at the end at once', async ({ site }) => {
  const { customer, ids } = await someSubmissions(site, 2)
  await site.visit('/admin', { as: await site.app.staff() })
  await expectListed(ids.toReversed())
  site.passTime(1_000)
  const added = await aSubmission(site.app, customer)
  await expectListed([...ids.toReversed(), added])
  expect(screen.queryByRole('button', { name: /new orders? - show/ })).toBeNull()
})

test('the page opens with the view and the filter that were chosen last', async ({ site }) => {
  const { ids } = await someSubmissions(site, 2)
  const owner = await site.app.staff()
  await owner.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'rejected', reason: 'No.' })
  const user = await site.visit('/admin', { as: owner })
  await expectListed([ids[1]])
  await user.click(filter('Rejected'))
  await expectListed([ids[0]])
  await press(user, 'Review')
  await findRow(ids[0] ?? '')
  history.replaceState(null, '', '/admin')
  const again = await site.reload()
  await findRow(ids[0] ?? '')
  expect(filter('Rejected')).toHaveAttribute('aria-pressed', 'true')
  await press(again, 'List')
  history.replaceState(null, '', '/admin')
  await site.reload()
  await expectListed([ids[0]])
})

test('a search without a result leads to a search of everything', async ({ site }) => {
  const { ids } = await someSubmissions(site, 1)
  const owner = await site.app.staff()
  await owner.api.admin.submissions.setStatus({ submissionId: ids[0] ?? '', status: 'completed', reason: 'Paid.' })
  const user = await site.visit(`/admin?status=open&search=${ids[0]}`, { as: owner })
  await screen.findByRole('heading', { name: 'No submissions found matching your criteria.' })
  await press(user, 'Search all submissions')
  await expectListed([ids[0]])
})

test('keys and Save and next continue on the next page', async () => {
  const { site, user, ids } = await openReview(17, '&status=open&sort=newest')
  await using _ = site
  const [last = '', first = '', second = ''] = ids.slice(14)
  await openSubmission(user, last)
  await user.keyboard('j')
  await expectOpen(first)
  expect(new URLSearchParams(location.search).get('page')).toBe('2')
  await user.keyboard('k')
  await expectOpen(last)
  expect(location.search).not.toContain('page=')
  await decideByKeys({ site, user }, '41n')
  await expectOpen(first)
  await user.keyboard('j')
  await expectOpen(second)
})

test('Enter shows and hides the details of the focused row, and all rows expand at once', async ({ site }) => {
  await someSubmissions(site, 2)
  const user = await site.visit('/admin', { as: await site.app.staff() })
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  const details = () => screen.queryAllByText('Card brand')
  expect(details()).toHaveLength(0)
  await user.keyboard('j{Enter}')
  expect(details()).toHaveLength(1)
  await user.keyboard('{Enter}')
  expect(details()).toHaveLength(0)
  await press(user, 'Expand all')
  expect(details()).toHaveLength(2)
  const again = await site.reload()
  await waitFor(() => expect(details()).toHaveLength(2))
  await press(again, 'Collapse all')
  expect(details()).toHaveLength(0)
})
