import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { cardOffer } from '#client/lib/card-offer.ts'
import { findBrand } from '#client/lib/catalogue.ts'
import { formatTopRate } from '#shared/money.ts'

export const Route = createFileRoute('/sell/$brand')({
  staticData: { prerender: {} },
  head: ({ params }) => ({ meta: [{ title: titleOf(params.brand) }] }),
  component: lazyRouteComponent(() => import('../-pages/sell/$brand.tsx'), 'SellBrand'),
})

function titleOf(slug: string) {
  const brand = findBrand(slug)
  if (!brand) return '404 Page Not Found'
  const sell = `Sell ${brand.name} gift cards for cash`
  return cardOffer(brand, null).refusal ? sell : `${sell}: ${formatTopRate(brand.rateBps)}`
}
