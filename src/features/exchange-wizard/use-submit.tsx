import { useRef, useState } from 'react'
import { newRequestKey } from '#client/lib/request-key.ts'
import { trackEvent } from '#client/lib/tracking.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import { Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import { formatDollars, formatRate } from '#shared/money.ts'
import type { Quote } from '#shared/quote-schema.ts'
import { submissionMessages } from '#shared/submission.ts'
import { QuotePayout } from './price-term.tsx'
import { repeatableOrder } from './repeatable-order.ts'
import { placedSubmission, type SubmissionDraft, submitInput } from './submission-input.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { WizardMemory } from './use-wizard.ts'

const alreadyReceived =
  'We already have an earlier attempt of this order. Check your transaction history before you send it again.'

/** Shown after a new sign-in; the page itself reports the lost session. */
const signedOutMeanwhile = "Your order wasn't sent because you were signed out. You can send it now."

/** A retry cannot create a second submission. A changed price waits in `newPrice` for confirmation. */
export function useSubmit(draft: SubmissionDraft, { state, dispatch, goToStep }: WizardMemory, queue: UploadQueue) {
  const { mutateAsync, isPending } = trpc.exchange.submit.useMutation()
  const utils = trpc.useUtils()
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()
  const key = useRef<string>(undefined)
  const [failure, setFailure] = useState<string>()
  const [newPrice, setNewPrice] = useState<{ before: number; quote: Quote }>()

  async function submit() {
    setFailure(undefined)
    setNewPrice(undefined)
    dropErrorToast()
    key.current ??= newRequestKey()
    try {
      finish((await mutateAsync(submitInput(draft, key.current))).submissionId)
    } catch (error) {
      fail(error as ApiError)
    }
  }

  function finish(submissionId: string) {
    key.current = undefined
    queue.clear()
    dispatch({
      type: 'placed',
      submission: placedSubmission(draft, submissionId, Date.now()),
      last: repeatableOrder(state),
    })
    void goToStep('done', { replace: true, submissionId })
    toast({ title: submissionMessages.submittedTitle, description: submissionMessages.submitted, tone: 'success' })
    const { brand, quote } = draft.priced
    const { cardValue, payoutAmount } = quote
    trackEvent({ kind: 'order', submissionId, cardBrand: brand.slug, cardValue, payoutAmount })
    void utils.transactions.list.invalidate()
    void utils.account.paymentMethods.invalidate()
  }

  function fail({ data, message }: ApiError) {
    const quote = data?.quote as Quote | undefined
    if (quote) {
      const { brand, quote: shown } = draft.priced
      dispatch({ type: 'quoted', brandSlug: brand.slug, quote: { ...quote, resubmitOf: shown.resubmitOf } })
      return setNewPrice({ before: shown.payoutAmount, quote })
    }
    if (data?.code === 'unauthorized') return setFailure(signedOutMeanwhile)
    // An earlier attempt succeeded, but its response was lost and the input has changed: use a new key.
    const isOtherSubmission = data?.code === 'unprocessable'
    if (isOtherSubmission) key.current = undefined
    const text = isOtherSubmission ? alreadyReceived : data ? message : submissionMessages.submitFailed
    setFailure(text)
    toast({ title: 'Error', description: text, tone: 'error' })
  }

  return { submit, isPending, failure, newPrice, closeNewPrice: () => setNewPrice(undefined) }
}

type NewPriceDialogProps = {
  change: { before: number; quote: Quote } | undefined
  onClose: () => void
  onAccept: () => void
}

export function NewPriceDialog({ change, onClose, onAccept }: NewPriceDialogProps) {
  if (!change) return null
  const { before, quote } = change
  return (
    <ConfirmDialog
      title="The price has changed"
      description={submissionMessages.priceChanged}
      action={`Submit for ${formatDollars(quote.payoutAmount)}`}
      cancel="Not now"
      onConfirm={onAccept}
      onClose={onClose}
    >
      <Receipt label="NEW QUOTE">
        <QuotePayout quote={quote} />
        <ReceiptRows>
          <ReceiptRow label="Before">{formatDollars(before)}</ReceiptRow>
          <ReceiptRow label="Card value">{formatDollars(quote.cardValue)}</ReceiptRow>
          <ReceiptRow label="Exchange rate">{formatRate(quote.exchangeRate)}</ReceiptRow>
        </ReceiptRows>
      </Receipt>
    </ConfirmDialog>
  )
}
