import { type APIRequestContext, expect } from '@playwright/test'
import { seedCatalogue } from '#shared/catalogue.ts'
import type { BrandTerms, RateList } from '#shared/catalogue-schema.ts'
import { neededConfirmation } from '#shared/unusual-rates.ts'
import type { Caller } from './accounts.ts'

/** Terms that differ from the present ones, by brand. */
export type RateChanges = Readonly<Record<string, Partial<BrandTerms>>>

/** Publishes changed terms through the API, as the signed-in owner, confirmed where they are unusual. */
export async function publishRates({ request }: Caller, changes: RateChanges): Promise<void> {
  const { newest, brands } = await readRateList(request)
  const edits = brands
    .filter(({ slug }) => slug in changes)
    .map((before) => ({ before, after: { ...before, ...changes[before.slug] } }))
  const confirm = neededConfirmation(edits)?.confirm
  const data = { base: newest.version, changes: edits.map(({ after }) => after), note: 'A browser test', confirm }
  const answer = await request.post('/api/admin/rates', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function readRateList(request: APIRequestContext): Promise<RateList> {
  const answer = await request.get('/api/admin/rates')
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as RateList
}

/** One rate in basis points for every value that a brand accepts, from `minCents` on. */
export function flatRate(rateBps: number, minCents: number): Pick<BrandTerms, 'bands'> {
  return { bands: [{ fromCents: minCents, toCents: 500_000, rateBps }] }
}

/** The terms with which these brands begin. */
export function firstTerms(slugs: readonly string[]): RateChanges {
  return Object.fromEntries(
    seedCatalogue.brands
      .filter(({ slug }) => slugs.includes(slug))
      .map(({ slug, name, state, pauseMessage, resumeAt, minCents, maxCents, bands, rules }) => [
        slug,
        { name, state, pauseMessage, resumeAt, minCents, maxCents, bands, rules },
      ]),
  )
}
