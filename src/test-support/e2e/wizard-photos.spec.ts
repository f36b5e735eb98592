import { expect, type Page, type Response, test } from '@playwright/test'
import { drawJpeg, expectToast, toast } from './accounts.ts'
import { aPhonePhoto, describeImage, storedBytes } from './phone-photo.ts'
import { aPng } from './submissions.ts'
import { files, fillOrder, goToUpload, heading, missing } from './wizard-actions.ts'

const photos = (page: Page) => page.getByLabel('Gift card photos')
const names = (page: Page) =>
  files(page)
    .locator('p')
    .filter({ hasText: /^[a-z ()0-9]+\.(png|jpg|pdf)$/ })

/** The response to the next successful upload. */
function nextUpload(page: Page): Promise<Response> {
  return page.waitForResponse((answer) => answer.url().endsWith('/api/uploads') && answer.status() === 201)
}

test('uploads a 12 megapixel photo scaled down and upright; Rotate turns it further', async ({ page }) => {
  await goToUpload(page)
  const photo = await aPhonePhoto(page, 'front.jpg')
  expect(photo.buffer.length).toBeGreaterThan(1.5 * 1024 * 1024)
  let uploaded = nextUpload(page)
  await photos(page).setInputFiles(photo)
  let bytes = await storedBytes(page.request, await uploaded)
  expect(bytes.length).toBeLessThanOrEqual(1.5 * 1024 * 1024)
  expect(await describeImage(page, bytes)).toMatchObject({ width: 1536, height: 2048, left: 'blue', right: 'red' })
  await expectToast(page, 'Upload Complete', '1 file(s) uploaded successfully.')
  await expect(files(page)).toHaveText(/^front\.jpg.*Uploaded/)

  const takenBack = page.waitForResponse(/exchange\.removeUpload/)
  uploaded = nextUpload(page)
  await page.getByRole('button', { name: 'Rotate front.jpg' }).click()
  bytes = await storedBytes(page.request, await uploaded)
  expect(await describeImage(page, bytes)).toMatchObject({ width: 2048, height: 1536, top: 'blue', bottom: 'red' })
  expect((await takenBack).ok()).toBe(true)
  await expect(files(page)).toHaveText(/^front\.jpg.*Uploaded/)
})

test('uploads a small photo byte for byte', async ({ page }) => {
  await goToUpload(page)
  const buffer = await drawJpeg(page, 3)
  const uploaded = nextUpload(page)
  await photos(page).setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer })
  expect((await storedBytes(page.request, await uploaded)).equals(buffer)).toBe(true)
})

test('a failed rotation leaves the photo unchanged', async ({ page, context }) => {
  await goToUpload(page)
  await photos(page).setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await drawJpeg(page, 4) })
  await expect(files(page)).toContainText('Uploaded')
  // The image worker is loaded once; then the network may go down.
  await page.getByRole('button', { name: 'Rotate front.jpg' }).click()
  await expect(page.getByText('front.jpg is uploaded')).toBeAttached()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Rotate front.jpg' }).click()
  await expectToast(page, 'Upload Error', 'Failed to process front.jpg')
  await expect(files(page)).toHaveText(/^front\.jpg.*Uploaded/)
  await context.setOffline(false)
})

test('an iPhone photo is rejected with instructions', async ({ page }) => {
  await goToUpload(page)
  const buffer = Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic')
  const words =
    ' is not a supported file type. Please upload JPG, PNG, GIF, or PDF files. ' +
    'This is a HEIC photo: choose "Most Compatible" in the camera settings, or send it as JPG.'
  for (const [name, mimeType] of [
    ['IMG_1.HEIC', 'image/heic'],
    ['card.jpg', 'image/jpeg'],
  ] as const) {
    await photos(page).setInputFiles({ name, mimeType, buffer })
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([name + words])
  }
  await expect(files(page)).toHaveCount(0)
})

test('one press uploads the valid files of a rejected batch', async ({ page }) => {
  await goToUpload(page)
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }
  await photos(page).setInputFiles([aPng('front.png'), note, aPng('back.png')])
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([/^note\.txt is not a supported file type\./])
  await expect(files(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add the other 2' }).click()
  await expect(files(page)).toHaveText([/^front\.png.*Uploaded/, /^back\.png.*Uploaded/])
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Drop files here, or choose them/ })).toBeFocused()
})

test('files can be reordered and retaken in place', async ({ page }) => {
  await goToUpload(page)
  await photos(page).setInputFiles([aPng('a.png'), aPng('b.png'), aPng('c.png')])
  await expect(names(page)).toHaveText(['a.png', 'b.png', 'c.png'])
  const down = page.getByRole('button', { name: 'Move a.png down' })
  await down.click()
  await expect(names(page)).toHaveText(['b.png', 'a.png', 'c.png'])
  await expect(down).toBeFocused()
  await expect(page.getByText('a.png is now file 2 of 3')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['b.png', 'c.png', 'a.png'])
  await expect(down).toBeFocused()
  await expect(down).toBeDisabled()
  await page.getByLabel('Another file in place of c.png').setInputFiles(aPng('d.png'))
  await expect(names(page)).toHaveText(['b.png', 'd.png', 'a.png'])
})

