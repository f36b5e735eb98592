import { type Brand, stateAt } from './brand.ts'

/** Those of these brands that are bought at this moment (epoch milliseconds). */
export function boughtBrands(brands: readonly Brand[], now: number): readonly Brand[] {
  return brands.filter((brand) => stateAt(brand, now) === 'active')
}

/** '87% to 93%' of the brands bought now (epoch milliseconds), rounded down; '90%' if equal, '0%' for none. */
export function rateRange(brands: readonly Brand[], now: number) {
  const bands = boughtBrands(brands, now).flatMap((brand) => brand.bands)
  const percents = bands.map(({ rateBps }) => Math.floor(rateBps / 100))
  if (percents.length === 0) return '0%'
  const [lowest, highest] = [Math.min(...percents), Math.max(...percents)]
  return lowest === highest ? `${lowest}%` : `${lowest}% to ${highest}%`
}
