import { HomePage } from '#client/features/home/home-page.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'

const SellerHome = lazyPart(() => import('#client/features/transactions/seller-home.tsx'), 'SellerHome')

export function Home() {
  return <HomePage renderSeller={(customer, place) => <SellerHome {...{ customer, place }} />} />
}
