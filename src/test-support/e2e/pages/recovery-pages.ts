import type { Page } from '@playwright/test'
import { expectToast, join } from '../accounts.ts'
import { resetLinkFor } from '../mailbox.ts'
import { press } from '../page-actions.ts'
import type { Screen } from './page-entry.ts'

/** Password reset. */
export const recoveryScreens: readonly Screen[] = [
  { name: 'forgotten password', path: '/forgot-password', title: 'Forgot Password', shows: 'Forgot your password?' },
  {
    name: 'forgotten password refused',
    path: '/forgot-password',
    open: async (page) => {
      await press(page, 'Send reset link')
      await expectToast(page, 'Please fill in all fields.')
    },
    shows: 'Forgot your password?',
  },
  {
    name: 'reset link sent',
    path: '/forgot-password',
    open: async (page) => {
      await page.getByLabel('Email Address').fill('nobody-we-know@mail.example')
      await press(page, 'Send reset link')
    },
    shows: 'Check your email',
  },
  { name: 'new password', path: '/forgot-password', open: openResetLink, shows: 'Choose a new password' },
  {
    name: 'new password refused',
    path: '/forgot-password',
    open: async (page) => {
      await openResetLink(page)
      await page.getByLabel('New Password', { exact: true }).fill('short')
      await page.getByLabel('Confirm New Password', { exact: true }).fill('short')
      await press(page, 'Save new password')
      await expectToast(page, 'Password Too Short')
    },
    shows: 'Choose a new password',
  },
  { name: 'reset link not valid', path: '/reset-password', title: 'Choose a New Password', shows: 'Link Not Valid' },
]

/** Opens the reset link that a signed-out customer requested. */
async function openResetLink(page: Page): Promise<void> {
  const { email } = await join(page)
  await page.request.post('/api/auth/sign-out')
  await page.request.post('/trpc/account.requestPasswordReset', { data: { email } })
  await page.goto(await resetLinkFor(email))
  await page.getByLabel('New Password', { exact: true }).waitFor()
}
