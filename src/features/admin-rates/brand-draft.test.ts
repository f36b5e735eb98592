import { expect, test } from 'vitest'
import { aBrand } from '../../test-support/sample-rates.ts'
import { type BrandDraft, bandEnd, draftOf, localTime, readDraft } from './brand-draft.ts'
import { pauseBrand } from './rate-edits.ts'

const apple = aBrand('apple')
const now = Date.parse('2026-03-01T12:00:00.000Z')
const draft = draftOf(apple)
const read = (part: Partial<BrandDraft>) => readDraft({ ...draft, ...part }, apple, now)
const two = (from: string, rate = '92') => [
  { key: 0, from: '', rate: '89' },
  { key: 1, from, rate },
]

test('reads an unchanged draft as the same terms', () => {
  expect(read({})).toEqual({ terms: apple })
  const paused = {
    ...pauseBrand(apple, 'Back on Monday.', '2026-03-02T09:30:00.000Z'),
    rules: {
      photosNeeded: 2,
      expiryNeeded: true,
      numberFormat: { lengths: [15, 16], characters: 'letters-and-digits' as const, prefix: 'X' },
    },
  }
  expect(readDraft(draftOf(paused), paused, now)).toEqual({ terms: paused })
})

test('a single rate covers everything from minimum to maximum', () => {
  expect(read({ min: '25', max: '$2,000', bands: [{ key: 0, from: '50', rate: '91.5' }] })).toMatchObject({
    terms: { minCents: 2_500, maxCents: 200_000, bands: [{ fromCents: 2_500, toCents: 200_000, rateBps: 9_150 }] },
  })
})

test('each rate ends a cent before the next one begins', () => {
  expect(read({ bands: two('100') })).toMatchObject({
    terms: {
      bands: [
        { fromCents: 5_000, toCents: 9_999, rateBps: 8_900 },
        { fromCents: 10_000, toCents: 500_000, rateBps: 9_200 },
      ],
    },
  })
  expect(bandEnd({ ...draft, bands: two('100') }, 0)).toBe(9_999)
  expect(bandEnd({ ...draft, bands: two('') }, 0)).toBeUndefined()
})

test.each<[Partial<BrandDraft>, string, string]>([
  [{ name: ' ' }, 'name', 'Enter the name of apple.'],
  [{ min: 'ten' }, 'minCents', 'Write dollars with at most two decimals, such as 99.99.'],
  [{ min: '0.50' }, 'minCents', 'Apple: the minimum is $1 to $5,000.'],
  [{ max: '' }, 'maxCents', 'Enter an amount in dollars, such as 100.'],
  [{ max: '40' }, 'maxCents', 'Apple: the maximum is below the minimum.'],
  [{ bands: two('50') }, 'from-1', 'Enter more than $50.'],
  [{ bands: two('6000') }, 'from-1', 'Enter at most the maximum, $5,000.'],
  [{ bands: two('100', '92,5') }, 'rate-1', 'Write 92.5 with a point.'],
  [{ bands: two('100', '101') }, 'rate-1', 'Apple: a rate is 1% to 100%, not 101%.'],
  [{ state: 'paused', resumeAt: localTime(new Date(now)) }, 'resumeAt', 'Enter a time in the future.'],
  [
    { hasNumberFormat: true, lengths: '3' },
    'lengths',
    'Write lengths from 4 to 30 with commas between them, such as 15, 16.',
  ],
])('says what to write instead of %j', (part, field, message) => {
  expect(read(part)).toEqual({ errors: { [field]: message } })
})

test('an active brand keeps no words and no end of a pause', () => {
  expect(read({ pauseMessage: 'Back soon.', resumeAt: 'nonsense' })).toEqual({ terms: apple })
})
