import { expect, type Page } from '@playwright/test'
import { aLot } from '../lots.ts'
import { press } from '../page-actions.ts'
import { screensFrom } from './page-entry.ts'

const lots = '/admin/inventory?show=lots'

async function openLot(page: Page): Promise<void> {
  const { id, orders } = await aLot(page, 3)
  const items = orders.slice(0, 1)
  const answer = await page.request.post(`/api/admin/lots/${id}/outcome`, { data: { outcome: 'refused', items } })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(`${lots}&lot=${id}`)
  await expect(page.getByRole('region', { name: `Lot ${id}` })).toBeVisible()
}

/** The lots of owners and finance. */
export const lotScreens = screensFrom({ who: 'staff', path: lots }, [
  {
    name: 'lots',
    open: async (page) => {
      await aLot(page, 1)
      await page.reload()
      await expect(page.getByRole('table', { name: 'Lots, newest first' })).toBeVisible()
    },
    shows: 'Inventory',
  },
  {
    name: 'lots make',
    open: async (page) => {
      await press(page, 'Make a lot...')
      await page.getByLabel('Cards and prices').fill('GCE-7K3M9Q2XVB 96.00\nGCE-7K3M9Q2XVC 1,5')
      await press(page.getByRole('dialog'), 'Make the lot')
      await expect(page.getByText('Enter the buyer.')).toBeVisible()
    },
    shows: 'Make a lot',
  },
  { name: 'lots one', open: openLot, shows: 'Inventory' },
  {
    name: 'lots download',
    open: async (page) => {
      await openLot(page)
      await press(page, 'Download the file...')
    },
    shows: 'Download the file',
  },
  {
    name: 'lots paid',
    open: async (page) => {
      await openLot(page)
      await press(page, 'All paid...')
    },
    shows: 'Paid',
  },
])
