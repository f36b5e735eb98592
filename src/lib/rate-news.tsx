import { useEffect, useEffectEvent } from 'react'
import type { Brand } from '#shared/brand.ts'
import { formatRate, fractionFromBps } from '#shared/money.ts'
import { cardOffer } from './card-offer.ts'
import { catalogueStore, findBrand, isCatalogueLoaded } from './catalogue.ts'

type RateNewsProps = {
  slug: string
  valueCents: number | null
  /** Called with 'Apple pays 91.0% now.' */
  onNews: (news: string) => void
}

/** Watches what the chosen card pays. It renders nothing, and belongs to a page without a quote. */
export function RateNews({ slug, valueCents, onNews }: RateNewsProps) {
  const sayOf = (brand: Brand | undefined) => brand && newsOf(brand, valueCents)
  const compare = useEffectEvent((before: Brand | undefined) => {
    const news = sayOf(findBrand(slug))
    if (news && news !== sayOf(before)) onNews(news)
  })

  useEffect(() => {
    let before = findBrand(slug)
    return catalogueStore.subscribe(() => {
      // The first answer of the server only corrects what the page began with.
      if (isCatalogueLoaded()) compare(before)
      before = findBrand(slug)
    })
  }, [slug])

  return null
}

function newsOf(brand: Brand, valueCents: number | null) {
  const { refusal, rateBps = 0 } = cardOffer(brand, valueCents)
  return refusal ?? `${brand.name} pays ${formatRate(fractionFromBps(rateBps))} now.`
}
