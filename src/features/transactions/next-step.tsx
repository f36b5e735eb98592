import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useOrderCall } from '#client/calls/use-order-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Section } from '#client/ui/section.tsx'
import { Time } from '#client/ui/time.tsx'
import type { RequestView } from '#shared/case-schema.ts'
import { slotsOf, wantedNames } from '#shared/information-request.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import {
  canTakePhotos,
  type Delay,
  delayedStep,
  type NextAction,
  nextStep,
  paidBeforeStep,
  payoutBackStep,
} from '#shared/next-step.ts'
import type { TransactionPayout } from '#shared/order-payout-schema.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { withdrawalMessages } from '#shared/withdrawal.ts'
import { OfferSection, TimeLeft } from './offer-and-appeal.tsx'
import type { OrderForms } from './order-forms.ts'
import { Actions, OrderPart } from './order-part.tsx'

type NextStepProps = Pick<OrderForms, 'renderAnswer'> & {
  transaction: TransactionDetail
  step: ReturnType<typeof stepOf>
  onSent: () => void
}

export function NextStep({ transaction, step, renderAnswer, onSent }: NextStepProps) {
  const { id, request, status, tracking, payout } = transaction
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  return (
    <OrderPart id="next-step" title="Next step">
      <p>{step.text}</p>
      {step.action === 'sell-again' && <OldRate transaction={transaction} />}
      {request?.type === 'offer' && <OfferSection transaction={transaction} request={request} onAnswered={onSent} />}
      {request?.type === 'fix' && (
        <NeededSection request={request}>
          {renderAnswer({ transaction, request, photos: slotsOf(request.wants ?? []), onSent })}
        </NeededSection>
      )}
      {step.action === 'add-photos' && (
        <NeededSection>{renderAnswer({ transaction, photos: step.photos, onSent })}</NeededSection>
      )}
      <Actions>
        {ways(transaction)[step.action]}
        {(status === 'pending' || tracking?.overdueSince !== undefined) && (
          <Button variant="quiet" onClick={() => setIsWithdrawing(true)}>
            Withdraw this order
          </Button>
        )}
      </Actions>
      {isWithdrawing && (
        <WithdrawDialog orderId={id} payout={payout} onClose={() => setIsWithdrawing(false)} onWithdrawn={onSent} />
      )}
    </OrderPart>
  )
}

function NeededSection({ request, children }: { request?: RequestView; children: ReactNode }) {
  const id = useId()
  return (
    <Section id={id} title="We need something from you" className="stack gap-3">
      {request && (
        <>
          {request.words !== undefined && <p className="quotation">{request.words}</p>}
          <ul>
            {request.wants?.map((item) => (
              <li key={item}>{wantedNames[item]}</li>
            ))}
          </ul>
          <p>
            <TimeLeft until={request.dueAt} ended="The time to send it is over. We close this order now." />
          </p>
        </>
      )}
      {children}
    </Section>
  )
}

function OldRate({ transaction: { oldRateUntil, exchangeRate } }: { transaction: TransactionDetail }) {
  const now = useNow()
  if (oldRateUntil === undefined || Date.parse(oldRateUntil) <= now) return null
  return (
    <p>
      You get the rate of this order, {formatRate(exchangeRate)}, again until <Time at={oldRateUntil} />.
    </p>
  )
}

