import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { owner } from './accounts.ts'
import { test } from './fixtures.ts'
import { boughtCards } from './lots.ts'
import { press } from './page-actions.ts'

test.use({ who: 'staff' })

test('an owner offers two cards as a lot, downloads its file once, and records one as paid and one as refused', async ({
  page,
}) => {
  await page.goto('/admin/inventory?show=lots')
  const [sold = '', refused = ''] = await boughtCards(page, 2)
  await press(page, 'Make a lot...')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Buyer').fill('Card Resale Inc.')
  await dialog.getByLabel('Cards and prices').fill(`${sold} 96.00\n${refused},95.50`)
  await press(dialog, 'Offer 2 for $191.50')
  await expect(page.getByRole('region', { name: /^Lot LOT-/ })).toBeVisible()

  await press(page, 'Download the file...')
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
  const [download] = await Promise.all([page.waitForEvent('download'), press(dialog, 'Download')])
  const file = readFileSync(await download.path(), 'utf8')
  expect(file).toContain(`${sold},`)
  expect(file).toContain(',100.00,95.50,')
  await expect(page.getByRole('button', { name: 'Download again...' })).toBeVisible()

  await press(page, `Refused... ${refused}`)
  await press(dialog, 'Record as refused')
  await press(page, 'All paid...')
  await dialog.getByLabel("Reference of the buyer's payment").fill('WIRE-7')
  await press(dialog, 'Record as paid, $96.00')
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'All lots' }).click()
  await page.getByLabel('Search lots').fill('wire-7')
  await expect(page.getByRole('table', { name: 'Lots, newest first' })).toContainText('$96.00')
})
