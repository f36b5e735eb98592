import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useSession } from '#client/lib/session.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { RenderSeller } from './home-end.tsx'
import styles from './home-page.module.css'
import { QuoteCalculator } from './quote-calculator.tsx'
import safetyStyles from './safety.module.css'

const HomeMiddle = lazyPart(() => import('./home-middle.tsx'), 'HomeMiddle')
const HomeEnd = lazyPart(() => import('./home-end.tsx'), 'HomeEnd')

type HomePageProps = { renderSeller: RenderSeller }

export function HomePage({ renderSeller }: HomePageProps) {
  return (
    <>
      <SellerFirst renderSeller={renderSeller} />
      <Hero />
      <HomeMiddle />
      <HomeEnd safetyClass={`page ${safetyStyles.safety}`} renderSeller={renderSeller} />
    </>
  )
}

/** Apart from the page: a session that arrives must not render parts again whose code is not loaded yet. */
function SellerFirst({ renderSeller }: HomePageProps) {
  const { customer, isLoading } = useSession()
  return (
    <div className={isLoading || customer ? styles.reserved : undefined}>
      {customer && renderSeller(customer, 'first')}
    </div>
  )
}

const badges = ['100% Secure', 'Instant Quotes', 'Best Rates']

function Hero() {
  return (
    <section className={`page stack ${styles.hero}`}>
      <div className={styles.words}>
        <h1 className={styles.title}>Convert Gift Cards to Instant Cash</h1>
        <p className={`muted ${styles.lead}`}>
          Pick a brand, enter the balance and see your payout to the cent. We pay by PayPal, Cash App, Zelle or bank
          transfer once we've checked the card.
        </p>
        <ul className={`plain cluster stretch gap-5 row-gap-2 margin-top-5 ${styles.badges}`}>
          {badges.map((badge) => (
            <li key={badge} className="row medium">
              <Icon name="check" size={18} className="brand" />
              {badge}
            </li>
          ))}
        </ul>
      </div>
      <QuoteCalculator />
    </section>
  )
}
