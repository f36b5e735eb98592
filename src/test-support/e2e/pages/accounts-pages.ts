import { expect } from '@playwright/test'
import { expectToast, join, password, signInElsewhere } from '../accounts.ts'
import { openDialog, openMenu, press } from '../page-actions.ts'
import { getQuote } from '../wizard-actions.ts'
import { screensFrom } from './page-entry.ts'

/** Sign-up, sign-in and account settings. */
export const accountsScreens = screensFrom({ path: '/' }, [
  { name: 'sign-up', path: '/signup', title: 'Create Account', shows: 'Create Account' },
  {
    name: 'sign-up from a quote',
    path: '/exchange',
    open: async (page) => {
      await getQuote(page)
      await press(page, 'Sign In to Continue')
    },
    shows: 'Create an account to get your $92.00',
  },
  {
    name: 'sign-in instead of sign-up',
    path: '/signup',
    open: (page) => page.getByRole('tab', { name: 'I have an account' }).click(),
    shows: 'Sign in',
  },
  {
    name: 'sign-up refused',
    path: '/signup',
    open: async (page) => {
      await press(page.getByRole('main'), 'Create Account')
      await expectToast(page, 'Please fill in all fields.')
    },
    shows: 'Create Account',
  },
  { name: 'sign-in dialog', open: (page) => openDialog(page, 'Sign In'), shows: 'Sign in' },
  {
    name: 'sign-in refused',
    open: async (page) => {
      await press(await openDialog(page, 'Sign In'), 'Sign In')
      await expectToast(page, 'Please fill in all fields.')
    },
    shows: 'Sign in',
  },
  {
    name: 'sign-up dialog refused',
    open: async (page) => {
      await press(await openDialog(page, 'Sign In', 'Sign Up'), 'Create Account')
      await expectToast(page, 'Please fill in all fields.')
    },
    shows: 'Create account',
  },
  {
    name: 'account profile',
    who: 'customer',
    open: (page) => openDialog(page, 'Dana Reyes'),
    shows: 'Account Settings',
  },
  {
    name: 'account profile refused',
    who: 'customer',
    open: async (page) => {
      const dialog = await openDialog(page, 'Dana Reyes')
      await dialog.getByLabel('Email Address').fill('nobody')
      await press(dialog, 'Save Profile')
      await expectToast(page, 'Please enter a valid email address.')
    },
    shows: 'Account Settings',
  },
  {
    name: 'account profile with another address',
    who: 'customer',
    open: async (page) => {
      const dialog = await openDialog(page, 'Dana Reyes')
      await dialog.getByLabel('Email Address').fill('dana.reyes@mail.example')
      await dialog.getByLabel('Current Password', { exact: true }).focus()
    },
    shows: 'Account Settings',
  },
  {
    name: 'account payment methods',
    open: async (page) => {
      await join(page)
      await page.reload()
      const dialog = await openDialog(page, 'Dana Reyes', 'Payment Methods')
      await dialog.getByRole('combobox').selectOption('PayPal')
      await dialog.getByLabel('PayPal Email').fill('dana@mail.com')
      await dialog.getByLabel('Current Password', { exact: true }).fill(password)
      await press(dialog, 'Add Payment Method')
      await expect(dialog.getByRole('listitem')).toHaveText(/PayPal: dana@mail\.com/)
      await expectToast(page, 'Payment method added successfully.')
    },
    shows: 'Account Settings',
  },
  {
    name: 'account payment methods refused',
    who: 'customer',
    open: async (page) => {
      const dialog = await openDialog(page, 'Dana Reyes', 'Payment Methods')
      await dialog.getByRole('combobox').selectOption('Bank Transfer')
      await press(dialog, 'Add Payment Method')
      await expectToast(page, 'Please fill in all payment details.')
    },
    shows: 'Account Settings',
  },
  {
    name: 'add payment method',
    who: 'customer',
    narrow: true,
    open: (page) => openMenu(page, 'Add Payment Method'),
    shows: 'Add Payment Method',
  },
  {
    name: 'account security',
    open: async (page) => {
      const { email } = await join(page)
      await signInElsewhere(page, email)
      await page.reload()
      const dialog = await openDialog(page, 'Dana Reyes', 'Security')
      await expect(dialog.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible()
    },
    shows: 'Account Settings',
  },
  {
    name: 'account security refused',
    who: 'customer',
    open: async (page) => {
      const dialog = await openDialog(page, 'Dana Reyes', 'Security')
      await expect(dialog.getByText('This device')).toBeVisible()
      await press(dialog, 'Change password')
      await expectToast(page, 'Please fill in all fields.')
    },
    shows: 'Account Settings',
  },
  {
    name: 'account deletion',
    who: 'customer',
    open: async (page) => press(await openDialog(page, 'Dana Reyes', 'Security'), 'Delete my account'),
    shows: 'Delete account',
  },
  {
    name: 'account deletion refused',
    who: 'seller',
    open: async (page) => {
      const dialog = await openDialog(page, 'Dana Reyes', 'Security')
      await press(dialog, 'Delete my account')
      await dialog.getByRole('form', { name: 'Delete account' }).getByLabel('Password', { exact: true }).fill(password)
      await press(dialog, 'Delete permanently')
      await expect(dialog.getByRole('alert')).toContainText('orders are still pending or processing.')
    },
    shows: 'Delete account',
  },
])
