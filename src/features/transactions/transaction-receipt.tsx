import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { formatDate } from '#client/lib/format.ts'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Seal } from '#client/ui/seal.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { type Brand, brands } from '#shared/brands.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { ShownTransaction } from './local-transactions.ts'
import styles from './transaction-receipt.module.css'

// Orders name their brand as people know it.
const brandByName: ReadonlyMap<string, Brand> = new Map(brands.map((brand) => [brand.name, brand]))

const payoutCaptions: Readonly<Record<ReviewStatus, string>> = {
  pending: 'cash to you after verification',
  processing: 'cash to you after verification',
  completed: 'paid to you',
  rejected: 'quoted, not paid',
  failed: 'quoted, not paid',
}
const unpaid: ReadonlySet<ReviewStatus> = new Set(['rejected', 'failed'])

/** One order as the receipt its seller keeps: card, status with its reason, payout, and the order's own seal. */
export function TransactionReceipt({ transaction }: { transaction: ShownTransaction }) {
  const { id, giftCardName, status, statusReason, payoutAmount, createdAt } = transaction
  const brand = brandByName.get(giftCardName)
  const { name, tone } = statusLabels[status]
  return (
    <article aria-labelledby={`order-${id}`}>
      <Receipt label={id} aside={<time dateTime={createdAt}>{formatDate(createdAt)}</time>}>
        <div className={styles.head}>
          {brand && <GiftCard small name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} />}
          <div className={styles.what}>
            <h2 id={`order-${id}`} className={styles.title}>
              {giftCardName}
            </h2>
            <Tag tone={tone}>{name}</Tag>
          </div>
          <Seal of={id} size={56} />
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
      </Receipt>
    </article>
  )
}

/** What only the server knows is left out of a row that was kept in the browser. */
function ReceiptFacts({ transaction }: { transaction: ShownTransaction }) {
  const { cardValue, exchangeRate, cardNumber, paymentMethod, uploadedFiles } = transaction
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
      {uploadedFiles && <ReceiptRow label="Files uploaded">{uploadedFiles.length}</ReceiptRow>}
    </ReceiptRows>
  )
}
