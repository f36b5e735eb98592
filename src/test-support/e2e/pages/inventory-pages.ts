import { expect } from '@playwright/test'
import { buyCard, record, sale } from '../inventory.ts'
import { press } from '../page-actions.ts'
import { listStates, screensFrom } from './page-entry.ts'

const inventory = '/admin/inventory'

/** The cards that owners and finance have bought. */
export const inventoryScreens = screensFrom({ who: 'staff', path: inventory }, [
  {
    name: 'inventory',
    title: 'Inventory',
    open: async (page) => {
      const id = await buyCard(page)
      await page.goto(`${inventory}?show=stock&search=${id}`)
      await page.getByRole('checkbox', { name: `Choose ${id}` }).check()
      await expect(page.getByText('1 chosen, cost $92.00')).toBeVisible()
    },
    shows: 'Inventory',
  },
  {
    name: 'inventory all',
    path: `${inventory}?show=all`,
    title: 'Inventory',
    isVariant: true,
    open: async (page) => {
      await record(page, await buyCard(page), sale)
      await expect(page.getByText('Sold to Card Resale Inc. for $96.00').first()).toBeVisible()
    },
    shows: 'Inventory',
  },
  {
    name: 'inventory empty',
    path: `${inventory}?search=zzzz`,
    open: (page) => expect(page.getByRole('button', { name: 'Show all in stock' })).toBeVisible(),
    shows: 'No cards found',
  },
  {
    name: 'inventory by brand',
    path: `${inventory}?show=brands`,
    title: 'Inventory',
    open: async (page) => {
      await buyCard(page)
      await buyCard(page, { cardBrand: 'steam' })
      await expect(page.getByRole('table', { name: /^Stock by brand and age/ }).getByText('Steam')).toBeVisible()
    },
    shows: 'Inventory',
  },
  {
    name: 'inventory buyers',
    path: `${inventory}?show=buyers`,
    title: 'Inventory',
    open: async (page) => {
      await page.request.post('/api/admin/inventory/buyers', { data: { name: 'Card Resale Inc.' } })
      await expect(page.getByRole('table', { name: 'Buyers by name' })).toBeVisible()
    },
    shows: 'Inventory',
  },
  {
    name: 'inventory card',
    title: 'Inventory',
    isVariant: true,
    open: async (page) => {
      const id = await buyCard(page)
      await record(page, id, { kind: 'transferred', place: { place: 'safe', name: 'Safe 1' } })
      await record(page, id, { ...sale, faceValue: 60, amount: 57, note: 'By phone.' }, 2)
      await page.goto(`${inventory}?item=${id}`)
      await expect(page.getByRole('table', { name: 'History, the first first' })).toBeVisible()
    },
    shows: 'Apple $100.00',
  },
  {
    name: 'inventory sale refused',
    open: async (page) => {
      await page.goto(`${inventory}?item=${await buyCard(page)}`)
      await press(page, 'Record sale...')
      await press(page.getByRole('dialog'), 'Record sale')
      await expect(page.getByText('Enter the buyer.').first()).toBeVisible()
    },
    shows: 'Record sale',
  },
  {
    name: 'inventory write-off',
    open: async (page) => {
      await page.goto(`${inventory}?item=${await buyCard(page)}`)
      await press(page, 'Write off...')
      await page.getByRole('dialog').getByLabel('Why').selectOption('Drained')
    },
    shows: 'Write off',
  },
  {
    name: 'inventory correction',
    open: async (page) => {
      const id = await buyCard(page)
      await record(page, id, sale)
      await page.goto(`${inventory}?item=${id}`)
      await press(page, 'Correct... Sold')
    },
    shows: 'Correct',
  },
  {
    name: 'inventory import faults',
    open: async (page) => {
      const id = await buyCard(page)
      await page.goto(`${inventory}?show=all`)
      await press(page, 'Import CSV...')
      const csv = `order,kind,amount,buyer,reference\n${id},sold,96.001,Ann,INV-1\nGCE-0000000000,sold,96,Ann,INV-1`
      await page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await expect(page.getByText('The file has 2 faults')).toBeVisible()
    },
    shows: 'Import CSV',
  },
  {
    name: 'inventory import',
    open: async (page) => {
      const id = await buyCard(page)
      await page.goto(`${inventory}?show=all`)
      await press(page, 'Import CSV...')
      const csv = `order,kind,amount,buyer,reference\n${id},sold,96.00,Card Resale Inc.,INV-1`
      await page.getByLabel('CSV file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await expect(page.getByRole('button', { name: 'Record 1 line' })).toBeVisible()
    },
    shows: 'Import CSV',
  },
  ...listStates('inventory', { path: inventory, call: /inventory\.list/, what: 'cards', shows: 'Inventory' }),
  {
    name: 'order with its card in the inventory',
    path: '/admin',
    open: async (page) => {
      const id = await buyCard(page)
      await page.goto(`/admin?view=review&status=all&id=${id}`)
      await expect(page.getByRole('region', { name: 'Inventory' })).toBeVisible()
    },
    shows: 'History',
  },
])
