import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { Retry } from '#client/ui/retry.tsx'
import { RetryNotice } from '#client/ui/retry-notice.tsx'
import { Time } from '#client/ui/time.tsx'
import { slotsOf } from '#shared/information-request.ts'
import { canTakePhotos, type Delay, delayedStep, nextStep, paidBeforeStep, payoutBackStep } from '#shared/next-step.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { isWithdrawn, orderLabel } from '#shared/withdrawal.ts'
import { AppealSection } from './appeal-section.tsx'
import { delayOf } from './coming-steps.ts'
import { OrderDebts } from './debts.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { NeededSection, requestStep } from './needed-section.tsx'
import { OldRate, ways } from './next-ways.tsx'
import { OfferSection } from './offer-section.tsx'
import type { OrderForms } from './order-forms.ts'
import { OrderTracking } from './order-tracking.tsx'
import { SentFiles } from './sent-files.tsx'
import { StageTag } from './stage-tag.tsx'
import styles from './transaction-page.module.css'
import { TransactionReceipt } from './transaction-receipt.tsx'
import { TransactionTimeline } from './transaction-timeline.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { YourMoney } from './your-money.tsx'

const measuredStep = {
  text: "Nothing to do for now. We email you as soon as your card is checked. Please don't use it.",
  action: 'none',
} as const

type TransactionViewProps = OrderForms & {
  transaction: TransactionDetail
  payee: string
  retry: Retry | undefined
}

/** Status, next step, timeline, receipt and photos of one transaction, in this order also on small screens. */
export function TransactionView({ transaction, payee, retry, ...forms }: TransactionViewProps) {
  return (
    <>
      <Link to="/transactions" className="target gap-2 medium bare hover-underline not-printed">
        <Icon name="arrow-right" size={18} className={styles.backArrow} />
        Transaction History
      </Link>
      <div className="cluster spread gap-5 row-gap-3 margin-top-2 margin-bottom-5">
        <h1>
          Order <span className={`strong breaks ${styles.reference}`}>{transaction.id}</span>
        </h1>
        <div className="cluster stretch">
          <CopyButton what="Order reference" text={transaction.id} />
          <Button variant="secondary" size="small" onClick={() => window.print()}>
            <Icon name="print" size={18} />
            Print
          </Button>
        </div>
      </div>
      {retry && (
        <div className="margin-bottom-5">
          <RetryNotice tone="warn" title="Showing the last status we have" {...retry}>
            We can't reach the server. The status may have changed since.
          </RetryNotice>
        </div>
      )}
      <div className={`stack top ${styles.panes}`}>
        <div className={`stack gap-6 ${styles.story}`}>
          <Status transaction={transaction} {...forms} />
          <TransactionTimeline transaction={transaction} />
        </div>
        <div className="stack gap-6">
          <TransactionReceipt transaction={transaction} payee={payee} />
          <SentFiles transaction={transaction} renderReplacePhoto={forms.renderReplacePhoto} />
        </div>
      </div>
    </>
  )
}

