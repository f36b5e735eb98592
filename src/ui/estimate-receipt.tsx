import type { ReactNode } from 'react'
import type { CardOffer } from '#client/lib/card-offer.ts'
import { formatCents, formatRate, fractionFromBps } from '#shared/money.ts'
import { payoutTiming } from '#shared/payment-type.ts'
import { PayoutBar, PayoutFigure, Receipt, ReceiptRow, ReceiptRows } from './receipt.tsx'

type EstimateReceiptProps = {
  brandName: string
  valueCents: number | null
  offer: CardOffer
  /** Announces the payout whenever it changes. */
  isLive?: boolean
  children?: ReactNode
}

/** What a card pays, while it is chosen. The server calculates the binding quote. */
export function EstimateReceipt({ brandName, valueCents, offer, isLive, children }: EstimateReceiptProps) {
  const { payout, rateBps, caption } = offer
  const rate = fractionFromBps(rateBps ?? 0)
  const figure = (
    <PayoutFigure muted={payout === undefined} caption={caption}>
      {payout === undefined ? '—' : formatCents(payout)}
    </PayoutFigure>
  )
  return (
    <Receipt label="QUOTE" aside={brandName}>
      {isLive ? <output className="block">{figure}</output> : figure}
      {/* Always rendered: a receipt that grows would move the button under a finger. */}
      <PayoutBar fraction={payout === undefined ? 0 : rate} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{valueCents ? formatCents(valueCents) : '—'}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{rateBps === undefined ? '—' : formatRate(rate)}</ReceiptRow>
        <ReceiptRow label="Paid in">{payoutTiming.digital}</ReceiptRow>
      </ReceiptRows>
      {children}
    </Receipt>
  )
}
