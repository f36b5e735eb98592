import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { writeStored } from '#client/lib/storage.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import type { CustomerProfile } from '#shared/account-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { isOpen } from '#shared/submission.ts'
import { orderLabel } from '#shared/withdrawal.ts'
import { progressLabel } from './order-tags.tsx'
import styles from './seller-home.module.css'
import { SellerSums } from './seller-sums.tsx'
import { type ShownTransaction, useTransactions } from './use-transactions.ts'

const MOST_ROWS = 3
/** `src/lib/reserve-seller-home.ts` reads it before the first paint. */
const HEIGHT_KEY = 'seller-home'

type SellerHomeProps = { customer: CustomerProfile; place: 'first' | 'last' }

/** First only where nothing moves: with a reserved height, or when the page is opened within the application. */
let shownPlace: SellerHomeProps['place'] = document.documentElement.dataset.seller === undefined ? 'last' : 'first'

export function SellerHome({ customer, place }: SellerHomeProps) {
  return useState(shownPlace)[0] === place && <Home customer={customer} />
}

function Home({ customer }: { customer: CustomerProfile }) {
  const { data: orders } = useTransactions(customer.id)
  const open = orders?.filter((order) => isOpen(order.status) || order.stage === 'returned') ?? []
  const shown = open.slice(0, MOST_ROWS)
  const section = useRef<HTMLElement>(null)

  // The next visit reserves this height. Before the next paint, so that nothing moves.
  useLayoutEffect(() => {
    if (!orders || !section.current) return
    writeStored(HEIGHT_KEY, { height: section.current.offsetHeight, width: window.innerWidth })
    delete document.documentElement.dataset.seller
    return () => {
      shownPlace = 'first'
    }
  }, [orders])

  return (
    <section ref={section} aria-labelledby="seller-home" className={`page stack gap-4 ${styles.home}`}>
      <div className="cluster spread gap-4">
        <h2 id="seller-home" className="breaks">
          Welcome back, {customer.name}!
        </h2>
        <div className={`cluster stretch ${styles.ways}`}>
          <SellAgain last={orders?.[0]} />
          <Link to="/exchange" className={buttonClass()}>
            Start New Exchange
          </Link>
        </div>
      </div>
      {orders && orders.length > 0 && (
        <>
          <SellerSums transactions={orders} />
          {shown.length > 0 && (
            <section aria-labelledby="open-orders">
              <div className="cluster spread gap-3">
                <h3 id="open-orders">Open orders</h3>
                <Link to="/transactions" className="pad-block-2">
                  All orders
                </Link>
              </div>
              <ul className="plain line-bottom">
                {shown.map((order) => (
                  <OpenOrder key={order.id} order={order} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </section>
  )
}

function SellAgain({ last }: { last: ShownTransaction | undefined }) {
  const { brands } = useCatalogue()
  const isBought = brands.some(({ name, state }) => name === last?.giftCardName && state === 'active')
  if (!last || !isBought) return null
  return (
    <Link
      to="/exchange"
      search={{ step: 'done', order: last.id, again: true }}
      className={buttonClass('secondary')}
      aria-label={`Sell again: ${last.giftCardName} ${formatDollars(last.cardValue)}, paid by ${last.paymentMethod}`}
    >
      Sell again
    </Link>
  )
}

function OpenOrder({ order }: { order: ShownTransaction }) {
  const { id, giftCardName, payoutAmount } = order
  return (
    <li className={`stack positioned hover-sunken gap-3 pad-block-3 line-top ${styles.row}`}>
      <div className="shrinks">
        <Link to="/transactions/$reference" params={{ reference: id }} className="bare covers">
          <strong>{giftCardName}</strong> <span className={`mono muted text-sm ${styles.reference}`}>{id}</span>
        </Link>
        <p className="muted text-sm">{nextOf(order)}</p>
      </div>
      <p className={`row gap-4 row-gap-2 ${styles.money}`}>
        <LabelTag wraps label={progressLabel(order) ?? orderLabel(order)} />
        <strong className="tabular">{formatDollars(payoutAmount)}</strong>
      </p>
    </li>
  )
}

function nextOf({ status, stage, payout, requestKind }: ShownTransaction) {
  if (requestKind === 'fix') return 'Send it, and we go on.'
  if (requestKind === 'offer') return 'Accept or decline it.'
  if (stage === 'returned') return 'Choose another way to be paid.'
  if (payout?.isHeld) return 'We email you when it is sent.'
  if (stage === 'on-its-way') return payout?.claimBefore ? 'Claim it with PayPal.' : 'It arrives soon.'
  if (stage === 'approved' || stage === 'paying') return 'We pay it next.'
  return status === 'pending' ? 'We check it next.' : 'We are checking it.'
}
