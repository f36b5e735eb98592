import { expect } from '@playwright/test'
import { cut, expectToast, holdBack, join } from '../accounts.ts'
import { keepToasts } from '../keep-toasts.ts'
import { fillUpload, goToUpload, press } from '../page-actions.ts'
import { aPng } from '../submissions.ts'
import { chooseMethod, files, getQuote, scamCheck } from '../wizard-actions.ts'
import { screensFrom } from './page-entry.ts'

/** The four steps of the exchange. */
export const exchangeScreens = screensFrom({ path: '/exchange' }, [
  { name: 'exchange', title: 'Select Card', shows: 'Which card are you selling?' },
  {
    name: 'exchange of a customer',
    who: 'customer',
    title: 'Select Card',
    isVariant: true,
    shows: 'Which card are you selling?',
  },
  {
    name: 'exchange with a card',
    path: '/exchange?brand=apple&value=100',
    title: 'Select Card',
    isVariant: true,
    shows: 'Which card are you selling?',
  },
  {
    name: 'exchange without a hit',
    open: (page) => page.getByRole('searchbox').fill('zzzz'),
    shows: 'Which card are you selling?',
  },
  {
    name: 'exchange refused',
    open: async (page) => {
      await press(page, 'Get My Quote')
      await expectToast(page, 'Please select a card type and enter a valid amount.')
    },
    shows: 'Which card are you selling?',
  },
  { name: 'quote of a visitor', open: (page) => getQuote(page), shows: 'Your quote' },
  {
    name: 'quote paid by bank',
    who: 'customer',
    open: async (page) => {
      await getQuote(page)
      await chooseMethod(page, 'Bank Transfer')
    },
    shows: 'Your quote',
  },
  {
    name: 'upload of a Visa card',
    who: 'customer',
    open: (page) => goToUpload(page, 'visa', 'Bank Transfer'),
    shows: 'Upload & Submit',
  },
  {
    name: 'upload in progress',
    who: 'customer',
    open: async (page) => {
      await goToUpload(page, 'apple')
      await holdBack(page, /\/api\/uploads/)
      await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
      await expect(page.getByRole('progressbar')).toBeVisible()
    },
    shows: 'Upload & Submit',
  },
  {
    name: 'upload refused',
    who: 'customer',
    open: async (page) => {
      await goToUpload(page, 'apple')
      const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }
      await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
      await expect(files(page)).toContainText('Uploaded')
      await page.getByLabel('Gift card photos').setInputFiles([aPng('good.png'), note])
      await expectToast(page, 'note.txt is not a supported file type.')
      await page.getByRole('button', { name: 'Submit Securely' }).press('Enter')
    },
    shows: 'Upload & Submit',
  },
  {
    name: 'upload ready',
    who: 'customer',
    open: (page) => fillUpload(page),
    shows: 'Upload & Submit',
  },
  {
    name: 'worth checking',
    who: 'customer',
    open: async (page) => {
      await fillUpload(page)
      await page.getByLabel('Gift Card Number').fill('X2MW')
      await press(page, 'Submit Securely')
    },
    shows: 'Worth checking before you send it',
  },
  {
    name: 'scam warning',
    who: 'customer',
    open: async (page) => {
      await goToUpload(page, 'apple')
      await scamCheck(page).getByRole('button', { name: 'Yes' }).click()
    },
    shows: 'Stop: this may be a scam',
  },
  {
    name: 'order requested by another person',
    who: 'customer',
    open: async (page) => {
      await goToUpload(page, 'apple')
      await scamCheck(page).getByRole('button', { name: 'Yes' }).click()
      await page.keyboard.press('Escape')
      await expect(scamCheck(page)).toContainText("You answered Yes, so we can't accept this order.")
    },
    shows: 'Upload & Submit',
  },
  {
    name: 'leaving the upload',
    who: 'customer',
    open: async (page) => {
      await fillUpload(page, { photo: false })
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click()
    },
    shows: 'Leave this page?',
  },
  {
    name: 'upload of a lost session',
    path: '/',
    open: async (page) => {
      await join(page)
      await fillUpload(page)
      await page.context().clearCookies()
      await press(page, 'Submit Securely')
    },
    shows: 'You have been signed out',
  },
  {
    name: 'quote about to end',
    open: async (page) => {
      await page.clock.install()
      await getQuote(page)
      await page.clock.fastForward('26:00')
      await expect(page.getByText('Less than 5 minutes left.')).toBeAttached()
    },
    shows: 'Your quote',
  },
  {
    name: 'quote expired',
    open: async (page) => {
      await page.clock.install()
      await getQuote(page)
      // The clock has replaced the timers of the page, also those that keep the toasts.
      await page.evaluate(keepToasts)
      await cut(page, /exchange\.quote/)
      await page.clock.fastForward('32:00')
      await expect(page.getByText('This price has ended. We ask for a new one when you go on.')).toBeVisible()
    },
    shows: 'Your quote',
  },
  {
    name: 'confirmation',
    path: '/',
    open: async (page) => {
      await join(page)
      await fillUpload(page)
      await press(page, 'Submit Securely')
      await expectToast(page, 'Success!')
    },
    shows: 'Order Submitted Successfully!',
  },
  {
    name: 'confirmation reopened',
    who: 'seller',
    path: ({ submissions }) => `/exchange?step=done&order=${submissions.pending}`,
    title: 'Order Submitted',
    shows: 'Order Submitted Successfully!',
  },
])
