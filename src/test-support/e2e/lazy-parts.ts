import { expect, type Locator, type Page } from '@playwright/test'
import { join } from './accounts.ts'
import type { SharedAccounts, Who } from './fixtures.ts'
import { banner, press } from './page-actions.ts'
import { restrictedStaff } from './pages/settings-pages.ts'
import { openReturned } from './pages/transactions-pages.ts'
import { aPng } from './submissions.ts'
import { chooseMethod, files, fillSubmission, heading } from './wizard-actions.ts'

/** An action, and what it loads. */
type Step = { does?: (page: Page) => Promise<unknown>; shows: (page: Page) => Locator }
type LazyPage = {
  name: string
  who?: Who
  /** Signs in a new customer, for cases that change their data. */
  ready?: (page: Page, shared: SharedAccounts) => Promise<unknown>
  path: string | ((shared: SharedAccounts) => string)
  title: string | RegExp
  narrow?: true
  steps: readonly Step[]
}

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const close = (page: Page) => page.keyboard.press('Escape')
export const button = (name: string) => (page: Page) => banner(page).getByRole('button', { name, exact: true }).click()
const tab = (name: RegExp, shows: Step['shows']): Step => ({
  does: (page) => page.getByRole('tab', { name }).click(),
  shows,
})

const area = (name: RegExp, shows: Step['shows']): Step => ({
  does: (page) => page.getByRole('navigation', { name: 'Staff areas' }).getByRole('link', { name }).click(),
  shows,
})

