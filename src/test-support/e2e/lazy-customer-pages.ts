import { expect, type Page } from '@playwright/test'
import { aPdfOfPages } from '#server/testing/test-support/pdf-objects.ts'
import { join } from './accounts.ts'
import type { SharedAccounts } from './fixtures.ts'
import { button, close, dialog, type LazyPage, type Step } from './lazy-page.ts'
import { press } from './page-actions.ts'
import { numberMismatch } from './pages/sell-again-pages.ts'
import { openReturned } from './pages/transactions-pages.ts'
import { aPng, submissionFields, submitCard } from './submissions.ts'
import { chooseMethod, files, fillSubmission, heading } from './wizard-actions.ts'

const openOrder = (shows: Step['shows']): Step => ({
  does: (page) => page.getByRole('article').getByRole('link').first().click(),
  shows,
})

/** Rejects an order of a new customer, who may sell its card again at the old rate. */
async function rejectOrder(page: Page, { staffApi }: SharedAccounts): Promise<void> {
  await join(page)
  await staffApi.decide(await submitCard(page), 'rejected', numberMismatch)
}

/** Submits an order of a new customer with a PDF. */
async function submitPdf(page: Page): Promise<void> {
  await join(page)
  const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: aPdfOfPages(2) }
  const answer = await page.request.post('/api/submit', { multipart: { ...submissionFields, files: receipt } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Pages of visitors and customers. */
export const lazyCustomerPages: readonly LazyPage[] = [
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
    name: 'the pages of a PDF',
    ready: submitPdf,
    path: '/transactions',
    title: /^(Transaction History|Order GCE-)/,
    steps: [
      openOrder((page) => page.getByRole('button', { name: 'receipt.pdf', exact: true })),
      {
        does: (page) => page.getByRole('button', { name: 'receipt.pdf', exact: true }).click(),
        shows: (page) => dialog(page, 'receipt.pdf'),
      },
    ],
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
      openOrder((page) => page.getByRole('button', { name: 'Choose another way to be paid' })),
      {
        does: (page) => press(page, 'Choose another way to be paid'),
        shows: (page) => dialog(page, 'Choose another way to be paid'),
      },
    ],
  },
  {
    name: 'the appeal of a rejected order',
    ready: rejectOrder,
    path: '/transactions',
    title: /^(Transaction History|Order GCE-)/,
    steps: [
      openOrder((page) => heading(page, 'Not right?')),
      {
        does: (page) => press(page, 'Appeal this decision'),
        shows: (page) => dialog(page, 'Appeal this decision'),
      },
    ],
  },
  {
    name: 'the quote of a card that is sold again',
    ready: rejectOrder,
    path: '/transactions',
    title: /^(Transaction History|Order GCE-|Exchange a gift card)/,
    steps: [
      openOrder((page) => page.getByText(/^You get the rate of this order/)),
      {
        does: (page) => page.getByRole('link', { name: 'Sell this card again' }).click(),
        shows: (page) => heading(page, 'Your quote'),
      },
    ],
  },
  {
    name: 'the figures',
    path: '/figures',
    title: 'What we measure',
    steps: [],
  },
]
