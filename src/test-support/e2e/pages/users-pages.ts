import { expect, type Page } from '@playwright/test'
import { customerOf, join } from '../accounts.ts'
import { askSupport, press } from '../page-actions.ts'
import { submitCard } from '../submissions.ts'
import { listStates, screensFrom } from './page-entry.ts'

const users = /admin\.users\.list(,|\?)/

/** The user list with one new customer who has sold a card. */
async function openUsers(page: Page): Promise<void> {
  const { email } = await join(page, 'Wilhelmina Featherstonehaugh')
  await submitCard(page)
  await page.goto(`/admin?tab=users&search=${encodeURIComponent(email)}`)
  await expect(page.getByRole('cell', { name: email })).toBeVisible()
}

/** The page of a new customer who sold a card and wrote to support. */
async function openUser(page: Page): Promise<void> {
  await askSupport(page)
  await submitCard(page)
  const session = await customerOf(page).request.get('/trpc/account.session')
  const { id } = ((await session.json()) as { result: { data: { customer: { id: string } } } }).result.data.customer
  await page.goto(`/admin/users/${id}`)
  await expect(page.getByRole('link', { name: 'My payout' })).toBeVisible()
}

/** A listed user without phone number and sign-in. Other answers of the same batch stay as they are. */
function withoutPhone(value: unknown): unknown {
  const isListed = typeof value === 'object' && value !== null && 'lastLoginAt' in value
  return isListed ? { ...value, phone: '', lastLoginAt: null } : value
}

/** The user list and user pages. Every customer shown was created for it. */
export const usersScreens = screensFrom({ who: 'staff', path: '/admin' }, [
  {
    name: 'users',
    title: 'Admin Dashboard',
    open: openUsers,
    shows: 'Real-time User Activity',
  },
  {
    name: 'users inactive',
    open: async (page) => {
      const { id, email } = await join(page)
      const answer = await page.request.patch(`/api/admin/users/${id}`, { data: { isActive: false } })
      expect(answer.ok(), await answer.text()).toBe(true)
      // Customers from elsewhere may lack a phone number and a sign-in; signing up here provides both.
      await page.route(users, async (route) => {
        const response = await route.fetch()
        const json = JSON.parse(await response.text(), (_, value) => withoutPhone(value))
        await route.fulfill({ response, json })
      })
      await page.goto(`/admin?tab=users&search=${encodeURIComponent(email)}`)
      await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
    },
    shows: 'Real-time User Activity',
  },
  {
    name: 'users empty',
    path: '/admin?tab=users&search=zzzzzz',
    open: (page) => expect(page.getByRole('button', { name: 'Show all users' })).toBeVisible(),
    shows: 'No registered users found',
  },
  ...listStates('users', { path: '/admin?tab=users', call: users, what: 'users', shows: 'Admin Dashboard' }),
  {
    name: 'clear all data',
    path: '/admin?tab=users',
    open: async (page) => {
      await press(page, 'Clear All Data')
      await expect(page.getByText('Staff accounts')).toBeVisible()
      await press(page.getByRole('dialog'), 'Clear All Data')
      await expect(page.getByText('Type "Gift Card Exchange" exactly as shown')).toBeVisible()
    },
    shows: 'Clear All Data',
  },
  { name: 'user', title: 'Registered User', open: openUser, shows: 'Conversations' },
  {
    name: 'user to disable',
    open: async (page) => {
      await openUser(page)
      await press(page, 'Disable account')
      await expect(page.getByLabel('Reason')).toBeVisible()
    },
    shows: 'Disable Dana Reyes?',
  },
  {
    name: 'user not there',
    path: '/admin/users/nobody',
    open: (page) => expect(page.getByRole('link', { name: 'Back to Registered Users' })).toBeVisible(),
    shows: 'User not found',
  },
])
