import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { BrandPage } from '#client/features/catalogue/brand-page.tsx'
import { NotFound } from '#client/layout/not-found.tsx'
import { cardOffer } from '#client/lib/card-offer.ts'
import { catalogueStore, findBrand, useCatalogue } from '#client/lib/catalogue.ts'
import { formatTopRate } from '#shared/money.ts'

export const Route = createFileRoute('/sell/$brand')({
  staticData: { prerender: { unless: [] } },
  head: ({ params }) => ({ meta: [{ title: titleOf(params.brand) }] }),
  component: SellBrand,
})

function titleOf(slug: string): string {
  const brand = findBrand(slug)
  if (!brand) return '404 Page Not Found'
  const sell = `Sell ${brand.name} gift cards for cash`
  return cardOffer(brand, null).refusal ? sell : `${sell}: ${formatTopRate(brand.rateBps)}`
}

function SellBrand() {
  const { brand: slug } = Route.useParams()
  const brand = useCatalogue().find(slug)
  const router = useRouter()
  // The title of the page has the rate.
  useEffect(() => catalogueStore.subscribe(() => void router.invalidate()), [router])
  return brand ? <BrandPage brand={brand} /> : <NotFound />
}
