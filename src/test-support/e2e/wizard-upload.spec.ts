import { expect, type Page, test } from '@playwright/test'
import { cut, expectToast, holdBack } from './accounts.ts'
import { aPng } from './submissions.ts'
import {
  chooseMethod,
  files,
  fillOrder,
  goToUpload,
  heading,
  missing,
  orderCode,
  orderNumber,
  terms,
} from './wizard-actions.ts'

const photos = (page: Page) => page.getByLabel('Gift card photos')

test('a Visa card requires both sides, and each missing-field line leads to its field', async ({ page }) => {
  await goToUpload(page, { brand: 'visa', value: 200 })
  const visa = 'Visa cards require both front and back photos (at least 2 files)'
  await expect(page.getByText('No file uploaded yet.')).toBeVisible()
  await expect(page.getByText(visa)).toBeVisible()
  await page.getByLabel('Account Name').fill('Other Person')
  await expect(page.getByText('The order will say: Dana Reyes, 555-010-0100')).toBeVisible()
  await page.getByLabel('Account Name').fill('')
  await page.getByRole('button', { name: 'Upload Files to Continue' }).click({ force: true })
  await expect(page.getByRole('region', { name: 'What is missing' })).toBeFocused()
  const lines = [
    ['At least one file must be uploaded', page.getByRole('button', { name: /^Front/ })],
    ['Gift card number is required', page.getByLabel('Gift Card Number')],
    ['Security code is required', page.getByLabel('Security Code')],
    ['Account name is required', page.getByLabel('Account Name')],
    ['Payment method details are required', page.getByLabel('Cash App Tag')],
    ['You must accept the terms and conditions', terms(page)],
  ] as const
  await expect(missing(page)).toHaveText(lines.map(([words]) => words))
  for (const [words, field] of lines) {
    await missing(page).filter({ hasText: words }).click()
    await expect(field).toBeFocused()
  }
  await expect(page.getByLabel('Gift Card Number')).toHaveAccessibleDescription(/Gift card number is required/)
  await page.getByLabel('Front photo', { exact: true }).setInputFiles(aPng('front.png'))
  await expect(missing(page).first()).toHaveText(visa)
  await expect(page.getByText('No file uploaded yet.')).toBeHidden()
  await page.getByLabel('Back photo', { exact: true }).setInputFiles(aPng('back.png'))
  await expect(missing(page).first()).toHaveText('Gift card number is required')
  await expect(page.getByText(visa)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Submit Securely' })).toBeVisible()
})

test('rejects a whole batch with one invalid file', async ({ page }) => {
  await goToUpload(page)
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }
  const big = { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) }
  const unsupported = 'note.txt is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.'
  const tooLarge = 'big.png is too large. Maximum size is 10MB.'
  await photos(page).setInputFiles([aPng('good.png'), note, big])
  await expectToast(page, 'Upload Error', unsupported, tooLarge)
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([unsupported, tooLarge])
  await expect(files(page)).toHaveCount(0)
  await photos(page).setInputFiles([aPng('good.png'), aPng('other.png')])
  await expectToast(page, 'Upload Complete', '2 file(s) uploaded successfully.')
  await expect(page.getByText(unsupported).first()).toBeHidden()
})

