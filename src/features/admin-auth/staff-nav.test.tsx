import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openSite } from '#client/test-support/component/open-site.tsx'
import { openReview } from '#client/test-support/component/review-screen.ts'
import { anApproval } from '#server/testing/test-support/payouts.ts'

const areaNames = () =>
  within(screen.getByRole('navigation', { name: 'Staff areas' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.replace(/ .*/, ''))
const all = ['Submissions', 'Live', 'Chat', 'Registered', 'Payouts', 'Inventory', 'Reports', 'Rates', 'Settings']

test.each([
  ['/admin', /^Submissions/],
  ['/admin?tab=chat', /^Chat Support/],
  ['/admin/payouts', /^Payouts/],
  ['/admin/inventory', /^Inventory/],
  ['/admin/reports', /^Reports/],
  ['/admin/rates', /^Rates/],
  ['/admin/settings?tab=staff', /^Settings/],
  ['/admin/users/unknown', /^Registered Users/],
])('%s has every area in the same order and marks its own', async (path, name) => {
  await using site = await openSite()
  await site.visit(path, { as: await site.app.staff() })
  expect(await screen.findByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  expect(areaNames()).toEqual(all)
  expect(screen.getAllByRole('link', { current: 'page' })).toHaveLength(1)
})

test('counts the payouts that wait, also on other pages and after a change', async () => {
  await using site = await openSite()
  const dana = await site.app.customer()
  const owner = await site.app.staff()
  await site.visit('/admin/settings', { as: owner })
  await screen.findByRole('link', { name: 'Payouts' })
  await anApproval(site.app, dana, owner)
  await screen.findByRole('link', { name: 'Payouts (1 waits)' })
})

test('G and a letter lead to an area, and the letter does nothing else', async () => {
  const { site, user, newest } = await openReview(1)
  await using _ = site
  await user.click(screen.getByRole('link', { name: new RegExp(newest) }))
  await screen.findByRole('radio', { name: /^Approve/ })
  await user.keyboard('ga')
  await screen.findByText('Active Visitors')
  expect(site.network.count('review.approve')).toBe(0)
  await user.keyboard('gp')
  await waitFor(() => expect(screen.getByRole('link', { name: /^Payouts/ })).toHaveAttribute('aria-current', 'page'))
  await user.keyboard('gs')
  await screen.findByRole('feed', { name: 'Submissions' })
})
