import type { TrackingConfig } from './site-schema.ts'

/** The card something is about. Money is dollars. */
type TrackedCard = { cardBrand: string; cardValue: number; payoutAmount: number }
/** What is told to those who measure: never who, never a number or code of a card. */
export type TrackedEvent = ({ kind: 'quote' } & TrackedCard) | ({ kind: 'order'; submissionId: string } & TrackedCard)

/** An event as the common tags take it. */
export type TagEvent = { name: string; params: Record<string, string | number> }

/** The events of a quote or an order: for analytics, and the conversion of an order. */
export function tagEvents({ analytics, conversionSendTo }: TrackingConfig, measured: TrackedEvent): TagEvent[] {
  const { kind, cardBrand, cardValue, payoutAmount } = measured
  const card = { card_brand: cardBrand, card_value: cardValue, payout_amount: payoutAmount }
  const events: TagEvent[] = []
  if (analytics) events.push({ name: kind === 'quote' ? 'quote' : 'submit', params: card })
  if (kind === 'order' && conversionSendTo !== null)
    events.push({
      name: 'conversion',
      params: {
        send_to: conversionSendTo,
        value: payoutAmount,
        currency: 'USD',
        transaction_id: measured.submissionId,
        ...card,
      },
    })
  return events
}
