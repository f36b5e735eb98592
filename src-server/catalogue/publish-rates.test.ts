import { expect } from 'vitest'
import { rateConflictMessage } from '#shared/catalogue-schema.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { test } from '../testing/test-support/app-test.ts'
import { anUpload, aSubmitInput } from '../testing/test-support/factories.ts'
import { atRate, publish, termsOf } from '../testing/test-support/published-rates.ts'
import { createTestApp, type Person, type TestApp } from '../testing/test-support/test-app.ts'

const note = 'A test'

async function quote(app: TestApp, cardBrand: string, cardValue: number) {
  const response = await app.request('POST', '/api/quote', { body: { cardBrand, cardValue } })
  return { status: response.statusCode, ...response.json() }
}

/** Submits a card with this quote; returns the row of the order. */
async function submit(app: TestApp, customer: Person, changes: Parameters<typeof aSubmitInput>[0]) {
  const input = aSubmitInput({ ...changes, fileIds: [await anUpload(app, customer)] })
  const { submissionId } = await customer.api.exchange.submit(input)
  return app.ctx.db.selectFrom('submissions').selectAll().where('id', '=', submissionId).executeTakeFirstOrThrow()
}

test('a fresh start has the brands of the program as version 1, and no differences', async ({ app }) => {
  const response = await app.request('GET', '/api/catalogue')
  expect(response.json()).toMatchObject({ version: 1, changed: [] })
  expect(await quote(app, 'amazon', 100)).toMatchObject({ exchangeRate: 0.93, payoutAmount: 93, catalogueVersion: 1 })
  const { newest, brands } = await (await app.staff()).api.admin.rates.list()
  expect(newest).toMatchObject({ version: 1, source: 'seed', madeBy: null, changedBrands: 100 })
  expect(brands).toHaveLength(100)
})

test('a published rate applies to the next quote, and a quote signed before holds to its end', async ({ app }) => {
  const [customer, owner] = [await app.customer(), await app.staff()]
  const before = await quote(app, 'apple', 100)
  expect(await publish(app, owner, atRate(app, 'apple', 9100))).toBe(2)
  expect(await quote(app, 'apple', 100)).toMatchObject({ payoutAmount: 91, catalogueVersion: 2 })

  const shown = { exchangeRate: 0.92, payoutAmount: 92, quoteId: before.quoteId }
  expect(await submit(app, customer, shown)).toMatchObject({ rate_bps: 9200, payout_cents: 9200, catalogue_version: 1 })
  expect(await submit(app, customer, {})).toMatchObject({ rate_bps: 9100, payout_cents: 9100, catalogue_version: 2 })
  app.clock.advance(31 * MINUTE_MS)
  await expect(submit(app, customer, shown)).rejects.toMatchObject({
    cause: { code: 'conflict', detail: { quote: { payoutAmount: 91 } } },
  })
})

test('the rate is that of the band of the value', async ({ app }) => {
  const bands = [
    { fromCents: 10_000, toCents: 500_000, rateBps: 9200 },
    { fromCents: 5000, toCents: 9999, rateBps: 8900 },
  ]
  await publish(app, await app.staff(), { ...termsOf(app, 'apple'), bands })
  expect(await quote(app, 'apple', 99.99)).toMatchObject({ exchangeRate: 0.89, payoutAmount: 88.99 })
  expect(await quote(app, 'apple', 100)).toMatchObject({ exchangeRate: 0.92, payoutAmount: 92 })
  expect(termsOf(app, 'apple').bands).toEqual(bands.toReversed())
})

test.each([
  ['a hole', [5000, 9999], [10_100, 500_000], 'Apple: there is no rate from $100.00 to $100.99.'],
  ['an overlap', [5000, 10_000], [10_000, 500_000], 'Apple: two rates apply from $100.00 to $100.00.'],
] as const)('rejects bands with %s and names it', async (_, one, other, message) => {
  await using app = await createTestApp()
  const bands = [one, other].map(([fromCents, toCents]) => ({ fromCents, toCents, rateBps: 9000 }))
  const response = await app.request('POST', '/api/admin/rates', {
    as: await app.staff(),
    body: { base: 1, note, changes: [{ ...termsOf(app, 'apple'), bands }] },
  })
  expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ message, field: 'changes' })])
  expect(app.ctx.catalogue.current.version).toBe(1)
})

test('rejects an unknown brand, a brand that is named twice, and a change of nothing', async ({ app }) => {
  const { api } = await app.staff()
  const apple = atRate(app, 'apple', 9000)
  const published = (...changes: (typeof apple)[]) => api.admin.rates.publish({ base: 1, changes, note })
  await expect(published({ ...apple, slug: 'apples' })).rejects.toThrow("There is no brand 'apples'.")
  await expect(published(apple, apple)).rejects.toThrow('Apple is in the changes twice.')
  await expect(published(termsOf(app, 'apple'))).rejects.toThrow('Nothing has changed.')
})

test('a brand that is paused gets no quotes until it resumes, and a signed quote holds', async ({ app }) => {
  const [customer, owner] = [await app.customer(), await app.staff()]
  const { quoteId } = await quote(app, 'steam', 100)
  const resumeAt = '2026-11-30T09:00:00.000Z'
  await publish(app, owner, { ...termsOf(app, 'steam'), state: 'paused', resumeAt })
  const message = 'We are not buying Steam cards right now. We start again on Monday, November 30.'
  expect(await quote(app, 'steam', 100)).toMatchObject({ status: 409, code: 'conflict', message, field: 'cardBrand' })
  const steam = { cardBrand: 'steam', cardNumber: 'AB123-CD456-EF789' }
  await expect(submit(app, customer, steam)).rejects.toThrow(message)
  expect(await submit(app, customer, { ...steam, quoteId })).toMatchObject({ rate_bps: 9000, catalogue_version: 1 })

  app.clock.advance(Date.parse(resumeAt) - app.clock.now().getTime() - 1)
  expect(await quote(app, 'steam', 100)).toMatchObject({ status: 409 })
  app.clock.advance(1)
  expect(await quote(app, 'steam', 100)).toMatchObject({ status: 200, payoutAmount: 90 })
})

