import { expect } from '@playwright/test'
import { join } from './accounts.ts'
import { test } from './closing-test.ts'
import { aPng, submissionFields } from './submissions.ts'
import { files, goToUpload } from './wizard-actions.ts'

const unreadable = (name: string) =>
  `Failed to process ${name}: we couldn't read it as a picture. Please take the photo again.`
/** Starts like a photo and contains a page with a script. */
const disguised = {
  name: 'front.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(`\xff\xd8\xff\xe0<html><script>alert(1)</script>${'x'.repeat(2_000)}`, 'latin1'),
}
/** Has no page to draw. */
const empty = {
  name: 'receipt.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF'),
}

test('rejects a file that is no image at its row and makes room for another', async ({ page }) => {
  await goToUpload(page)
  await page.getByLabel('Gift card photos').setInputFiles([disguised, empty])
  await expect(files(page).first()).toContainText(unreadable('front.jpg'))
  await expect(files(page).last()).toContainText(
    "Failed to process receipt.pdf: we couldn't read it as a PDF. Please send a photo instead.",
  )
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove receipt.pdf' }).click()
  await page.getByLabel('Another file in place of front.jpg').setInputFiles(aPng('again.png'))
  await expect(files(page)).toHaveCount(1)
  await expect(files(page)).toContainText('Uploaded')
})

test('an upload rejected by an overloaded server names its file and can be retried', async ({ page }) => {
  await goToUpload(page)
  const json = { message: 'We are busy. Please try again in a moment.', code: 'unavailable', retryAfterSeconds: 5 }
  await page.route('**/api/uploads', (route) => route.fulfill({ status: 503, json }), { times: 1 })
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Failed to process front.png')
  await page.getByRole('button', { name: 'Retry front.png' }).click()
  await expect(files(page)).toContainText('Uploaded')
})

test('an order with a photo that cannot be drawn is refused in words', async ({ page }) => {
  await join(page)
  // A JPEG structure of 10 x 10 pixels without image data.
  const frame = 'ffd8 ffc0000b08000a000a01011100 ffda0008010100003f00 ffd9'
  const photo = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(frame.replaceAll(' ', ''), 'hex') }
  const answer = await page.request.post('/api/submit', { multipart: { ...submissionFields, files: photo } })
  expect(answer.status()).toBe(415)
  expect(await answer.text()).toContain("we couldn't read it as a picture")
})
