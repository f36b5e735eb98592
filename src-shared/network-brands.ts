/** Cards that any shop takes, by the card networks' rules: nothing of them is kept once an order is over. */
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

/** Whether a card of this brand is one of Visa, Mastercard, American Express or Vanilla, whoever sells it. */
export function isNetworkBranded(slug: string): boolean {
  return slugs.has(slug)
}
