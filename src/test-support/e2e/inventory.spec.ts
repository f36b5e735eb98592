import { expect } from '@playwright/test'
import { newStaffPage } from './accounts.ts'
import { test } from './fixtures.ts'
import { buyCard } from './inventory.ts'

test('finance sells a card by the keyboard and finds it again by its reference @main', async ({ browser }) => {
  const page = await newStaffPage(browser)
  const id = await buyCard(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Inventory', exact: true }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/admin\/inventory/)
  await page.getByLabel('Search cards').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(id)
  await page.getByRole('link', { name: `of the order ${id}` }).click()
  await page.getByRole('button', { name: 'Record sale...' }).waitFor()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Record sale' })
  await expect(dialog.getByLabel('Buyer')).toBeFocused()
  await page.keyboard.type('Card Resale Inc.')
  await dialog.getByLabel('Price').fill('96')
  await dialog.getByLabel('Reference').fill(`INV-${id}`)
  await expect(dialog.getByText('Cost $92.00: a gain of $4.00.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Disposed', { exact: true })).toBeVisible()
  await page.goto(`/admin/inventory?search=INV-${id}`)
  await expect(page.getByText('Sold to Card Resale Inc. for $96.00')).toBeVisible()
})
