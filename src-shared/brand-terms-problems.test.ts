import { expect, test } from 'vitest'
import { brandTermsProblems } from './brand-terms-problems.ts'
import { seedCatalogue } from './catalogue.ts'
import type { BrandTerms } from './catalogue-schema.ts'

const band = (fromCents: number, toCents: number, rateBps = 9000) => ({ fromCents, toCents, rateBps })
const apple = seedCatalogue.find('apple') as BrandTerms
const problemsOf = (changes: Partial<BrandTerms>) =>
  brandTermsProblems({ ...apple, ...changes }).map(({ field, message }) => `${field}: ${message}`)

test('accepts every brand of the program, and bands in any order', () => {
  for (const brand of seedCatalogue.brands) expect(brandTermsProblems(brand), brand.slug).toEqual([])
  expect(problemsOf({ bands: [band(10_000, 500_000), band(5000, 9999)] })).toEqual([])
})

test.each<[string, Partial<BrandTerms>, string]>([
  ['no name', { name: ' ' }, 'name: Enter the name of apple.'],
  ['a minimum below $1', { minCents: 99 }, 'minCents: Apple: the minimum is $1 to $5,000.'],
  ['a maximum above $5,000', { maxCents: 500_001 }, 'maxCents: Apple: the maximum is at most $5,000.'],
  ['a maximum below the minimum', { maxCents: 4999 }, 'maxCents: Apple: the maximum is below the minimum.'],
  ['no bands', { bands: [] }, 'bands: Apple has no rate.'],
  ['a rate above 100%', { bands: [band(5000, 500_000, 10_001)] }, 'bands: Apple: a rate is 1% to 100%, not 100.01%.'],
  [
    'a reversed band',
    { bands: [band(5000, 4000)] },
    'bands: Apple: a band ends at $40.00, before it begins at $50.00.',
  ],
  ['a hole at the start', { bands: [band(6000, 500_000)] }, 'bands: Apple: there is no rate from $50.00 to $59.99.'],
  [
    'a hole at the end',
    { bands: [band(5000, 400_000)] },
    'bands: Apple: there is no rate from $4,000.01 to $5,000.00.',
  ],
  [
    'an overlap',
    { bands: [band(5000, 20_000), band(10_000, 500_000)] },
    'bands: Apple: two rates apply from $100.00 to $200.00.',
  ],
  [
    'a band below the minimum',
    { bands: [band(4000, 500_000)] },
    'bands: Apple: a band begins at $40.00, below the minimum.',
  ],
  ['a band above the maximum', { maxCents: 200_000 }, 'bands: Apple: a band ends at $5,000.00, above the maximum.'],
])('rejects %s', (_, changes, problem) => {
  expect(problemsOf(changes)).toEqual([problem])
})
