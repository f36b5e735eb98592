import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { GiftCard } from '#client/ui/gift-card.tsx'
import type { Brand } from '#shared/brands.ts'

/** A brand of the catalogue drawn as its gift card. */
export function BrandCard({ brand }: { brand: Brand }) {
  return <GiftCard name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} />
}
