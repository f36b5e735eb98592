import { Link } from '@tanstack/react-router'
import { useCatalogue } from '#client/lib/catalogue.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { GiftCard } from '#client/ui/gift-card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { Rosette } from '#client/ui/rosette.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars, formatRate } from '#shared/money.ts'
import type { TransactionStage } from '#shared/payout.ts'
import { secondLook } from '#shared/payout-label.ts'
import { removedMessages } from '#shared/removed.ts'
import { sellerSumOf } from '#shared/seller-money.ts'
import type { ReviewStatus } from '#shared/submission.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { isWithdrawn } from '#shared/withdrawal.ts'
import { OrderTags } from './order-tags.tsx'
import styles from './transaction-receipt.module.css'
import type { ShownTransaction } from './use-transactions.ts'

const payoutCaptions: Readonly<Record<ReviewStatus, string>> = {
  pending: 'being checked, yours once the card is accepted',
  processing: 'being checked, yours once the card is accepted',
  completed: 'paid to you',
  rejected: 'not paid',
  failed: 'not paid',
}
const stageCaptions: Readonly<Partial<Record<TransactionStage, string>>> = {
  approved: 'approved, we pay it next',
  paying: 'approved, being paid now',
  'on-its-way': 'on its way to you',
  returned: 'not paid yet, we still owe you this',
  paid: 'paid to you',
}

type Captioned = Pick<ShownTransaction, 'status' | 'stage' | 'payout' | 'requestKind'>

function captionOf({ status, stage, payout, requestKind }: Captioned) {
  if (requestKind === 'offer') return 'for the value you typed; our offer is another amount'
  if (stage === 'approved' && payout?.isHeld) return secondLook.name.toLowerCase()
  if (payout?.state === 'paid' && !payout.sentAt) return 'used for what you owed us'
  return (stage && stageCaptions[stage]) ?? payoutCaptions[status]
}

type TransactionReceiptProps =
  /** In a list: with status and reason, and the whole receipt links to the transaction's page. */
  | { transaction: ShownTransaction; payee?: undefined }
  /** On the transaction's page, which has the rest: with destination and payee of the money, and the rosette. */
  | { transaction: TransactionDetail; payee: string }

export function TransactionReceipt(props: TransactionReceiptProps) {
  const { transaction, payee } = props
  const isPage = payee !== undefined
  const { id, giftCardName, payoutAmount, createdAt } = transaction
  // Transactions store the display name of the brand, not its slug.
  const brand = useCatalogue().brands.find((each) => each.name === giftCardName)
  return (
    <article aria-labelledby={`order-${id}`} className={`positioned ${styles.transaction}`}>
      <Receipt label={id} aside={<Time at={createdAt} isDay />}>
        <div className="cluster gap-3 margin-top-3 margin-bottom-3">
          {brand && <GiftCard small brand={brand} />}
          <div className={`stack start gap-1 shrinks ${styles.what}`}>
            <h2 id={`order-${id}`} className={`text-lg breaks ${styles.title}`}>
              {giftCardName}
            </h2>
            <OrderTags order={transaction} isPage={isPage} />
          </div>
          {isPage && <Rosette size={56} />}
        </div>
        <PayoutFigure muted={sellerSumOf(transaction) === 'notPaid'} caption={captionOf(transaction)}>
          {formatDollars(payoutAmount)}
        </PayoutFigure>
        {props.payee === undefined ? <ListedFacts {...props} /> : <PageFacts {...props} />}
      </Receipt>
    </article>
  )
}

function ListedFacts({ transaction }: { transaction: ShownTransaction }) {
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
      {statusReason && !isWithdrawn(transaction) && (
        <p className="margin-top-3 pad-top-3 line-top">
          <span className="muted">Reason:</span> {statusReason}
        </p>
      )}
      <Link
        to="/transactions/$reference"
        params={{ reference: id }}
        className={`target covers gap-2 margin-top-2 strong bare not-printed ${styles.link}`}
      >
        View Order<span className="visually-hidden"> {id}</span>
        <Icon name="arrow-right" size={18} />
      </Link>
    </>
  )
}

function PageFacts({ transaction, payee }: { transaction: TransactionDetail; payee: string }) {
  const { id, status, paymentMethod, payoutDestination, payout, quotedCardValue } = transaction
  return (
    <>
      <ReceiptRows>
        {quotedCardValue !== undefined && <ReceiptRow label="You typed">{formatDollars(quotedCardValue)}</ReceiptRow>}
        <CardRows transaction={transaction} />
        <ReceiptRow label="Payment">
          <AddressText>{payoutDestination ?? payout?.label ?? paymentMethod}</AddressText>
        </ReceiptRow>
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
        <p className="margin-top-3 not-printed">
          Wrong?{' '}
          <Link to="/contact" search={{ about: `Payment of order ${id}` }} className="strong">
            Contact us
          </Link>{' '}
          before we pay.
        </p>
      )}
    </>
  )
}

function CardRows({ transaction: { cardValue, exchangeRate, cardNumber } }: { transaction: ShownTransaction }) {
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
