import type { CardCondition } from './card-condition.ts'

/** What reviewers turn down for one brand only, said before anything is uploaded; undefined for most. */
export function cardNote(brandSlug: string, condition: CardCondition): string | undefined {
  if (brandSlug.includes('cvs')) return 'CVS cards must be physical cards bought in a store.'
  if (brandSlug.includes('ebay') && condition === 'partially-used') return 'eBay cards cannot be partially used.'
  return undefined
}
