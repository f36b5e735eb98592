import { expect, type Page } from '@playwright/test'
import { press } from '../page-actions.ts'
import { publishRate } from '../published-rates.ts'
import { listStates, screensFrom } from './page-entry.ts'

const rates = '/admin/rates'
/** No test sells its cards. */
const published = { slug: 'petco', name: 'Petco' }

/** Opens a brand, types its rate and adds it to the changes. */
async function setRate(page: Page, name: string, rate: string): Promise<void> {
  await press(page, name)
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Rate (%)').fill(rate)
  await press(dialog, 'Add to changes')
  await expect(dialog).toHaveCount(0)
}

async function changeSome(page: Page): Promise<void> {
  await setRate(page, 'Apple', '91.5')
  await setRate(page, 'Steam', '90.25')
  await page.getByRole('checkbox', { name: 'Select Google Play' }).check()
  await page.getByRole('checkbox', { name: 'Select Walmart', exact: true }).check()
}

async function importFile(page: Page, csv: string): Promise<void> {
  await press(page, 'Import CSV')
  await page.getByLabel('CSV file').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
}

/** The rate list of owners. */
export const ratesScreens = screensFrom({ who: 'staff', path: rates }, [
  {
    name: 'rates',
    title: 'Rates',
    open: (page) => expect(page.getByRole('button', { name: 'Apple', exact: true })).toBeVisible(),
    shows: 'Rates',
  },
  {
    name: 'rates empty',
    path: `${rates}?search=zzzz`,
    shows: 'No brands found',
    open: (page) => expect(page.getByRole('button', { name: 'Show all brands' })).toBeVisible(),
  },
  ...listStates('rates', { path: rates, call: /admin\.rates\.list/, what: 'rates', shows: 'Rates' }),
  { name: 'rates changed', open: changeSome, shows: 'Rates' },
  {
    name: 'rates of a brand refused',
    open: async (page) => {
      await press(page, 'Apple')
      const dialog = page.getByRole('dialog', { name: 'Apple' })
      await dialog.getByLabel('State').selectOption('paused')
      await press(dialog, 'Add a band')
      await dialog.getByLabel('Rate (%)').last().fill('92,5')
      await dialog.getByLabel('Warn when the number looks wrong').check()
      await press(dialog, 'Add to changes')
      await expect(dialog.getByText('Write 92.5 with a point.')).toBeVisible()
    },
    shows: 'Apple',
  },
  {
    name: 'rates of several brands refused',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all brands of the list' }).check()
      await press(page, 'Change rate...')
      await page.getByLabel('Percent points').fill('8')
      await press(page, 'Add to changes')
    },
    shows: 'Change the rate of 100 brands',
  },
  {
    name: 'rates review refused',
    open: async (page) => {
      await changeSome(page)
      await setRate(page, 'Amazon', '45')
      await press(page, 'Review changes')
      await press(page, 'Publish 3 changes')
      await expect(page.getByText('Write what this change is for.')).toBeVisible()
    },
    shows: 'Review changes',
  },
  {
    name: 'rates import refused',
    open: async (page) => {
      await importFile(page, 'slug,from,to,rate\napple,50,5000,930\nunknown,50,5000,92\nsteam,5000,50,92')
      await expect(page.getByRole('table', { name: 'Faults of the file' })).toBeVisible()
    },
    shows: 'Import CSV',
  },
  {
    name: 'rates versions',
    path: `${rates}?tab=versions`,
    title: 'Rates',
    open: async (page) => {
      await publishRate(page, published.slug, 5)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Revert to version 1' })).toBeVisible()
    },
    shows: 'Versions',
  },
  {
    name: 'rates revert',
    path: `${rates}?tab=versions`,
    open: async (page) => {
      await publishRate(page, published.slug, 5)
      await page.reload()
      await press(page, 'Revert to version 1')
      await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
    },
    shows: 'Revert to version 1',
  },
  {
    name: 'rates history',
    path: `${rates}?search=${published.slug}`,
    open: async (page) => {
      await publishRate(page, published.slug, -5)
      await page.reload()
      await page.getByRole('button', { name: `history of ${published.name}` }).click()
      await expect(page.getByRole('table', { name: /^Versions that changed this brand/ })).toBeVisible()
    },
    shows: `History of ${published.name}`,
  },
])
