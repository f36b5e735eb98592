import { expect, type Page } from '@playwright/test'
import { drawJpeg, signInStaff, signUpHere, watchErrors } from './accounts.ts'
import { test } from './submissions.ts'

/** The main flow, with a customer and staff in two browsers at the same time. */
for (const width of [1280, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('a visitor sells a Visa card; staff complete it; the customer sees it turn green', {
      tag: ['@firefox', '@main'],
    }, async ({ browser, page }) => {
      const errors = watchErrors(page.context())
      const staff = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage()
      await signInStaff(staff)
      await staff.goto('/admin?status=pending&sort=newest')
      await expect(staff.getByRole('button', { name: 'Pending', exact: true })).toHaveAttribute('aria-pressed', 'true')

      await pickAndQuote(page)
      await page
        .getByRole('link', { name: 'Sign In to Continue' })
        .or(page.getByRole('button', { name: 'Sign In to Continue' }))
        .click()
      await signUpHere(page)
      // The draft survives the sign-up: card, value and method are unchanged.
      await expect(page.getByText('$178.00').first()).toBeVisible()

      const photos = [await drawJpeg(page, 1), await drawJpeg(page, 2)]
      await uploadAndSubmit(page, photos)
      const done = page.getByRole('heading', { name: 'Order Submitted Successfully!' })
      await expect(done).toBeVisible()
      await expect(page.getByText('Expected payout: Upon successful card verification')).toBeVisible()
      const reference =
        (await page
          .getByText(/^GCE-[0-9A-Z]{10}$/)
          .first()
          .textContent()) ?? ''

      const card = staff.getByRole('article').filter({ hasText: reference })
      const newOrders = staff.getByRole('button', { name: /new orders? - show/ })
      // A list that is not empty shows new orders on request. Orders of other tests arrive as well.
      await staff.addLocatorHandler(newOrders, () => newOrders.click(), { noWaitAfter: true })
      await expect(card).toBeVisible()
      await staff.removeLocatorHandler(newOrders)
      await card.getByRole('button', { expanded: false }).first().click()
      await openBothPhotos(staff, reference, photos)
      await page.getByRole('link', { name: 'View Transaction History' }).click()
      const submission = page.getByRole('main').getByRole('listitem').filter({ hasText: reference })
      await expect(submission).toContainText('Pending')

      await complete(staff, reference)
      await expect(submission).toContainText('Completed')
      expect(errors).toEqual([])
    })
  })
}

async function pickAndQuote(page: Page): Promise<void> {
  await page.goto('/exchange')
  await page.getByRole('searchbox').fill('visa')
  await page.getByRole('radio', { name: /^Visa/ }).check()
  await page.getByLabel('Gift Card Value').fill('200')
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expect(page.getByText('Sign In Required')).toBeVisible()
  await page.getByRole('radio', { name: /Cash App/ }).check()
}

async function uploadAndSubmit(page: Page, photos: Buffer[]): Promise<void> {
  await expect(page.getByText('Visa cards require both front and back photos').first()).toBeVisible()
  for (const [at, side] of ['Front', 'Back'].entries())
    await page
      .getByLabel(`${side} photo`, { exact: true })
      .setInputFiles({ name: `${side}.jpg`, mimeType: 'image/jpeg', buffer: photos[at] ?? Buffer.alloc(0) })
  await page.getByLabel('Gift Card Number').fill('4111 1111 1111 1111')
  await page.getByLabel('Security Code').fill('951')
  await page.getByLabel('Expiry Date').fill('12/39')
  await page.getByLabel('Account Name').fill('Dana Reyes')
  await page.getByLabel('Cash App Tag').fill('$dana_r')
  await page.getByRole('checkbox', { name: /rightful|lawful|own/i }).check()
  await page.getByRole('button', { name: 'Submit Securely' }).click()
}

async function openBothPhotos(staff: Page, reference: string, photos: Buffer[]): Promise<void> {
  const card = staff.getByRole('article').filter({ hasText: reference })
  const links = card.getByRole('link', { name: /^View/ })
  await expect(links).toHaveCount(2)
  for (const [at, photo] of photos.entries()) {
    const opened = staff.context().waitForEvent('page')
    await links.nth(at).click()
    const view = await opened
    await view.waitForLoadState()
    // Previews are re-encoded; the original is the uploaded file.
    expect(await view.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect((await (await staff.request.get(`${view.url()}?download=original`)).body()).equals(photo)).toBe(true)
    await view.close()
  }
}

async function complete(staff: Page, reference: string): Promise<void> {
  await staff.getByRole('button', { name: `Update Status of ${reference}` }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('New Status').selectOption('completed')
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await dialog.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(dialog.getByText('Status updated successfully! You can now close this dialog.')).toBeVisible()
}
