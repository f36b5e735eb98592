import type { CardCondition } from './card-condition.ts'

/** A brand-specific reason for rejection, shown before the upload; undefined for most brands. */
export function cardNote(brandSlug: string, condition: CardCondition): string | undefined {
  if (brandSlug.includes('cvs')) return 'CVS cards must be physical cards bought in a store.'
  if (brandSlug.includes('ebay') && condition === 'partially-used') return 'eBay cards cannot be partially used.'
  return undefined
}
