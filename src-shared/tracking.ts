import type { TrackingConfig } from './site-schema.ts'

type TrackedCard = { cardBrand: string; cardValue: number; payoutAmount: number }
/** What third-party tracking receives: no personal data, no card number or code. */
export type TrackedEvent = ({ kind: 'quote' } & TrackedCard) | ({ kind: 'order'; submissionId: string } & TrackedCard)

type TagEvent = { name: string; params: Record<string, string | number> }

export function tagEvents({ analytics, conversionSendTo }: TrackingConfig, measured: TrackedEvent) {
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
