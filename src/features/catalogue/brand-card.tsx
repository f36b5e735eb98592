import { withBase } from '#client/lib/base-path.ts'
import { GiftCard } from '#client/ui/gift-card.tsx'
import type { Brand } from '#shared/brands.ts'

/** A brand of the catalogue drawn as its gift card. */
export function BrandCard({ brand }: { brand: Brand }) {
  return (
    <GiftCard
      name={brand.name}
      colour={brand.colour}
      markUrl={brand.hasMark && withBase(`/brands.svg#${brand.slug}`)}
    />
  )
}
