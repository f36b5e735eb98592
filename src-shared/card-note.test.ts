import { expect, it } from 'vitest'
import { cardNote } from './card-note.ts'

it('warns about a partially used eBay card, not about a new one', () => {
  expect(cardNote('ebay', 'partially-used')).toContain('eBay')
  expect(cardNote('ebay', 'brand-new')).toBeUndefined()
})

it('warns about CVS in any condition, and not about most brands', () => {
  expect(cardNote('cvs', 'brand-new')).toContain('physical')
  expect(cardNote('apple', 'partially-used')).toBeUndefined()
})
