import { expect } from '@playwright/test'
import { newStaffPage } from './accounts.ts'
import { test } from './submissions.ts'

test('staff see each visitor once, with the views that any node counted', { tag: '@cluster' }, async ({ browser }) => {
  const staff = await newStaffPage(browser)
  await staff.goto('/admin?tab=analytics')
  // No other test of a cluster visits this page.
  const visitors = staff
    .getByRole('table', { name: 'Active now' })
    .getByRole('row')
    .filter({ hasText: '/supported-cards' })
  const pages = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  for (const page of pages) await page.goto('/supported-cards')
  await expect(visitors).toHaveCount(2)
  for (const views of [2, 3]) {
    for (const page of pages) await page.reload()
    await expect(visitors.filter({ hasText: `/supported-cards${views}` })).toHaveCount(2)
  }
  for (const page of pages) await page.close({ runBeforeUnload: true })
  await expect(visitors).toHaveCount(0)
})