test('ignores duplicates, keeps other files of the same name, and moves the focus on removal', async ({ page }) => {
  await goToUpload(page)
  await photos(page).setInputFiles(aPng('image.png', 'one'))
  await expect(files(page)).toHaveText(/image\.png/)
  await photos(page).setInputFiles([aPng('image.png', 'one'), aPng('image.png', 'two')])
  await expect(files(page)).toHaveText([/^image\.png/, /^image \(2\)\.png/])
  await photos(page).setInputFiles(aPng('image.png', 'one'))
  await expect(files(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove image.png' }).click()
  await expect(page.getByRole('button', { name: 'Remove image (2).png' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(files(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Drop files here, or choose them/ })).toBeFocused()
})

test('a failed upload shows an error and can be retried', async ({ page }) => {
  await goToUpload(page)
  const mend = await cut(page, /\/api\/uploads$/)
  await photos(page).setInputFiles(aPng('front.png'))
  await expectToast(page, 'Upload Error', 'Failed to process front.png')
  await expect(files(page)).toContainText('Failed to process front.png')
  await expect(page.getByRole('button', { name: 'Upload Files to Continue' })).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Retry front.png' }).click()
  await expect(files(page)).toContainText('Uploaded')
  await expectToast(page, 'Upload Complete', '1 file(s) uploaded successfully.')
})

test('photos chosen offline upload automatically once the network is back', async ({ page, context }) => {
  await goToUpload(page)
  await context.setOffline(true)
  await photos(page).setInputFiles([aPng('front.png'), aPng('back.png')])
  await expect(files(page)).toContainText(['Failed to process front.png', 'Failed to process back.png'])
  await context.setOffline(false)
  await expect(files(page)).toContainText(['Uploaded', 'Uploaded'])
})

test('the button shows uploads in progress, and an upload can be cancelled', async ({ page }) => {
  await goToUpload(page)
  await fillOrder(page)
  const answer = await holdBack(page, /\/api\/uploads$/)
  await photos(page).setInputFiles([aPng('front.png'), aPng('back.png')])
  await expect(page.getByRole('button', { name: 'Processing Files...' })).toBeVisible()
  await expect(missing(page)).toHaveText(['Please wait for files to finish uploading'])
  await page.getByRole('button', { name: 'Cancel back.png' }).click()
  answer()
  await expect(files(page)).toHaveText(/front\.png.*Uploaded/)
  await expect(page.getByRole('button', { name: 'Submit Securely' })).toBeEnabled()
})

test('every payment method asks for its own details under its own label', async ({ page }) => {
  await goToUpload(page, { method: 'PayPal' })
  const labels = [
    ['PayPal', 'PayPal Email', 'you@mail.com'],
    ['Cash App', 'Cash App Tag', '$yourtag'],
    ['Zelle', 'Zelle Email or Phone', 'you@mail.com or 555-0100'],
    ['Google Pay', 'Google Pay Email or Phone', 'you@gmail.com or 555-0100'],
    ['Apple Pay', 'Apple Pay Phone Number', '555-0100'],
    ['Chime', 'Chime ChimeSign or Phone', '$yourchimesign'],
    ['GreenDot', 'GreenDot Account Details', 'Name or account'],
  ] as const
  for (const [method, label, placeholder] of labels) {
    await page.getByRole('button', { name: 'Back' }).click()
    await chooseMethod(page, method)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByLabel(label)).toHaveAttribute('placeholder', placeholder)
    await expect(page.getByLabel(label)).toHaveValue('')
    await page.getByLabel(label).fill('mine')
  }
})

test('a bank payout requires valid account and routing numbers', async ({ page }) => {
  await goToUpload(page, { method: 'Bank Transfer' })
  await expect(page.getByText(/Bank transfers may take up to 2 business days/)).toBeVisible()
  const payout = missing(page).filter({ hasText: /Payment method|account number|routing number/ })
  await expect(payout).toHaveText(['Payment method details are required'])
  await page.getByLabel('Account Number').fill('123')
  await page.getByLabel('Routing Number').fill('021000022')
  await expect(payout).toHaveText([
    'Enter an account number of 4 to 17 digits',
    'Enter the 9-digit routing number of your bank',
  ])
  await page.getByLabel('Account Number').fill('12-3456 789')
  await page.getByLabel('Routing Number').fill('021000021')
  await expect(payout).toHaveCount(0)
})

test('leaving with a typed code asks for confirmation', async ({ page }) => {
  await goToUpload(page)
  await page.getByLabel('Security Code').fill(orderCode)
  const away = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Supported Cards' })
  await away.click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Security Code')).toHaveValue(orderCode)
  await expect(away).toBeFocused()
  await away.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Supported Cards', level: 1 })).toBeVisible()
})

test('Back keeps everything; a reload keeps card and method but never a number, code or photo', async ({ page }) => {
  await goToUpload(page)
  await fillOrder(page)
  await photos(page).setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  for (const step of ['Your quote', 'Which card are you selling?']) {
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(heading(page, step)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(orderNumber)
  await expect(page.getByLabel('Security Code')).toHaveValue(orderCode)
  await expect(files(page)).toContainText('front.png')
  await expect(terms(page)).toBeChecked()

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).toContain('apple')
  expect(kept).not.toMatch(/X2MW|6KRD|8841|dana_r|front\.png/)

  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Cash App/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByLabel('Cash App Tag')).toHaveValue('')
  await expect(page.getByLabel('Gift Card Number')).toHaveValue('')
  await expect(page.getByLabel('Security Code')).toHaveValue('')
  await expect(files(page)).toHaveCount(0)
})

test('signing out on step 3 clears the exchange', async ({ page }) => {
  await goToUpload(page)
  await fillOrder(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Signed out')
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('')
  await expect(page.getByRole('radio', { name: /^Apple/ })).not.toBeChecked()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('apple')
})
