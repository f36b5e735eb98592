import type { Page } from '@playwright/test'
import { join, newEmail, password, signUpHere } from './accounts.ts'
import type { SharedAccounts, Who } from './fixtures.ts'
import { fillUpload, goToUpload, openDialog, press } from './page-actions.ts'
import { aPng } from './submissions.ts'

/** An action, and the title and text of the message it causes. */
type Step = { does: (page: Page, shared: SharedAccounts) => Promise<unknown>; says: readonly string[] }
/** Steps taken in order on one page. */
type ToastFlow = { name: string; who?: Who; path: string; steps: readonly Step[] }

const fillSignUp = async (page: Page, label: string, value: string) => {
  await page.getByLabel(label, { exact: true }).fill(value)
  await press(page.getByRole('main'), 'Create Account')
}
const signIn = async (page: Page, email: string, secret: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(secret)
  await press(dialog, 'Sign In')
}
const incomplete = ['Error', 'Please fill in all fields.']
/** Signs a new customer in on the current page. */
const signInNew = async (page: Page) => {
  await join(page)
  await page.reload()
}

/**
 * The toasts of section 8 of the specification, each with the action that causes it. Texts of pages are in `copy.ts`;
 * the toasts of clearing all data are in `users-tab.test.tsx` and `clear-all-data.spec.ts`.
 */