test('moving the back of a Visa card up makes it the front', async ({ page }) => {
  await goToUpload(page, { brand: 'visa', value: 200 })
  for (const side of ['Front', 'Back'])
    await page.getByLabel(`${side} photo`, { exact: true }).setInputFiles(aPng(`${side.toLowerCase()}.png`))
  await expect(files(page)).toHaveText([/^front\.png\s*Front/, /^back\.png\s*Back/])
  await page.getByRole('button', { name: 'Move back.png up' }).click()
  await expect(files(page)).toHaveText([/^back\.png\s*Front/, /^front\.png\s*Back/])
})

test('a photo waits for the network, shows it, and announces its arrival', async ({ page, context }) => {
  await goToUpload(page)
  await page.getByLabel('Gift Card Number').fill('ABCD')
  await context.setOffline(true)
  await photos(page).setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('It goes up by itself when the network is back.')
  await expect(page.getByRole('button', { name: 'Retry front.png' })).toBeVisible()
  await context.setOffline(false)
  await expect(files(page)).toContainText('Uploaded')
  await expect(page.getByText('front.png is uploaded')).toBeAttached()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue('ABCD')
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
})

test('rejects the back photo as a duplicate when it is chosen as front', async ({ page }) => {
  await goToUpload(page, { brand: 'visa', value: 200 })
  const front = page.getByLabel('Front photo', { exact: true })
  await front.setInputFiles(aPng('front.png', 'one'))
  await page.getByLabel('Back photo', { exact: true }).setInputFiles(aPng('back.png', 'two'))
  await expect(files(page)).toHaveText([/^front\.png\s*Front.*Uploaded/, /^back\.png\s*Back.*Uploaded/])
  await front.setInputFiles(aPng('back.png', 'two'))
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'back.png has already been added: it is the same file.',
  ])
  await expect(files(page)).toHaveText([/^front\.png\s*Front.*Uploaded/, /^back\.png\s*Back.*Uploaded/])
  await page.getByRole('button', { name: 'Remove front.png' }).click()
  await expect(page.getByText('These files were not added')).toBeHidden()
})

test('an empty file is rejected with that reason', async ({ page }) => {
  await goToUpload(page)
  await photos(page).setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
  await expectToast(page, 'Upload Error', 'front.png is empty. Please choose another file.')
})

test('submit is blocked until a failed photo is removed or uploaded again', async ({ page }) => {
  await goToUpload(page)
  await fillOrder(page)
  await photos(page).setInputFiles(aPng('front.png', 'one'))
  await expect(files(page)).toContainText('Uploaded')
  await page.route(/\/api\/uploads$/, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } }),
  )
  await photos(page).setInputFiles([aPng('back.png', 'two'), aPng('receipt.png', 'three')])
  await expectToast(page, 'Upload Error', 'Failed to process back.png. Failed to process receipt.png.')
  await expect(toast(page)).not.toContainText('Something went wrong')
  await expect(missing(page)).toHaveText([
    'back.png was not uploaded. Remove it or try again.',
    'receipt.png was not uploaded. Remove it or try again.',
  ])
  await page.getByRole('button', { name: 'Submit Securely' }).click({ force: true })
  await expect(heading(page, 'There is a problem')).toBeVisible()
  await missing(page).first().click()
  await expect(page.getByRole('button', { name: 'Retry back.png' })).toBeFocused()
  await page.unroute(/\/api\/uploads$/)
  await page.getByRole('button', { name: 'Retry back.png' }).click()
  await expect(missing(page)).toHaveText(['receipt.png was not uploaded. Remove it or try again.'])
  await page.getByRole('button', { name: 'Remove receipt.png' }).click()
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  const sent = page.getByRole('main').locator('dt', { hasText: 'Files sent' }).locator('xpath=following-sibling::dd[1]')
  await expect(sent).toHaveText('2')
  await page.reload()
  await expect(sent).toHaveText('2')
})

test('a Visa card without expiry date can be submitted with a warning', async ({ page }) => {
  await goToUpload(page, { brand: 'visa', value: 200 })
  await fillOrder(page)
  for (const side of ['Front', 'Back'])
    await page.getByLabel(`${side} photo`, { exact: true }).setInputFiles(aPng(`${side.toLowerCase()}.png`))
  await expect(page.getByText('This card needs its expiry date: enter it below.')).toBeVisible()
  const expiry = page.getByLabel('Expiry Date', { exact: true })
  await expect(expiry).toBeVisible()
  const advice = page.getByText('Expiry date is missing: this card is often rejected without it.')
  await expect(advice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Securely' })).toBeEnabled()
  await page.getByRole('button', { name: 'Enter it' }).click()
  await expect(expiry).toBeFocused()
  await expiry.fill('12/39')
  await expect(advice).toBeHidden()
})
