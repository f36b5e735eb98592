import { describe, expect, it } from 'vitest'
import { brandAliases } from './brand-aliases.ts'
import { editDistance, searchBrands } from './brand-search.ts'
import { seedCatalogue } from './catalogue.ts'

const { brands } = seedCatalogue

const found = (text: string) => searchBrands(brands, text).map((brand) => brand.slug)

describe('searchBrands', () => {
  it('finds any part of the name and ignores case and punctuation', () => {
    expect(found('vanilla')).toEqual(['vanilla', 'one-vanilla'])
    expect(found('H M')).toEqual(['h-and-m'])
    expect(found('bath and body')).toEqual(['bath-and-body-works'])
    expect(found('WAL-MART')).toEqual(['walmart', 'sams-club', 'walmart-visa'])
  })

  it.each([
    ['itunes', 'apple'],
    ['gplay', 'google-play'],
    ['google', 'google-play'],
    ['amex', 'american-express'],
    ['psn', 'playstation'],
    ['ps5', 'playstation'],
    ['bbw', 'bath-and-body-works'],
    ['mcd', 'mcdonalds'],
    ["mcdonald's", 'mcdonalds'],
    ['macdonalds', 'mcdonalds'],
    ['b&n', 'barnes-and-noble'],
    ['nook', 'barnes-and-noble'],
    ['sbux', 'starbucks'],
    ['eshop', 'nintendo'],
    ['robux', 'roblox'],
    ['razer gold', 'razer'],
    ['game pass', 'xbox'],
    ['jcp', 'jcpenney'],
    ['jc penny', 'jcpenney'],
    ['vs', 'victorias-secret'],
    ['hd', 'home-depot'],
    ['the home depot', 'home-depot'],
    ['lowe’s', 'lowes'],
    ['chick fil a', 'chick-fil-a'],
    ['dsg', 'dicks-sporting-goods'],
    ['sams', 'sams-club'],
    ['h&m', 'h-and-m'],
    ['h and m', 'h-and-m'],
    ['bk', 'burger-king'],
    ['cb2', 'crate-and-barrel'],
    ['disney+', 'disney'],
    ['oculus', 'meta'],
    ['office max', 'office-depot'],
    ['tiffany & co', 'tiffany'],
    ['delta airlines', 'delta'],
    ['pokémon', 'nintendo'],
    ['hotels', 'hotels-com'],
    ['dunkin donuts', 'dunkin'],
    ['saks 5th', 'saks-fifth-avenue'],
  ])('finds the brand for the alias %j', (typed, slug) => expect(found(typed)).toEqual([slug]))

  it('finds every brand that shares a term', () => {
    expect(found('makeup')).toEqual(['sephora', 'ulta-beauty'])
    expect(found('airline')).toEqual(['delta', 'southwest-airlines', 'american-airlines'])
    expect(found('mc')).toEqual(['mastercard', 'mcdonalds'])
  })

  it.each([
    ['amazno', 'amazon'],
    ['aple', 'apple'],
    ['american exprss', 'american-express'],
    ['bset buy', 'best-buy'],
    ['seprhora', 'sephora'],
    ['nordstorm', 'nordstrom'],
    ['starbuks', 'starbucks'],
    ['play staton', 'playstation'],
    ['ａｍａｚｏｎ', 'amazon'],
  ])('tolerates the typing error in %j', (typed, slug) => expect(found(typed)).toContain(slug))

  it.each([
    ...brands.map((brand) => [brand.name, brand.slug] as const),
    ...Object.entries(brandAliases).flatMap(([slug, names]) => names.map((name) => [name, slug] as const)),
  ])('finds %j', (name, slug) => expect(found(name)).toContain(slug))

  it.each(['zzzz', 'tj maxx', 'vons'])('finds nothing for %j, which is not in the catalogue', (typed) =>
    expect(found(typed)).toEqual([]),
  )

  it('finds all brands for an empty text', () => expect(found('  ')).toHaveLength(brands.length))
})

describe('brandAliases', () => {
  it('has lower-case, distinct aliases of brands in the catalogue', () => {
    const slugs = new Set(brands.map((brand) => brand.slug))
    expect(Object.keys(brandAliases).filter((slug) => !slugs.has(slug))).toEqual([])
    for (const names of Object.values(brandAliases)) {
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toBe(name.trim().toLowerCase())
    }
  })
})

describe('editDistance', () => {
  it('counts a swap of adjacent letters as one edit', () => {
    expect(editDistance('steam', 'setam')).toBe(1)
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistance('same', 'same')).toBe(0)
  })
})
