import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCopy } from '#client/lib/use-copy.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { Retry } from '#client/ui/retry.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { canTakePhotos, type NextAction, nextStep, payoutBackStep } from '#shared/next-step.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import type { PhotoSlot } from '#shared/upload.ts'
import { SentFiles } from './sent-files.tsx'
import { StageTag } from './stage-tag.tsx'
import styles from './transaction-page.module.css'
import { TransactionReceipt } from './transaction-receipt.tsx'
import { TransactionTimeline } from './transaction-timeline.tsx'
import { YourMoney } from './your-money.tsx'

/** Renders the form that adds the photos that an order lacks. It calls `onSent` once the order is pending again. */
export type RenderAddPhotos = (lacking: {
  transaction: TransactionDetail
  photos: readonly PhotoSlot[]
  onSent: () => void
}) => ReactNode

/** Renders the dialog in which a customer whose payout failed or came back chooses another way to be paid. */
export type RenderChangePayout = (order: { orderId: string; onClose: () => void }) => ReactNode

/** The forms about an order, which belong to other features. */
export type OrderForms = { renderAddPhotos: RenderAddPhotos; renderChangePayout: RenderChangePayout }

type TransactionViewProps = OrderForms & {
  transaction: TransactionDetail
  /** The customer, who is paid. */
  payee: string
  /** Set while the latest state could not be loaded. */
  retry: Retry | undefined
}

/** Status, next step, timeline, receipt and photos of one transaction, in this order also on small screens. */
export function TransactionView({ transaction, payee, retry, ...forms }: TransactionViewProps) {
  const [copyState, copy] = useCopy()
  return (
    <>
      <Link to="/transactions" className={styles.back}>
        <Icon name="arrow-right" size={18} className={styles.backArrow} />
        Transaction History
      </Link>
      <div className={`cluster spread gap-5 row-gap-3 ${styles.head}`}>
        <h1>
          Order <span className={`strong breaks ${styles.reference}`}>{transaction.id}</span>
        </h1>
        <div className={styles.tools}>
          <CopyButton what="Order reference" state={copyState} onCopy={() => copy(transaction.id)} />
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            <Icon name="print" size={18} />
            Print
          </Button>
        </div>
      </div>
      {retry && (
        <div className={`margin-bottom-5 ${styles.outdated}`}>
          <RetryNotice tone="warn" title="Showing the last status we have" {...retry}>
            We can't reach the server. The status may have changed since.
          </RetryNotice>
        </div>
      )}
      <div className={styles.panes}>
        <div className={styles.story}>
          <Status transaction={transaction} {...forms} />
          <TransactionTimeline transaction={transaction} />
        </div>
        <div className={styles.record}>
          <TransactionReceipt transaction={transaction} payee={payee} />
          <SentFiles transaction={transaction} />
        </div>
      </div>
    </>
  )
}

/**
 * The status with its reason, the money, and what the customer can do next. It takes the focus once photos were added.
 */
function Status({ transaction, renderAddPhotos, renderChangePayout }: OrderForms & { transaction: TransactionDetail }) {
  const { status, statusReason, cardBrand, uploadedFiles, removedAt, stage, payout, resumedPrice } = transaction
  const { name, tone } = statusLabels[status]
  const facts = { cardBrand, fileCount: uploadedFiles.length, isErased: removedAt !== undefined }
  const isPayoutBack = stage === 'returned' && status === 'failed'
  const step = isPayoutBack ? payoutBackStep : nextStep(status, statusReason, canTakePhotos(facts), resumedPrice)
  const place = useRef<HTMLParagraphElement>(null)
  const [isSent, setIsSent] = useState(false)
  const [isChanging, setIsChanging] = useState(false)

  // The form, which had the focus, is gone with the former status.
  useEffect(() => {
    if (!isSent || step.action === 'add-photos') return
    place.current?.focus()
    setIsSent(false)
  }, [isSent, step.action])

  return (
    <div className={styles.status}>
      <p ref={place} tabIndex={-1} role="status">
        <span className="visually-hidden">Status: </span>
        <Tag tone={tone}>{name}</Tag> <StageTag stage={stage} payout={payout} />
      </p>
      {statusReason && <p>{statusReason}</p>}
      {payout && <YourMoney payout={payout} onChange={isPayoutBack ? () => setIsChanging(true) : undefined} />}
      {isChanging && renderChangePayout({ orderId: transaction.id, onClose: () => setIsChanging(false) })}
      <section aria-labelledby="next-step" className={`stack gap-3 margin-top-2 ${styles.next}`}>
        <h2 id="next-step">Next step</h2>
        <p>{step.text}</p>
        {step.action === 'add-photos' &&
          renderAddPhotos({ transaction, photos: step.photos, onSent: () => setIsSent(true) })}
        <div className={styles.actions}>{ways(transaction)[step.action]}</div>
      </section>
    </div>
  )
}

function ways({ id, cardBrand, cardValue }: TransactionDetail): Record<NextAction, ReactNode> {
  const contact = (variant: 'primary' | 'secondary' | 'quiet') => (
    <Link to="/contact" search={{ about: `Order ${id}` }} className={buttonClass(variant)}>
      Contact support
    </Link>
  )
  const sellAgain = (variant: 'primary' | 'quiet') => (
    <>
      <Link to="/exchange" search={{ brand: cardBrand, value: cardValue }} className={buttonClass(variant)}>
        Sell this card again
      </Link>
      {contact('quiet')}
    </>
  )
  return {
    'add-photos': sellAgain('quiet'),
    'sell-again': sellAgain('primary'),
    'sell-another': (
      <>
        <Link to="/exchange" className={buttonClass('secondary')}>
          Sell another card
        </Link>
        {contact('quiet')}
      </>
    ),
    write: contact('primary'),
    none: contact('secondary'),
  }
}
