import { z } from 'zod'
import { paymentTypes } from './payment-type.ts'

/** Null where there are fewer cases than the site shows figures of. */
const figure = z.int().nullable()

export const serviceFigures = z.object({
  since: z.string(),
  until: z.string(),
  leastSamples: z.int(),
  /** The first decisions on orders: within how many minutes half of them were made, and 9 of 10. */
  decisions: z.object({
    cases: z.int(),
    usualMinutes: figure,
    mostMinutes: figure,
    within15Minutes: figure,
    within60Minutes: figure,
  }),
  outcomes: z.object({
    cases: z.int(),
    accepted: figure,
    rejected: figure,
    rejectedWithReason: figure,
    /** Rejections for a reason that needs evidence, and how many of these orders have it. */
    evidenceNeeded: figure,
    evidenceShown: figure,
    failed: figure,
  }),
  /** Payouts by method: within how many minutes of the approval half of them left, and 9 of 10. */
  payouts: z.array(
    z.object({
      method: z.enum(paymentTypes),
      cases: z.int(),
      usualMinutes: figure,
      mostMinutes: figure,
      returned: figure,
    }),
  ),
  /** Counter-offers that the seller answered, or that ended without an answer. */
  offers: z.object({ cases: z.int(), accepted: figure }),
  /** Appeals that were answered: in the time that was promised, and with the seller being right. */
  appeals: z.object({ cases: z.int(), inTime: figure, right: figure }),
  /** The orders that are not decided within the time that was promised. */
  overdueNow: z.int(),
})
export type ServiceFigures = z.infer<typeof serviceFigures>
