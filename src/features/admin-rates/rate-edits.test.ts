import { expect, test } from 'vitest'
import type { RateList } from '#shared/catalogue-schema.ts'
import { aBrand, aRateList } from '../../test-support/sample-rates.ts'
import { type BrandDraft, bandEnd, draftOf, localTime, readDraft } from './brand-draft.ts'
import { type BrandSearch, findBrands, nextSort, readBrandSearch } from './brand-search.ts'
import {
  dollarsText,
  fieldChanges,
  formatPoints,
  percentText,
  rateRange,
  readDollars,
  readPercent,
  readPoints,
} from './rate-changes.ts'
import {
  addToRates,
  pauseBrand,
  type RateAction,
  type RateEdits,
  rateEditsReducer,
  restoreEdits,
  startEdits,
  type Terms,
  toStored,
} from './rate-edits.ts'

const apple = aBrand('apple')
const steam = aBrand('steam')
const first = aRateList(1, [apple, steam])
const cheaper = addToRates(apple, -100)

const after = (state: RateEdits, ...actions: RateAction[]) => actions.reduce(rateEditsReducer, state)
const edited = (published: RateList, ...brands: Terms[]) => after(startEdits(published), { type: 'edit', brands })

test('counts a brand once, and not when its edit was taken back', () => {
  const state = edited(first, cheaper, addToRates(apple, -200))
  expect([...state.edits]).toEqual([['apple', { before: apple, after: addToRates(apple, -200) }]])
  expect(after(state, { type: 'edit', brands: [apple] }).edits.size).toBe(0)
  expect(after(state, { type: 'drop', slug: 'apple' }).edits.size).toBe(0)
  expect(after(state, { type: 'discard' })).toEqual(startEdits(first))
})

test('ignores the order of keys, and brands that the catalogue does not have', () => {
  const reordered = Object.fromEntries(Object.entries(apple).toReversed()) as Terms
  expect(edited(first, reordered, aBrand('unknown')).edits.size).toBe(0)
})

test('keeps the edits on a newer version, and names those that somebody else changed too', () => {
  const paused = pauseBrand(apple, 'Back on Monday.', null)
  const newer = aRateList(2, [paused, steam])
  const state = after(edited(first, cheaper, addToRates(steam, 50)), { type: 'rebase', published: newer })
  expect(state.published).toBe(newer)
  expect(state.alsoPublished).toEqual(['apple'])
  // The pause of the colleague stays beside the own rate.
  expect(state.edits.get('apple')).toEqual({ before: paused, after: addToRates(paused, -100) })
  expect(state.edits.get('steam')).toEqual({ before: steam, after: addToRates(steam, 50) })
  expect(after(state, { type: 'drop', slug: 'apple' }).alsoPublished).toEqual([])
})

test('the own rate replaces a rate that somebody else published', () => {
  const theirs = addToRates(apple, 50)
  const state = after(edited(first, cheaper), { type: 'rebase', published: aRateList(2, [theirs, steam]) })
  expect(state.edits.get('apple')).toEqual({ before: theirs, after: cheaper })
})

test('drops an edit that somebody else published as well', () => {
  const state = after(edited(first, cheaper), { type: 'rebase', published: aRateList(2, [cheaper, steam]) })
  expect(state.edits.size).toBe(0)
  expect(state.alsoPublished).toEqual([])
})

test('edits are an import until one is made by hand', () => {
  const imported = after(startEdits(first), { type: 'edit', brands: [cheaper], source: 'import' })
  expect(imported.source).toBe('import')
  expect(after(imported, { type: 'edit', brands: [addToRates(steam, 50)] }).source).toBe('edit')
  const mixed = after(edited(first, cheaper), { type: 'edit', brands: [addToRates(steam, 50)], source: 'import' })
  expect(mixed.source).toBe('edit')
  expect(after(imported, { type: 'discard' }).source).toBeUndefined()
})

test('continues the kept edits, on the same version and on a newer one', () => {
  const state = edited(first, cheaper)
  const kept = JSON.parse(JSON.stringify(toStored(state)))
  expect(restoreEdits(first, kept)).toEqual(state)
  const newer = aRateList(2, [addToRates(apple, 50), steam])
  expect(restoreEdits(newer, kept).alsoPublished).toEqual(['apple'])
})

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

const withRates = (...rates: [fromCents: number, toCents: number, rateBps: number][]): Terms => ({
  ...apple,
  bands: rates.map(([fromCents, toCents, rateBps]) => ({ fromCents, toCents, rateBps })),
})
const lines = (after: Terms) => fieldChanges({ before: apple, after })

