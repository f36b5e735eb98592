import { Link } from '@tanstack/react-router'
import { brandMarkUrl } from '#client/lib/brand-mark.ts'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { Tag } from '#client/ui/badge.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Rosette } from '#client/ui/rosette.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars, formatRate } from '#shared/money.ts'
import type { TransactionStage } from '#shared/payout.ts'
import { removedMessages } from '#shared/removed.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { StageTag } from './stage-tag.tsx'
import styles from './transaction-receipt.module.css'

const payoutCaptions: Readonly<Record<ReviewStatus, string>> = {
  pending: "you'll get this after we check the card",
  processing: "you'll get this after we check the card",
  completed: 'paid to you',
  rejected: 'not paid',
  failed: 'not paid',
}
/** The captions of orders whose card is checked. */
const stageCaptions: Readonly<Partial<Record<TransactionStage, string>>> = {
  approved: 'on its way to you',
  paying: 'on its way to you',
  'on-its-way': 'on its way to you',
}
const unpaid: ReadonlySet<ReviewStatus> = new Set(['rejected', 'failed'])

type OptionalFact = 'cardNumber' | 'uploadedFiles' | 'statusReason' | 'removedAt' | 'stage' | 'payout'
/** A transaction from the server, or the stored part without the optional facts. */
type ReceiptTransaction = Omit<Transaction, OptionalFact | 'email'> & Partial<Pick<Transaction, OptionalFact>>

type TransactionReceiptProps =
  /** In a list: with status and reason, and the whole receipt links to the transaction's page. */
  | { transaction: ReceiptTransaction; isLink: true; payee?: undefined }
  /** On the transaction's page, which has the rest: with destination and payee of the money, and the rosette. */
  | { transaction: TransactionDetail; isLink?: false; payee: string }

/** One transaction as a receipt: card, payout and facts. */
export function TransactionReceipt(props: TransactionReceiptProps) {
  const { transaction, isLink } = props
  const { id, giftCardName, status, stage, payout, payoutAmount, createdAt } = transaction
  // Transactions store the display name of the brand, not its slug.
  const brand = useCatalogue().brands.find((each) => each.name === giftCardName)
  const { name, tone } = statusLabels[status]
  return (
    <article aria-labelledby={`order-${id}`} className={styles.transaction}>
      <Receipt label={id} aside={<Time at={createdAt} isDay />}>
        <div className={`cluster gap-3 ${styles.head}`}>
          {brand && <GiftCard small name={brand.name} colour={brand.colour} markUrl={brandMarkUrl(brand)} />}
          <div className={`stack start gap-1 shrinks ${styles.what}`}>
            <h2 id={`order-${id}`} className={`text-lg breaks ${styles.title}`}>
              {giftCardName}
            </h2>
            <Tag tone={tone}>{name}</Tag> <StageTag stage={stage} payout={payout} />
          </div>
          {!isLink && <Rosette of={id} size={56} />}
        </div>
        <PayoutFigure muted={unpaid.has(status)} caption={(stage && stageCaptions[stage]) ?? payoutCaptions[status]}>
          {formatDollars(payoutAmount)}
        </PayoutFigure>
        {props.isLink ? <ListedFacts transaction={props.transaction} /> : <PageFacts {...props} />}
      </Receipt>
    </article>
  )
}

function ListedFacts({ transaction }: { transaction: ReceiptTransaction }) {
  const { id, statusReason, paymentMethod, uploadedFiles, removedAt } = transaction
  return (
    <>
      <ReceiptRows>
        <CardRows transaction={transaction} />
        {paymentMethod && <ReceiptRow label="Payment">{paymentMethod}</ReceiptRow>}
        {uploadedFiles && (
          <ReceiptRow label="Files uploaded">{removedAt ? removedMessages.label : uploadedFiles.length}</ReceiptRow>
        )}
      </ReceiptRows>
      {statusReason && (
        <p className={styles.reason}>
          <span className="muted">Reason:</span> {statusReason}
        </p>
      )}
      <Link to="/transactions/$reference" params={{ reference: id }} className={`margin-top-2 strong ${styles.link}`}>
        View Order<span className="visually-hidden"> {id}</span>
        <Icon name="arrow-right" size={18} />
      </Link>
    </>
  )
}

function PageFacts({ transaction, payee }: { transaction: TransactionDetail; payee: string }) {
  const { id, status, paymentMethod, payoutDestination, payout } = transaction
  return (
    <>
      <ReceiptRows>
        <CardRows transaction={transaction} />
        <ReceiptRow label="Payment">{payoutDestination ?? payout?.label ?? paymentMethod}</ReceiptRow>
        <ReceiptRow label="Payee">{payee}</ReceiptRow>
        {status === 'completed' && payout?.sentAt && (
          <ReceiptRow label="Paid">
            <Time at={payout.sentAt} />
          </ReceiptRow>
        )}
        {status === 'completed' && payout?.reference && (
          <ReceiptRow label="Reference" mono>
            {payout.reference}
          </ReceiptRow>
        )}
      </ReceiptRows>
      {status === 'pending' && (
        <p className={`margin-top-3 ${styles.wrong}`}>
          Wrong?{' '}
          <Link to="/contact" search={{ about: `Payment of order ${id}` }}>
            Contact us
          </Link>{' '}
          before we pay.
        </p>
      )}
      <p className="margin-top-4 muted text-sm">
        The seal is drawn from your order number. Your confirmation and every print show the same one.
      </p>
    </>
  )
}

function CardRows({ transaction: { cardValue, exchangeRate, cardNumber } }: { transaction: ReceiptTransaction }) {
  return (
    <>
      <ReceiptRow label="Card value">{formatDollars(cardValue)}</ReceiptRow>
      <ReceiptRow label="Exchange rate">{formatRate(exchangeRate)}</ReceiptRow>
      {cardNumber && (
        <ReceiptRow label="Card number" mono>
          {cardNumber}
        </ReceiptRow>
      )}
    </>
  )
}
