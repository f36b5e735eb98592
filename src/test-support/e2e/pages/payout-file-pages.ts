import { expect } from '@playwright/test'
import { press } from '../page-actions.ts'
import { openPayout, payoutsOfOne, toBank } from '../payouts.ts'
import { screensFrom } from './page-entry.ts'

const payouts = '/admin/payouts'

/** The payment files of owners and finance. */
export const fileScreens = screensFrom({ who: 'staff', path: payouts }, [
  {
    name: 'payouts pay with a file',
    open: async (page) => {
      const id = await openPayout(page)
      await page.getByLabel(`Choose ${id}`).check()
      await press(page, 'Pay 1 with a file, $92.00...')
      await expect(page.getByRole('region', { name: 'Left out' })).toBeVisible()
    },
    shows: 'Pay with a file',
  },
  {
    name: 'payouts file',
    title: 'Payouts',
    isVariant: true,
    open: async (page) => {
      const { ids, search } = await payoutsOfOne(page, 2, toBank)
      await page.goto(search)
      for (const id of ids) await page.getByLabel(`Choose ${id}`).check()
      await press(page, 'Pay 2 with a file, $184.00...')
      await press(page.getByRole('dialog'), 'Make the file')
      await expect(page.getByRole('region', { name: /^File PF-/ })).toBeVisible()
    },
    shows: 'Payouts',
  },
  {
    name: 'payouts files',
    path: `${payouts}?show=files`,
    title: 'Payouts',
    open: async (page) => {
      const id = await openPayout(page, toBank)
      await page.getByLabel(`Choose ${id}`).check()
      await press(page, 'Pay 1 with a file, $92.00...')
      await press(page.getByRole('dialog'), 'Make the file')
      await page.getByRole('link', { name: 'All files' }).click()
      await expect(page.getByRole('table', { name: 'Payment files, newest first' })).toBeVisible()
    },
    shows: 'Payouts',
  },
])
