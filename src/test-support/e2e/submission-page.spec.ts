import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { reasonTexts } from '#shared/status-reasons.ts'
import { cut, join, newStaffPage, password, watchErrors } from './accounts.ts'
import { opened, openReview, openSubmission, rows } from './review-actions.ts'
import { aPng, submitCard, test } from './submissions.ts'
import { files, fillSubmission, goToUpload, heading } from './wizard-actions.ts'

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
const nextStep = (page: Page) => page.getByRole('region', { name: 'Next step' })

test('the page of an order shows receipt, timeline with reasons and next step', async ({ page, staffApi, context }) => {
  const errors = watchErrors(context)
  await join(page)
  const id = await submitCard(page)
  await staffApi.decide(id, 'processing')
  await staffApi.decide(id, 'rejected', 'We need pictures of the front and the back of the card. Send us both.')
  await page.goto('/transactions')
  await page.getByRole('link', { name: `View Order ${id}` }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${id}$`))
  await expect(page).toHaveTitle(`${id} | Gift Card Exchange`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${id}`)
  await expect(page.getByRole('article')).toContainText('$92.00')
  await expect(timeline(page)).toContainText([/Submitted.*Pending.*You/s, /Processing.*Support/s, /Rejected.*Support/s])
  await expect(page.getByText(/^We need pictures of the front and the back/)).toHaveCount(1)
  await expect(nextStep(page)).toContainText('Add photos of the front and the back below.')
  await page.getByRole('link', { name: 'Sell this card again' }).click()
  await expect(page.getByRole('heading', { name: 'Your quote' })).toBeVisible()
  await expect(page.getByText('Rate of order')).toBeVisible()
  expect(errors).toEqual([])
})

test('a decision appears at once, also in the timeline', async ({ page, staffApi }) => {
  await join(page)
  const id = await submitCard(page)
  await page.goto(`/transactions/${id}`)
  // The submission, and two steps that are still to come.
  await expect(timeline(page)).toHaveCount(3)
  await expect(nextStep(page)).toContainText('Nothing to do for now.')
  await staffApi.decide(id, 'completed', 'Your payment has been processed and sent.')
  await expect(timeline(page)).toHaveCount(2)
  await expect(page.getByText('Your payment has been processed and sent.')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Completed')
  await expect(nextStep(page)).toContainText("We've sent the money.")
})

test('the confirmation links to the order', async ({ page }) => {
  await goToUpload(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  await fillSubmission(page)
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Track this order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order GCE-/ })).toBeVisible()
})

test("another customer's order is not found, and a visitor is asked to sign in", async ({ page, browser }) => {
  await join(page)
  const id = await submitCard(page)
  const other = await (await browser.newContext()).newPage()
  await other.goto(`/transactions/${id}`)
  await expect(other.getByRole('heading', { name: 'Access Restricted', level: 1 })).toBeVisible()
  await join(other, 'Sam Ode')
  for (const path of [id, 'GCE-0000000000', 'nonsense']) {
    await other.goto(`/transactions/${path}`)
    await expect(other.getByRole('heading', { name: 'Order not found', level: 1 })).toBeVisible()
    await expect(other.getByText(`There is no order ${path} in this account.`)).toBeVisible()
  }
  await other.getByRole('link', { name: 'View Transaction History' }).click()
  await expect(other.getByRole('heading', { name: 'Transaction History' })).toBeVisible()
})

for (const [width, height] of [
  [1280, 720],
  [1280, 900],
  [390, 844],
] as const)
  test(`status and next step are on the screen first at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await join(page)
    await page.goto(`/transactions/${await submitCard(page)}`)
    const [next, receipt] = [await nextStep(page).boundingBox(), await page.getByRole('article').boundingBox()]
    if (!next || !receipt) throw new Error('Next step or receipt is not on the page.')
    expect(next.y + next.height).toBeLessThanOrEqual(height)
    if (width === 390) expect(receipt.y).toBeGreaterThan(next.y + next.height)
    else expect(receipt.x).toBeGreaterThan(next.x + next.width)
  })

test('a customer opens a photo they sent', async ({ page, context }) => {
  await join(page)
  await page.goto(`/transactions/${await submitCard(page)}`)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /^front\.png/ }).click()
  const photo = await opened
  await expect(photo).toHaveURL(/\/api\/files\/[\w-]{22}$/)
  await expect(photo.locator('img')).toBeVisible()
})

test('the link of a mail, opened in another browser, leads through the sign-in to the order', async ({
  page,
  browser,
}) => {
  const { email } = await join(page)
  const id = await submitCard(page)
  const fresh = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await fresh.goto(`/transactions/${id}`)
  await expect(fresh.getByRole('heading', { name: `Sign in to see order ${id}` })).toBeVisible()
  await fresh.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  const dialog = fresh.getByRole('dialog')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(fresh.getByRole('heading', { level: 1 })).toHaveText(`Order ${id}`)
  await expect(fresh.getByRole('article')).toContainText('$92.00')
})

test('the reference is set in the mono face, and a receipt casts no shadow in the dark', async ({ page }) => {
  await join(page)
  const id = await submitCard(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/transactions/${id}`)
  await expect(page.getByRole('heading', { level: 1 }).getByText(id)).toHaveCSS('font-family', /^"Geist Mono/)
  const filter = page.getByRole('article').evaluate((receipt) => {
    return getComputedStyle(receipt.firstElementChild as Element).filter
  })
  // Both shadows have a colour with no opacity.
  expect((await filter).match(/[/,] 0\) /g)).toHaveLength(2)
})

