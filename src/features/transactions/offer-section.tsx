import { useId, useState } from 'react'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { RequestView } from '#shared/information-request-schema.ts'
import { formatDollars, formatRate } from '#shared/money.ts'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { TimeLeft } from './needed-section.tsx'
import styles from './transaction-page.module.css'

const failed = "Your answer wasn't sent. Check your connection and try again."

type OfferSectionProps = {
  transaction: TransactionDetail
  request: RequestView
  onAnswered: () => void
}

/** A counter-offer for the card of an order, which its customer accepts or declines. */
export function OfferSection({ transaction, request, onAnswered }: OfferSectionProps) {
  const title = useId()
  const [isDeclining, setIsDeclining] = useState(false)
  const { accept, decline, problem } = useOfferAnswer(transaction.id, onAnswered)
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
      {problem !== undefined && !isDeclining && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <div className={`cluster stretch not-printed ${styles.actions}`}>
        <Button
          busy={accept.isPending}
          onClick={() => accept.mutate({ id: request.id, payoutAmount: offer.payoutAmount })}
        >
          Accept {payout}
        </Button>
        <Button variant="secondary" onClick={() => setIsDeclining(true)}>
          Decline, keep the card
        </Button>
      </div>
      {isDeclining && (
        <ConfirmDialog
          title="Decline our offer?"
          description={`We erase its number, code and photos. You can use or sell the card.${transaction.payout?.isOwed ? ` You give up the ${formatDollars(transaction.payout.amount)} that we still owe you for this order.` : ''}`}
          action="Decline, keep the card"
          pendingAction="Declining..."
          cancel="Back to the offer"
          isDanger
          firstFocus="title"
          isPending={decline.isPending}
          problem={problem === undefined ? undefined : { title: 'Error', message: problem }}
          onConfirm={() => decline.mutate({ id: request.id })}
          onClose={() => setIsDeclining(false)}
        />
      )}
    </section>
  )
}

/** 'You typed $100.00. We found $62.40 on the card.' */
function foundText(
  { cardBrand, cardValue, giftCardName }: TransactionDetail,
  offer: NonNullable<RequestView['offer']>,
): string {
  const found = formatDollars(offer.cardValue)
  if (offer.cardBrand !== cardBrand)
    return `You chose ${giftCardName}. This is a ${offer.giftCardName} card with ${found} on it.`
  if (offer.cardValue > cardValue) return `We found ${found}, more than you typed.`
  return `You typed ${formatDollars(cardValue)}. We found ${found} on the card.`
}

function useOfferAnswer(orderId: string, onAnswered: () => void) {
  const utils = trpc.useUtils()
  const toast = useToast()
  const [problem, setProblem] = useState<string>()
  const options = (done: { title: string; description: string }) => ({
    onSuccess: (transaction: TransactionDetail) => {
      utils.transactions.get.setData({ id: orderId }, transaction)
      void utils.transactions.list.invalidate()
      toast(done)
      onAnswered()
    },
    onError: ({ data, message }: Pick<ApiError, 'data' | 'message'>) => {
      setProblem(data ? message : failed)
      // A conflict means that the shown offer is outdated.
      if (data?.code === 'conflict') void utils.transactions.get.invalidate({ id: orderId })
    },
  })
  const accept = trpc.requests.accept.useMutation(
    options({ title: 'Offer accepted', description: 'We check the card once more and pay you.' }),
  )
  const decline = trpc.requests.decline.useMutation(
    options({ title: 'Offer declined', description: 'We erased your card details. We confirm it by email.' }),
  )
  return { accept, decline, problem }
}
