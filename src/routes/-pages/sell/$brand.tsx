import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { BrandPage } from '#client/features/catalogue/brand-page.tsx'
import { NotFound } from '#client/layout/not-found.tsx'
import { catalogueStore, useCatalogue } from '#client/lib/catalogue.ts'

export function SellBrand() {
  const { brand: slug } = useParams({ from: '/sell/$brand' })
  const brand = useCatalogue().find(slug)
  const router = useRouter()
  // The title of the page has the rate.
  useEffect(() => catalogueStore.subscribe(() => void router.invalidate()), [router])
  return brand ? <BrandPage brand={brand} /> : <NotFound />
}