test('shows an error without the server and loads the order once it is back', async ({ page }) => {
  await join(page)
  const id = await submitCard(page)
  const mend = await cut(page, /transactions\.get/)
  await page.goto(`/transactions/${id}`)
  await expect(heading(page, 'This order could not be loaded')).toBeVisible()
  await mend()
  const title = page.getByRole('heading', { level: 1, name: `Order ${id}` })
  // The page may have reloaded by itself, which removes the button.
  await page.getByRole('button', { name: 'Try again' }).or(title).last().click()
  await expect(title).toBeVisible()
})

test('copies the reference', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await join(page)
  const id = await submitCard(page)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('button', { name: 'Copy order reference' }).click()
  await expect(page.getByText('Order reference copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
})

test('has no accessibility violations, wide and narrow, light and dark', async ({ page, staffApi }) => {
  await join(page)
  const id = await submitCard(page)
  await staffApi.decide(id, 'processing', 'A'.repeat(200))
  await staffApi.decide(id, 'rejected', reasonTexts.rejected['receipt-needed'])
  await page.goto(`/transactions/${id}`)
  await expect(timeline(page)).toHaveCount(3)
  for (const width of [1280, 320])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
})

/** The text of everything that is visible in print. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const text = await page.locator('body').innerText()
  const colours = await page
    .locator('main :is(h1, h2, p, dt, dd, time, strong)')
    .evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).color))])
  await page.emulateMedia({ media: null })
  expect(colours).toEqual(['rgb(0, 0, 0)'])
  return text
}

test('prints only receipts and terms, black on white', async ({ page, staffApi }) => {
  await join(page)
  const id = await submitCard(page)
  await staffApi.decide(id, 'rejected', 'The photo is too dark.')
  await page.goto(`/transactions/${id}`)
  await expect(timeline(page)).toHaveCount(2)
  const order = await printed(page)
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format()
  const letterhead = ['Gift Card Exchange', 'support@giftcardexchange.example']
  for (const text of [...letterhead, id, today, '$92.00', 'The photo is too dark.', 'Cash App $da…r', 'Dana Reyes'])
    expect(order).toContain(text)
  expect(order).not.toMatch(
    /Print|Copy|Sell this card|Transaction History|Supported Cards|All rights reserved|Theme|Photos you sent/,
  )
  await page.goto(`/exchange?step=done&order=${id}`)
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  const receipt = await printed(page)
  for (const text of [...letterhead, id, today, 'Dana Reyes']) expect(receipt).toContain(text)
  expect(receipt).not.toMatch(/Copy|Signed in|Select Card|Submit Another|All rights reserved/)
  await page.goto('/terms-of-service')
  const terms = await printed(page)
  expect(terms).toMatch(/^Gift Card Exchange\s+support@giftcardexchange.example\s+Terms of Service/)
  expect(terms).not.toMatch(/All rights reserved|Exchange\nHow it Works/)
})

test('a seller adds the missing photo, and the reviewer finds the order at its old place', async ({
  page,
  browser,
  staffApi,
}) => {
  const customer = await join(page)
  const card = { cardBrand: 'walmart', cardNumber: '6006 4912 3456 7890', exchangeRate: '', payoutAmount: '' }
  const id = await submitCard(page, card)
  const later = await submitCard(page, { ...card, cardNumber: '6006 4912 3456 7891' })
  await staffApi.decide(id, 'rejected', reasonTexts.rejected['front-only'])
  const staff = await newStaffPage(browser)
  await openReview(staff, customer, '&status=open&sort=oldest')
  await expect(rows(staff)).toHaveCount(1)

  await page.goto(`/transactions/${id}`)
  await expect(nextStep(page)).toContainText('Add a photo of the back below.')
  await page.getByLabel('Back photo', { exact: true }).setInputFiles(aPng('back.png'))
  await expect(files(page)).toContainText('Uploaded')
  await page.getByLabel('Security Code').fill('9876')
  await page.getByRole('button', { name: 'Send photos' }).click()
  const status = page.getByRole('status').filter({ hasText: 'Status: Pending' })
  await expect(status).toBeFocused()
  await expect(timeline(page)).toContainText([/Submitted/, /Rejected/, /Photos added.*Pending.*You/s])

  await expect(rows(staff)).toHaveCount(2)
  await expect(rows(staff)).toContainText([id, later])
  await openSubmission(staff, id)
  await expect(opened(staff)).toContainText('Photos added: Rejected to Pending by Dana Reyes')
  await expect(opened(staff)).toContainText('back.png')
})