/** Pages with the steps that load more of them. Each lazily loaded part is a step. */
export const lazyPages: readonly LazyPage[] = [
  {
    name: 'the dialogs of a visitor',
    path: '/',
    title: 'Convert Gift Cards to Instant Cash',
    steps: [
      { does: button('Sign In'), shows: (page) => page.getByRole('dialog').getByLabel('Email Address') },
      {
        does: async (page) => {
          await close(page)
          await button('How it Works')(page)
        },
        shows: (page) => dialog(page, 'How it Works'),
      },
    ],
  },
  {
    name: 'the menu of a phone',
    path: '/supported-cards',
    title: /Supported/,
    narrow: true,
    steps: [{ does: (page) => press(page, 'Menu'), shows: (page) => dialog(page, 'Menu') }],
  },
  {
    name: 'the payment method dialog of a phone',
    who: 'customer',
    path: '/supported-cards',
    title: /Supported/,
    narrow: true,
    steps: [
      { does: (page) => press(page, 'Menu'), shows: (page) => dialog(page, 'Menu') },
      {
        does: (page) => press(dialog(page, 'Menu'), 'Add Payment Method'),
        shows: (page) => dialog(page, 'Add Payment Method'),
      },
    ],
  },
  {
    name: 'the account of a customer',
    who: 'customer',
    path: '/terms-of-service',
    title: 'Terms of Service',
    steps: [{ does: button('Dana Reyes'), shows: (page) => dialog(page, 'Account Settings') }],
  },
  {
    name: 'the steps of the exchange',
    ready: (page) => join(page),
    path: '/exchange?brand=apple&value=100',
    title: /^(Exchange a gift card|Order Submitted Successfully!)$/,
    steps: [
      { does: (page) => press(page, 'Get My Quote'), shows: (page) => heading(page, 'Your quote') },
      {
        does: async (page) => {
          await chooseMethod(page, 'Cash App')
          await page.getByRole('button', { name: 'Continue', exact: true }).click()
        },
        shows: (page) => heading(page, 'Upload & Submit'),
      },
      {
        does: async (page) => {
          await fillSubmission(page)
          await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
          await expect(files(page)).toContainText('Uploaded')
          await press(page, 'Submit Securely')
        },
        shows: (page) => heading(page, 'Order Submitted Successfully!'),
      },
    ],
  },
  {
    name: 'a search that finds no brand',
    path: '/exchange',
    title: 'Exchange a gift card',
    steps: [
      {
        does: (page) => page.getByRole('searchbox').fill('zzzz'),
        shows: (page) => page.getByText('No brand matches'),
      },
    ],
  },
  {
    name: 'a submitted order that is opened again',
    who: 'seller',
    path: ({ submissions }) => `/exchange?step=done&order=${submissions.pending}`,
    title: /^(Exchange a gift card|Order Submitted Successfully!)$/,
    steps: [{ shows: (page) => heading(page, 'Order Submitted Successfully!') }],
  },
  {
    name: 'a photo of a pending order',
    who: 'seller',
    path: ({ submissions }) => `/transactions/${submissions.pending}`,
    title: /^Order GCE-/,
    steps: [
      { shows: (page) => heading(page, 'Photos you sent') },
      {
        does: (page) =>
          page
            .getByRole('button', { name: /^Replace / })
            .first()
            .click(),
        shows: (page) => dialog(page, 'Replace this photo'),
      },
    ],
  },
  {
    name: 'an order whose payout came back',
    ready: (page, { staffApi }) => openReturned(page, staffApi),
    path: '/transactions',
    title: /^(Transaction History|Order GCE-)/,
    steps: [
      {
        does: (page) => page.getByRole('article').getByRole('link').first().click(),
        shows: (page) => page.getByRole('button', { name: 'Choose another way to be paid' }),
      },
      {
        does: (page) => press(page, 'Choose another way to be paid'),
        shows: (page) => dialog(page, 'Choose another way to be paid'),
      },
    ],
  },
  {
    name: 'the tabs of the dashboard',
    who: 'staff',
    path: '/admin',
    title: 'Admin Dashboard',
    steps: [
      { shows: (page) => page.getByLabel('Search submissions') },
      area(/^Live Analytics/, (page) => page.getByText('Active visitors by minute').first()),
      area(/^Chat Support/, (page) => page.getByLabel(/^Search c/)),
      area(/^Registered Users/, (page) => page.getByLabel(/^Search/)),
    ],
  },
  {
    name: 'the tabs of the settings',
    who: 'staff',
    path: '/admin/settings',
    title: 'Settings',
    steps: [
      { shows: (page) => page.getByLabel('Current password').first() },
      tab(/^Staff/, (page) => page.getByRole('row', { name: /^owner/ })),
      tab(/^Rules/, (page) => page.getByRole('form', { name: 'Payouts' })),
      tab(/^Site/, (page) => page.getByRole('form', { name: 'Site' })),
      tab(/^Audit log/, (page) => page.getByRole('table')),
      tab(/^Insider report/, (page) => page.getByLabel('From')),
      tab(/^API tokens/, (page) => page.getByRole('button', { name: /token/i }).first()),
    ],
  },
  {
    name: 'the rates',
    who: 'staff',
    path: '/admin/rates',
    title: 'Rates',
    steps: [{ shows: (page) => page.getByRole('button', { name: 'Apple', exact: true }) }],
  },
  {
    name: 'the payouts',
    who: 'staff',
    path: '/admin/payouts',
    title: 'Payouts',
    steps: [
      { shows: (page) => page.getByLabel('Search payouts') },
      { does: (page) => press(page, /^Problems/), shows: (page) => page.getByRole('group', { name: 'Problems' }) },
    ],
  },
  {
    name: 'the problems of a paid order',
    who: 'staff',
    path: ({ submissions }) => `/admin?view=review&status=all&id=${submissions.completed}`,
    title: 'Admin Dashboard',
    steps: [{ shows: (page) => page.getByRole('button', { name: 'Report a problem...' }) }],
  },
  {
    name: 'the reports',
    who: 'staff',
    path: '/admin/rates',
    title: /^(Rates|Reports)$/,
    steps: [area(/^Reports/, (page) => page.getByRole('button', { name: 'By month' }))],
  },
  {
    name: 'the inventory',
    who: 'staff',
    path: '/admin/inventory',
    title: 'Inventory',
    steps: [{ shows: (page) => page.getByLabel('Search cards') }],
  },
  {
    name: 'the page of a customer',
    who: 'staff',
    path: ({ customer }) => `/admin/users/${customer.id}`,
    title: 'Registered User',
    steps: [],
  },
  {
    name: 'the first steps of a colleague',
    ready: restrictedStaff,
    path: '/admin',
    title: /Admin Dashboard|Choose your own password/,
    steps: [{ shows: (page) => heading(page, 'Choose your own password') }],
  },
]
