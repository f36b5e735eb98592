import { expect } from '@playwright/test'
import { test } from './closing-test.ts'

test('the button stays in place while the value is typed', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Get My Quote' })
  await page.goto('/exchange')
  await page.getByRole('radio', { name: /^Apple/ }).check({ force: true })
  await expect(page.getByRole('button', { name: 'Change the card' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  const empty = await button.boundingBox()
  await page.getByLabel('Gift Card Value').fill('100')
  await expect(page.getByText('$92.00').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  expect(await button.boundingBox()).toEqual(empty)
})
