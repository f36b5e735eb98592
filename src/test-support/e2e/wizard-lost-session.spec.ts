import { expect, type Page } from '@playwright/test'
import { join, password } from './accounts.ts'
import { test } from './closing-test.ts'
import { aPng } from './submissions.ts'
import { cardNumber, files, fillSubmission, goToUpload, heading } from './wizard-actions.ts'

const cover = (page: Page) => page.getByRole('alert').filter({ hasText: /signed out|disabled/i })
const again = (page: Page) => cover(page).getByRole('button', { name: 'Sign In Again' })

/** A new customer with step 3 filled in; returns their address. */
async function fillStepThree(page: Page): Promise<string> {
  await goToUpload(page)
  await fillSubmission(page)
  await page.getByLabel('Gift card photos').setInputFiles(aPng('front.png'))
  await expect(files(page)).toContainText('Uploaded')
  const answer = await page.request.get('/trpc/account.session')
  const { result } = (await answer.json()) as { result: { data: { customer: { email: string } } } }
  return result.data.customer.email
}

async function endOtherSessions(page: Page, email: string): Promise<void> {
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('No browser.')
  await other.request.post('/api/auth/sign-in', { data: { email, password } })
  const ended = await other.request.post('/trpc/account.endOtherSessions', { data: {} })
  expect(ended.ok(), await ended.text()).toBe(true)
  await other.close()
}

async function signInAgain(page: Page, email: string): Promise<void> {
  await again(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Asserts that no storage contains the submission. */
async function expectNothingStored(page: Page): Promise<void> {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/X2MW|6KRD|dana_r|front\.png/)
}

test('ending the session from another browser hides step 3; the same customer continues after sign-in', async ({
  page,
}) => {
  const email = await fillStepThree(page)
  await endOtherSessions(page, email)
  await expect(cover(page)).toContainText('Your order has not been sent.')
  await expect(page.getByLabel('Gift Card Number')).toBeHidden()
  await expect(files(page)).toHaveCount(0)
  await expectNothingStored(page)
  await signInAgain(page, email)
  await expect(cover(page)).toBeHidden()
  await expect(page.getByLabel('Gift Card Number')).toHaveValue(cardNumber)
  await expect(page.getByLabel('Cash App Tag')).toHaveValue('$dana_r')
  await expect(files(page)).toContainText('Uploaded')
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
})

test('the kept order is deleted after 15 minutes', async ({ page, context }) => {
  await page.clock.install()
  await fillStepThree(page)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await expect(again(page)).toBeVisible()
  await page.clock.fastForward('14:50')
  await expect(again(page)).toBeVisible()
  await page.clock.fastForward('00:15')
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await expect(page.getByLabel('Gift Card Number')).toHaveCount(0)
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('Start Over deletes the kept order at once', async ({ page, context }) => {
  await fillStepThree(page)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Submit Securely' }).click()
  await cover(page).getByRole('button', { name: 'Start Over' }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await expect(page.getByLabel('Gift Card Number')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('signing out in another tab clears the exchange in this one', async ({ page, context }) => {
  await fillStepThree(page)
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await expect(page.getByLabel('Gift Card Number')).toHaveCount(0)
})

test('a chat draft is restored after sign-in', async ({ page }) => {
  const { email } = await join(page)
  await page.goto('/contact')
  await page.getByLabel('Subject').fill('My order')
  await page.getByRole('textbox', { name: 'Message' }).fill('Where is the payout of')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await endOtherSessions(page, email)
  await expect(page.getByRole('heading', { name: 'Sign In Required' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Where is the payout of')
  await expect(page.getByLabel('Subject')).toHaveValue('My order')
})

test('a signed-out tab shows the customer who signs in in another tab', async ({ page, context }) => {
  const { email } = await join(page)
  await context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Dana Reyes' })).toBeVisible()
})
