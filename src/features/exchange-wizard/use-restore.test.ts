import { describe, expect, test } from 'vitest'
import { seedBrands } from '#shared/brands.ts'
import { cardOfPrefill, DRAFT_LIFE_MS, type Draft, draftToStore, parseDraft } from './use-restore.ts'

test('a URL with a brand replaces the value and the condition', () => {
  expect(cardOfPrefill({ brand: 'apple' })).toEqual({ brandSlug: 'apple', condition: 'brand-new', valueText: '' })
})

test('a URL with a brand drops the order before', () => {
  expect(cardOfPrefill({ brand: 'apple' })).toHaveProperty('again', undefined)
})

test('a URL without a brand sets only the value', () => {
  expect(cardOfPrefill({ brand: 'apple', value: 75.5 })).toMatchObject({ brandSlug: 'apple', valueText: '75.5' })
  expect(cardOfPrefill({ value: 20 })).toEqual({ valueText: '20' })
  expect(cardOfPrefill({ brand: 'no-such-brand' })).toEqual({})
})

const brandSlug = seedBrands[0]?.slug ?? ''
const now = 1_700_000_000_000
const draft: Draft = {
  card: { brandSlug, condition: 'partially-used', valueText: '75.50', again: 'GCE-7K3M9Q2X4B' },
  paymentType: 'cashapp',
  resume: true,
}
const roundTrip = (at: number) => parseDraft(JSON.parse(JSON.stringify(draftToStore(draft, now))), at)

describe('draft', () => {
  test('restores what was written', () => {
    expect(roundTrip(now + 1000)).toEqual(draft)
  })

  test('expires after 24 hours and ignores timestamps in the future', () => {
    expect(roundTrip(now + DRAFT_LIFE_MS)).toBeDefined()
    expect(roundTrip(now + DRAFT_LIFE_MS + 1)).toBeUndefined()
    expect(roundTrip(now - 1)).toBeUndefined()
  })

  test('is not stored without a brand or a value', () => {
    expect(draftToStore({ card: { condition: 'brand-new', valueText: '' }, resume: false }, now)).toBeUndefined()
  })

  test('drops unknown fields', () => {
    const odd = { savedAt: now, brandSlug: 'no-such-brand', valueText: '20', condition: 'burnt', paymentType: 'gold' }
    expect(parseDraft(odd, now)).toEqual({ card: { valueText: '20' }, paymentType: undefined, resume: false })
    for (const junk of [null, 'x', 3, [], {}]) expect(parseDraft(junk, now)).toBeUndefined()
  })

  test('stores only brand, condition, value, payment type and the order before', () => {
    expect(Object.keys(draftToStore(draft, now) ?? {}).sort()).toEqual(
      ['again', 'brandSlug', 'condition', 'paymentType', 'resume', 'savedAt', 'valueText'].sort(),
    )
  })
})
