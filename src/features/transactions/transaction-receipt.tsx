import { Link } from '@tanstack/react-router'
import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { formatDate } from '#client/lib/format.ts'
import { Tag } from '#client/ui/badge.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Rosette } from '#client/ui/rosette.tsx'
import { type Brand, brands } from '#shared/brands.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { removedMessages } from '#shared/removed.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import styles from './transaction-receipt.module.css'

// Transactions store the display name of the brand, not its slug.
const brandByName: ReadonlyMap<string, Brand> = new Map(brands.map((brand) => [brand.name, brand]))

const payoutCaptions: Readonly<Record<ReviewStatus, string>> = {
  pending: 'cash to you after verification',
  processing: 'cash to you after verification',
  completed: 'paid to you',
  rejected: 'quoted, not paid',
  failed: 'quoted, not paid',
}
const unpaid: ReadonlySet<ReviewStatus> = new Set(['rejected', 'failed'])

type OptionalFact = 'cardNumber' | 'uploadedFiles' | 'statusReason' | 'removedAt'
/** A transaction from the server, or the stored part without the optional facts. */
type ReceiptTransaction = Omit<Transaction, OptionalFact | 'email'> & Partial<Pick<Transaction, OptionalFact>>

type TransactionReceiptProps = {
  transaction: ReceiptTransaction
  /** In a list the whole receipt links to the transaction's page. */
  isLink?: boolean
}

/** One transaction as a receipt: card, status with reason, payout and the transaction's rosette. */
export function TransactionReceipt({ transaction, isLink = false }: TransactionReceiptProps) {
  const { id, giftCardName, status, statusReason, payoutAmount, createdAt } = transaction
  const brand = brandByName.get(giftCardName)
  const { name, tone } = statusLabels[status]
  return (
    <article aria-labelledby={`order-${id}`} className={styles.transaction}>
      <Receipt label={id} aside={<time dateTime={createdAt}>{formatDate(createdAt)}</time>}>
        <div className={styles.head}>
          {brand && <GiftCard small name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} />}
          <div className={styles.what}>
            <h2 id={`order-${id}`} className={styles.title}>
              {giftCardName}
            </h2>
            <Tag tone={tone}>{name}</Tag>
          </div>
          <Rosette of={id} size={56} />
        </div>
        <PayoutFigure muted={unpaid.has(status)} caption={payoutCaptions[status]}>
          {formatDollars(payoutAmount)}
        </PayoutFigure>
        <ReceiptFacts transaction={transaction} />
        {statusReason && (
          <p className={styles.reason}>
            <span className="muted">Reason:</span> {statusReason}
          </p>
        )}
        {isLink && (
          <Link to="/transactions/$reference" params={{ reference: id }} className={styles.link}>
            View Order<span className="visually-hidden"> {id}</span>
            <Icon name="arrow-right" size={18} />
          </Link>
        )}
      </Receipt>
    </article>
  )
}

function ReceiptFacts({ transaction }: { transaction: ReceiptTransaction }) {
  const { cardValue, exchangeRate, cardNumber, paymentMethod, uploadedFiles, removedAt } = transaction
  return (
    <ReceiptRows>
      <ReceiptRow label="Card value">{formatDollars(cardValue)}</ReceiptRow>
      <ReceiptRow label="Exchange rate">{formatRate(exchangeRate)}</ReceiptRow>
      {cardNumber && (
        <ReceiptRow label="Card number" mono>
          {cardNumber}
        </ReceiptRow>
      )}
      {paymentMethod && <ReceiptRow label="Payment">{paymentMethod}</ReceiptRow>}
      {uploadedFiles && (
        <ReceiptRow label="Files uploaded">{removedAt ? removedMessages.label : uploadedFiles.length}</ReceiptRow>
      )}
    </ReceiptRows>
  )
}