export const toastFlows: readonly ToastFlow[] = [
  {
    name: 'signing up',
    path: '/signup',
    steps: [
      { does: (page) => press(page.getByRole('main'), 'Create Account'), says: incomplete },
      {
        does: (page) => signUpHere(page, 'dana'),
        says: ['Invalid Email', 'Please enter a valid email address.'],
      },
      {
        does: (page) => fillSignUp(page, 'Email Address', 'dana@example.com'),
        says: [
          'Real Email Required',
          'Please use your actual email address, not a placeholder. This is needed for transaction notifications and payouts.',
        ],
      },
      {
        does: (page, { customer }) => fillSignUp(page, 'Email Address', customer.email),
        says: ['Email Already Registered', 'This email is already registered. Please sign in instead.'],
      },
      {
        does: (page) => fillSignUp(page, 'Confirm Password', 'something else'),
        says: ['Error', 'Passwords do not match.'],
      },
      {
        does: async (page) => {
          await page.getByLabel('Password', { exact: true }).fill('short')
          await fillSignUp(page, 'Confirm Password', 'short')
        },
        says: ['Password Too Short', 'Password must be at least 6 characters long.'],
      },
      {
        does: async (page) => {
          await page.context().setOffline(true)
          await signUpHere(page)
        },
        says: ['Sign Up Failed', 'There was an error creating your account. Please try again.'],
      },
      {
        does: async (page) => {
          await page.context().setOffline(false)
          await press(page.getByRole('main'), 'Create Account')
        },
        says: ['Welcome, Dana Reyes!', 'Your account has been created and you are now signed in.'],
      },
      { does: (page) => press(page.getByRole('banner'), 'Sign Out'), says: ['Signed out'] },
    ],
  },
  {
    name: 'signing in',
    path: '/',
    steps: [
      {
        does: async (page) => press(await openDialog(page, 'Sign In'), 'Sign In'),
        says: incomplete,
      },
      { does: (page) => signIn(page, 'dana', 'x'), says: ['Invalid Email', 'Please enter a valid email address.'] },
      {
        does: (page) => signIn(page, newEmail(), password),
        says: ['Account Not Found', 'This email is not registered. Please sign up first to create an account.'],
      },
      {
        does: (page, { customer }) => signIn(page, customer.email, password),
        says: ['Welcome back, Dana Reyes!', "You're now signed in and can start exchanging gift cards."],
      },
    ],
  },
  {
    name: 'account settings',
    path: '/',
    steps: [
      {
        does: async (page) => {
          await signInNew(page)
          const dialog = await openDialog(page, 'Dana Reyes')
          await dialog.getByLabel('Email Address').fill('nobody')
          await press(dialog, 'Save Profile')
        },
        says: ['Invalid Email', 'Please enter a valid email address.'],
      },
      {
        does: async (page) => {
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel('Email Address').fill(newEmail())
          await press(dialog, 'Save Profile')
        },
        says: ['Email Not Changed', 'Enter your current password to change the email address.'],
      },
      {
        does: async (page) => {
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel('Current Password', { exact: true }).fill('not-the-password')
          await press(dialog, 'Save Profile')
        },
        says: ['Email Not Changed', 'Wrong current password. Please try again.'],
      },
      {
        does: async (page) => {
          await page.getByRole('dialog').getByLabel('Current Password', { exact: true }).fill(password)
          await press(page.getByRole('dialog'), 'Save Profile')
        },
        says: ['Profile Updated'],
      },
      {
        does: async (page) => {
          await page.getByRole('tab', { name: 'Payment Methods' }).click()
          await press(page.getByRole('dialog'), 'Add Payment Method')
        },
        says: ['Error', 'Please fill in all payment details.'],
      },
      {
        does: async (page) => {
          await page.getByRole('dialog').getByRole('combobox').selectOption('PayPal')
          await page.getByLabel('PayPal Email').fill('dana@mail.com')
          await page.getByLabel('Current Password', { exact: true }).fill(password)
          await press(page.getByRole('dialog'), 'Add Payment Method')
        },
        says: ['Success', 'Payment method added successfully.'],
      },
      {
        does: async (page) => {
          await press(page.getByRole('dialog'), 'Remove PayPal: dana@mail.com')
          await press(page.getByRole('dialog'), 'Yes, remove PayPal: dana@mail.com')
        },
        says: ['Removed', 'Payment method removed successfully.'],
      },
    ],
  },
  {
    name: 'the quote',
    path: '/exchange',
    steps: [
      {
        does: (page) => press(page, 'Get My Quote'),
        says: ['Please select a card type and enter a valid amount.'],
      },
      { does: (page) => page.getByRole('radio', { name: /^Apple/ }).check(), says: ['Card Selected'] },
      {
        does: async (page) => {
          await page.getByLabel('Gift Card Value').fill('20')
          await press(page, 'Get My Quote')
        },
        says: ['Minimum Amount Required', 'The minimum amount for Apple is $50.'],
      },
      {
        does: async (page) => {
          await page.getByLabel('Gift Card Value').fill('100')
          await page.context().setOffline(true)
          await press(page, 'Get My Quote')
        },
        says: ['Error', 'Failed to calculate quote. Please try again.'],
      },
    ],
  },
  {
    name: 'the upload',
    who: 'customer',
    path: '/exchange',
    steps: [
      {
        does: async (page) => {
          await goToUpload(page, 'apple')
          const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }
          await page.getByLabel('Gift card photos').setInputFiles(note)
        },
        says: ['Upload Error', 'note.txt is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.'],
      },
      {
        does: async (page) => {
          const big = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }
          await page.getByLabel('Gift card photos').setInputFiles(big)
        },
        says: ['Upload Error', 'big.png is too large. Maximum size is 10MB.'],
      },
      {
        does: async (page) => {
          await page.context().setOffline(true)
          await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
        },
        says: ['Upload Error', 'Failed to process front.png'],
      },
      {
        does: (page) => page.context().setOffline(false),
        says: ['Upload Complete', '1 file(s) uploaded successfully.'],
      },
    ],
  },
  {
    name: 'the submit',
    path: '/',
    steps: [
      {
        does: async (page) => {
          await join(page)
          await fillUpload(page)
          await page.context().setOffline(true)
          await press(page, 'Submit Securely')
        },
        says: ['Error', 'Failed to submit exchange. Please try again.'],
      },
      {
        does: async (page) => {
          await page.context().setOffline(false)
          await press(page, 'Submit Securely')
        },
        says: ['Success!', 'Your gift card exchange has been submitted successfully.'],
      },
    ],
  },
]
