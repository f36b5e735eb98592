import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { useSession } from '#client/lib/session.ts'
import { useSite } from '#client/lib/site-settings.ts'
import { buttonClass } from '#client/ui/button.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import styles from './home-page.module.css'

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

const facts = [
  ['Your code is encrypted', 'We encrypt every card number and code on its own before we store it.'],
  ['Each look is logged', 'Staff open one number at a time. Who looked, and when, is logged first.'],
] as const

/** What becomes of number and code, by how long they are kept for the use of the card. */
function erasedFact(keptFor: string | undefined): readonly [title: string, text: string] {
  if (!keptFor)
    return [
      'Erased after payout',
      'We erase the code when your order is finished, and number and photos within 30 days.',
    ]
  return [
    'Erased after use',
    `We erase number and code when the card has been used, within ${keptFor}, and photos within 30 days.`,
  ]
}

const photos = [
  ['good', 'Good', 'Both sides, sharp, code readable.'],
  ['covered', 'Code covered', 'Scratch off the layer first.'],
  ['blurred', 'Blurred', 'Use good light and hold still.'],
  ['one-side', 'One side missing', 'We need the front and the back.'],
] as const

/** Every fact is a promise of SECURITY.md. The build draws it, and its section has the styles. */
function Safety() {
  return (
    <>
      <h2 id="safety">Your card is safe with us</h2>
      <dl className="terms">
        {[...facts, erasedFact(useSite().keptFor)].map(([title, text]) => (
          <div key={title} className="pad-top-3">
            <dt>{title}</dt>
            <dd className="margin-top-1">{text}</dd>
          </div>
        ))}
      </dl>
      <h3>If we say no, the card stays yours</h3>
      <p className="margin-top-2 muted">
        We tell you why and how to fix it. Most rejections come from the photo, so check yours against these.{' '}
        <Link to="/contact">More questions and answers</Link>
      </p>
      <ul className="plain gap-4">
        {photos.map(([id, title, text]) => (
          <li key={id} className="muted">
            <img src={withBase(`/example-photos.svg#${id}`)} alt="" width={320} height={200} loading="lazy" />
            <strong className="bad">{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
