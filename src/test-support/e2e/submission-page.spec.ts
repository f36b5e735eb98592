import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { cut, join, watchErrors } from './accounts.ts'
import { aPng, submitCard, test } from './submissions.ts'
import { files, fillSubmission, goToUpload, heading } from './wizard-actions.ts'

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
const nextStep = (page: Page) => page.getByRole('region', { name: 'Next step' })

test('the page of an order shows receipt, timeline with reasons and next step', async ({ page, staffApi, context }) => {
  const errors = watchErrors(context)
  await join(page)
  const id = await submitCard(page)
  await staffApi.decide(id, 'processing')
  await staffApi.decide(
    id,
    'rejected',
    'We need pictures of the front and the back of the card. Sell it again with both.',
  )
  await page.goto('/transactions')
  await page.getByRole('link', { name: `View Order ${id}` }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${id}$`))
  await expect(page).toHaveTitle(`${id} | Gift Card Exchange`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${id}`)
  await expect(page.getByRole('article')).toContainText('$92.00')
  await expect(timeline(page)).toContainText([
    /Submitted.*Pending.*You/s,
    /Processing.*Support/s,
    /Rejected.*front and the back/s,
  ])
  await expect(nextStep(page)).toContainText('Sell it again with two photos')
  await page.getByRole('link', { name: 'Sell This Card Again' }).click()
  await expect(page.getByRole('radio', { name: /^Apple/ })).toBeChecked()
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('100')
  expect(errors).toEqual([])
})

test('a decision appears at once, also in the timeline', async ({ page, staffApi }) => {
  await join(page)
  const id = await submitCard(page)
  await page.goto(`/transactions/${id}`)
  await expect(timeline(page)).toHaveCount(1)
  await expect(nextStep(page)).toContainText('Nothing to do.')
  await staffApi.decide(id, 'completed', 'Your payment has been processed and sent.')
  await expect(timeline(page)).toHaveCount(2)
  await expect(timeline(page).last()).toContainText('Your payment has been processed and sent.')
  await expect(page.getByRole('article')).toContainText('Completed')
  await expect(nextStep(page)).toContainText('Your money is on its way.')
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
  await staffApi.decide(id, 'rejected', 'We need the store receipt for this card.')
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
  const submissionId = await printed(page)
  expect(submissionId).toContain(id)
  expect(submissionId).toContain('$92.00')
  expect(submissionId).toContain('The photo is too dark.')
  expect(submissionId).not.toMatch(
    /Print|Copy|Sell This Card|Transaction History|Supported Cards|All rights reserved|Theme/,
  )
  await page.goto(`/exchange?step=done&order=${id}`)
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  const receipt = await printed(page)
  expect(receipt).toContain(id)
  expect(receipt).not.toMatch(/Copy|Signed in|Select Card|Submit Another|All rights reserved/)
  await page.goto('/terms-of-service')
  const terms = await printed(page)
  expect(terms).toMatch(/^Terms of Service/)
  expect(terms).not.toMatch(/All rights reserved|Exchange\nHow it Works/)
})
