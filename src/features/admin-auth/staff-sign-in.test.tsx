import { screen, waitFor, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill } from '#client/test-support/component/fill.ts'
import { openSite, type Site } from '#client/test-support/component/open-site.tsx'
import { openReview } from '#client/test-support/component/review-screen.ts'
import { test } from '#client/test-support/component/site-test.ts'
import { anApproval } from '#server/testing/test-support/payouts.ts'
import { enrol } from '#server/testing/test-support/second-factor.ts'
import { ownerPassword } from '#server/testing/test-support/test-app.ts'

const press = (name: string) => screen.getByRole('button', { name })
const owner = { Username: 'owner', Password: ownerPassword }

/** The second step of the sign-in of the owner, who has an authenticator app. */
async function openCodeStep(site: Site) {
  const phone = await enrol(site.app, await site.app.staff())
  const user = await site.visit('/admin')
  await screen.findByRole('heading', { name: 'Admin Login' })
  await fill(user, owner)
  await user.click(press('Sign In'))
  await screen.findByRole('heading', { name: 'Enter your code' })
  return { user, phone }
}

test('asks for both fields and shows a refusal above them', async ({ site }) => {
  const user = await site.visit('/admin')
  await screen.findByRole('heading', { name: 'Admin Login' })
  await user.click(press('Sign In'))
  expect(screen.getByText('Enter your username')).toBeVisible()
  expect(screen.getByLabelText('Username')).toHaveFocus()
  expect(site.network.count('signIn')).toBe(0)
  await fill(user, { Username: 'owner', Password: 'not the password' })
  await user.click(press('Sign In'))
  const refusal = await screen.findByRole('alert')
  expect(refusal).toHaveTextContent('Invalid username or password')
  const order = refusal.compareDocumentPosition(screen.getByLabelText('Username'))
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByLabelText('Password')).toHaveFocus()
  await fill(user, owner)
  await user.click(press('Sign In'))
  await screen.findByRole('link', { name: 'Submissions' })
  await user.click(press('Logout'))
  await screen.findByRole('heading', { name: 'Admin Login' })
  await site.reload()
  await screen.findByRole('heading', { name: 'Admin Login' })
})

test('an account with a second factor also needs the code of the app', async ({ site }) => {
  const { user, phone } = await openCodeStep(site)
  expect(screen.getByLabelText('Authentication code')).toHaveFocus()
  await fill(user, { 'Authentication code': '12' })
  await user.click(press('Sign In'))
  expect(screen.getByText('Enter the 6-digit code from your app.')).toBeVisible()
  expect(site.network.count('signInWithCode')).toBe(0)
  await fill(user, { 'Authentication code': phone.code(5) })
  await user.click(press('Sign In'))
  await waitFor(() => expect(screen.getByLabelText('Authentication code')).toBeInvalid())
  expect(screen.queryByRole('navigation', { name: 'Staff areas' })).toBeNull()
  await fill(user, { 'Authentication code': phone.code() })
  await user.click(press('Sign In'))
  await screen.findByRole('link', { name: 'Submissions' })
})

test('a recovery code works in place of the app, once', async ({ site }) => {
  const { user, phone } = await openCodeStep(site)
  const [code = ''] = phone.recoveryCodes
  await user.click(press('Use a recovery code'))
  await user.click(press('Sign In'))
  expect(screen.getByText('Enter one of your recovery codes: 16 letters and digits.')).toBeVisible()
  await fill(user, { 'Recovery code': code.toLowerCase() })
  await user.click(press('Sign In'))
  await screen.findByRole('link', { name: 'Submissions' })
  await user.click(press('Logout'))
  await screen.findByRole('heading', { name: 'Admin Login' })
  await fill(user, owner)
  await user.click(press('Sign In'))
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await fill(user, { 'Recovery code': code })
  await user.click(press('Sign In'))
  await waitFor(() => expect(screen.getByLabelText('Recovery code')).toBeInvalid())
})

test('a second step that took too long leads back to the first', async ({ site }) => {
  const { user, phone } = await openCodeStep(site)
  site.passTime(60 * 60_000)
  await fill(user, { 'Authentication code': phone.code() })
  await user.click(press('Sign In'))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  expect(screen.getByLabelText('Username')).toHaveFocus()
})

test('a one-time password must be replaced before anything else', async ({ site }) => {
  const { api } = await site.app.staff()
  const { password } = await api.admin.staff.add({ name: 'Robin Lee', username: 'robin', role: 'reviewer' })
  const user = await site.visit('/admin')
  await screen.findByRole('heading', { name: 'Admin Login' })
  await fill(user, { Username: 'robin', Password: password })
  await user.click(press('Sign In'))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Choose your own password' })).toHaveFocus())
  expect(screen.queryByRole('navigation', { name: 'Staff areas' })).toBeNull()
  // It was typed a moment ago.
  expect(screen.queryByLabelText('Current Password')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Exchange' })).toBeNull()
  const replace = async (next: string) => {
    await fill(user, { 'New Password': next, 'Confirm New Password': next })
    await user.click(press('Change password'))
  }
  await replace('too short')
  await screen.findByText('Password must be at least 12 characters long.')
  await replace('three words of robin')
  await screen.findByRole('link', { name: 'Submissions' })
})

test('a customer is denied access and may sign in as staff', async ({ site }) => {
  const user = await site.visit('/admin', { as: await site.app.customer() })
  await screen.findByRole('heading', { name: 'Access Denied' })
  expect(screen.getByText("You don't have permission to access the admin dashboard.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  await user.click(press('Staff sign in'))
  expect(screen.getByLabelText('Username')).toHaveFocus()
})

test('My account names a person once whose name is the username', async ({ site }) => {
  await site.visit('/admin/settings', { as: await site.app.staff() })
  expect((await screen.findByText('Username')).parentElement).toHaveTextContent('Usernameowner')
  expect(screen.queryByText('Name')).toBeNull()
})

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

test('counts the payouts that wait, also on other pages and after a change', async ({ site, customer: dana }) => {
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
