import { Link } from '@tanstack/react-router'
import { withBase } from '#client/lib/base-path.ts'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { buttonClass, SecondaryButton } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { useSearchText } from '#client/ui/search-box.tsx'
import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import { sellerSumOf } from '#shared/seller-money.ts'
import { statusLabels } from '#shared/status-label.ts'
import { type ReviewStatus, reviewStatuses } from '#shared/submission.ts'
import {
  pickTransactions,
  type TransactionFilter,
  type TransactionSort,
  transactionSorts,
} from '#shared/transaction-list.ts'
import { OrderTags } from './order-tags.tsx'
import styles from './transaction-list.module.css'
import type { ShownTransaction } from './use-transactions.ts'

const SEARCH_MAX_LENGTH = 100

const sortNames: Readonly<Record<TransactionSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  value: 'Highest value',
}

type TransactionListProps = {
  transactions: readonly ShownTransaction[]
  filter: TransactionFilter
  onFilter: (next: TransactionFilter) => void
  /** Whether the server can be reached, which makes the file. */
  hasExport: boolean
}

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
          action={<SecondaryButton onClick={() => onFilter({ sort: filter.sort })}>Show all orders</SecondaryButton>}
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

function TransactionRow({ transaction }: { transaction: ShownTransaction }) {
  const { id, giftCardName, cardValue, payoutAmount, createdAt } = transaction
  // Transactions store the display name of the brand, not its slug.
  const brand = useCatalogue().brands.find((each) => each.name === giftCardName)
  return (
    <li className={`stack positioned hover-sunken gap-3 row-gap-1 pad-block-3 line-bottom ${styles.row}`}>
      {brand && <GiftCard small brand={brand} />}
      <div className={`shrinks ${styles.what}`}>
        <Link to="/transactions/$reference" params={{ reference: id }} className="block strong bare covers">
          {giftCardName}
          <span className="visually-hidden"> order</span>{' '}
          <span className={`block muted breaks ${styles.reference}`}>{id}</span>
        </Link>
      </div>
      <span className={`tabular nowrap align-end ${styles.money}`}>
        {formatDollars(cardValue)} <span aria-hidden="true">→</span>
        <span className="visually-hidden">card, payout</span>{' '}
        <strong data-unpaid={sellerSumOf(transaction) === 'notPaid' || undefined}>{formatDollars(payoutAmount)}</strong>
      </span>
      <span className={`cluster stretch gap-1 ${styles.status}`}>
        <OrderTags order={transaction} />
      </span>
      <Time at={createdAt} isDay className="muted text-sm align-end" />
    </li>
  )
}

function TransactionFilters({ transactions, filter, onFilter, hasExport }: TransactionListProps) {
  const [text, setText] = useSearchText(filter.search, (search) => onFilter({ ...filter, search }))
  return (
    <search className={`stack bottom gap-4 row-gap-3 not-printed ${styles.filters}`}>
      <TextField
        label="Search your orders"
        type="search"
        placeholder="Order number or brand"
        spellCheck={false}
        maxLength={SEARCH_MAX_LENGTH}
        value={text}
        onValueChange={setText}
      />
      <SelectField
        label="Sort by"
        value={filter.sort ?? transactionSorts[0]}
        options={optionsOf(transactionSorts, sortNames)}
        onValueChange={(sort) => onFilter({ ...filter, sort })}
      />
      <ChoiceButtons
        label="Status"
        choices={statusChoices(transactions, filter.status)}
        chosen={filter.status}
        onChoose={(status) => onFilter({ ...filter, status })}
      />
      {hasExport && (
        <a className={buttonClass('quiet', 'small')} href={csvUrl(filter)} download>
          <Icon name="download" size={18} />
          Download CSV
        </a>
      )}
    </search>
  )
}

function statusChoices(transactions: readonly { status: ReviewStatus }[], chosen: ReviewStatus | undefined) {
  const counted = reviewStatuses.map((value) => {
    const count = transactions.filter(({ status }) => status === value).length
    return { value, count, name: statusLabels[value].name }
  })
  return [
    { value: undefined, count: transactions.length, name: 'All' },
    ...counted.filter(({ value, count }) => count > 0 || value === chosen),
  ]
}

function csvUrl(filter: TransactionFilter) {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(given).toString()
  return withBase(`/api/user/transactions.csv${query && `?${query}`}`)
}
