import { expect, type Page } from '@playwright/test'
import { expectToast, holdBack } from './accounts.ts'
import { test } from './closing-test.ts'
import { aPng } from './submissions.ts'
import { cardNumber, files, fillSubmission, goToUpload, heading } from './wizard-actions.ts'

async function addPhoto(page: Page): Promise<void> {
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
}

test('the confirmation shows the order, copies its reference and starts another card', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await goToUpload(page)
  await fillSubmission(page)
  await addPhoto(page)
  const answer = await holdBack(page, /exchange\.submit/)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  answer()
  await expectToast(page, 'Success!', 'Your gift card exchange has been submitted successfully.')
  await expect(heading(page, 'Order Submitted Successfully!')).toBeFocused()
  await expect(page.getByText('Expected payout: Upon successful card verification')).toBeVisible()
  const reference = await page.getByText(/^GCE-[0-9A-Z]{10}$/).textContent()
  await page.getByRole('button', { name: 'Copy order reference' }).click()
  await expect(page.getByText('Order reference copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)

  await page.reload()
  await expect(page.getByText(reference ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Another Card' }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('')
  await expect(page.getByRole('radio', { name: /^Apple/ })).not.toBeChecked()
})

test('the terms open in another tab and leave the form unchanged', async ({ page, context }) => {
  await goToUpload(page)
  await page.getByLabel('Gift Card Number').fill(cardNumber)
  const opened = context.waitForEvent('page')
  await page.getByRole('main').getByRole('link', { name: 'terms and conditions' }).click()
  await expect((await opened).getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(cardNumber)
})
