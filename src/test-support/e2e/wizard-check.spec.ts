import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { expectToast, toast } from './accounts.ts'
import { test } from './closing-test.ts'
import { aPng } from './submissions.ts'
import { files, fillSubmission, goToUpload, heading, scamCheck } from './wizard-actions.ts'

const warning = (page: Page) => page.getByRole('dialog', { name: 'Stop: this may be a scam' })
const send = (page: Page) => page.getByRole('button', { name: 'Submit Securely' })

async function fillAll(page: Page): Promise<void> {
  await goToUpload(page)
  await fillSubmission(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
}

test('an order at the request of another person is stopped with advice', async ({ page }) => {
  await fillAll(page)
  await scamCheck(page).getByRole('button', { name: 'Yes' }).click()
  await expect(warning(page)).toContainText('reportfraud.ftc.gov')
  await expect(warning(page)).toContainText('ic3.gov')
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(warning(page)).toBeHidden()
  await expect(scamCheck(page).getByRole('button', { name: 'Yes' })).toBeFocused()
  await expect(scamCheck(page)).toContainText("You answered Yes, so we can't accept this order.")
  await send(page).click()
  await page.getByRole('button', { name: 'Stop this order' }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeFocused()
  await expectToast(page, 'Order stopped')
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('')
})

test('the confirmation shows the expected time, and a like order starts at the photos', async ({ page }) => {
  await page.clock.setSystemTime(new Date('2030-03-05T14:25:00'))
  await fillAll(page)
  await send(page).click()
  await expect(page.getByText(/expect your money by about 3:[45]\d\sPM\./)).toBeVisible()
  await page.getByRole('button', { name: 'Sell another like this' }).click()
  const photo = page.getByRole('button', { name: /^Front/ })
  await expect(photo).toBeFocused()
  await expect(photo).toBeInViewport()
})

test('an error toast is not replaced by the toast of an earlier choice', async ({ page }) => {
  await page.goto('/exchange')
  await page.clock.install()
  await page.getByRole('searchbox').fill('apple')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expectToast(page, 'Please select a card type and enter a valid amount.')
  await page.clock.runFor(1_000)
  await expect(toast(page)).toContainText('Please select a card type and enter a valid amount.')
})
