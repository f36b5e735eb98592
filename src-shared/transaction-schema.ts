import { z } from 'zod'
import { submissionStatuses } from './submission.ts'
import { transaction } from './submission-schema.ts'

/** A row of a submission's history. */
export const statusChange = z.object({
  id: z.string(),
  /** Null for the creation. */
  from: z.enum(submissionStatuses).nullable(),
  to: z.enum(submissionStatuses),
  reason: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  /** Set when the customer added photos to the rejected order. */
  photosAdded: z.literal(true).optional(),
})
export type StatusChange = z.infer<typeof statusChange>

/** Accepts any text: one that is no reference is not found. */
export const transactionInput = z.object({ id: z.string({ error: 'An id is required.' }) })

/** What applies to a rejected order that its customer resumes: another price, or why its card is not bought now. */
const resumedPrice = z.union([
  z.object({ payoutAmount: z.number(), exchangeRate: z.number() }),
  z.object({ refusal: z.string() }),
])
export type ResumedPrice = z.infer<typeof resumedPrice>

export const transactionDetail = transaction.extend({
  cardBrand: z.string(),
  /** Where the money goes, masked: 'Cash App $ro…d', 'Bank ••6789'. Missing once it is erased. */
  payoutDestination: z.string().optional(),
  /** Missing while the order keeps its price, and unless it is rejected. */
  resumedPrice: resumedPrice.optional(),
  /** Oldest first; decisions of all staff are by 'Support'. */
  history: z.array(statusChange),
})
export type TransactionDetail = z.infer<typeof transactionDetail>
