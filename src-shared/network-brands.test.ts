import { expect, test } from 'vitest'
import { seedCatalogue } from './catalogue.ts'
import { isNetworkBranded } from './network-brands.ts'

const { brands } = seedCatalogue

test('contains exactly the brands of the catalogue that name a network', () => {
  const named = brands.filter(({ name }) => /visa|mastercard|american express|vanilla/i.test(name))
  expect(brands.filter(({ slug }) => isNetworkBranded(slug))).toEqual(named)
  expect(named.length).toBeGreaterThan(5)
})
