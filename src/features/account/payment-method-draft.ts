import {
  isAccountNumber,
  isRoutingNumber,
  type PaymentType,
  type PayoutDetails,
  paymentMethodMessages,
} from '#shared/payment-method.ts'
import { submitProblemMessages } from '#shared/submission.ts'
import type { FormProblem } from './account-failure.ts'

/** What stands in the add form; which of the fields count depends on the type. */
export type PaymentMethodDraft = {
  type: PaymentType | ''
  details: string
  accountNumber: string
  routingNumber: string
}

export const emptyPaymentMethod: PaymentMethodDraft = { type: '', details: '', accountNumber: '', routingNumber: '' }

/** First rule the form breaks, in its order; undefined when the method can be added. */
export function paymentMethodProblem(draft: PaymentMethodDraft): FormProblem | undefined {
  const needed = draft.type === 'bank' ? (['accountNumber', 'routingNumber'] as const) : (['type', 'details'] as const)
  const missing = needed.find((field) => draft[field].trim() === '')
  if (missing) return { title: 'Error', message: paymentMethodMessages.incomplete, field: missing }
  if (draft.type !== 'bank') return undefined
  if (!isAccountNumber(draft.accountNumber))
    return { title: 'Error', message: submitProblemMessages.accountNumber, field: 'accountNumber' }
  if (!isRoutingNumber(draft.routingNumber))
    return { title: 'Error', message: submitProblemMessages.routingNumber, field: 'routingNumber' }
  return undefined
}

/** The method to add; undefined until a type is chosen. */
export function payoutOf(draft: PaymentMethodDraft): PayoutDetails | undefined {
  if (draft.type === '') return undefined
  if (draft.type !== 'bank') return { type: draft.type, details: draft.details.trim() }
  return { type: 'bank', accountNumber: draft.accountNumber, routingNumber: draft.routingNumber }
}
