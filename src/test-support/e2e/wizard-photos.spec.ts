import { expect, type Page, type Response } from '@playwright/test'
import { drawJpeg, expectToast } from './accounts.ts'
import { test } from './closing-test.ts'
import { aPhonePhoto, describeImage, storedBytes } from './phone-photo.ts'
import { aPng } from './submissions.ts'
import { files, goToUpload, heading } from './wizard-actions.ts'

const photos = (page: Page) => page.getByLabel('Gift card photos')

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

test('uploads a photo of more than 10 MB scaled down, and rejects a file that cannot be', async ({ page }) => {
  await goToUpload(page)
  const photo = await aPhonePhoto(page, 'front.jpg')
  // Bytes after the end of a JPEG do not change the picture.
  const padding = Buffer.alloc(10.1 * 1024 * 1024 - photo.buffer.length)
  const uploaded = nextUpload(page)
  await photos(page).setInputFiles({ ...photo, buffer: Buffer.concat([photo.buffer, padding]) })
  const bytes = await storedBytes(page.request, await uploaded)
  expect(await describeImage(page, bytes)).toMatchObject({ width: 1536, height: 2048 })
  await expect(files(page)).toHaveText(/^front\.jpg.*Uploaded/)
  const scan = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10.1 * 1024 * 1024) }
  await photos(page).setInputFiles(scan)
  await expectToast(page, 'Upload Error', 'scan.pdf is too large. Maximum size is 10MB.')
  await expect(files(page)).toHaveCount(1)
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

test('a photo waits for the network, shows it, and announces its arrival', async ({ page, context }) => {
  await goToUpload(page)
  await page.getByLabel('Gift Card Number').fill('ABCD')
  await context.setOffline(true)
  await photos(page).setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText("Upload continues when you're back online.")
  await expect(page.getByRole('button', { name: 'Retry front.png' })).toBeVisible()
  await context.setOffline(false)
  await expect(files(page)).toContainText('Uploaded')
  await expect(page.getByText('front.png is uploaded')).toBeAttached()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue('ABCD')
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
})
