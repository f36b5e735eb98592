import { z } from 'zod'
import { shownEvidence } from './balance-check-schema.ts'
import { orderAppeal, requestView } from './case-schema.ts'
import { reasonCodes } from './reason-code.ts'
import { submissionStatuses } from './submission.ts'
import { transaction } from './submission-schema.ts'

export const statusChange = z.object({
  id: z.string(),
  from: z.enum(submissionStatuses).nullable(),
  to: z.enum(submissionStatuses),
  reason: z.string().nullable(),
  reasonCode: z.enum(reasonCodes).nullable(),
  by: z.string(),
  at: z.string(),
  photosAdded: z.literal(true).optional(),
  photoReplaced: z.literal(true).optional(),
  withdrawn: z.literal(true).optional(),
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

/** Where an order that waits for a decision is in line, and how long decisions take. Times are ISO 8601. */
export const tracking = z.object({
  /** 1 is next. Orders that are due at the same time have one place. */
  place: z.int(),
  ahead: z.int(),
  /** By when half of such orders are decided, and 9 of 10. Both can have passed. */
  expectedAt: z.string(),
  latestAt: z.string(),
  /** What the times are measured of: `samples` decisions on this brand, its category or all; or what is promised. */
  basis: z.enum(['brand', 'category', 'all', 'promise']),
  samples: z.int(),
  usualMinutes: z.int(),
  mostMinutes: z.int(),
  isBeingChecked: z.literal(true).optional(),
  /** Set once it was not decided within the time that was promised. */
  overdueSince: z.string().optional(),
})
export type Tracking = z.infer<typeof tracking>

/** Within how many minutes of the approval half of the payouts by this method leave, of so many. */
const payoutTimes = z.object({ usualMinutes: z.int(), samples: z.int() })

/** When the card was first in an order (ISO 8601). Without `orderId` it was another customer's: noon UTC of the day. */
const sentBefore = z.object({ at: z.string(), orderId: z.string().optional() })
export type SentBefore = z.infer<typeof sentBefore>

export const transactionDetail = transaction.extend({
  cardBrand: z.string(),
  /** Where the money goes, masked: 'Cash App $ro…d', 'Bank ••6789'. Missing once it is erased. */
  payoutDestination: z.string().optional(),
  resumedPrice: resumedPrice.optional(),
  /** Until when the same card is bought again at the rate of this order; missing when it cannot be sent again. */
  oldRateUntil: z.string().optional(),
  /** Of an order that was rejected as sent before; missing once the card can no longer be recognized. */
  sentBefore: sentBefore.optional(),
  tracking: tracking.optional(),
  /** Missing unless the order waits for its payout, and while too few were measured. */
  payoutTimes: payoutTimes.optional(),
  /** Oldest first; absent without any. */
  evidence: z.array(shownEvidence).optional(),
  evidenceDueAt: z.string().optional(),
  /** What we need of the customer now: something that is missing, or an answer to an offer. */
  request: requestView.optional(),
  appeal: orderAppeal.optional(),
  /** Until when the newest decision can be appealed; missing when it cannot. */
  mayAppealUntil: z.string().optional(),
  /** Within how many hours an appeal is answered; with `mayAppealUntil`. */
  appealAnswerHours: z.number().optional(),
  /** Oldest first; decisions of all staff are by 'Support'. */
  history: z.array(statusChange),
})
export type TransactionDetail = z.infer<typeof transactionDetail>
