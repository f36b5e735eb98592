import { expect, type Page } from '@playwright/test'
import type { RateList } from '#shared/catalogue-schema.ts'

/** The newest rates, for a signed-in owner. */
export async function readRates(page: Page): Promise<RateList> {
  const answer = await page.request.get('/api/admin/rates')
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/**
 * Publishes another rate of a brand, again until no other test publishes at the same time. Quotes of all tests follow,
 * so use a brand that no test sells.
 */
export async function publishRate(page: Page, slug: string, bps: number): Promise<void> {
  await expect
    .poll(async () => {
      const { newest, brands } = await readRates(page)
      const changes = brands
        .filter((brand) => brand.slug === slug)
        .map((brand) => ({ ...brand, bands: brand.bands.map((band) => ({ ...band, rateBps: band.rateBps + bps })) }))
      const data = { base: newest.version, changes, note: 'Resale prices have changed' }
      return (await page.request.post('/api/admin/rates', { data })).status()
    })
    .toBe(200)
}
