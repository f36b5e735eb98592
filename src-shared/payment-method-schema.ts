import { z } from 'zod'
import { password } from './account-schema.ts'
import {
  isAccountNumber,
  isRoutingNumber,
  normalizeAccountDigits,
  type PayoutDetails,
  paymentMethodMessages,
} from './payment-method.ts'
import { paymentTypes } from './payment-type.ts'
import { submitProblemMessages } from './submission.ts'
import { requiredTypedText } from './text-schema.ts'

const { incomplete } = paymentMethodMessages

export const payoutDetails: z.ZodType<PayoutDetails, unknown> = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.enum(paymentTypes).exclude(['bank']), details: requiredTypedText('address', 200, incomplete) }),
    z.object({
      type: z.literal('bank'),
      accountNumber: requiredTypedText('number', 40, incomplete)
        .refine(isAccountNumber, { error: submitProblemMessages.accountNumber })
        .transform(normalizeAccountDigits),
      routingNumber: requiredTypedText('number', 20, incomplete)
        .refine(isRoutingNumber, { error: submitProblemMessages.routingNumber })
        .transform(normalizeAccountDigits),
    }),
  ],
  { error: incomplete },
)

export const addPaymentMethodInput = z.object({
  method: payoutDetails,
  /** Required: an outsider with the session must not change where money goes. */
  currentPassword: password.optional(),
})
export type AddPaymentMethodInput = z.infer<typeof addPaymentMethodInput>

/** A saved method as its owner sees it. Times are ISO 8601; `lastUsedAt` is null until an order uses it. */
export const savedPaymentMethod = z.object({
  id: z.string(),
  type: z.enum(paymentTypes),
  label: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type SavedPaymentMethod = z.infer<typeof savedPaymentMethod>