function Status({
  transaction,
  renderAnswer,
  renderChangePayout,
  renderAppeal,
}: Omit<OrderForms, 'renderReplacePhoto'> & { transaction: TransactionDetail }) {
  const { status, statusReason, stage, payout, tracking } = transaction
  const isOverdue = tracking?.overdueSince !== undefined
  const { name, tone } = orderLabel(transaction)
  const delay = delayOf(transaction, useNow())
  const { request } = transaction
  const { data: debts = [] } = trpc.transactions.debts.useQuery()
  const debt = debts.find(({ orderId }) => orderId === transaction.id)
  const owes = debt !== undefined && debt.open > 0
  const step = request ? requestStep(request) : debt ? paidBeforeStep : stepOf(transaction, delay)
  const isAsked = request !== undefined || step.action === 'add-photos'
  const place = useRef<HTMLParagraphElement>(null)
  const [isSent, setIsSent] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const [isWithdrawing, setIsWithdrawing] = useState(false)

  // The form, which had the focus, is gone with the former status.
  useEffect(() => {
    if (!isSent || isAsked) return
    place.current?.focus()
    setIsSent(false)
  }, [isSent, isAsked])

  return (
    <div className={`stack gap-4 line-bottom ${styles.status}`}>
      <p ref={place} tabIndex={-1} role="status">
        <span className="visually-hidden">Status: </span>
        <Tag tone={tone}>{name}</Tag> <StageTag stage={stage} payout={payout} />
      </p>
      {/* What they owe is the one message: thanks for the card would contradict it. */}
      {statusReason && !isWithdrawn(transaction) && !debt && <p>{statusReason}</p>}
      <SentBefore {...transaction} />
      {!debt && <EvidenceSection transaction={transaction} />}
      <OrderTracking order={transaction} />
      {payout && !owes && (
        <YourMoney payout={payout} onChange={isPayoutBack(transaction) ? () => setIsChanging(true) : undefined} />
      )}
      <OrderDebts orderId={transaction.id} />
      {debt && <EvidenceSection transaction={transaction} />}
      <AppealSection transaction={transaction} renderAppeal={renderAppeal} />
      {isChanging && renderChangePayout({ orderId: transaction.id, onClose: () => setIsChanging(false) })}
      {!owes && (
        <section aria-labelledby="next-step" className={`stack gap-3 margin-top-2 ${styles.next}`}>
          <h2 id="next-step">Next step</h2>
          <p>{step.text}</p>
          {step.action === 'sell-again' && <OldRate transaction={transaction} />}
          {request?.type === 'offer' && (
            <OfferSection transaction={transaction} request={request} onAnswered={() => setIsSent(true)} />
          )}
          {request?.type === 'fix' && (
            <NeededSection request={request}>
              {renderAnswer({
                transaction,
                request,
                photos: slotsOf(request.wants ?? []),
                onSent: () => setIsSent(true),
              })}
            </NeededSection>
          )}
          {step.action === 'add-photos' && (
            <NeededSection>
              {renderAnswer({ transaction, photos: step.photos, onSent: () => setIsSent(true) })}
            </NeededSection>
          )}
          <div className={`cluster stretch not-printed ${styles.actions}`}>
            {ways(transaction)[step.action]}
            {(status === 'pending' || isOverdue) && (
              <Button variant="quiet" onClick={() => setIsWithdrawing(true)}>
                Withdraw this order
              </Button>
            )}
          </div>
          {isWithdrawing && (
            <WithdrawDialog
              orderId={transaction.id}
              payout={transaction.payout}
              onClose={() => setIsWithdrawing(false)}
              onWithdrawn={() => setIsSent(true)}
            />
          )}
        </section>
      )}
    </div>
  )
}

function SentBefore({ sentBefore }: Pick<TransactionDetail, 'sentBefore'>) {
  if (!sentBefore) return null
  const { at, orderId } = sentBefore
  return (
    <p>
      We had it first on <Time at={at} isDay />.{' '}
      {orderId !== undefined && (
        <Link to="/transactions/$reference" params={{ reference: orderId }}>
          See order {orderId}
        </Link>
      )}
    </p>
  )
}

const isPayoutBack = ({ stage, status }: TransactionDetail) => stage === 'returned' && status === 'failed'

function stepOf(transaction: TransactionDetail, delay: Delay | undefined) {
  const { status, reasonCode, cardBrand, uploadedFiles, removedAt, stage, resumedPrice, tracking } = transaction
  if (isPayoutBack(transaction)) return payoutBackStep
  const isUnpaid = stage !== 'paid' && stage !== 'on-its-way'
  if ((status === 'rejected' || status === 'failed') && !isUnpaid) return paidBeforeStep
  if (delay) return delayedStep(delay)
  if (tracking && tracking.basis !== 'promise') return measuredStep
  const facts = { cardBrand, fileCount: uploadedFiles.length, isErased: removedAt !== undefined }
  const takesPhotos = canTakePhotos(facts) && transaction.appeal?.state !== 'open'
  return nextStep(status, reasonCode, takesPhotos, resumedPrice)
}
