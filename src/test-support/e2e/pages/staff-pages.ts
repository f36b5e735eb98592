import { expect } from '@playwright/test'
import { join, owner } from '../accounts.ts'
import type { SharedAccounts } from '../fixtures.ts'
import { decideOn, expandRows, press } from '../page-actions.ts'
import { submitCard } from '../submissions.ts'
import { listStates, screensFrom } from './page-entry.ts'

const queueOf = ({ seller }: SharedAccounts) => `/admin?search=${encodeURIComponent(seller.email)}`

/** The staff area for visitors and customers. */
export const staffLoginScreens = screensFrom({ path: '/admin' }, [
  { name: 'staff login', title: 'Admin Dashboard', shows: 'Admin Login' },
  {
    name: 'staff login refused',
    open: async (page) => {
      await page.getByLabel('Username').fill(owner.username)
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await press(page, 'Sign In')
      await expect(page.getByRole('alert')).toBeVisible()
    },
    shows: 'Admin Login',
  },
  {
    name: 'staff access denied',
    who: 'customer',
    title: 'Admin Dashboard',
    isVariant: true,
    shows: 'Access Denied',
  },
])

/** The queue. */
export const queueScreens = screensFrom({ who: 'staff', path: queueOf }, [
  {
    name: 'queue',
    title: 'Admin Dashboard',
    open: async (page) => {
      await expect(page.getByRole('article')).toHaveCount(6)
      await expandRows(page)
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'queue of rows',
    open: (page) => expect(page.getByRole('article')).toHaveCount(6),
    shows: 'Admin Dashboard',
  },
  {
    name: 'queue of registrations',
    path: '/admin?status=registered',
    title: 'Admin Dashboard',
    isVariant: true,
    shows: 'Admin Dashboard',
  },
  {
    name: 'queue alerts',
    open: async (page) => {
      const tools = page.getByRole('button', { name: 'Figures and tools' })
      if (await tools.isVisible()) await tools.click()
      await press(page, 'Alerts')
    },
    shows: 'Alerts',
  },
  {
    name: 'queue revealed',
    path: ({ submissions }) => `/admin?search=${submissions.pending}`,
    open: async (page, { submissions }) => {
      await expandRows(page)
      await press(page, 'Reveal card number')
      await expect(page.getByText('X2MW 9QP4 7TLZ 6KRD')).toBeVisible()
      await page.getByText(`History of ${submissions.pending}`).click()
      await expect(page.getByText(/^Submitted/).last()).toBeVisible()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'queue of many pages',
    path: '/admin',
    open: async (page) => {
      const { email } = await join(page)
      await Promise.all(Array.from({ length: 15 }, () => submitCard(page)))
      await page.goto(`/admin?search=${encodeURIComponent(email)}`)
      await expect(page.getByText('Showing 1 to 15 of 16 submissions')).toBeVisible()
    },
    shows: 'Admin Dashboard',
  },
  {
    name: 'queue empty',
    path: '/admin?search=zzzz',
    shows: 'No submissions found matching your criteria.',
    open: (page) => expect(page.getByRole('article')).toHaveCount(0),
  },
  ...listStates('queue', {
    path: '/admin',
    call: /admin\.submissions\.list/,
    what: 'submissions',
    shows: 'Admin Dashboard',
  }),
  {
    name: 'decision',
    path: ({ submissions }) => `/admin?search=${submissions.pending}`,
    open: async (page, { submissions }) => {
      const dialog = await decideOn(page, submissions.pending)
      await dialog.getByLabel('New Status').selectOption('Completed')
      await dialog.getByLabel('Quick Reason Selection').selectOption({ index: 1 })
    },
    shows: 'Update Status',
  },
  {
    name: 'decision to approve',
    path: ({ submissions }) => `/admin?search=${submissions.pending}`,
    open: async (page, { submissions }) => {
      const dialog = await decideOn(page, submissions.pending)
      await dialog.getByLabel('New Status').selectOption('Approve payout')
      await expect(dialog.getByText(/^Pays/)).toBeVisible()
    },
    shows: 'Update Status',
  },
  {
    name: 'decision saved',
    path: '/admin',
    open: async (page) => {
      await join(page)
      const id = await submitCard(page)
      await page.goto(`/admin?search=${id}`)
      const dialog = await decideOn(page, id)
      await dialog.getByLabel('New Status').selectOption('Processing')
      await press(dialog, 'Update Status')
      await expect(dialog.getByRole('status')).toBeVisible()
    },
    shows: 'Update Status',
  },
  {
    name: 'decision failed',
    open: async (page, { submissions }) => {
      const dialog = await decideOn(page, submissions.pending)
      await page.context().setOffline(true)
      await press(dialog, 'Update Status')
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
    shows: 'Update Status',
  },
])
