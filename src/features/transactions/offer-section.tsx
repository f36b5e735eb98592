import { useId, useState } from 'react'
import { useOrderCall } from '#client/calls/use-order-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { Countdown } from '#client/ui/countdown.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import type { RequestView } from '#shared/information-request-schema.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { Actions } from './order-part.tsx'

const failed = "Your answer wasn't sent. Check your connection and try again."

type OfferSectionProps = {
  transaction: TransactionDetail
  request: RequestView
  onAnswered: () => void
}

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
    <section aria-labelledby={title} className="stack gap-3">
      <h3 id={title}>Our offer</h3>
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
        <Button variant="secondary" onClick={() => setIsDeclining(true)}>
          Decline, keep the card
        </Button>
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
    </section>
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
