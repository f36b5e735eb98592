import type { Brand } from './brand.ts'
import { cardNumberWarning, expiryWarning, securityCodeWarning } from './card-checks.ts'
import type { CardCondition } from './card-condition.ts'
import { conditionNote } from './card-note.ts'
import { compactText } from './compact-text.ts'
import { isNetworkBranded } from './network-brands.ts'
import type { PayoutDetails } from './payment-method.ts'
import { accountNumberWarning, payoutWarning, routingNumberWarning } from './payout-checks.ts'

export type WarningField =
  | 'files'
  | 'cardNumber'
  | 'securityCode'
  | 'expiringDate'
  | 'paymentDetails'
  | 'accountNumber'
  | 'routingNumber'
  | 'condition'
/** Something that probably gets the card rejected or the payout returned. It never blocks the submission. */
export type SubmissionWarning = { field: WarningField; message: string }

export type WarningFacts = {
  brand: Pick<Brand, 'slug' | 'name' | 'rules'>
  condition: CardCondition
  cardNumber: string
  securityCode: string
  expiringDate: string
  /** Undefined for a saved method, which was checked when it was saved. */
  payout: PayoutDetails | undefined
}

/** The warnings about a submission, in the order of the form. `now` in the customer's time zone. */
export function submissionWarnings(facts: WarningFacts, now: Date): SubmissionWarning[] {
  const { brand, payout } = facts
  const found: [WarningField, string | undefined][] = [
    ['cardNumber', cardNumberWarning(brand, facts.cardNumber)],
    ['securityCode', securityCodeWarning(brand, facts.securityCode)],
    ['expiringDate', missingExpiry(facts) ?? expiryWarning(facts.expiringDate, now)],
    ...payoutWarnings(payout),
    ['condition', conditionNote(brand.slug, facts.condition)],
  ]
  return found.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]))
}

function missingExpiry({ brand, expiringDate }: WarningFacts) {
  if (!isNetworkBranded(brand.slug) || compactText(expiringDate) !== '') return undefined
  return `Expiry date is missing. Checking a ${brand.name} card is faster with it.`
}

function payoutWarnings(payout: PayoutDetails | undefined): [WarningField, string | undefined][] {
  if (!payout) return []
  if (payout.type !== 'bank') return [['paymentDetails', payoutWarning(payout.type, payout.details)]]
  return [
    ['accountNumber', accountNumberWarning(payout.accountNumber)],
    ['routingNumber', routingNumberWarning(payout.routingNumber)],
  ]
}
