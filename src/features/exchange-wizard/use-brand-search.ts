import { useEffect, useState } from 'react'
import { useIdle } from '#client/lib/use-idle.ts'
import { type Brand, brands } from '#shared/brands.ts'

type BrandSearch = (text: string) => readonly Brand[]

/**
 * Finds the brands a text means. The names people use for them are no part of the first load: until they have come, a
 * brand is found by its own name.
 */
export function useBrandSearch(): BrandSearch {
  const [search, setSearch] = useState<BrandSearch>(() => byOwnName)
  const isIdle = useIdle()

  // Code from the network. Without it the plain search stays.
  useEffect(() => {
    if (!isIdle) return
    import('#shared/brand-search.ts').then(
      ({ searchBrands }) => setSearch(() => (text: string) => searchBrands(brands, text)),
      () => undefined,
    )
  }, [isIdle])

  return search
}

function byOwnName(text: string): readonly Brand[] {
  const wanted = text.trim().toLowerCase()
  return brands.filter(({ name }) => name.toLowerCase().includes(wanted))
}
