import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#client/lib/session.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { buttonClass } from '#client/ui/button.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import styles from './home-page.module.css'
import { Safety } from './safety.tsx'

/** What a customer has open, and the way to the next exchange: above the rest of the page, or below it. */
export type RenderSeller = (customer: CustomerProfile, place: 'first' | 'last') => ReactNode

type HomeEndProps = {
  /** The page has the styles, because the build draws this part. */
  safetyClass: string
  renderSeller: RenderSeller
}

export function HomeEnd({ safetyClass, renderSeller }: HomeEndProps) {
  const { customer } = useSession()
  return (
    <>
      <section className={safetyClass} aria-labelledby="safety">
        <Safety />
      </section>
      <Claims />
      {customer ? renderSeller(customer, 'last') : <LandingBlock />}
    </>
  )
}

function Claims() {
  const { claims } = useSite()
  if (claims.length === 0) return null
  return (
    <div className="page">
      <dl className={`facts stack gap-4 ${styles.figures}`}>
        {claims.map(({ figure, words }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd className="display">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="margin-top-4 text-sm">
        <Link to="/figures">What we measure</Link>
      </p>
    </div>
  )
}

function LandingBlock() {
  return (
    <section className={`page ${styles.section}`}>
      <div className={`cluster spread gap-5 pad-top-6 line-top ${styles.block}`}>
        <div>
          <h2 className="breaks">Ready to Exchange Your Gift Cards</h2>
          <p className="margin-top-2 muted">Free quote, no account needed.</p>
        </div>
        <Link to="/exchange" className={buttonClass()}>
          Get Started Now
        </Link>
      </div>
    </section>
  )
}
