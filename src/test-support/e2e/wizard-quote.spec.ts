import { expect, test } from '@playwright/test'
import { expectToast, holdBack, join, toast } from './accounts.ts'
import { chooseMethod, getQuote, heading } from './wizard-actions.ts'

test('a tile shows card, rate and minimum and announces its selection', async ({ page }) => {
  await page.goto('/exchange')
  const tiles = page.getByRole('group', { name: 'Gift card brand' }).getByRole('radio')
  await expect(tiles.nth(90)).toBeAttached()
  await page.getByRole('radio', { name: /^Apple\s*Up to 92%\s*Min: \$50$/ }).check({ force: true })
  await expectToast(page, 'Card Selected', 'Apple')
  await expect(page.getByText('Selected: Apple')).toBeVisible()
})

test("the value field is labelled by the card's condition and names its limits", async ({ page }) => {
  await page.goto('/exchange?brand=coach')
  await expect(page.getByLabel('Gift Card Value')).toHaveAccessibleDescription('Minimum: $200 | Maximum: $5,000')
  await page.getByRole('radio', { name: 'Partially Used (remaining balance)' }).check()
  await expect(page.getByRole('textbox', { name: 'Remaining Balance' })).toHaveAccessibleDescription(
    'Minimum: $200 | Maximum: $5,000',
  )
  await expect(page.getByLabel('Gift Card Value')).toBeHidden()
  await page.getByRole('radio', { name: 'Brand New (unused, full value)' }).check()
  await expect(page.getByLabel('Gift Card Value')).toBeVisible()
})

test('the button stays in place when card and value are filled in', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Get My Quote' })
  await page.goto('/exchange')
  const empty = await button.boundingBox()
  await page.getByRole('radio', { name: /^Apple/ }).check({ force: true })
  await page.getByLabel('Gift Card Value').fill('100')
  await expect(page.getByText('$92.00').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  expect(await button.boundingBox()).toEqual(empty)
})

test('the payout updates with every key', async ({ page }) => {
  await page.goto('/exchange?brand=apple')
  const value = page.getByLabel('Gift Card Value')
  for (const [typed, payout] of [
    ['100', '$92.00'],
    ['123.45', '$113.57'],
    ['$1,234.50', '$1,135.74'],
    ['49.99', '$0.00'],
  ] as const) {
    await value.fill(typed)
    await expect(page.getByText(payout, { exact: true }).first()).toBeVisible()
  }
})

const incomplete = 'Please select a card type and enter a valid amount.'

test('rejects a quote without a card or a valid value', async ({ page }) => {
  await page.goto('/exchange')
  const ask = page.getByRole('button', { name: 'Get My Quote' })
  await ask.click()
  await expectToast(page, incomplete)
  await expect(page.getByRole('group', { name: 'Gift card brand' })).toHaveAccessibleDescription(incomplete)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('radio', { name: /^Apple/ }).check({ force: true })
  await expectToast(page, 'Card Selected')
  const value = page.getByLabel('Gift Card Value')
  for (const typed of ['', '0', 'ten', '12,50']) {
    await value.fill(typed)
    await ask.click()
    await expect(value).toBeFocused()
    await expect(value).toHaveAccessibleDescription(new RegExp(incomplete))
    await expectToast(page, incomplete)
  }
  await expect(page).toHaveURL(/\/exchange$/)
})

test('rejects a value outside the limits at the field and in a toast', async ({ page }) => {
  await page.goto('/exchange?brand=apple&value=49.99')
  const value = page.getByLabel('Gift Card Value')
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expectToast(page, 'Minimum Amount Required', 'The minimum amount for Apple is $50.')
  await expect(value).toHaveAccessibleDescription(/The minimum amount for Apple is \$50\./)
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  await value.fill('5000.01')
  await expect(value).toHaveAccessibleDescription(/The maximum amount for Apple is \$5,000\./)
  await value.press('Enter')
  await expectToast(page, 'The maximum amount for Apple is $5,000.')
  await value.fill('5000')
  await expect(value).not.toHaveAttribute('aria-invalid')
  await value.press('Enter')
  await expect(page.getByText('$4,600.00').first()).toBeVisible()
})

test('the search finds aliases and typos and helps when there is no result', async ({ page }) => {
  await page.goto('/exchange')
  const search = page.getByRole('searchbox')
  const tiles = page.getByRole('group', { name: 'Gift card brand' }).getByRole('radio')
  await search.fill('amex')
  await expect(tiles).toHaveCount(1)
  await expect(page.getByRole('radio', { name: /^American Express/ })).toBeVisible()
  await search.fill('stabucks')
  await expect(tiles).toHaveCount(1)
  await search.press('Enter')
  await expect(page.getByText('Selected: Starbucks')).toBeVisible()
  await search.fill('zzzz')
  await expect(page.getByText('No brand matches ‘zzzz’.')).toBeVisible()
  await expect(page.getByText('Selected: Starbucks')).toBeVisible()
  await page.getByRole('button', { name: 'Show all brands' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('radio', { name: /^Starbucks/ })).toBeChecked()
})

test('the button shows progress; a failed quote shows an error and keeps the input', async ({ page, context }) => {
  await page.goto('/exchange?brand=apple&value=100')
  await expect(page.getByText('$92.00').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expectToast(page, 'Failed to calculate quote. Please try again.')
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('100')
  await context.setOffline(false)
  const answer = await holdBack(page, /exchange\.quote/)
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expect(page.getByRole('button', { name: 'Calculating...' })).toBeVisible()
  answer()
  await expect(heading(page, 'Your quote')).toBeFocused()
})

test('a visitor sees the quote and the bank warning and has to sign in', async ({ page }) => {
  await getQuote(page, { brand: 'steam', value: 75.5 })
  await expect(page.getByText('$75.50')).toBeVisible()
  await expect(page.getByText('90.0%')).toBeVisible()
  await expect(page.getByText('$67.95')).toBeVisible()
  for (const name of ['PayPal', 'Cash App', 'Zelle', 'Google Pay', 'Apple Pay', 'Chime', 'GreenDot', 'Bank Transfer'])
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeVisible()
  const warning = page.getByText(/Bank transfers may take up to 2 business days\. We recommend digital methods/)
  await expect(warning).toBeHidden()
  await chooseMethod(page, 'Bank Transfer')
  await expect(warning).toBeVisible()
  await chooseMethod(page, 'PayPal')
  await expect(warning).toBeHidden()
  await expect(page.getByText('Sign In Required')).toBeVisible()
  await page.getByRole('button', { name: 'Sign In to Continue' }).click()
  await expect(page).toHaveURL(/\/signup$/)
})

test('a customer continues with a method, and Back keeps the card', async ({ page }) => {
  await join(page)
  await getQuote(page)
  await expect(page.getByText('Sign In Required')).toBeHidden()
  const go = page.getByRole('button', { name: 'Continue', exact: true })
  await expect(go).toBeDisabled()
  await go.click({ force: true })
  await expect(page.getByRole('radio', { name: /^PayPal/ })).toBeFocused()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await chooseMethod(page, 'Zelle')
  await expect(go).toBeEnabled()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Gift Card Value')).toHaveValue('100')
  await expect(page.getByRole('radio', { name: /^Apple/ })).toBeChecked()
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expect(page.getByRole('radio', { name: /^Zelle/ })).toBeChecked()
})

test('shows one toast at a time', async ({ page }) => {
  await page.goto('/exchange')
  const ask = page.getByRole('button', { name: 'Get My Quote' })
  for (let press = 0; press < 3; press++) await ask.click()
  await expect(toast(page)).toHaveCount(1)
})
