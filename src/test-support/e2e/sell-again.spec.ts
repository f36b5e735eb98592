import { expect } from '@playwright/test'
import { join } from './accounts.ts'
import { press } from './page-actions.ts'
import { publishRate, readRates } from './published-rates.ts'
import { opened, openReview, openSubmission } from './review-actions.ts'
import { aPng, submitCard, test } from './submissions.ts'
import { chooseMethod, fillSubmission, heading } from './wizard-actions.ts'

/** A brand that no other test sells. */
const brand = { slug: 'instacart', name: 'Instacart' }
const numberMismatch =
  'The card number does not match the photo. Compare the two and sell the card again with the right number.'

test('a rejected seller sells the card again at the old rate, and the reviewer reads after which order', async ({
  page,
  browser,
  staffApi,
}) => {
  const staff = await (await browser.newContext({ storageState: await staffApi.cookies() })).newPage()
  const rateOf = async () => (await readRates(staff)).brands.find(({ slug }) => slug === brand.slug)?.bands[0]?.rateBps
  const before = (await rateOf()) ?? 0
  const customer = await join(page)
  const id = await submitCard(page, { cardBrand: brand.slug })
  await staffApi.decide(id, 'rejected', numberMismatch)
  await publishRate(staff, brand.slug, -20)
  expect(await rateOf()).toBe(before - 20)

  await page.goto(`/transactions/${id}`)
  const rate = `${(before / 100).toFixed(1)}%`
  await expect(page.getByText(`You get the rate of this order, ${rate}, again until`)).toBeVisible()
  await page.getByRole('link', { name: 'Sell this card again' }).click()
  await expect(heading(page, 'Your quote')).toBeVisible()
  await expect(page.getByText(rate)).toBeVisible()
  await expect(page.getByText(id)).toBeVisible()
  await chooseMethod(page, 'Cash App')
  await press(page, 'Continue')
  await page.getByLabel('Gift card photos').setInputFiles(aPng('sharp.png'))
  await fillSubmission(page)
  await page.getByLabel(/^(PIN|Security Code)/).fill('8841')
  await press(page, 'Submit Securely')
  await expect(heading(page, 'Order Submitted Successfully!')).toBeVisible()
  const again = new URL(page.url()).searchParams.get('order') ?? ''
  const answer = await page.request.get(`/api/user/transactions/${again}`)
  expect(await answer.json()).toMatchObject({ exchangeRate: before / 10_000, payoutAmount: before / 100 })

  await openReview(staff, customer)
  await openSubmission(staff, again)
  await expect(opened(staff).getByText('Sent again after')).toHaveText(`Sent again after Number mismatch, ${id}`)
  await expect(staff.getByRole('region', { name: 'Tries to sell this card' })).toContainText('its own first try')
  await staff.context().close()
})
