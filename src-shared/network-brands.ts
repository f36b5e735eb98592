/** Payment network cards: the networks' rules forbid keeping their data once a submission is final. */
export const networkBrands = [
  'visa',
  'target-visa',
  'walmart-visa',
  'mastercard',
  'american-express',
  'vanilla',
  'one-vanilla',
] as const

const slugs: ReadonlySet<string> = new Set(networkBrands)

export function isNetworkBranded(slug: string) {
  return slugs.has(slug)
}
