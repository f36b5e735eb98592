import { createFileRoute } from '@tanstack/react-router'
import { BrandPage } from '#client/features/catalogue/brand-page.tsx'
import { NotFound } from '#client/layout/not-found.tsx'
import { findBrand } from '#client/lib/catalogue.ts'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/sell/$brand')({
  staticData: { prerender: { unless: [] } },
  head: ({ params }) => ({ meta: [{ title: `${titleOf(params.brand)} | ${site.brandName}` }] }),
  component: SellBrand,
})

function titleOf(slug: string): string {
  const brand = findBrand(slug)
  return brand ? `Sell ${brand.name} gift cards for cash: ${brand.rateBps / 100}%` : '404 Page Not Found'
}

function SellBrand() {
  const { brand: slug } = Route.useParams()
  const brand = findBrand(slug)
  return brand ? <BrandPage brand={brand} /> : <NotFound />
}
