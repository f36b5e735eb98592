import { Link } from '@tanstack/react-router'
import { cardOffer, NOT_BUYING } from '#client/lib/card-offer.ts'
import { shownBrands, useCatalogue } from '#client/lib/catalogue.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Section } from '#client/ui/section.tsx'
import type { Brand } from '#shared/brand.ts'
import { type CardHints, cardHints } from '#shared/card-hints.ts'
import { cardNote } from '#shared/card-note.ts'
import { payoutTiming } from '#shared/payment-type.ts'
import { brandOffer } from './brand-offer.ts'
import styles from './brand-page.module.css'
import { brandRejections, type Rejection, rejection } from './rejections.ts'

/** /sell/<brand>: what a card of this brand pays, what we need for it, and what gets rejected. */
export function BrandPage({ brand }: { brand: Brand }) {
  const { rate, value, payout } = brandOffer(brand)
  const { refusal } = cardOffer(brand, null)
  const hints = cardHints(brand, 'brand-new')
  return (
    <div className={`page ${styles.page}`}>
      <Breadcrumbs name={brand.name} />
      <div className={styles.columns}>
        <header className="shrinks">
          <h1>Sell {brand.name} gift cards for cash</h1>
          <div className={`muted stack gap-0 margin-top-3 text-lg tabular ${styles.lead}`}>
            {/* Kept where a notice replaces it, so that nothing below moves. */}
            <p data-replaced={refusal && ''}>
              We pay {rate} of the card's value: a {value} card pays {payout}. The quote is free, and you don't need an
              account to see it.
            </p>
            <p role="status">{refusal}</p>
          </div>
        </header>
        <Offer brand={brand} isBought={refusal === undefined} />
        <div className="stack gap-7 shrinks">
          <Needs brand={brand} hints={hints} />
          <CodePlaces hints={hints} />
          <Rejections brand={brand} />
          <SimilarBrands brand={brand} />
        </div>
      </div>
    </div>
  )
}

function Breadcrumbs({ name }: { name: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={`plain cluster stretch gap-0 margin-bottom-4 muted text-sm ${styles.trail}`}>
        <li className="target">
          <Link to="/" className="target">
            Home
          </Link>
        </li>
        <li className="target">
          <Link to="/supported-cards" className="target">
            Supported Cards
          </Link>
        </li>
        <li className="target" aria-current="page">
          {name}
        </li>
      </ol>
    </nav>
  )
}

function Offer({ brand, isBought }: { brand: Brand; isBought: boolean }) {
  const { value, payout, exampleRate, fraction, minimum, maximum } = brandOffer(brand)
  return (
    <div className={`stack gap-5 shrinks ${styles.offer}`}>
      <div className={styles.card}>
        <GiftCard brand={brand} />
      </div>
      <Receipt label="EXAMPLE" aside={`${value} card`}>
        <PayoutFigure muted={!isBought} caption={isBought ? 'cash to you' : NOT_BUYING}>
          {isBought ? payout : '—'}
        </PayoutFigure>
        <PayoutBar fraction={isBought ? fraction : 0} />
        <ReceiptRows>
          <ReceiptRow label="Rate">{isBought ? exampleRate : '—'}</ReceiptRow>
          <ReceiptRow label="Minimum">{minimum}</ReceiptRow>
          <ReceiptRow label="Maximum">{maximum}</ReceiptRow>
          <ReceiptRow label="Paid in">{payoutTiming.digital}</ReceiptRow>
        </ReceiptRows>
      </Receipt>
      {isBought ? (
        <Link to="/exchange" search={{ brand: brand.slug }} className={buttonClass()}>
          Sell your {brand.name} card
        </Link>
      ) : (
        <Link to="/supported-cards" className={buttonClass()}>
          See the cards we buy
        </Link>
      )}
    </div>
  )
}

function Needs({ brand, hints }: { brand: Brand; hints: CardHints }) {
  const note = cardNote(brand.slug, 'brand-new')
  const needs = [
    photosOf(brand),
    hints.code ? 'The card number, and the security code or PIN.' : 'The code on the card.',
    ...(hints.needsExpiry ? ['The expiry date.'] : []),
    ...(hints.hasExpiry && !hints.needsExpiry
      ? ['The expiry date, if you can read it. It makes checking faster.']
      : []),
    ...(note ? [note] : []),
    brand.slug === 'cvs'
      ? 'A photo of the store receipt.'
      : 'The store receipt, if you still have it. We may ask for it, especially for a high value.',
    "A card from the United States, in US dollars, that isn't linked to an account.",
  ]
  return (
    <Section id="needs" title="What we need" level={2}>
      <ul className={`plain margin-top-3 ${styles.list}`}>
        {needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
    </Section>
  )
}

function photosOf({ rules: { photosNeeded } }: Brand) {
  if (photosNeeded > 2) return `At least ${photosNeeded} clear photos, the front and the back among them.`
  return photosNeeded > 1
    ? 'Photos of the front and the back. We need both.'
    : 'Clear photos of the front and the back, with the code uncovered.'
}

function CodePlaces({ hints: { number, code, hasExpiry, expiry } }: { hints: CardHints }) {
  return (
    <Section id="code-places" title="Where the code is" level={2}>
      <Facts
        className={`terms margin-top-3 ${styles.pairs}`}
        facts={[
          [code ? 'Card number' : 'Code', number],
          ['Security code or PIN', code],
          ['Expiry date', hasExpiry && expiry],
        ]}
      />
    </Section>
  )
}

const usualRejections: readonly Rejection[] = [
  rejection('both-sides'),
  rejection('code-covered'),
  rejection('blurry'),
  rejection('zero-balance'),
  rejection('linked'),
]

function Rejections({ brand: { slug } }: { brand: Brand }) {
  const own = brandRejections[slug]
  return (
    <Section id="rejections" title="What gets rejected" level={2}>
      <p className="muted margin-top-2">If we say no, the card stays yours and we tell you why.</p>
      <Facts
        className={`terms margin-top-3 ${styles.pairs}`}
        facts={[...(own ? [own] : []), ...usualRejections].map(({ problem, remedy }) => [problem, remedy])}
      />
      <p className="not-printed">
        <Link to="/supported-cards" hash="what-gets-rejected" className="target strong">
          All reasons
        </Link>
      </p>
    </Section>
  )
}

const MAX_SIMILAR = 6

function SimilarBrands({ brand }: { brand: Brand }) {
  const similar = shownBrands(useCatalogue())
    .filter((other) => other.category === brand.category && other.slug !== brand.slug)
    .slice(0, MAX_SIMILAR)
  if (similar.length === 0) return null
  return (
    <nav aria-labelledby="similar-brands">
      <h2 id="similar-brands">Similar cards</h2>
      <ul className={`plain cluster stretch gap-5 row-gap-0 margin-top-2 ${styles.similar}`}>
        {similar.map((other) => (
          <li key={other.slug}>
            <Link to="/sell/$brand" params={{ brand: other.slug }} className="target">
              {other.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
