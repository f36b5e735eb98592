import { expect, type Page, test } from '@playwright/test'
import { expectToast, holdBack } from './accounts.ts'
import { aPng } from './submissions.ts'
import { files, fillOrder, getQuote, goToUpload, heading, orderCode, orderNumber, terms } from './wizard-actions.ts'

async function addPhoto(page: Page): Promise<void> {
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
}

test('the confirmation shows the order, copies its reference and starts another card', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await goToUpload(page)
  await fillOrder(page)
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

test('a failed submit loses nothing and creates the order once', async ({ page, context }) => {
  await goToUpload(page)
  await fillOrder(page)
  await addPhoto(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expectToast(page, 'Error', 'Failed to submit exchange. Please try again.')
  await expect(page.getByRole('alert')).toContainText('Failed to submit exchange. Please try again.')
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(orderNumber)
  await expect(page.getByLabel('Security Code')).toHaveValue(orderCode)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'View Transaction History' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
})

test('a saved payment method is preselected for the next order', async ({ page }) => {
  await goToUpload(page)
  await fillOrder(page)
  await addPhoto(page)
  await page.getByRole('checkbox', { name: 'Save this payment method for future use' }).check()
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()

  await getQuote(page, { brand: 'steam', value: 50 })
  const methods = page.getByRole('group', { name: 'How do you want to be paid?' }).getByRole('radio')
  await expect(methods.first()).toHaveAccessibleName(/^Cash App: \$dana_r/)
  await methods.first().check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('We pay to your saved method Cash App: $dana_r.')).toBeVisible()
  await addPhoto(page)
  await page.getByLabel('Gift Card Number').fill('ABCD-EFGH-1234')
  await page.getByLabel('Security Code').fill('77')
  await terms(page).check()
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  await expect(page.getByText('Cash App: $dana_r')).toBeVisible()
})

test('the terms open in another tab and leave the form unchanged', async ({ page, context }) => {
  await goToUpload(page)
  await page.getByLabel('Gift Card Number').fill(orderNumber)
  const opened = context.waitForEvent('page')
  await page.getByRole('main').getByRole('link', { name: 'terms and conditions' }).click()
  await expect((await opened).getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(orderNumber)
})
