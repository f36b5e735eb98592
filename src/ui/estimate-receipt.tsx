import type { ReactNode } from 'react'
import { type CardOffer, estimateTexts } from '#client/lib/card-offer.ts'
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
  const { payout, value, rate, fraction, timing } = estimateTexts(offer, valueCents)
  const figure = (
    <PayoutFigure muted={payout === undefined} caption={offer.caption}>
      {payout ?? '—'}
    </PayoutFigure>
  )
  return (
    <Receipt label="QUOTE" aside={brandName}>
      {isLive ? <output className="block">{figure}</output> : figure}
      {/* Always rendered: a receipt that grows would move the button under a finger. */}
      <PayoutBar fraction={fraction} />
      <ReceiptRows>
        <ReceiptRow label="Card value">{value ?? '—'}</ReceiptRow>
        <ReceiptRow label="Exchange rate">{rate ?? '—'}</ReceiptRow>
        <ReceiptRow label="Paid in">{timing}</ReceiptRow>
      </ReceiptRows>
      {children}
    </Receipt>
  )
}
