import { cardConditions } from '#shared/card-condition.ts'
import type { Catalogue } from '#shared/catalogue.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import type { SavedPaymentMethod } from '#shared/payment-method-schema.ts'
import { paymentTypes } from '#shared/payment-type.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import { emptyDetails, type PayoutChoice, type RepeatableOrder, type WizardState } from './wizard-state.ts'

/** Keeps card, payee and what was typed for the chosen payout: no number, code, note or consent. */
export function repeatableOrder({
  card,
  payout,
  details,
}: Pick<WizardState, 'card' | 'payout' | 'details'>): RepeatableOrder {
  const { accountName, phone, payoutDetails, accountNumber, routingNumber } = details
  const type = payout?.kind === 'new' ? payout.type : undefined
  return {
    card: { ...card, again: undefined },
    payout,
    details: {
      ...emptyDetails,
      accountName,
      phone,
      payoutDetails: type ? { [type]: payoutDetails[type] } : {},
      ...(type === 'bank' && { accountNumber, routingNumber }),
    },
  }
}

/** The same of an order that was sent before: a saved method, or the type only, because details are never read back. */
export function repeatableTransaction(
  order: Transaction,
  catalogue: Catalogue,
  saved: readonly SavedPaymentMethod[],
): RepeatableOrder {
  const condition = order.cardCondition ?? cardConditions[0]
  // Transactions store the display name of the brand, not its slug.
  const brandSlug = catalogue.brands.find(({ name }) => name === order.giftCardName)?.slug
  return {
    card: { ...(brandSlug !== undefined && { brandSlug }), condition, valueText: String(order.cardValue) },
    payout: payoutOf(order, saved),
    details: emptyDetails,
  }
}

/** How an order was paid: the saved method of its type that was used last, or its type. */
export function payoutOf(
  { paymentMethod }: Pick<Transaction, 'paymentMethod'>,
  saved: readonly SavedPaymentMethod[],
): PayoutChoice | undefined {
  const type = paymentTypes.find((known) => paymentTypeInfo[known].name === paymentMethod)
  const method = saved.find((each) => each.type === type)
  if (method) return { kind: 'saved', method }
  return type && { kind: 'new', type }
}
