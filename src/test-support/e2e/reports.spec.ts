import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { newColleaguePage, newStaffPage } from './accounts.ts'
import { test } from './fixtures.ts'
import { buyCard } from './pages/reports-pages.ts'

test('finance reads by keyboard what was bought, by brand and as a file', { tag: '@main' }, async ({ browser }) => {
  const owner = await newStaffPage(browser)
  await buyCard(owner)
  const page = await newColleaguePage(browser, 'finance', 'Finn Park')
  await page.goto('/admin/payouts')
  await expect(page.getByRole('searchbox', { name: 'Search payouts' })).toBeVisible()
  await page.locator('body').press('g')
  await page.keyboard.press('e')
  await expect(page.getByRole('table', { name: /^Business, by month/ })).toBeVisible()
  await page.getByRole('button', { name: 'By brand' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /^Apple/ })).toBeVisible()
  await expect(page).toHaveURL(/by=brand/)
  for (const [link, heads] of [
    ['Download CSV', 'Brand,Name,Cards bought,Face value,Cost,'],
    [/^Download CSV of/, 'Year,Seller,Name,Email,Payouts,'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: link, exact: true }).press('Enter')
    expect(readFileSync(await (await downloading).path(), 'utf8')).toContain(heads)
  }
})