function ways({ id, status, cardBrand, cardValue, oldRateUntil }: TransactionDetail): Record<NextAction, ReactNode> {
  const contact = (variant: 'primary' | 'secondary' | 'quiet') => (
    <Link to="/contact" search={{ about: `Order ${id}` }} className={buttonClass(variant)}>
      Contact support
    </Link>
  )
  const sellAgain = (variant: 'primary' | 'quiet') => (
    <>
      <Link
        to="/exchange"
        search={oldRateUntil === undefined ? { brand: cardBrand, value: cardValue } : { again: id }}
        className={buttonClass(variant)}
      >
        Sell this card again
      </Link>
      {contact('quiet')}
    </>
  )
  const sellLike = (
    <Link to="/exchange" search={{ step: 'done', order: id, again: true }} className={buttonClass('secondary')}>
      Sell another like this
    </Link>
  )
  return {
    'add-photos': sellAgain('quiet'),
    'sell-again': sellAgain('primary'),
    'sell-another': (
      <>
        {status === 'completed' ? (
          sellLike
        ) : (
          <Link to="/exchange" className={buttonClass('secondary')}>
            Sell another card
          </Link>
        )}
        {contact('quiet')}
      </>
    ),
    write: contact('primary'),
    none: (
      <>
        {contact('secondary')}
        {sellLike}
      </>
    ),
  }
}

const measuredStep = {
  text: "Nothing to do for now. We email you as soon as your card is checked. Please don't use it.",
  action: 'none',
} as const

function requestStep({ type }: RequestView) {
  const text =
    type === 'fix'
      ? 'Send what we need below. Your order keeps its place in the queue.'
      : 'Look at our offer below, and accept or decline it.'
  return { text, action: 'none' } as const
}

export const isPayoutBack = ({ stage, status }: TransactionDetail) => stage === 'returned' && status === 'failed'

export function stepOf(transaction: TransactionDetail, delay: Delay | undefined, hasDebt: boolean) {
  if (transaction.request) return requestStep(transaction.request)
  const { status, reasonCode, cardBrand, uploadedFiles, removedAt, stage, resumedPrice, tracking, payout } = transaction
  // What was set off was never sent.
  if (hasDebt || (payout?.state === 'paid' && !payout.sentAt)) return paidBeforeStep
  if (isPayoutBack(transaction)) return payoutBackStep
  const isUnpaid = stage !== 'paid' && stage !== 'on-its-way'
  if ((status === 'rejected' || status === 'failed') && !isUnpaid) return paidBeforeStep
  if (delay) return delayedStep(delay)
  if (tracking && tracking.basis !== 'promise') return measuredStep
  const facts = { cardBrand, fileCount: uploadedFiles.length, isErased: removedAt !== undefined }
  const takesPhotos = canTakePhotos(facts) && transaction.appeal?.state !== 'open'
  return nextStep(status, reasonCode, takesPhotos, resumedPrice)
}

/** The answer may be lost, and not the request. */
const unreached = "We couldn't reach the server. Look at the status of the order before you try again."

type WithdrawDialogProps = {
  orderId: string
  payout: TransactionPayout | undefined
  onClose: () => void
  onWithdrawn: () => void
}

function WithdrawDialog({ orderId, payout, onClose, onWithdrawn }: WithdrawDialogProps) {
  const withdraw = trpc.transactions.withdraw.useMutation(
    useOrderCall(orderId, {
      toast: { title: 'Order withdrawn', description: 'We erased your card details. We confirm it by email.' },
      onDone: () => {
        onWithdrawn()
        onClose()
      },
    }),
  )
  const { error } = withdraw
  // A reviewer who looks at the order may leave it as it is.
  const isOver = error?.data?.code === 'conflict' && error.message !== withdrawalMessages.beingChecked
  return (
    <ConfirmDialog
      title="Withdraw this order?"
      description={`You take your card back, and we pay nothing for it${payout?.isOwed ? `: you give up the ${formatDollars(payout.amount)} that we still owe you for this order` : ''}. We erase its number, its code and its photos at once. This can't be undone, but you can sell the card again any time.`}
      action="Withdraw order"
      pendingAction="Withdrawing..."
      cancel="Keep the order"
      isDanger
      firstFocus="title"
      call={withdraw}
      failed="Error"
      unreached={unreached}
      isOver={isOver}
      onConfirm={() => withdraw.mutate({ id: orderId })}
      onClose={onClose}
    />
  )
}
