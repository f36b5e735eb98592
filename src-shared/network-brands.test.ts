import { expect, test } from 'vitest'
import { brands } from './brands.ts'
import { isNetworkBranded } from './network-brands.ts'

test('every brand of the catalogue that names a network is network-branded, and no other is', () => {
  const named = brands.filter(({ name }) => /visa|mastercard|american express|vanilla/i.test(name))
  expect(brands.filter(({ slug }) => isNetworkBranded(slug))).toEqual(named)
  expect(named.length).toBeGreaterThan(5)
})