test('says what changes with old and new value, and how far a rate moves', () => {
  expect(lines(addToRates(apple, -150))).toEqual([
    { field: 'Rate', before: '92%', after: '90.5%', step: { bps: -150, text: '−1.5 points' } },
  ])
  expect(lines({ ...pauseBrand(apple, 'Back soon.', null), minCents: 10_000 })).toEqual([
    { field: 'State', before: 'Active', after: 'Paused' },
    { field: 'Words for sellers', before: 'The usual words', after: 'Back soon.' },
    { field: 'Minimum', before: '$50', after: '$100' },
  ])
})

test('names each of several rates, without a common step', () => {
  const after = withRates([5_000, 9_999, 8_900], [10_000, 500_000, 9_200])
  expect(lines(after)).toEqual([{ field: 'Rate', before: '92%', after: '$50 to $99.99: 89%, $100 to $5,000: 92%' }])
  expect(rateRange(after)).toBe('89% to 92%')
})

test.each([
  ['92', 9_200],
  [' 92.5 % ', 9_250],
  ['92.25', 9_225],
  ['100', 10_000],
])("reads '%s' as %i basis points", (text, value) => {
  expect(readPercent(text)).toEqual({ value })
})

test.each([
  ['', 'Enter the rate in percent, such as 92.5.'],
  ['92,5', 'Write 92.5 with a point.'],
  ['0.92', 'This is 0.92%. Write percent, such as 92.5, not a fraction.'],
  ['92.505', 'Write the rate in percent with at most two decimals, such as 92.5.'],
  ['-5', 'Write the rate in percent with at most two decimals, such as 92.5.'],
])("says what to write instead of the rate '%s'", (text, error) => {
  expect(readPercent(text)).toEqual({ error })
})

test('reads percent points with their sign, and no 0', () => {
  expect(['+0.5', '-1', '−1.25', '2'].map(readPoints)).toEqual([50, -100, -125, 200].map((value) => ({ value })))
  expect(readPoints('0')).toEqual({ error: 'Enter a number other than 0.' })
  expect(readPoints('half')).toHaveProperty('error')
})

test('writes values the way they are typed', () => {
  for (const cents of [5_000, 9_999, 123_450]) expect(readDollars(dollarsText(cents))).toEqual({ value: cents })
  for (const bps of [9_200, 9_250, 9_225]) expect(readPercent(percentText(bps))).toEqual({ value: bps })
  expect([50, -100].map(formatPoints)).toEqual(['+0.5 points', '−1 point'])
})

const brands = [
  aBrand('amazon'),
  pauseBrand(aBrand('steam'), null, '2026-03-01T11:00:00.000Z'),
  pauseBrand(aBrand('apple'), null, null),
]
const find = (search: BrandSearch) =>
  findBrands(brands, search, { changed: new Set(['steam']), lastChanges: { apple: '2026-02-01' }, now }).map(
    ({ slug }) => slug,
  )

test('finds by name or slug, category, state and edits', () => {
  expect(find({ search: ' APP' })).toEqual(['apple'])
  expect(find({ category: 'Gaming' })).toEqual(['steam'])
  expect(find({ show: 'paused' })).toEqual(['apple'])
  // Its pause has ended by itself.
  expect(find({ show: 'active' })).toEqual(['amazon', 'steam'])
  expect(find({ show: 'changed' })).toEqual(['steam'])
})

test('sorts by every column in both directions, else keeps the order of the catalogue', () => {
  expect(find({})).toEqual(['amazon', 'steam', 'apple'])
  expect(find({ sort: 'name' })).toEqual(['amazon', 'apple', 'steam'])
  expect(find({ sort: 'rate' })).toEqual(['steam', 'apple', 'amazon'])
  expect(find({ sort: 'rate', descending: true })).toEqual(['amazon', 'apple', 'steam'])
  expect(find({ sort: 'changed', descending: true })[0]).toBe('apple')
})

test('a column sorts ascending, then descending, then not', () => {
  const once = nextSort({ search: 'a' }, 'rate')
  const twice = nextSort(once, 'rate')
  expect([once, twice, nextSort(twice, 'rate'), nextSort(twice, 'min')]).toEqual([
    { search: 'a', sort: 'rate' },
    { search: 'a', sort: 'rate', descending: true },
    { search: 'a' },
    { search: 'a', sort: 'min' },
  ])
})

test('reads the URL and drops what it does not know', () => {
  expect(readBrandSearch({ search: 7, category: 'Gaming', show: 'changed', sort: 'rate', descending: true })).toEqual({
    search: '7',
    category: 'Gaming',
    show: 'changed',
    sort: 'rate',
    descending: true,
  })
  expect(readBrandSearch({ category: 'Toys', show: 'gone', sort: 'colour', descending: 'yes' })).toEqual({})
})
