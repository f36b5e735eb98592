import { useId, useState } from 'react'
import { useOrderCall } from '#client/calls/use-order-call.ts'
import { unreachable } from '#client/lib/fetch-response.ts'
import { counted } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, SecondaryButton } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { Countdown } from '#client/ui/countdown.tsx'
import { FileList } from '#client/ui/file-link.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { Section } from '#client/ui/section.tsx'
import { Time } from '#client/ui/time.tsx'
import { decidedAsNames } from '#shared/appeal.ts'
import type { OrderAppeal, RequestView } from '#shared/case-schema.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import type { OrderForms } from './order-forms.ts'
import { Actions, OrderPart } from './order-part.tsx'

type AppealSectionProps = Pick<OrderForms, 'renderAppeal'> & { transaction: TransactionDetail }

export function AppealSection({ transaction, renderAppeal }: AppealSectionProps) {
  const { id: orderId, appeal, mayAppealUntil, appealAnswerHours = 0 } = transaction
  const [isAppealing, setIsAppealing] = useState(false)
  if (mayAppealUntil === undefined && !appeal) return null
  return (
    <OrderPart id="appeal" title={mayAppealUntil === undefined ? 'Your appeal' : 'Not right?'}>
      {mayAppealUntil !== undefined && (
        <>
          <p>
            Ask another person to look. You have until <Time at={mayAppealUntil} isDay />. We answer within{' '}
            {counted(appealAnswerHours, 'hour')}.
          </p>
          <Actions>
            <SecondaryButton onClick={() => setIsAppealing(true)}>Appeal this decision</SecondaryButton>
          </Actions>
        </>
      )}
      {mayAppealUntil === undefined && appeal && <Appeal orderId={orderId} appeal={appeal} />}
      {isAppealing && renderAppeal({ orderId, onClose: () => setIsAppealing(false) })}
    </OrderPart>
  )
}

function Appeal({ orderId, appeal }: { orderId: string; appeal: OrderAppeal }) {
  const { state, dueAt, isLate, answer, decidedAt, decidedAs } = appeal
  if (state === 'open')
    return (
      <>
        <p>
          A person who has not decided on this order looks at it by <Time at={dueAt} />.
        </p>
        {isLate && <p className="strong">This is late. The owner has been notified.</p>}
        <Words appeal={appeal} />
        <Withdraw orderId={orderId} />
      </>
    )
  if (state === 'withdrawn') return <p>You withdrew your appeal. The decision stands.</p>
  return (
    <>
      <p className="strong">
        {state === 'right' ? 'You were right, and we are sorry.' : 'We looked at your appeal. The decision stands.'}
      </p>
      {answer !== undefined && <p className="quotation">{answer}</p>}
      {decidedAs !== undefined && decidedAt !== undefined && (
        <p className="muted">
          Answered by {decidedAsNames[decidedAs]}, <Time at={decidedAt} />.
        </p>
      )}
      <Words appeal={appeal} />
    </>
  )
}

function Words({ appeal: { words, files } }: { appeal: OrderAppeal }) {
  if (words === undefined && files.length === 0) return null
  return (
    <>
      <h3>What you wrote</h3>
      {words !== undefined && <p className="quotation">{words}</p>}
      <FileList files={files} label="Pictures of your appeal" />
    </>
  )
}

function Withdraw({ orderId }: { orderId: string }) {
  const toast = { title: 'Appeal withdrawn', description: 'The decision stands.' }
  const withdraw = trpc.appeals.withdraw.useMutation(useOrderCall(orderId, { toast }))
  return (
    <Actions>
      <OpenButton
        variant="quiet"
        size="regular"
        dialog={(onClose) => (
          <ConfirmDialog
            title="Withdraw this appeal?"
            action="Withdraw the appeal"
            pendingAction="Withdrawing..."
            call={withdraw}
            unreached={unreachable}
            onConfirm={() => withdraw.mutate({ orderId }, { onSuccess: onClose })}
            onClose={onClose}
          >
            <p>The decision stands then, and you can't appeal it again.</p>
          </ConfirmDialog>
        )}
      >
        Withdraw this appeal
      </OpenButton>
    </Actions>
  )
}

const failed = "Your answer wasn't sent. Check your connection and try again."

type OfferSectionProps = { transaction: TransactionDetail; request: RequestView; onAnswered: () => void }

export function OfferSection({ transaction, request, onAnswered }: OfferSectionProps) {
  const title = useId()
  const [isDeclining, setIsDeclining] = useState(false)
  const accept = trpc.requests.accept.useMutation(
    useOrderCall(transaction.id, {
      toast: { title: 'Offer accepted', description: 'We check the card once more and pay you.' },
      onDone: onAnswered,
    }),
  )
  const decline = trpc.requests.decline.useMutation(
    useOrderCall(transaction.id, {
      toast: { title: 'Offer declined', description: 'We erased your card details. We confirm it by email.' },
      onDone: onAnswered,
    }),
  )
  const { offer } = request
  if (!offer) return null
  const [payout, value] = [formatDollars(offer.payoutAmount), formatDollars(offer.cardValue)]
  return (
    <Section id={title} title="Our offer" className="stack gap-3">
      <p>{foundText(transaction, offer)}</p>
      {request.words !== undefined && <p className="quotation">{request.words}</p>}
      <p className="strong">
        Our offer: {payout} ({formatRate(offer.exchangeRate)} of {value})
      </p>
      <p>Nothing changes without your yes. If you accept, we check the card once more and pay you.</p>
      <p>
        <TimeLeft until={request.dueAt} ended="The time to answer is over. We close this order now." />
      </p>
      {!isDeclining && <CallNotice error={accept.error ?? decline.error} unreached={failed} />}
      <Actions>
        <Button
          busy={accept.isPending}
          onClick={() => accept.mutate({ id: request.id, payoutAmount: offer.payoutAmount })}
        >
          Accept {payout}
        </Button>
        <SecondaryButton onClick={() => setIsDeclining(true)}>Decline, keep the card</SecondaryButton>
      </Actions>
      {isDeclining && (
        <ConfirmDialog
          title="Decline our offer?"
          description={`We erase its number, code and photos. You can use or sell the card.${transaction.payout?.isOwed ? ` You give up the ${formatDollars(transaction.payout.amount)} that we still owe you for this order.` : ''}`}
          action="Decline, keep the card"
          pendingAction="Declining..."
          cancel="Back to the offer"
          isDanger
          firstFocus="title"
          call={decline}
          failed="Error"
          unreached={failed}
          onConfirm={() => decline.mutate({ id: request.id })}
          onClose={() => setIsDeclining(false)}
        />
      )}
    </Section>
  )
}

function foundText(
  { cardBrand, cardValue, giftCardName }: TransactionDetail,
  offer: NonNullable<RequestView['offer']>,
) {
  const found = formatDollars(offer.cardValue)
  if (offer.cardBrand !== cardBrand)
    return `You chose ${giftCardName}. This is a ${offer.giftCardName} card with ${found} on it.`
  if (offer.cardValue > cardValue) return `We found ${found}, more than you typed.`
  return `You typed ${formatDollars(cardValue)}. We found ${found} on the card.`
}

export function TimeLeft({ until, ended }: { until: string; ended: string }) {
  return <Countdown until={until} text={({ left, end }) => `${left} left, until ${end}`} ended={ended} />
}
