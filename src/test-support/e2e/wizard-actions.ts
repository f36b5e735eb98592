import { expect, type Locator, type Page } from '@playwright/test'
import { join } from './accounts.ts'

export const cardNumber = 'X2MW 9QP4 7TLZ 6KRD'

type Sale = { brand?: string; value?: number; method?: string }

/** Opens the wizard with a card and requests its quote. */
export async function getQuote(page: Page, { brand = 'apple', value = 100 }: Sale = {}): Promise<void> {
  await page.goto(`/exchange?brand=${brand}&value=${value}`)
  await expect(page.getByLabel('Gift Card Value')).toHaveValue(String(value))
  await page.getByRole('button', { name: 'Get My Quote' }).click()
  await expect(heading(page, 'Your quote')).toBeVisible()
}

/** A new customer on step 3 with this card and this payment method. */
export async function goToUpload(page: Page, sale: Sale = {}): Promise<void> {
  await join(page)
  await getQuote(page, sale)
  await chooseMethod(page, sale.method ?? 'Cash App')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Upload & Submit')).toBeVisible()
}

export async function chooseMethod(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check()
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { name, exact: true })
}

/** The rows of 'Uploaded files'. */
export function files(page: Page): Locator {
  return page.getByRole('region', { name: 'Uploaded files' }).getByRole('listitem')
}

/** The lines of the list of missing fields. */
export function missing(page: Page): Locator {
  return page.getByRole('region', { name: /^(What is missing|Almost ready)$/ }).getByRole('button')
}

/** Fills in everything of step 3 but the photos, for an Apple card and a Cash App payout. */
export async function fillSubmission(page: Page): Promise<void> {
  await page.getByLabel('Gift Card Number').fill(cardNumber)
  await page.getByLabel('Cash App Tag').fill('$dana_r')
  await scamCheck(page).getByRole('button', { name: 'No' }).click()
  await terms(page).check()
}

/** The list of soft checks. */
export function worthChecking(page: Page): Locator {
  return page.getByRole('region', { name: /^Worth checking/ }).getByRole('button')
}

/** The question whether another person asked for the card. */
export function scamCheck(page: Page): Locator {
  return page.getByRole('group', { name: 'Did someone you do not know ask you to buy or sell this card?' })
}

export function terms(page: Page): Locator {
  return page.getByRole('checkbox', { name: /rightful owner/ })
}
