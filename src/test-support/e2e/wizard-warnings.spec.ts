import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from './closing-test.ts'
import { aPng } from './submissions.ts'
import {
  cardNumber,
  files,
  fillSubmission,
  goToUpload,
  heading,
  scamCheck,
  terms,
  worthChecking,
} from './wizard-actions.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Submit Securely' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Worth checking before you send it' })

/** The place of the photo of one side. */
function slot(page: Page, side: string) {
  return page.locator('[data-field="files"]').getByRole('button', { name: new RegExp(`^${side}`) })
}

/** A Visa card that meets every requirement, with typing errors in it. */
async function fillDoubtfulVisa(page: Page): Promise<void> {
  await goToUpload(page, { brand: 'visa', value: 200, method: 'PayPal' })
  for (const side of ['Front', 'Back'])
    await page.getByLabel(`${side} photo`, { exact: true }).setInputFiles(aPng(`${side}.png`))
  await expect(files(page)).toContainText(['Uploaded', 'Uploaded'])
  await page.getByLabel('Gift Card Number').fill('1')
  await page.getByLabel('Security Code').fill('951')
  await page.getByLabel('Expiry Date').fill('12/39')
  await page.getByLabel('PayPal Email').fill('asdf')
  await scamCheck(page).getByRole('button', { name: 'No' }).click()
  await terms(page).check()
}

for (const [width, height] of [
  [1280, 720],
  [1280, 900],
  [390, 844],
] as const)
  test.describe(`at ${width}x${height}`, () => {
    const isPhone = width < 500
    test.use({ viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone })

    test('an order with everything that is required is sent without a question', async ({ page }) => {
      await goToUpload(page)
      await fillSubmission(page)
      await page.getByLabel('Front photo', { exact: true }).setInputFiles(aPng('front.png'))
      await expect(files(page)).toContainText('Uploaded')
      await expect(page.getByText('Everything is filled in.')).toBeVisible()
      await send(page).click()
      await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
    })

    test('typing errors are asked about once, and the question works with the keyboard', async ({ page }) => {
      await fillDoubtfulVisa(page)
      await expect(worthChecking(page)).toHaveText([
        'Visa numbers have 16 digits. You entered 1.',
        'PayPal needs an email address, like you@mail.com.',
      ])
      await send(page).focus()
      await page.keyboard.press('Enter')
      await expect(question(page).getByRole('button', { name: 'Fix' })).toBeFocused()
      await expect(question(page).getByRole('button', { name: 'Send anyway' })).toBeInViewport({ ratio: 1 })
      const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
      expect(violations).toEqual([])
      await page.keyboard.press('Enter')
      await expect(question(page)).toBeHidden()
      await expect(page.getByLabel('Gift Card Number')).toBeFocused()
      await expect(page.getByLabel('Gift Card Number')).toBeInViewport({ ratio: 1 })

      await page.keyboard.press('Enter')
      await expect(question(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByLabel('Gift Card Number')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(question(page).getByRole('button', { name: 'Fix' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
    })

    test('front and back stand side by side with an example of each', async ({ page }) => {
      await goToUpload(page)
      const [front, back] = await Promise.all(['Front', 'Back'].map((side) => slot(page, side).boundingBox()))
      expect(front?.y).toBe(back?.y)
      expect(front?.width).toBe(back?.width)
      await expect(page.getByText('Example', { exact: true })).toHaveCount(2)
      const camera = page.getByRole('button', { name: 'Take a photo of the front' })
      const desktopWords = page.getByText(/Drop|Ctrl\+V/)
      if (isPhone) {
        await expect(camera).toBeVisible()
        await expect(page.getByRole('button', { name: 'Choose from photos of the back' })).toBeVisible()
        for (const words of await desktopWords.all()) await expect(words).toBeHidden()
      } else {
        await expect(camera).toBeHidden()
        await expect(desktopWords.first()).toBeVisible()
      }
    })
  })

test('a photo can be dropped on its side and pasted into the next free one', async ({ page }) => {
  await goToUpload(page)
  const photo = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPgDbf5DwACtQGgvpxAKQAAAABJRU5ErkJggg=='),
      (byte) => byte.charCodeAt(0),
    )
    data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
    return data
  })
  await slot(page, 'Back').dispatchEvent('drop', { dataTransfer: photo })
  await expect(files(page)).toHaveText([/^dropped\.png.*Back.*Uploaded/])
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'pasted.png', { type: 'image/png' }),
    )
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
  })
  await expect(files(page)).toHaveText([/^pasted\.png.*Front/, /^dropped\.png.*Back/])
  await page.getByLabel('Gift Card Number').fill(cardNumber)
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(cardNumber)
})
