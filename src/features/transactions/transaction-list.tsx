import { Link } from '@tanstack/react-router'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import { sellerSumOf } from '#shared/seller-money.ts'
import { pickTransactions, type TransactionFilter } from '#shared/transaction-list.ts'
import { orderLabel } from '#shared/withdrawal.ts'
import { StageTag } from './stage-tag.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import styles from './transaction-list.module.css'
import type { ShownTransaction } from './use-transactions.ts'

type TransactionListProps = {
  transactions: readonly ShownTransaction[]
  filter: TransactionFilter
  onFilter: (next: TransactionFilter) => void
  hasExport: boolean
}

/** Many orders: filters, and a line for each. */
export function TransactionList({ transactions, filter, onFilter, hasExport }: TransactionListProps) {
  const picked = pickTransactions(transactions, filter)
  return (
    <>
      <TransactionFilters {...{ transactions, filter, onFilter, hasExport }} />
      <p role="status" className={`muted ${styles.count}`}>
        {picked.length < transactions.length && `${picked.length} of ${transactions.length} orders`}
      </p>
      {picked.length === 0 ? (
        <StateMessage
          title="No orders match"
          headingLevel={2}
          action={
            <Button variant="secondary" onClick={() => onFilter({ sort: filter.sort })}>
              Show all orders
            </Button>
          }
        >
          Try another order number, brand or status.
        </StateMessage>
      ) : (
        <ul className={`plain line-top ${styles.list}`}>
          {picked.map((each) => (
            <TransactionRow key={each.id} transaction={each} />
          ))}
        </ul>
      )}
    </>
  )
}

/** One order as a line, which is a link as a whole. */
function TransactionRow({ transaction }: { transaction: ShownTransaction }) {
  const { id, giftCardName, cardValue, payoutAmount, stage, payout, requestKind, createdAt } = transaction
  // Transactions store the display name of the brand, not its slug.
  const brand = useCatalogue().brands.find((each) => each.name === giftCardName)
  const { name, tone } = orderLabel(transaction)
  return (
    <li className={`positioned hover-sunken gap-3 row-gap-1 pad-block-3 line-bottom ${styles.row}`}>
      {brand && <GiftCard small brand={brand} />}
      <div className={`shrinks ${styles.what}`}>
        <Link to="/transactions/$reference" params={{ reference: id }} className={`strong bare covers ${styles.link}`}>
          {giftCardName}
          <span className="visually-hidden"> order</span>{' '}
          <span className={`muted breaks ${styles.reference}`}>{id}</span>
        </Link>
      </div>
      <span className={`tabular nowrap align-end ${styles.money}`}>
        {formatDollars(cardValue)} <span aria-hidden="true">→</span>
        <span className="visually-hidden">card, payout</span>{' '}
        <strong data-unpaid={sellerSumOf(transaction) === 'notPaid' || undefined}>{formatDollars(payoutAmount)}</strong>
      </span>
      <span className={`cluster stretch gap-1 ${styles.status}`}>
        <Tag tone={tone}>{name}</Tag>
        <StageTag stage={stage} payout={payout} requestKind={requestKind} />
      </span>
      <Time at={createdAt} isDay className="muted text-sm align-end" />
    </li>
  )
}
