import { expect, test } from 'vitest'
import type { RateList } from '#shared/catalogue-schema.ts'
import { aBrand, aRateList } from '../../test-support/sample-rates.ts'
import type { RateAction, RateEdits, Terms } from './rate-edits.ts'
import { addToRates, pauseBrand, rateEditsReducer, restoreEdits, startEdits, toStored } from './rate-edits.ts'

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
