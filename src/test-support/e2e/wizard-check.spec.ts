import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { expectToast, toast } from './accounts.ts'
import { aPng } from './submissions.ts'
import { files, fillOrder, goToUpload, heading, missing, orderNumber, scamCheck } from './wizard-actions.ts'

const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' })
const warning = (page: Page) => page.getByRole('dialog', { name: 'Stop: this may be a scam' })
const send = (page: Page) => page.getByRole('button', { name: 'Submit Securely' })

async function fillAll(page: Page): Promise<void> {
  await goToUpload(page)
  await fillOrder(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
}

test('the summary shows every answer, masked, and each Change leads to its field', async ({ page }) => {
  await fillAll(page)
  for (const fact of [
    'Apple',
    'Brand New',
    '$100.00',
    '92.0%',
    '1 file',
    '•••• 6KRD',
    'Cash App',
    '$dana_r',
    'Dana Reyes',
  ])
    await expect(summary(page).getByText(fact, { exact: true }).first()).toBeVisible()
  await expect(summary(page)).not.toContainText(orderNumber)
  const change = (what: string) => summary(page).getByRole('button', { name: `Change ${what}`, exact: true })
  for (const [what, label] of [
    ['the number', 'Gift Card Number'],
    ['the code', 'Security Code'],
    ['the payout details', 'Cash App Tag'],
    ['the name', 'Account Name'],
  ] as const) {
    await change(what).click()
    await expect(page.getByLabel(label)).toBeFocused()
  }
  await change('the payment method').click()
  await expect(heading(page, 'Your quote')).toBeFocused()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  for (const what of ['the card', 'the condition', 'the value']) {
    await change(what).click()
    await expect(heading(page, 'Which card are you selling?')).toBeFocused()
    await page.getByRole('button', { name: 'Get My Quote' }).click()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(orderNumber)
})

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
  await expect(scamCheck(page)).toContainText('You answered Yes, so this order is not sent.')
  await send(page).click()
  await page.getByRole('button', { name: 'Stop this order' }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeFocused()
  await expectToast(page, 'Order stopped')
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('')
})

test('a mistaken answer can be corrected, and No continues', async ({ page }) => {
  await fillAll(page)
  const yes = scamCheck(page).getByRole('button', { name: 'Yes' })
  const no = scamCheck(page).getByRole('button', { name: 'No' })
  await yes.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I answered by mistake' }).press('Enter')
  await expect(yes).toBeFocused()
  await expect(yes).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Tab')
  await expect(no).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(no).toHaveAttribute('aria-pressed', 'true')
  await send(page).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeFocused()
})

test('an early Submit shows that there is a problem, in the title as well', async ({ page }) => {
  await goToUpload(page)
  await expect(page).toHaveTitle(/^Upload & Submit/)
  await page.getByRole('button', { name: 'Upload Files to Continue' }).click({ force: true })
  await expect(heading(page, 'There is a problem')).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Upload & Submit/)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await fillOrder(page)
  await expect(missing(page)).toHaveCount(0)
  await expect(page).toHaveTitle(/^Upload & Submit/)
})

test('the fields explain where this brand prints its numbers', async ({ page }) => {
  await goToUpload(page, { brand: 'target', value: 100 })
  await expect(page.getByLabel('Gift Card Number')).toHaveAccessibleDescription(/^15 digits on the back of the card\./)
  await expect(page.getByLabel('Security Code')).toHaveAccessibleDescription(/8 digits under the scratch-off layer\.$/)
  await goToUpload(page, { brand: 'visa', value: 200 })
  await expect(page.getByText('This card needs its expiry date: enter it below.')).toBeVisible()
})

test('the confirmation shows the expected time and starts another card of the brand', async ({ page }) => {
  await page.clock.setSystemTime(new Date('2030-03-05T14:25:00'))
  await fillAll(page)
  await send(page).click()
  await expect(page.getByText(/your money should be there at about 3:[45]\d\sPM\./)).toBeVisible()
  await page.getByRole('button', { name: 'Add another Apple card' }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeFocused()
  await expect(page.getByRole('radio', { name: /^Apple/ })).toBeChecked()
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('')
})

test('an unlisted brand leads to support with its name', async ({ page }) => {
  await page.goto('/exchange')
  await page.getByRole('searchbox').fill('Corner shop & co')
  await expect(page.getByRole('link', { name: 'Ask support about this card' })).toHaveAttribute(
    'href',
    '/contact?about=Corner+shop+%26+co',
  )
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
