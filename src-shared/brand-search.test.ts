import { describe, expect, it } from 'vitest'
import { editDistance, searchBrands } from './brand-search.ts'
import type { Brand } from './brands.ts'

const named = (slug: string, name: string, aliases?: string[]): Brand => ({
  slug,
  name,
  aliases,
  rateBps: 9000,
  minCents: 2500,
  category: 'Electronics',
  colour: '#000000',
})
const catalogue = [
  named('amazon', 'Amazon'),
  named('apple', 'Apple', ['itunes']),
  named('american-express', 'American Express', ['amex']),
  named('hm', 'H&M'),
  named('bath-body', 'Bath & Body Works'),
  named('best-buy', 'Best Buy'),
]
const found = (text: string) => searchBrands(catalogue, text).map((brand) => brand.slug)

describe('searchBrands', () => {
  it('finds by any part of the name, whatever the case and punctuation', () => {
    expect(found('buy')).toEqual(['best-buy'])
    expect(found('H M')).toEqual(['hm'])
    expect(found('bath and body')).toEqual(['bath-body'])
    expect(found('AM')).toEqual(['amazon', 'american-express'])
  })

  it('knows other names people type', () => {
    expect(found('itunes')).toEqual(['apple'])
    expect(found('amex')).toEqual(['american-express'])
  })

  it('forgives a small slip when nothing matches exactly', () => {
    expect(found('amazno')).toEqual(['amazon'])
    expect(found('aple')).toEqual(['apple'])
    expect(found('american exprss')).toEqual(['american-express'])
    expect(found('bset buy')).toEqual(['best-buy'])
  })

  it('finds nothing for a name we do not buy, and all for an empty box', () => {
    expect(found('zzzz')).toEqual([])
    expect(found('  ')).toHaveLength(catalogue.length)
  })
})

describe('editDistance', () => {
  it('counts a swap of neighbours as one slip', () => {
    expect(editDistance('steam', 'setam')).toBe(1)
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistance('same', 'same')).toBe(0)
  })
})
