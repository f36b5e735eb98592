import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from '#client/ui/receipt.tsx'
import { formatDollars, formatRate } from '#shared/money.ts'
import type { Quote } from '#shared/quote-schema.ts'
import { submissionMessages } from '#shared/submission.ts'

type NewPriceDialogProps = {
  /** `before` is the payout shown so far in dollars, `quote` the current quote. */
  change: { before: number; quote: Quote } | undefined
  onClose: () => void
  onAccept: () => void
}

/** Asks for confirmation before an order is sent at a new price. */
export function NewPriceDialog({ change, onClose, onAccept }: NewPriceDialogProps) {
  if (!change) return null
  const { before, quote } = change
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="The price has changed"
      description={submissionMessages.priceChanged}
      size="small"
    >
      <div className="stack">
        <Receipt label="NEW QUOTE">
          <PayoutFigure caption="cash to you">{formatDollars(quote.payoutAmount)}</PayoutFigure>
          <PayoutBar fraction={quote.exchangeRate} />
          <ReceiptRows>
            <ReceiptRow label="Before">{formatDollars(before)}</ReceiptRow>
            <ReceiptRow label="Card value">{formatDollars(quote.cardValue)}</ReceiptRow>
            <ReceiptRow label="Exchange rate">{formatRate(quote.exchangeRate)}</ReceiptRow>
          </ReceiptRows>
        </Receipt>
        <div className="row">
          <Button onClick={onAccept}>Submit for {formatDollars(quote.payoutAmount)}</Button>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