test('a pause whose words or end alone change is another version', async ({ app, staff: owner }) => {
  const paused = { ...termsOf(app, 'steam'), state: 'paused', pauseMessage: 'Back soon.' } as const
  expect(await publish(app, owner, paused)).toBe(2)
  expect(await publish(app, owner, { ...paused, pauseMessage: 'Back on Monday.' })).toBe(3)
  expect(await publish(app, owner, { ...paused, resumeAt: '2026-11-30T09:00:00.000Z' })).toBe(4)
})

test('a hidden brand is unknown to quotes', async ({ app }) => {
  await publish(app, await app.staff(), { ...termsOf(app, 'steam'), state: 'hidden' })
  const { status, message } = await quote(app, 'steam', 100)
  expect([status, message]).toEqual([400, 'Please select a card type and enter a valid amount.'])
})

test('photos and expiry date are required as the rules of the brand say', async ({ app, customer }) => {
  const rules = { ...termsOf(app, 'apple').rules, photosNeeded: 2, expiryNeeded: true }
  await publish(app, await app.staff(), { ...termsOf(app, 'apple'), rules })
  await expect(submit(app, customer, {})).rejects.toThrow('Apple cards require at least 2 photos')
  const fileIds = [await anUpload(app, customer), await anUpload(app, customer)]
  const order = (expiringDate: string) => customer.api.exchange.submit(aSubmitInput({ fileIds, expiringDate }))
  await expect(order('')).rejects.toThrow('Expiry date is required')
  expect(await order('09/30')).toMatchObject({ submissionId: expect.any(String) })
})

test('20 parallel publishes on one base make one version; 19 get a conflict', async ({ app }) => {
  const { api } = await app.staff()
  const publishes = Array.from({ length: 20 }, (_, at) =>
    api.admin.rates.publish({ base: 1, changes: [atRate(app, 'apple', 9000 + at)], note }),
  )
  const settled = await Promise.allSettled(publishes)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  for (const error of refused)
    expect(error).toMatchObject({ message: rateConflictMessage, cause: { code: 'conflict' } })
  const { versions } = await api.admin.rates.versions({})
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
})

test('records who published how many brands, and why', async ({ app, staff: owner }) => {
  const changes = ['apple', 'steam', 'visa'].map((slug) => atRate(app, slug, 8800))
  await owner.api.admin.rates.publish({ base: 1, changes, note: 'Less for three' })
  const entry = await app.ctx.db.selectFrom('audit_log').selectAll().where('action', '=', 'rates.published').execute()
  expect(entry).toMatchObject([{ actor_id: owner.id, object_id: 'rates', detail: 'version 2: 3 brands' }])
  const { versions } = await owner.api.admin.rates.versions({})
  expect(versions[0]).toMatchObject({ source: 'edit', madeBy: 'owner', note: 'Less for three', changedBrands: 3 })
  expect(await owner.api.admin.rates.versions({ before: 2 })).toMatchObject({
    versions: [{ version: 1 }],
    hasMore: false,
  })
})

test('a revert publishes what an old version had', async ({ app, staff: owner }) => {
  await publish(app, owner, atRate(app, 'apple', 9100), atRate(app, 'steam', 8800))
  await publish(app, owner, atRate(app, 'apple', 9000))
  const revert = (version: number, base = 3) => owner.api.admin.rates.revert({ base, version, note })
  await expect(revert(4)).rejects.toThrow('There is no version 4.')
  await expect(revert(3)).rejects.toThrow('Nothing has changed.')
  await expect(revert(1, 2)).rejects.toThrow(rateConflictMessage)
  expect(await revert(2)).toEqual({ version: 4 })
  expect(termsOf(app, 'apple').bands).toMatchObject([{ rateBps: 9100 }])
  expect(await owner.api.admin.rates.revert({ base: 4, version: 1, note })).toEqual({ version: 5 })
  expect(app.ctx.catalogue.current.output).toEqual({ version: 5, changed: [] })
  const details = await app.ctx.db.selectFrom('audit_log').select('detail').orderBy('sequence', 'desc').execute()
  expect(details[0]?.detail).toBe('version 5: 2 brands, as in version 1')
})

test('the history of a brand has its terms in each version that changed them', async ({ app, staff: owner }) => {
  await publish(app, owner, atRate(app, 'apple', 9100))
  await publish(app, owner, atRate(app, 'steam', 8800))
  await publish(app, owner, { ...atRate(app, 'apple', 9000), state: 'paused', pauseMessage: 'Back soon.' })
  const { steps } = await owner.api.admin.rates.history({ slug: 'apple' })
  const seen = steps.map(({ version, terms }) => [version, terms.bands[0]?.rateBps, terms.state])
  expect(seen).toEqual([
    [1, 9200, 'active'],
    [2, 9100, 'active'],
    [4, 9000, 'paused'],
  ])
  await expect(owner.api.admin.rates.history({ slug: 'apples' })).rejects.toThrow('Not found.')
})
