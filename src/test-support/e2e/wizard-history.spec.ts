import { expect, type Page } from '@playwright/test'
import { join, signUpHere } from './accounts.ts'
import { test } from './closing-test.ts'
import { chooseMethod, getQuote, goToUpload, heading } from './wizard-actions.ts'

test("the browser's Back never returns to a step that was left with Back", async ({ page }) => {
  await goToUpload(page)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
  await page.getByRole('button', { name: 'Change the card' }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Your quote')).toBeVisible()
})

test('Back and Forward before sign-up keep the quote', async ({ page }) => {
  await getQuote(page)
  await chooseMethod(page, 'Zelle')
  await page.getByRole('button', { name: 'Sign In to Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account to get your $92.00', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await page.goForward()
  await signUpHere(page)
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Zelle/ })).toBeChecked()
})

test('returning to the card before sign-up opens the card afterwards', async ({ page }) => {
  await getQuote(page)
  await page.getByRole('button', { name: 'Sign In to Continue' }).click()
  await expect(page).toHaveURL(/\/signup$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
  await join(page)
  await page.goto('/exchange')
  await expect(page.getByText('Signed in as Dana Reyes')).toBeVisible()
  await expect(heading(page, 'Which card are you selling?')).toBeVisible()
})

/** Makes the server's quotes valid for half an hour by the page's clock, which a test has moved, at this payout. */
async function quoteByPageClock(page: Page, payoutAmount: number): Promise<void> {
  await page.unroute(/exchange\.quote/)
  await page.route(/exchange\.quote/, async (route) => {
    const expiresAt = await page.evaluate(() => new Date(Date.now() + 30 * 60_000).toISOString())
    const response = await route.fetch()
    const [{ result }] = (await response.json()) as [{ result: { data: object } }]
    const data = { ...result.data, payoutAmount, expiresAt, quoteId: expiresAt }
    await route.fulfill({ response, json: [{ result: { data } }] })
  })
}

test('an expired quote is requested again and a changed price is shown', async ({ page }) => {
  await page.clock.install()
  await quoteByPageClock(page, 92)
  await getQuote(page)
  await page.clock.fastForward('32:00')
  await expect(page.getByText('Your quote had expired. This is a new one at the same price.')).toBeVisible()
  await quoteByPageClock(page, 90)
  await page.clock.fastForward('32:00')
  await expect(page.getByText('The price of this card has changed.')).toContainText('It was $92.00.')
  await expect(page.getByText('$90.00').first()).toBeVisible()
})

for (const value of ['', 'abc'])
  test(`the front page with the value ${JSON.stringify(value)} restores no value of an older draft`, async ({
    page,
  }) => {
    await getQuote(page, { brand: 'apple', value: 250 })
    await page.goto('/')
    await page.getByLabel('Gift Card Value').fill(value)
    await page.getByRole('button', { name: 'Sell This Card' }).click()
    await expect(page.getByRole('radio', { name: /^Amazon/ })).toBeChecked()
    await expect(page.getByLabel('Gift Card Value')).toHaveValue('')
  })
